import { assert, layer } from "@effect/vitest"
import { ALERTS_PREFIX, CO2_PREFIX, CONGESTION_PREFIX } from "@landfall/api/conventions/PathPrefixes"
import { DEFAULT_LIMITS, Limits, type LimitValues } from "@landfall/core/limits/Limits"
import { containerOf } from "@landfall/testing/samples/EventSamples"
import { Effect, Layer } from "effect"
import { converse } from "../support/RawSocket.ts"
import { type Caller, callerOf, newCaller, serviceOf, serviceUrl } from "../support/Service.ts"
import { ServiceClock, stoppedClock } from "../support/ServiceClock.ts"

const serviceWithLimits = (limits: Partial<LimitValues>, settings: Parameters<typeof serviceOf>[0] = {}) =>
  serviceOf(settings).pipe(
    Layer.provide(Layer.succeed(Limits, { ...DEFAULT_LIMITS, ...limits })),
    Layer.provideMerge(stoppedClock)
  )

/** Fills the buckets of every rate. No token is added while the clock does not advance. */
const fillBuckets = Effect.flatMap(ServiceClock, ({ advance }) => advance("1 hour"))

/** Sends requests at the same time, and counts their responses by status. */
const statusesOf = Effect.fnUntraced(function* (count: number, send: (index: number) => ReturnType<Caller["send"]>) {
  const responses = yield* Effect.promise(() => Promise.all(Array.from({ length: count }, (_, index) => send(index))))
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return { counts, responses }
})

const ENDPOINTS = `${ALERTS_PREFIX}/endpoint`

const strict = serviceWithLimits(
  {
    "key.requests": 4,
    "account.requests": 6,
    "address.requests": 2,
    "address.failedKeys": 1,
    "request.lines": 5,
    "request.events": 6,
    "container.events": 4,
    "account.endpoints": 2,
    "account.applications": 2,
    "account.shipments": 3
  },
  { metrics: { _tag: "OnServer" } }
)

