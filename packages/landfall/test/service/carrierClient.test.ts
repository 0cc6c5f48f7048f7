import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { gzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { TrackingSource } from "@landfall/core/tracking/carriers/TrackingSource"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import { type ConfiguredCarrier, readCarriers } from "@landfall/feeds/dcsa/carriers/CarrierConfiguration"
import * as DcsaTrackingSource from "@landfall/feeds/dcsa/carriers/DcsaTrackingSource"
import { containerOf } from "@landfall/testing/samples/EventSamples"
import { ConfigProvider, Duration, Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"

const sourcesOf = (carriers: ReadonlyArray<ConfiguredCarrier>) =>
  DcsaTrackingSource.layer(carriers).pipe(Layer.provide(FetchHttpClient.layer))

type RequestHandler = (request: IncomingMessage, response: ServerResponse, url: URL, body: string) => void

/** A carrier on a loopback port that responds by `handle`. */
const startCarrier = (handle: RequestHandler) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly url: string; readonly close: () => void }>((resume) => {
      const server = createServer((request, response) => {
        let body = ""
        request.setEncoding("utf8")
        request.on("data", (piece: string) => {
          body += piece
        })
        request.on("end", () => handle(request, response, new URL(request.url ?? "/", "http://localhost"), body))
      })
      server.listen(0, "127.0.0.1", () => {
        const { port }: Pick<AddressInfo, "port"> = Object(server.address())
        const close = () => {
          server.closeAllConnections()
          server.close()
        }
        resume(Effect.succeed({ url: `http://127.0.0.1:${port}`, close }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )

const MAEU = Scac.make("MAEU")
const query = { scac: MAEU, number: containerOf(1), kind: "CT" } as const

const eventOn = (day: number) => ({
  eventType: "EQUIPMENT",
  equipmentEventTypeCode: "LOAD",
  eventClassifierCode: "ACT",
  eventDateTime: `2026-01-0${day}T00:00:00Z`,
  equipmentReference: containerOf(1),
  transportCall: { UNLocationCode: "CNSHA", modeOfTransport: "VESSEL" }
})

const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) => {
  response.writeHead(status, { "content-type": "application/json", ...headers })
  response.end(JSON.stringify(body))
}

const configured = (url: string, authentication = {}) =>
  readCarriers(
    JSON.stringify({
      carriers: [
        { scac: "MAEU", name: "A carrier", baseUrl: url, kinds: ["CT"], requestsPerSecond: 1000, authentication }
      ]
    })
  ).pipe(
    Effect.provide(
      ConfigProvider.layer(ConfigProvider.fromUnknown({ CLIENT_ID: "id-1", CLIENT_SECRET: "secret-1", KEY: "key-1" }))
    )
  )

const pollCarrier = Effect.flatMap(TrackingSource, (source) => source.poll(query))

describe("a carrier polled over the network", () => {
  it.live("returns all pages in order, compressed with gzip", () =>
    Effect.gen(function* () {
      const requests: Array<string> = []
      const { url } = yield* startCarrier((request, response, { pathname, searchParams }) => {
        requests.push(
          `${pathname}?${searchParams} ${request.headers["api-version"]} ${request.headers["consumer-key"]}`
        )
        const page = Number(searchParams.get("cursor") ?? 1)
        const body = gzipSync(JSON.stringify([eventOn(page)]))
        const next = page < 3 ? { "Next-Page": String(page + 1) } : {}
        response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip", ...next })
        response.end(body)
      })
      const carriers = yield* configured(url, { headers: { "Consumer-Key": "KEY" } })
      const snapshot = yield* Effect.provide(pollCarrier, sourcesOf(carriers))
      assert.deepStrictEqual([snapshot.events.length, snapshot.requests, snapshot.complete], [3, 3, true])
      assert.isTrue(
        requests.every((line) => line.startsWith("/v2/events?") && line.endsWith(" 2 key-1")),
        requests.join("\n")
      )
      assert.include(requests[2], "cursor=3")
    }).pipe(Effect.scoped)
  )

  it.live("is sent the request again after a Retry-After of 1 s, and none during a Retry-After of 1 h", () =>
    Effect.gen(function* () {
      let requests = 0
      const { url } = yield* startCarrier((_, response, { searchParams }) => {
        requests++
        if (requests === 1) return json(response, 429, {}, { "Retry-After": "1" })
        if (requests === 2) return json(response, 200, [eventOn(1)], { "Next-Page": "rest" })
        assert.strictEqual(searchParams.get("cursor"), "rest")
        json(response, 429, {}, { "Retry-After": "3600" })
      })
      const carriers = yield* configured(url)
      yield* Effect.gen(function* () {
        const before = Date.now()
        const error = yield* Effect.flip(pollCarrier)
        if (error._tag !== "SourceThrottled") return assert.fail(error._tag)
        assert.isAtLeast(error.until, before + 3_600_000)
        assert.strictEqual((yield* Effect.flip(pollCarrier))._tag, "SourceThrottled")
        assert.strictEqual(requests, 3)
      }).pipe(Effect.provide(sourcesOf(carriers)))
    }).pipe(Effect.scoped)
  )

  it.live("receives one access token until it rejects that with 401, and then a new one", () =>
    Effect.gen(function* () {
      const grants: Array<string> = []
      const used: Array<string | undefined> = []
      const { url } = yield* startCarrier((request, response, { pathname }, body) => {
        if (pathname === "/token") {
          grants.push(`${request.headers["content-type"]} ${body}`)
          return json(response, 200, { access_token: `token-${grants.length}`, token_type: "Bearer", expires_in: 3600 })
        }
        used.push(request.headers.authorization)
        const isAccepted = used.length < 3 || request.headers.authorization === "Bearer token-2"
        json(response, isAccepted ? 200 : 401, isAccepted ? [eventOn(1)] : {})
      })
      const oauth2 = { tokenUrl: `${url}/token`, clientId: "CLIENT_ID", clientSecret: "CLIENT_SECRET", scope: "tnt" }
      const carriers = yield* configured(url, { oauth2 })
      yield* Effect.gen(function* () {
        for (let times = 0; times < 4; times++) assert.strictEqual((yield* pollCarrier).events.length, 1)
      }).pipe(Effect.provide(sourcesOf(carriers)))
      assert.deepStrictEqual(
        used.map((token) => token?.slice("Bearer ".length)),
        ["token-1", "token-1", "token-1", "token-2", "token-2"]
      )
      assert.strictEqual(grants.length, 2)
      const [, form] = grants[0]?.split(" ") ?? []
      assert.deepStrictEqual(Object.fromEntries(new URLSearchParams(form)), {
        grant_type: "client_credentials",
        scope: "tnt",
        client_id: "id-1",
        client_secret: "secret-1"
      })
    }).pipe(Effect.scoped)
  )

  it.live("that hangs, truncates its response or redirects is unavailable, and no redirect is followed", () =>
    Effect.gen(function* () {
      const paths: Array<string> = []
      type Respond = (response: ServerResponse) => void
      const start: Respond = (response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": "1000" })
        response.write("[")
      }
      const truncate: Respond = (response) => {
        start(response)
        response.write("]", () => response.destroy())
      }
      const redirect: Respond = (response) => {
        response.writeHead(302, { location: "/elsewhere" })
        response.end()
      }
      let respond = start
      const { url } = yield* startCarrier((_, response, { pathname }) => {
        paths.push(pathname)
        respond(response)
      })
      const carriers = yield* configured(url, { headers: { "Consumer-Key": "KEY" } })
      const sources = (requestDeadline: Duration.Duration) =>
        DcsaTrackingSource.layer(carriers, { ...DcsaTrackingSource.defaultQueryLimits, requestDeadline }).pipe(
          Layer.provide(FetchHttpClient.layer)
        )
      const short = sources(Duration.millis(200))
      const long = sources(Duration.minutes(1))
      const reasons: Array<string> = []
      for (const [next, source] of [
        [() => undefined, short],
        [start, short],
        [truncate, long],
        [redirect, long]
      ] as const) {
        respond = next
        const error = yield* Effect.flip(Effect.provide(pollCarrier, source))
        reasons.push(error._tag === "SourceUnavailable" ? error.reason : error._tag)
      }
      assert.deepStrictEqual(reasons, ["timeout", "timeout", "unreachable", "unexpected_status"])
      assert.notInclude(paths, "/elsewhere")
    }).pipe(Effect.scoped)
  )
})
