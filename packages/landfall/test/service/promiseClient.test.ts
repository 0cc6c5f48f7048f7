import { assert, layer } from "@effect/vitest"
import { ErrorResponse } from "@landfall/api/client/ErrorResponse"
import { createClient, rowsOf } from "@landfall/api/client/PromiseClient"
import { Effect } from "effect"
import { newCaller, serviceLayer, serviceUrl } from "../support/Service.ts"

const newClient = Effect.gen(function* () {
  const { key } = yield* newCaller()
  return createClient({ baseUrl: yield* serviceUrl, apiKey: key })
})

layer(serviceLayer, { excludeTestServices: true })("the promise client", (it) => {
  it.effect("runs ordinary and metered operations with plain JSON", () =>
    Effect.gen(function* () {
      const client = yield* newClient
      yield* Effect.promise(async () => {
        const endpoint = await client.endpoints.create({ payload: { url: "https://example.com/hook" } })
        assert.match(endpoint.id, /^ep_/)
        assert.strictEqual(new Date(endpoint.createdAt).toISOString(), endpoint.createdAt)
        const { results } = await client.shipments.easyShipment({
          payload: { [endpoint.id]: { shipments: [{ number: "MSKU7194304", sealine: "MAEU", type: "CT" }] } }
        })
        assert.strictEqual(results[0]?.status, "accepted")
        const voyage = await client.co2.compute({
          payload: { vessel: { imo: 9321483 }, departure: { portCode: "NLRTM" }, arrival: { portCode: "SGSIN" } }
        })
        assert.isAbove(voyage.length, 7_000)
        assert.strictEqual(await client.endpoints.remove({ params: { id: endpoint.id } }), undefined)
      })
    })
  )

  it.effect("is rejected with the error of the response", () =>
    Effect.gen(function* () {
      const client = yield* newClient
      const error = yield* Effect.promise(() =>
        client.endpoints.get({ params: { id: "ep_none/../x" } }).then(
          () => undefined,
          (reason: unknown) => reason
        )
      )
      assert.instanceOf(error, ErrorResponse)
      assert.include(error, { errorName: "endpointUnknown", status: 404, errorCode: 40402 })
    })
  )

  it.effect("iterates over all pages of a list", () =>
    Effect.gen(function* () {
      const client = yield* newClient
      const names = yield* Effect.promise(async () => {
        for (const name of ["a", "b", "c"]) await client.applications.create({ payload: { name } })
        const found: Array<string> = []
        for await (const { name } of rowsOf((page) => client.applications.list({ query: { limit: 1, ...page } })))
          found.push(name)
        return found
      })
      assert.deepStrictEqual(names, ["a", "b", "c"])
    })
  )

  it.effect(
    "rejects a request whose signal is aborted with the reason of the signal, before and after it is sent",
    () =>
      Effect.gen(function* () {
        const client = yield* newClient
        const reasonOf = (request: Promise<unknown>) =>
          Effect.promise(() =>
            request.then(
              () => undefined,
              (reason: unknown) => reason
            )
          )
        const before = AbortSignal.abort()
        assert.strictEqual(yield* reasonOf(client.endpoints.list({ signal: before })), before.reason)
        assert.strictEqual(before.reason.name, "AbortError")

        const controller = new AbortController()
        const endless: typeof fetch = (_, init) =>
          new Promise((_, reject) => {
            init?.signal?.addEventListener("abort", () => reject(init.signal?.reason))
            queueMicrotask(() => controller.abort(reason))
          })
        const reason = new Error("the user has left")
        const waiting = createClient({ baseUrl: yield* serviceUrl, apiKey: "lf_any_key_of_a_test", fetch: endless })
        assert.strictEqual(yield* reasonOf(waiting.endpoints.list({ signal: controller.signal })), reason)
      })
  )
})