layer(strict, { excludeTestServices: true })("a service with limits", (it) => {
  it.effect("publishes the values in force", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const { body } = yield* Effect.promise(() => caller.send("GET", `${ALERTS_PREFIX}/limits`))
      assert.deepInclude(body.limits, {
        limit: "request.lines",
        value: 5,
        default: 2_500,
        used: null,
        unit: "lines",
        meaning: "Lines of one request to easy-shipment, over all its endpoints, including those with `enrolFuture`.",
        action: "Split the request into smaller ones."
      })
      const usedOf = (limits: ReadonlyArray<{ readonly limit: string; readonly used: number | null }>) =>
        Object.fromEntries(limits.filter(({ used }) => used !== null).map(({ limit, used }) => [limit, used]))
      const before = usedOf(body.limits)
      assert.deepInclude(before, { "account.shipments": 0, "account.idempotentBytes": 0, "account.untrackedBytes": 0 })
      const number = containerOf(900)
      yield* Effect.promise(() => caller.send("POST", `${ALERTS_PREFIX}/shipment`, { number }))
      const after = yield* Effect.promise(() => caller.send("GET", `${ALERTS_PREFIX}/limits`))
      assert.deepStrictEqual(usedOf(after.body.limits), { ...before, "account.shipments": 1 })
    })
  )

  it.effect("counts requests of a key for unknown paths and methods like its others", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const unknown = yield* statusesOf(30, () => caller.send("GET", `${ALERTS_PREFIX}/nothing`))
      const other = yield* statusesOf(30, () => caller.send("PUT", `${ALERTS_PREFIX}/limits`))
      assert.deepStrictEqual([unknown.counts, other.counts], [{ 404: 30 }, { 405: 10, 429: 20 }])
      yield* fillBuckets
    })
  )

  it.effect("serves metrics and health checks to an address that has no requests left", () =>
    Effect.gen(function* () {
      const keyless = callerOf(yield* serviceUrl, "")
      const flood = yield* statusesOf(40, () => keyless.send("GET", "/openapi.json"))
      assert.deepStrictEqual(flood.counts, { 200: 20, 429: 20 })
      for (const path of ["/metrics", "/healthz", "/readyz"]) {
        const { counts } = yield* statusesOf(40, () => keyless.send("GET", path))
        assert.deepStrictEqual(counts, { 200: 40 }, path)
      }
      yield* fillBuckets
    })
  )

  it.effect(
    "rejects a key beyond its rate with 429 and Retry-After, states to each caller the remaining requests, and serves others",
    () =>
      Effect.gen(function* () {
        const [loud, other] = [yield* newCaller(), yield* newCaller()]
        const first = yield* Effect.promise(() => loud.send("GET", ENDPOINTS))
        assert.strictEqual(
          first.headers.get("ratelimit-policy"),
          '"key.requests";q=40;w=10, "account.requests";q=60;w=10'
        )
        assert.match(first.headers.get("ratelimit") ?? "", /^"key\.requests";r=39;t=1$/)
        const { counts, responses } = yield* statusesOf(400, () => loud.send("GET", ENDPOINTS))
        assert.deepStrictEqual(counts, { 200: 39, 429: 361 })
        const rejected = responses.find(({ status }) => status === 429)
        assert.strictEqual(rejected?.body.errorCode, 42900)
        assert.include(rejected?.body.details[0], "key.requests is 4 a second, and 40 in one burst")
        assert.match(rejected?.headers.get("retry-after") ?? "", /^[1-9]\d*$/)
        assert.match(rejected?.headers.get("ratelimit") ?? "", /^"key\.requests";r=0;t=\d+$/)
        const calm = yield* statusesOf(20, () => other.send("GET", ENDPOINTS))
        assert.deepStrictEqual(calm.counts, { 200: 20 })
        // Calls that are rejected by a rate count like every call with a valid key.
        yield* fillBuckets
        const counted = yield* Effect.promise(() => loud.send("GET", `${ALERTS_PREFIX}/usages`))
        assert.deepStrictEqual([counted.status, counted.body.clientErrorCalls], [200, 361])
      })
  )

  it.effect("counts a voyage as more than one request whose route is seldom cached", () =>
    Effect.gen(function* () {
      const voyage = { vessel: { imo: 9839430 }, departure: { portCode: "NLRTM" }, arrival: { portCode: "SGSIN" } }
      const avoiding = { ...voyage, options: { avoid: ["suez"] } }
      for (const path of ["compute-co2", "compute-co2/batch", "route"]) {
        const caller = yield* newCaller()
        const { vessel: _, ...ports } = avoiding
        const body = { "compute-co2": avoiding, route: ports }[path] ?? { requests: [avoiding, voyage] }
        // A batch of both counts as 6 of 40, each other one as 5.
        const { counts } = yield* statusesOf(10, () => caller.send("POST", `${CO2_PREFIX}/${path}`, body))
        assert.deepStrictEqual(counts, path.endsWith("batch") ? { 200: 6, 429: 4 } : { 200: 8, 429: 2 }, path)
      }
      const ordinary = yield* newCaller()
      const { counts } = yield* statusesOf(30, () => ordinary.send("POST", `${CO2_PREFIX}/compute-co2`, voyage))
      assert.deepStrictEqual(counts, { 200: 30 })
      yield* fillBuckets
    })
  )

  it.effect("counts costly operations as more than one request", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const example = yield* Effect.promise(() => caller.send("POST", ENDPOINTS, { url: "https://example.com/hook" }))
      const send = () =>
        caller.send("POST", `${ENDPOINTS}/${example.body.id}/send-example`, {
          eventType: "vessel.arrival.at.final.pod"
        })
      // Each counts as 20 of 40, and the endpoint has taken 5.
      const { counts } = yield* statusesOf(20, send)
      assert.deepStrictEqual(counts, { 202: 1, 429: 19 })
      const reader = yield* newCaller()
      const port = () =>
        reader.send("POST", `${CONGESTION_PREFIX}/congestion/batch`, {
          portCodes: ["NLRTM", "BEANR", "DEHAM", "FRLEH", "GBFXT", "ESALG", "ITGOA", "GRPIR", "EGPSD", "SGSIN"]
        })
      const batches = yield* statusesOf(30, port)
      assert.isAtLeast(batches.counts[200] ?? 0, 4)
      assert.isAtLeast(batches.counts[429] ?? 0, 1)
    })
  )

  it.effect("ends a connection without a key with the first rejection of requests that are sent without waiting", () =>
    Effect.gen(function* () {
      yield* fillBuckets
      const responses = yield* converse(yield* serviceUrl, ["GET /nowhere HTTP/1.1\r\nHost: a\r\n\r\n".repeat(30)])
      assert.deepStrictEqual(
        responses.map(({ status }) => status),
        [...Array.from({ length: 20 }, () => 404), 429]
      )
      assert.strictEqual(responses.at(-1)?.headers.get("connection"), "close")
    })
  )

  it.effect("rejects requests without a key beyond the rate of their address, but no health checks", () =>
    Effect.gen(function* () {
      yield* fillBuckets
      const url = yield* serviceUrl
      const fetchStatus = async (path: string) => {
        const response = await fetch(url + path)
        await response.arrayBuffer()
        return response.status
      }
      const statuses = yield* Effect.promise(() =>
        Promise.all(Array.from({ length: 200 }, () => fetchStatus(`${CO2_PREFIX}/openapi.json`)))
      )
      assert.include(statuses, 429)
      const health = yield* Effect.promise(() =>
        Promise.all(Array.from({ length: 100 }, () => fetchStatus("/healthz")))
      )
      assert.deepStrictEqual([...new Set(health)], [200])
    })
  )

  it.effect(
    "rejects a request with too many events with 413, and stores as many of a container as its limit allows",
    () =>
      Effect.gen(function* () {
        yield* fillBuckets
        const caller = yield* newCaller()
        const post = (path: string, body: unknown) =>
          Effect.promise(() => caller.send("POST", `${ALERTS_PREFIX}${path}`, body))
        const eventsOf = (count: number) =>
          Array.from({ length: count }, (_, hour) => ({
            eventType: "EQUIPMENT",
            eventDateTime: `2026-03-01T0${hour}:00:00Z`,
            eventCreatedDateTime: "2026-03-02T08:05:00Z",
            eventClassifierCode: "ACT",
            equipmentEventTypeCode: "LOAD",
            equipmentReference: containerOf(41),
            transportCall: { UNLocationCode: "CNSHA" }
          }))
        const tracked = yield* post("/shipment", { number: containerOf(41) })
        for (const body of [eventsOf(7), { events: eventsOf(7) }, [eventsOf(4), { data: [eventsOf(3)] }]]) {
          const rejected = yield* post("/tracking/events", body)
          assert.deepStrictEqual([rejected.status, rejected.body.errorCode], [413, 41301])
          assert.deepStrictEqual(rejected.body.details, [
            "The request needs 7 events in all; the limit request.events is 6. Split the request into smaller ones."
          ])
        }
        const received = yield* post("/tracking/events", eventsOf(6))
        assert.strictEqual(received.status, 202)
        assert.strictEqual(received.body.added + received.body.excess, 6)
        assert.isAtLeast(received.body.excess, 2)
        assert.deepStrictEqual(received.body.shipments, [tracked.body.id])
      })
  )

  it.effect("rejects a request with too many lines with 413, and objects beyond those of an account with 409", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller()
      const post = (path: string, body: unknown) =>
        Effect.promise(() => caller.send("POST", `${ALERTS_PREFIX}${path}`, body))
      const shipmentsOf = (from: number, count: number) => ({
        shipments: Array.from({ length: count }, (_, index) => ({ number: containerOf(from + index) }))
      })
      const one = yield* post("/endpoint", { url: "https://example.com/1" })
      const two = yield* post("/endpoint", { url: "https://example.com/2" })
      const three = yield* post("/endpoint", { url: "https://example.com/3" })
      assert.deepInclude(three.body, { errorCode: 40904 })
      assert.deepStrictEqual(three.body.details, [
        "The request needs 3 endpoints in all; the limit account.endpoints is 2. Delete endpoints that are not used, or ask the operator for a higher limit."
      ])
      yield* post("/application", { name: "Second" })
      assert.deepInclude((yield* post("/application", { name: "Third" })).body, { errorCode: 40904 })

      const lines = { [one.body.id]: shipmentsOf(1, 3), [two.body.id]: shipmentsOf(1, 3) }
      const tooMany = yield* post("/easy-shipment", lines)
      assert.strictEqual(tooMany.status, 413)
      assert.deepInclude(tooMany.body, { errorCode: 41301 })
      assert.include(tooMany.body.details[0], "The request needs 6 lines in all; the limit request.lines is 5.")

      const tracked = yield* post("/easy-shipment", { [one.body.id]: shipmentsOf(1, 3) })
      assert.strictEqual(tracked.status, 202)
      const beyond = yield* post("/easy-shipment", { [one.body.id]: shipmentsOf(3, 2) })
      assert.strictEqual(beyond.status, 409)
      assert.include(beyond.body.details[0], "The request needs 4 shipments in all; the limit account.shipments is 3.")
    })
  )

  it.effect("rejects unknown keys beyond the rate of their address, and accepts keys that were valid before", () =>
    Effect.gen(function* () {
      yield* fillBuckets
      const caller = yield* newCaller()
      const url = yield* serviceUrl
      assert.strictEqual((yield* Effect.promise(() => caller.send("GET", ENDPOINTS))).status, 200)
      const guess = (index: number) => callerOf(url, `no-such-key-${index}-0123456789`).send("GET", ENDPOINTS)
      const { counts, responses } = yield* statusesOf(300, guess)
      assert.isAtLeast(counts[401] ?? 0, 1)
      assert.isAbove(counts[429] ?? 0, 0)
      const rejected = responses.find(({ status }) => status === 429)
      assert.include(rejected?.body.details[0], "address.failedKeys is 1 a second, and 10 in one burst")
      assert.strictEqual(
        rejected?.headers.get("ratelimit-policy"),
        '"address.requests";q=20;w=10, "address.failedKeys";q=10;w=10'
      )
      assert.strictEqual((yield* Effect.promise(() => caller.send("GET", ENDPOINTS))).status, 200)
    })
  )
})

