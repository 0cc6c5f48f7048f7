import { connect } from "node:net"
import { assert, layer } from "@effect/vitest"
import { ALERTS_PREFIX, CONGESTION_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { DEFAULT_LIMITS, Limits, type LimitValues } from "@landfall/core/limits/Limits"
import { containerOf } from "@landfall/testing/samples/EventSamples"
import { Effect, Layer } from "effect"
import { serviceWithCarriers, signatureOf } from "../support/CarrierServer.ts"
import { callerOf, newCaller, serviceOf, serviceUrl } from "../support/Service.ts"
import { ServiceClock, stoppedClock } from "../support/ServiceClock.ts"

// While the clock does not advance, no token is added, so that what is taken is exact.
const under = (limits: Partial<LimitValues>) =>
  Layer.provideMerge(stoppedClock)(Layer.succeed(Limits, { ...DEFAULT_LIMITS, ...limits }))

const HEAVY_BYTES = 700_000
const PUSH_PATH = `${ALERTS_PREFIX}/carriers/MSCU/events`

/** A connection of which a test writes parts of a request. It collects what it receives, and is closed with the scope. */
const openSocket = (url: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const socket = connect(Number(new URL(url).port), "127.0.0.1")
      let received = ""
      let wake = (): void => undefined
      socket.on("error", () => undefined)
      socket.on("close", () => wake())
      socket.on("data", (chunk) => {
        received += String(chunk)
        wake()
      })
      const response = Effect.callback<string>((resume) => {
        wake = () => {
          if (/\r\n\r\n[\s\S]*}$/.test(received) || socket.destroyed) resume(Effect.succeed(received))
        }
        wake()
      })
      return { write: (text: string) => void socket.write(text), response, socket }
    }),
    ({ socket }) => Effect.sync(() => socket.destroy())
  )

const headOf = (path: string, headers: Readonly<Record<string, string | number>>) =>
  [
    `POST ${path} HTTP/1.1`,
    "Host: a",
    "Content-Type: application/json",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "",
    ""
  ].join("\r\n")

const PATHS = ["/easy-shipment", "/tracking/events", "/application", "/endpoint", "/shipment"]

layer(serviceOf({}).pipe(Layer.provideMerge(under({ "key.requests": 3, "account.requests": 1000 }))), {
  excludeTestServices: true
})("a body of a key that has no requests left", (it) => {
  it.effect("is rejected before any of it arrives, at every operation, with the time to wait", () =>
    Effect.gen(function* () {
      const url = yield* serviceUrl
      const clock = yield* ServiceClock
      for (const path of PATHS) {
        const { key } = yield* newCaller()
        yield* clock.advance("1 minute")
        // A request of an empty bucket would be rejected by itself; this one is by the size that it declares.
        yield* Effect.promise(() => callerOf(url, key).send("GET", `${ALERTS_PREFIX}/limits`))
        const { write, response } = yield* openSocket(url)
        write(headOf(ALERTS_PREFIX + path, { "API-Key": key, "Content-Length": 1_000_000 }))
        const text = yield* response
        assert.match(text, /^HTTP\/1\.1 429 /, path)
        assert.match(text, /\r\nretry-after: [1-9]\d*\r\n/i)
        assert.match(text, /\r\nratelimit: "key\.requests";r=\d+;t=\d+\r\n/i)
        assert.match(text, /\r\nconnection: close\r\n/i)
        assert.include(text, "key.requests is 3 a second, and 30 in one burst; this request counts as")
      }
    })
  )

  it.effect("is rejected as it arrives when it declares no length", () =>
    Effect.gen(function* () {
      const { key } = yield* newCaller()
      const { write, response } = yield* openSocket(yield* serviceUrl)
      write(headOf(`${ALERTS_PREFIX}/tracking/events`, { "API-Key": key, "Transfer-Encoding": "chunked" }))
      const chunk = `10000\r\n${" ".repeat(0x10000)}\r\n`
      // The rate allows 30 times 32 KiB.
      for (let sent = 0; sent < 16; sent++) write(chunk)
      const text = yield* response
      assert.match(text, /^HTTP\/1\.1 429 /)
      assert.include(text, "key.requests is 3 a second")
    })
  )

  it.effect("counts by its size, once, and by its items where they are more", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const send = (body: unknown) => Effect.promise(() => caller.send("POST", `${ALERTS_PREFIX}/application`, body))
      const remainingTokens = (headers: Headers) => Number(/r=(\d+)/.exec(headers.get("ratelimit") ?? "")?.[1])
      assert.strictEqual(remainingTokens((yield* send({ name: "small" })).headers), 29)
      assert.strictEqual(remainingTokens((yield* send({ name: "x".repeat(100_000) })).headers), 25)
      const page = yield* Effect.promise(() => caller.send("GET", `${ALERTS_PREFIX}/shipment?limit=250`))
      assert.strictEqual(remainingTokens(page.headers), 20)
    })
  )
})

