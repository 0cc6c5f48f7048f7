import { assert, describe, it } from "@effect/vitest"
import { CarrierUrl } from "@landfall/core/tracking/carriers/CarrierProfile"
import { Aedes } from "aedes"
import { Effect, Fiber, Option, Queue, Redacted, Stream } from "effect"
import { createWebSocketStream } from "ws"
import { NO_AIS } from "../../src/ais/AisFeeds.ts"
import { openAisSource } from "../../src/ais/AisSources.ts"
import type { ProviderSource } from "../../src/settings/AisSourceValues.ts"
import { repeatUntil } from "../support/Eventually.ts"
import { listenHttp } from "../support/Listener.ts"
import { webSocketServer } from "../support/WebSocketServers.ts"

const LOCATION = { sog: 0, cog: 360, navStat: 5, heading: 511, lon: 24.9, lat: 60.1 }
const METADATA = { name: "ARUNA CIHAN", type: 70, shipType: 70, imo: 9_543_756 }

const sourceOf = (protocol: ProviderSource["protocol"], url: string): ProviderSource => ({
  protocol,
  name: protocol,
  url
})

/** An HTTP server of the test, stopped with the scope. */
const httpServer = (respond: Parameters<typeof listenHttp>[0]) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => listenHttp(respond)),
      ({ close }) => Effect.sync(close)
    ),
    ({ port }) => `http://127.0.0.1:${port}`
  )

/** A broker of MQTT over WebSocket. */
const broker = Effect.gen(function* () {
  const aedes = yield* Effect.acquireRelease(
    Effect.promise(() => Aedes.createBroker()),
    (open) => Effect.promise(() => new Promise<void>((resolve) => open.close(() => resolve())))
  )
  const protocols = yield* Queue.unbounded<string>()
  const { url, server } = yield* webSocketServer((socket, request) => {
    Queue.offerUnsafe(protocols, socket.protocol)
    const stream = createWebSocketStream(socket)
    stream.on("error", () => undefined)
    aedes.handle(stream, request)
  })
  const publish = (topic: string, message: object | string) =>
    Effect.promise(
      () =>
        new Promise((resolve) => {
          const payload = Buffer.from(typeof message === "string" ? message : JSON.stringify(message))
          aedes.publish({ cmd: "publish", topic, payload, qos: 0, retain: false, dup: false }, resolve)
        })
    )
  return { aedes, url, server, protocols, publish }
})

