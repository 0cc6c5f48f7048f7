import { assert, describe, it } from "@effect/vitest"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import { Effect, Result } from "effect"
import { journey } from "../payloads.ts"
import {
  type Behaviour,
  carrierAt,
  carrierServer,
  MAERSK,
  poll,
  respondWithJson,
  respondWithStatus,
  sourceFor
} from "../support/CarrierServer.ts"

describe("a query to a carrier", () => {
  it.live("uses the parameter of its kind, with the API version, the page size and Accept: application/json", () =>
    Effect.gen(function* () {
      const server = yield* carrierServer((_, response) => respondWithJson(response, journey()))
      const layer = sourceFor([carrierAt(`${server.origin}/track/`, { pageSize: 50 })])
      yield* Effect.gen(function* () {
        yield* poll()
        yield* poll({ kind: "BK", number: "BUS604711" })
        yield* poll({ kind: "BL", number: "LFAL/604711" })
      }).pipe(Effect.provide(layer))
      assert.deepStrictEqual(
        server.requests.map(({ method, url }) => `${method} ${url.pathname}${url.search}`),
        [
          "GET /track/v2/events?equipmentReference=MSKU1234565&limit=50",
          "GET /track/v2/events?carrierBookingReference=BUS604711&limit=50",
          "GET /track/v2/events?transportDocumentReference=LFAL%2F604711&limit=50"
        ]
      )
      for (const { headers } of server.requests) {
        assert.strictEqual(headers["api-version"], "2")
        assert.strictEqual(headers.accept, "application/json")
      }
    })
  )

  it.live("uses the path of the profile in place of that of the standard", () =>
    Effect.gen(function* () {
      const server = yield* carrierServer((_, response) => respondWithJson(response, journey()))
      const profile = carrierAt(`${server.origin}/track`, { eventsPath: "/v1/events" })
      yield* poll().pipe(Effect.provide(sourceFor([profile])))
      assert.strictEqual(server.requests[0]?.url.pathname, "/track/v1/events")
    })
  )

  it.live("returns a complete snapshot of events", () =>
    Effect.gen(function* () {
      const server = yield* carrierServer((_, response) => respondWithJson(response, journey()))
      const snapshot = yield* poll().pipe(Effect.provide(sourceFor([carrierAt(server.origin)])))
      assert.strictEqual(snapshot.events.length, journey().length)
      assert.deepStrictEqual([snapshot.complete, snapshot.requests, snapshot.rejected.length], [true, 1, 0])
    })
  )

  it.live("returns the valid events when others are malformed, as an incomplete snapshot", () =>
    Effect.gen(function* () {
      const server = yield* carrierServer((_, response) =>
        respondWithJson(response, [{ eventType: "TRANSPORT" }, ...journey()])
      )
      const snapshot = yield* poll().pipe(Effect.provide(sourceFor([carrierAt(server.origin)])))
      assert.strictEqual(snapshot.events.length, journey().length)
      assert.deepStrictEqual([snapshot.complete, snapshot.rejected[0]?.index], [false, 0])
    })
  )

  it.live("reads local times that a carrier marks Z by the quirks of its profile", () =>
    Effect.gen(function* () {
      const [event] = journey()
      const local = { ...event, ...journey()[1], eventDateTime: "2026-01-09T21:02:00Z" }
      const server = yield* carrierServer((_, response) => respondWithJson(response, [local]))
      const dateBy = (quirks: Record<string, unknown>) =>
        Effect.map(
          poll().pipe(Effect.provide(sourceFor([carrierAt(server.origin, { quirks })]))),
          ({ events }) => events[0]?.eventDateTime
        )
      assert.strictEqual(yield* dateBy({}), Date.parse("2026-01-09T21:02:00Z"))
      assert.strictEqual(yield* dateBy({ localTimesMarkedZ: true }), Date.parse("2026-01-09T21:02:00+09:00"))
    })
  )

  it.live("that no profile supports sends no request", () =>
    Effect.gen(function* () {
      const server = yield* carrierServer((_, response) => respondWithJson(response, journey()))
      const layer = sourceFor([carrierAt(server.origin, { kinds: ["CT"] })])
      for (const query of [{ scac: Scac.make("ZIMU") }, { kind: "BK" as const }]) {
        const error = yield* Effect.flip(poll(query)).pipe(Effect.provide(layer))
        assert.strictEqual(error._tag === "SourceUnavailable" ? error.reason : error._tag, "not_configured")
      }
      assert.strictEqual(server.requests.length, 0)
    })
  )
})

