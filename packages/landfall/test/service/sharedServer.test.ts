import { connect, type Socket } from "node:net"
import { assert, layer } from "@effect/vitest"
import { ALERTS_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { DEFAULT_LIMITS, Limits, type LimitValues } from "@landfall/core/limits/Limits"
import { Effect, Layer } from "effect"
import { repeatUntil } from "../support/Eventually.ts"
import { type Caller, newCaller, serviceOf, serviceUrl } from "../support/Service.ts"
import { stoppedClock } from "../support/ServiceClock.ts"

const serviceWithLimits = (limits: Partial<LimitValues>) =>
  serviceOf({}).pipe(Layer.provide(Layer.succeed(Limits, { ...DEFAULT_LIMITS, ...limits })))

/** Sends the start of a request with a small body, whose rest never comes, and leaves its connection open. */
const sendUnfinished = (url: string, key: string) =>
  Effect.acquireRelease(
    Effect.callback<Socket>((resume) => {
      const { hostname, port } = new URL(url)
      const socket = connect({ host: hostname, port: Number(port) }, () => {
        const headers = [
          "host: landfall.test",
          `api-key: ${key}`,
          "content-type: application/json",
          "content-length: 100"
        ]
        socket.write(`POST ${ALERTS_PREFIX}/application HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n{`)
        resume(Effect.succeed(socket))
      })
      socket.on("error", () => {})
    }),
    (socket) => Effect.sync(() => void socket.destroy())
  )

const PROGRESS = 40
const fewRunning = serviceWithLimits({ "account.requestsInProgress": PROGRESS, "server.runningRequests": 2 })

layer(fewRunning, { excludeTestServices: true })("a service with requests that do not end", (it) => {
  it.effect("rejects those of an account beyond its limit, serves others, and releases every slot when they end", () =>
    Effect.gen(function* () {
      const url = yield* serviceUrl
      const [loud, other] = [yield* newCaller(), yield* newCaller()]
      const list = (caller: Caller) => Effect.promise(() => caller.send("GET", `${ALERTS_PREFIX}/endpoint?limit=250`))
      const rejected = yield* Effect.scoped(
        Effect.gen(function* () {
          for (let sent = 0; sent < PROGRESS; sent++) yield* sendUnfinished(url, loud.key)
          // Many more requests than the server runs at the same time hang: each of another account still gets its place.
          for (let sent = 0; sent < 5; sent++) assert.strictEqual((yield* list(other)).status, 200)
          return yield* repeatUntil(list(loud), ({ status }) => status === 429)
        })
      )
      assert.include(rejected.body.details[0], `has ${PROGRESS} requests in progress`)
      assert.include(rejected.body.details[0], "account.requestsInProgress allows")
      assert.strictEqual(rejected.headers.get("retry-after"), "1")
      yield* repeatUntil(list(loud), ({ status }) => status === 200)
    })
  )
})

/** No token is added to a rate while the clock does not advance. */
const fewDocuments = serviceWithLimits({ "address.requests": 10 }).pipe(Layer.provideMerge(stoppedClock))

layer(fewDocuments, { excludeTestServices: true })("a service whose documents are read again and again", (it) => {
  it.effect("rejects them by their bytes, and not by their number", () =>
    Effect.gen(function* () {
      const url = yield* serviceUrl
      const read = (path: string, headers: Record<string, string> = {}) =>
        Effect.promise(() =>
          fetch(url + path, { headers }).then(async (response) => {
            const { length } = await response.arrayBuffer().then((bytes) => new Uint8Array(bytes))
            return { status: response.status, length, etag: response.headers.get("etag") ?? "" }
          })
        )
      const identity = { "accept-encoding": "identity" }
      const first = yield* read("/docs", identity)
      const weight = Math.ceil(first.length / (128 * 1024))
      assert.isAbove(weight, 10)
      const unchanged = yield* read("/docs", { ...identity, "if-none-match": first.etag })
      assert.strictEqual(unchanged.status, 304)
      // Of the 100 requests at the same time, the page and the request without a body have taken their part.
      let remaining = 100 - weight - 1
      for (; remaining >= weight; remaining -= weight) assert.strictEqual((yield* read("/docs", identity)).status, 200)
      assert.strictEqual((yield* read("/docs", identity)).status, 429)
      assert.strictEqual((yield* read("/docs", { "if-none-match": first.etag })).status, 304)
    })
  )
})