const heavy = serviceWithLimits({ "account.heavyRequests": 2, "server.heavyRequests": 1 })

layer(heavy, { excludeTestServices: true })("a service with large requests in progress", (it) => {
  it.effect("rejects those of an account beyond its limit, and completes those of another account", () =>
    Effect.gen(function* () {
      const [loud, other] = [yield* newCaller(), yield* newCaller()]
      const endpointOf = async (caller: Caller) =>
        (await caller.send("POST", ENDPOINTS, { url: "https://example.com/hook" })).body.id
      const register = (caller: Caller, endpoint: string, round: number) =>
        caller.send("POST", `${ALERTS_PREFIX}/easy-shipment`, {
          [endpoint]: {
            shipments: Array.from({ length: 400 }, (_, index) => ({ number: containerOf(round * 400 + index) }))
          }
        })
      const loudEndpoint = yield* Effect.promise(() => endpointOf(loud))
      const otherEndpoint = yield* Effect.promise(() => endpointOf(other))
      const [flood, calm] = yield* Effect.all(
        [
          statusesOf(30, (round) => register(loud, loudEndpoint, round)),
          Effect.promise(() => register(other, otherEndpoint, 1))
        ],
        { concurrency: "unbounded" }
      )
      assert.strictEqual(calm.status, 202)
      assert.isAtLeast(flood.counts[202] ?? 0, 2)
      const rejected = flood.responses.find(({ status }) => status === 429)
      assert.include(rejected?.body.details[0], "account.heavyRequests is 2")
      assert.strictEqual(rejected?.headers.get("retry-after"), "1")
      assert.deepStrictEqual(Object.keys(flood.counts).toSorted(), ["202", "429"])
    })
  )
})