describe("a shipment is unknown to a carrier", () => {
  const statusByResponse = {
    "that responds with 404": 404,
    "that responds with 204": 204
  }
  for (const [name, status] of Object.entries(statusByResponse)) {
    it.live(name, () =>
      Effect.gen(function* () {
        const server = yield* carrierServer((_, response) => respondWithStatus(response, status))
        const error = yield* Effect.flip(poll()).pipe(Effect.provide(sourceFor([carrierAt(server.origin)])))
        assert.strictEqual(error._tag, "ShipmentUnknown")
        assert.strictEqual(error.message, "MAEU does not know MSKU1234565.")
      })
    )
  }

  it.live("that responds with an empty list, plain or wrapped", () =>
    Effect.gen(function* () {
      for (const empty of [[], { events: [] }]) {
        const server = yield* carrierServer((_, response) => respondWithJson(response, empty))
        const error = yield* Effect.flip(poll()).pipe(Effect.provide(sourceFor([carrierAt(server.origin)])))
        assert.strictEqual(error._tag, "ShipmentUnknown")
      }
    })
  )
})

describe("pages", () => {
  /** A server whose pages link to the next one by `lead` of its cursor. */
  const paged = (lead: (cursor: string, origin: string) => string) =>
    Effect.gen(function* () {
      const events = journey()
      const server = yield* carrierServer(({ url }, response) => {
        const at = Number(url.searchParams.get("cursor")?.replace("=", "") ?? 0)
        const more = at + 3 < events.length ? { "Next-Page": lead(`${at + 3}=`, url.origin) } : {}
        respondWithJson(response, events.slice(at, at + 3), more)
      })
      return { server, snapshot: yield* poll().pipe(Effect.provide(sourceFor([carrierAt(server.origin)]))) }
    })

  const leads: Record<string, (cursor: string, origin: string) => string> = {
    "an absolute URL": (cursor, origin) => `${origin}/v2/events?cursor=${cursor}&limit=3`,
    "a URL without host": (cursor) => `/v2/events?cursor=${cursor}`,
    "a query": (cursor) => `?cursor=${cursor}`,
    "a bare cursor": (cursor) => cursor,
    "a URL in angle brackets": (cursor, origin) => `<${origin}/v2/events?cursor=${cursor}>`
  }
  for (const [name, lead] of Object.entries(leads)) {
    it.live(`are read to the last when each links to the next by ${name}`, () =>
      Effect.gen(function* () {
        const { server, snapshot } = yield* paged(lead)
        assert.deepStrictEqual([snapshot.events.length, snapshot.requests, snapshot.complete], [9, 3, true])
        assert.strictEqual(server.requests.length, 3)
      })
    )
  }

  it.live("index their malformed events across the whole response", () =>
    Effect.gen(function* () {
      const server = yield* carrierServer(({ url }, response) =>
        url.searchParams.has("cursor")
          ? respondWithJson(response, [{ eventType: "EQUIPMENT" }])
          : respondWithJson(response, journey(), { "next-page": "two" })
      )
      const snapshot = yield* poll().pipe(Effect.provide(sourceFor([carrierAt(server.origin)])))
      assert.deepStrictEqual(
        snapshot.rejected.map(({ index }) => index),
        [journey().length]
      )
    })
  )

  it.live("end with a page that links to itself or has no event", () =>
    Effect.gen(function* () {
      const endings: ReadonlyArray<Behaviour> = [
        ({ url }, response) => respondWithJson(response, journey(), { "next-page": url.href }),
        (_, response) => respondWithJson(response, journey(), { "next-page": "last", "current-page": "last" }),
        ({ url }, response) =>
          respondWithJson(response, url.searchParams.has("cursor") ? [] : journey(), { "next-page": "more" })
      ]
      for (const behave of endings) {
        const server = yield* carrierServer(behave)
        const snapshot = yield* poll().pipe(Effect.provide(sourceFor([carrierAt(server.origin)])))
        assert.deepStrictEqual([snapshot.events.length, snapshot.complete], [journey().length, true])
      }
    })
  )

  it.live("that link back to an earlier page fail the query", () =>
    Effect.gen(function* () {
      const server = yield* carrierServer(({ url }, response) =>
        respondWithJson(response, journey(), { "next-page": url.searchParams.get("cursor") === "b" ? "a" : "b" })
      )
      const error = yield* Effect.flip(poll()).pipe(Effect.provide(sourceFor([carrierAt(server.origin)])))
      assert.deepInclude(error, { _tag: "SourceUnavailable", reason: "bad_paging", scac: MAERSK, requests: 3 })
    })
  )

  it.live("beyond the limit fail the query", () =>
    Effect.gen(function* () {
      let page = 0
      const server = yield* carrierServer((_, response) =>
        respondWithJson(response, journey(), { "next-page": `p${++page}` })
      )
      const layer = sourceFor([carrierAt(server.origin)], { maxPages: 5 })
      const error = yield* Effect.flip(poll()).pipe(Effect.provide(layer))
      assert.deepInclude(error, { _tag: "SourceUnavailable", reason: "too_large", requests: 5 })
    })
  )

  it.live("on another host are not requested, so that no key is sent there", () =>
    Effect.gen(function* () {
      const redirectTarget = yield* carrierServer((_, response) => respondWithJson(response, journey()))
      const server = yield* carrierServer((_, response) =>
        respondWithJson(response, journey(), { "next-page": `${redirectTarget.origin}/v2/events?cursor=2` })
      )
      const error = yield* Effect.flip(poll()).pipe(Effect.provide(sourceFor([carrierAt(server.origin)])))
      assert.deepInclude(error, { _tag: "SourceUnavailable", reason: "bad_paging" })
      assert.strictEqual(redirectTarget.requests.length, 0)
    })
  )

  it.live("that the carrier responds to with 404 fail the query, so that a partial list is never a snapshot", () =>
    Effect.gen(function* () {
      const server = yield* carrierServer(({ url }, response) =>
        url.searchParams.has("cursor")
          ? respondWithStatus(response, 404)
          : respondWithJson(response, journey(), { "next-page": "two" })
      )
      const error = yield* Effect.flip(poll()).pipe(Effect.provide(sourceFor([carrierAt(server.origin)])))
      assert.deepInclude(error, { _tag: "SourceUnavailable", reason: "bad_paging" })
    })
  )
})