const heavy = under({ "account.heavyRequests": 2, "key.requests": 10_000, "account.requests": 10_000 })

layer(serviceOf({}).pipe(Layer.provideMerge(heavy)), { excludeTestServices: true })(
  "large bodies of an account that arrive slowly",
  (it) => {
    it.effect(
      "count among its large requests: a further one is rejected before it is read, and others are served",
      () =>
        Effect.gen(function* () {
          const url = yield* serviceUrl
          const [slow, other] = [yield* newCaller(), yield* newCaller()]
          const open = Effect.fnUntraced(function* () {
            const socket = yield* openSocket(url)
            socket.write(
              headOf(`${ALERTS_PREFIX}/tracking/events`, { "API-Key": slow.key, "Content-Length": HEAVY_BYTES })
            )
            return socket
          })
          const first = yield* open()
          const second = yield* open()
          // Of three requests, one is rejected; which, the connections decide.
          const third = yield* open()
          const rejected = yield* Effect.raceAll([first, second, third].map(({ response }) => response))
          assert.match(rejected, /^HTTP\/1\.1 429 /)
          assert.include(rejected, "account.heavyRequests is 2")
          const events = Array.from({ length: 400 }, (_, index) => ({
            eventType: "EQUIPMENT",
            equipmentEventTypeCode: "LOAD",
            eventClassifierCode: "ACT",
            eventDateTime: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
            equipmentReference: containerOf(1),
            description: "x".repeat(2000)
          }))
          const served = yield* Effect.promise(() =>
            other.send("POST", `${ALERTS_PREFIX}/tracking/events`, JSON.stringify(events))
          )
          assert.strictEqual(served.status, 202)
          for (const { socket } of [first, second, third]) socket.destroy()
        })
    )
  }
)

layer(serviceWithCarriers.pipe(Layer.provideMerge(under({ "address.requests": 4 }))), { excludeTestServices: true })(
  "requests without a key",
  (it) => {
    it.effect("count by the size of their body, before it is read, until its signature is valid", () =>
      Effect.gen(function* () {
        const url = yield* serviceUrl
        const events = JSON.stringify([{ eventType: "EQUIPMENT", remark: "x".repeat(900_000) }])
        const push = (signature: string) =>
          Effect.promise(() =>
            callerOf(url, "").send("POST", PUSH_PATH, events, { "Notification-Signature": signature })
          )
        // Each counts as 28 of 40, unless it is signed.
        const signed = yield* Effect.forEach([1, 2, 3], () => push(signatureOf(events)))
        assert.deepStrictEqual(
          signed.map(({ status }) => status),
          [400, 400, 400]
        )
        assert.strictEqual((yield* push(signatureOf("another"))).status, 401)
        const { write, response } = yield* openSocket(url)
        write(headOf(PUSH_PATH, { "Notification-Signature": signatureOf("x"), "Content-Length": 900_000 }))
        assert.match(yield* response, /^HTTP\/1\.1 429 [\s\S]*address\.requests is 4 a second/)
      })
    )

    it.effect("are limited by their address whatever their path", () =>
      Effect.gen(function* () {
        yield* (yield* ServiceClock).advance("1 hour")
        const url = yield* serviceUrl
        for (const path of [`${CONGESTION_PREFIX}/congestion/NLRTM`, `${ALERTS_PREFIX}/endpoint`, "/nothing"]) {
          yield* (yield* ServiceClock).advance("1 hour")
          const statuses: Array<number> = []
          for (let sent = 0; sent < 45; sent++) {
            const response = yield* Effect.promise(() => fetch(url + path))
            yield* Effect.promise(() => response.arrayBuffer())
            statuses.push(response.status)
          }
          assert.deepStrictEqual(
            [statuses.includes(429), statuses.filter((status) => status !== 429).length],
            [true, 40],
            path
          )
        }
      })
    )
  }
)
