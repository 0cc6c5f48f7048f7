import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, layer } from "@effect/vitest"
import { ErrorResponse } from "@landfall/api/client/ErrorResponse"
import { LandfallClient, rowsOf } from "@landfall/api/client/LandfallClient"
import { EndpointUrl } from "@landfall/core/alerts/endpoints/Endpoint"
import { Effect, Layer, Redacted, Stream } from "effect"
import { FetchHttpClient } from "effect/http"
import { newCaller, serviceLayer, serviceUrl } from "../support/Service.ts"

const clientAt = (baseUrl: string, key: string) =>
  LandfallClient.layer({ baseUrl, apiKey: Redacted.make(key) }).pipe(Layer.provide(FetchHttpClient.layer))

const clientOf = Effect.fnUntraced(function* (key: string) {
  return clientAt(yield* serviceUrl, key)
})

const newClient = Effect.flatMap(newCaller(), ({ key }) => clientOf(key))

interface Received {
  readonly method: string
  readonly headers: Readonly<Record<string, string | Array<string> | undefined>>
}

/** A server that gives these responses in turn, and keeps the requests. */
const scriptedServer = (
  responses: ReadonlyArray<{ status: number; headers?: Record<string, string>; body?: unknown }>
) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const received: Array<Received> = []
      const server = createServer((request, response) => {
        const { status, headers = {}, body } = responses[received.length] ?? { status: 500 }
        received.push({ method: request.method ?? "", headers: request.headers })
        request.resume()
        response.writeHead(status, { "content-type": "application/json", ...headers })
        response.end(body === undefined ? undefined : JSON.stringify(body))
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()))
      return { server, received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
    }),
    ({ server }) => Effect.promise(() => new Promise<void>((resolve) => server.close(() => resolve())))
  )

const endpointBody = {
  id: "ep_01",
  applicationId: "app_01",
  url: "https://example.com/",
  description: null,
  filterTypes: null,
  metadata: {},
  rateLimit: null,
  retryPolicy: null,
  headers: null,
  dateChangeThresholdHours: 24,
  finalPod: "confirmed",
  finalPodHoldHours: 24,
  ordering: "none",
  format: "standard",
  enrolFuture: false,
  disabled: false,
  disabledAt: null,
  verifiedAt: null,
  createdAt: "2026-03-01T12:00:00.000Z",
  updatedAt: "2026-03-01T12:00:00.000Z"
}

const errorBody = (errorCode: number) => ({ errorCode, message: "No.", details: [], time: "2026-03-01T12:00:00.000Z" })

layer(serviceLayer, { excludeTestServices: true })("the Effect client", (it) => {
  it.effect("runs ordinary and metered operations with typed requests and responses", () =>
    Effect.gen(function* () {
      const program = Effect.gen(function* () {
        const client = yield* LandfallClient
        const endpoint = yield* client.endpoints.create({
          payload: { url: EndpointUrl.make("https://example.com/hook") }
        })
        assert.match(endpoint.id, /^ep_/)
        const found = yield* client.endpoints.get({ params: { id: endpoint.id } })
        assert.strictEqual(found.createdAt.epochMilliseconds, endpoint.createdAt.epochMilliseconds)
        const { data } = yield* client.endpoints.list()
        assert.deepStrictEqual(
          data.map(({ id }) => id),
          [endpoint.id]
        )
        const voyage = yield* client.co2.compute({
          payload: { vessel: { imo: 9321483 }, departure: { portCode: "NLRTM" }, arrival: { portCode: "SGSIN" } }
        })
        assert.isAbove(voyage.length, 7_000)
        yield* client.endpoints.remove({ params: { id: endpoint.id } })
      })
      yield* Effect.provide(program, yield* newClient)
    })
  )

  it.effect("fails with the name, the code and the request id of an error", () =>
    Effect.gen(function* () {
      const program = Effect.gen(function* () {
        const client = yield* LandfallClient
        return yield* Effect.flip(client.endpoints.get({ params: { id: "ep_none" } }))
      })
      const error = yield* Effect.provide(program, yield* newClient)
      assert.instanceOf(error, ErrorResponse)
      if (!(error instanceof ErrorResponse)) return
      assert.strictEqual(error._tag, "ErrorInfo")
      assert.deepStrictEqual([error.status, error.errorCode, error.errorName], [404, 40402, "endpointUnknown"])
      assert.match(error.requestId ?? "", /^[0-9a-f-]{36}$/)
      const stranger = yield* Effect.provide(program, yield* clientOf("no-such-key-0123456789"))
      assert.include(stranger, { errorName: "keyUnknown", status: 401 })
    })
  )

  it.effect("iterates over all pages of a list", () =>
    Effect.gen(function* () {
      const program = Effect.gen(function* () {
        const client = yield* LandfallClient
        for (const name of ["a", "b", "c", "d", "e"]) yield* client.applications.create({ payload: { name } })
        const rows = rowsOf((page) => client.applications.list({ query: { limit: 2, ...page } }))
        return yield* Stream.runCollect(rows)
      })
      const applications = yield* Effect.provide(program, yield* newClient)
      assert.deepStrictEqual(
        applications.map(({ name }) => name),
        ["a", "b", "c", "d", "e"]
      )
    })
  )
})