describe("the rate of a carrier", () => {
  /** The lowest rate that a profile can have: a request in 100 s. */
  const SPACING_MILLIS = 100_000
  const slow = { requestsPerSecond: 1000 / SPACING_MILLIS }

  it.live("is a separate limit, and rejects queries that would wait too long with the instant to retry at", () =>
    Effect.gen(function* () {
      const server = yield* carrierServer((_, response) => respondWithJson(response, journey()))
      const other = carrierAt(server.origin, { scac: "HLCU" })
      yield* Effect.gen(function* () {
        const before = Date.now()
        yield* poll()
        const after = Date.now()
        const error = yield* Effect.flip(poll())
        if (error._tag !== "SourceThrottled") return assert.fail(error._tag)
        assert.strictEqual(error.requests, 0)
        assert.isAtLeast(error.until, before + SPACING_MILLIS)
        assert.isAtMost(error.until, after + SPACING_MILLIS)
        yield* poll({ scac: Scac.make("HLCU") })
      }).pipe(Effect.provide(sourceFor([carrierAt(server.origin, slow), other])))
      assert.strictEqual(server.requests.length, 2)
    })
  )

  it.live("holds for concurrent queries", () =>
    Effect.gen(function* () {
      const server = yield* carrierServer((_, response) => respondWithJson(response, journey()))
      const results = yield* Effect.forEach([1, 2, 3, 4, 5], () => Effect.result(poll()), {
        concurrency: "unbounded"
      }).pipe(Effect.provide(sourceFor([carrierAt(server.origin, slow)])))
      const [sent, ...rejected] = results
      assert.isTrue(sent !== undefined && Result.isSuccess(sent))
      const ends = rejected.map((result) =>
        Result.isFailure(result) && result.failure._tag === "SourceThrottled" ? result.failure.until : undefined
      )
      assert.isDefined(ends[0])
      assert.strictEqual(new Set(ends).size, 1)
      assert.strictEqual(server.requests.length, 1)
    })
  )
})