describe("Digitraffic", () => {
  it.live("is received over MQTT from a broker, and again after its connection ends", () =>
    Effect.gen(function* () {
      const { url, server, protocols, publish } = yield* broker
      const { reports, tally } = openAisSource(sourceOf("digitraffic", url), NO_AIS)
      const fiber = yield* Effect.forkChild(Stream.runCollect(Stream.take(reports, 3)))
      assert.strictEqual(yield* Queue.take(protocols), "mqtt")
      yield* repeatUntil(Effect.sync(tally.counts), ({ isConnected }) => isConnected)
      const time = Math.floor(Date.now() / 1000)
      yield* publish("vessels-v2/230629000/location", "not JSON")
      yield* publish("vessels-v2/status", { updated: time })
      yield* publish("vessels-v2/230629000/location", { ...LOCATION, time })
      yield* publish("vessels-v2/230629000/metadata", { ...METADATA, timestamp: time * 1000 })
      yield* repeatUntil(Effect.sync(tally.counts), ({ reports: count }) => count === 2)
      for (const client of server.clients) client.terminate()
      yield* Queue.take(protocols)
      yield* repeatUntil(Effect.sync(tally.counts), ({ isConnected }) => isConnected)
      yield* publish("vessels-v2/230629001/location", { ...LOCATION, time: time + 1 })
      const received = yield* Fiber.join(fiber)
      assert.deepStrictEqual(
        received.map(({ _tag, mmsi, at }): readonly [string, number, number] => [_tag, mmsi, at]),
        [
          ["PositionReport", 230_629_000, time * 1000],
          ["StaticReport", 230_629_000, time * 1000],
          ["PositionReport", 230_629_001, (time + 1) * 1000]
        ]
      )
      const { reconnections, faults } = tally.counts()
      assert.deepStrictEqual([reconnections, faults.invalid_json?.count], [1, 1])
    }).pipe(Effect.scoped)
  )

  it.live("is polled over REST, and a failed response is repeated", () =>
    Effect.gen(function* () {
      const requests: Array<string> = []
      const url = yield* httpServer((request, _body, response) => {
        requests.push(`${request.url} ${request.headers["digitraffic-user"]}`)
        if (requests.length === 1) return response.writeHead(503).end()
        const now = Date.now()
        const feature = {
          mmsi: 230_629_000,
          geometry: { type: "Point", coordinates: [24.9, 60.1] },
          properties: { ...LOCATION, timestampExternal: now }
        }
        const isVessels = request.url?.startsWith("/api/ais/v1/vessels") === true
        const body = isVessels ? [{ ...METADATA, mmsi: 230_629_000, timestamp: now }] : { features: [feature] }
        return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body))
      })
      const { reports, tally } = openAisSource(sourceOf("digitraffic-rest", url), NO_AIS)
      const received = yield* Stream.runCollect(Stream.take(reports, 2))
      assert.deepStrictEqual(
        received.map(({ _tag }) => _tag),
        ["PositionReport", "StaticReport"]
      )
      assert.match(requests[1] ?? "", /^\/api\/ais\/v1\/locations\?from=\d{13} Landfall$/)
      assert.strictEqual(requests[2], "/api/ais/v1/vessels Landfall")
      assert.deepStrictEqual(tally.counts().lastDisconnection, Option.some("The server responded with status 503."))
    }).pipe(Effect.scoped)
  )
})

describe("BarentsWatch", () => {
  it.live("is received with an access token, which is requested again when it is rejected", () =>
    Effect.gen(function* () {
      const grants: Array<string> = []
      const url = yield* httpServer((request, body, response) => {
        if (request.url === "/connect/token") {
          grants.push(body)
          const token = { access_token: `token-${grants.length}`, token_type: "Bearer", expires_in: 3600 }
          return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(token))
        }
        if (request.headers.authorization !== "Bearer token-2") return response.writeHead(401).end()
        response.writeHead(200, { "content-type": "application/x-json-stream" })
        const line = {
          mmsi: 258_627_000,
          msgtime: new Date().toISOString(),
          latitude: 66,
          longitude: 8,
          name: "TRANSOCEAN"
        }
        const text = `${JSON.stringify(line)}\n`
        response.write(text.slice(0, 20))
        return response.write(`${text.slice(20)}not JSON\n`)
      })
      const options = {
        ...NO_AIS,
        barentsWatchId: Option.some(Redacted.make("user@example.com:client")),
        barentsWatchSecret: Option.some(Redacted.make("secret-of-client")),
        barentsWatchTokenUrl: CarrierUrl.make(`${url}/connect/token`)
      }
      const { reports, tally } = openAisSource(sourceOf("barentswatch", `${url}/v1/combined?modelType=Full`), options)
      const received = yield* Stream.runCollect(Stream.take(reports, 2))
      assert.deepStrictEqual(
        received.map(({ _tag }) => _tag),
        ["PositionReport", "StaticReport"]
      )
      assert.deepStrictEqual(Object.fromEntries(new URLSearchParams(grants[0])), {
        grant_type: "client_credentials",
        scope: "ais",
        client_id: "user@example.com:client",
        client_secret: "secret-of-client"
      })
      const { reconnections, lastDisconnection } = tally.counts()
      assert.deepStrictEqual([grants.length, reconnections], [2, 1])
      assert.deepStrictEqual(lastDisconnection, Option.some("The server responded with status 401."))
    }).pipe(Effect.scoped)
  )
})