layer(Layer.empty, { excludeTestServices: true })("the Effect client on a scripted server", (it) => {
  it.effect("repeats a request after 503 and after 429 with the same idempotency-key", () =>
    Effect.gen(function* () {
      const { url, received } = yield* scriptedServer([
        { status: 503, headers: { "retry-after": "0" }, body: errorBody(50300) },
        { status: 429, headers: { "retry-after": "0" }, body: errorBody(42900) },
        { status: 201, body: { ...endpointBody, addedLater: true } }
      ])
      const program = Effect.gen(function* () {
        const client = yield* LandfallClient
        return yield* client.endpoints.create({ payload: { url: EndpointUrl.make("https://example.com/") } })
      })
      const { id } = yield* Effect.provide(program, clientAt(url, "key"))
      assert.strictEqual(id, "ep_01")
      const keys = received.map(({ headers }) => headers["idempotency-key"])
      assert.match(String(keys[0]), /^[0-9a-f-]{36}$/)
      assert.deepStrictEqual(keys, [keys[0], keys[0], keys[0]])
    })
  )

  it.effect("does not repeat a request whose Retry-After is longer than the limit, nor one that failed otherwise", () =>
    Effect.gen(function* () {
      const { url, received } = yield* scriptedServer([
        { status: 503, headers: { "retry-after": "3600" }, body: errorBody(50300) },
        { status: 500, body: errorBody(50000) },
        { status: 418 }
      ])
      const program = Effect.gen(function* () {
        const client = yield* LandfallClient
        const call = Effect.flip(client.endpoints.list())
        return [yield* call, yield* call, yield* call]
      })
      const [away, internal, foreign] = yield* Effect.provide(program, clientAt(url, "key"))
      assert.include(away, { errorName: "storageUnavailable", retryAfterSeconds: 3600 })
      assert.include(internal, { errorName: "internal", status: 500 })
      assert.include(foreign, { errorName: "unknown", status: 418, errorCode: 41800, time: null })
      assert.strictEqual(received.length, 3)
    })
  )

  it.effect("stops repeating after the maximum number of retries", () =>
    Effect.gen(function* () {
      const away = { status: 503, headers: { "retry-after": "0" }, body: errorBody(50300) }
      const { url, received } = yield* scriptedServer([away, away, away, away, away])
      const program = Effect.gen(function* () {
        const client = yield* LandfallClient
        return yield* Effect.flip(client.endpoints.list())
      })
      const client = LandfallClient.layer({ baseUrl: url, apiKey: Redacted.make("key"), maxRetries: 1 })
      const error = yield* Effect.provide(program, client.pipe(Layer.provide(FetchHttpClient.layer)))
      assert.include(error, { errorName: "storageUnavailable" })
      assert.strictEqual(received.length, 2)
    })
  )
})
