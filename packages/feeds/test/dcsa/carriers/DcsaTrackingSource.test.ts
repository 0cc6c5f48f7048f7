import { assert, describe, it } from "@effect/vitest"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import { Duration, Effect } from "effect"
import { journey } from "../payloads.ts"
import {
  ask,
  type Behaviour,
  bare,
  carrierAt,
  carrierServer,
  json,
  MAERSK,
  sourceFor
} from "../support/CarrierServer.ts"

describe("a question to a carrier", () => {
  it.live("is asked by the parameter of its kind, with the version, the page size and a wish for JSON", () =>
    Effect.gen(function* () {
      const server = yield* carrierServer((_, response) => json(response, journey()))
      const layer = sourceFor([carrierAt(`${server.origin}/track/`, { pageSize: 50 })])
      yield* Effect.gen(function* () {
        yield* ask()
        yield* ask({ kind: "BK", number: "BUS604711" })
        yield* ask({ kind: "BL", number: "LFAL/604711" })
      }).pipe(Effect.provide(layer))
      assert.deepStrictEqual(
        server.heard.map(({ method, url }) => `${method} ${url.pathname}${url.search}`),
        [
          "GET /track/v2/events?equipmentReference=MSKU1234565&limit=50",
          "GET /track/v2/events?carrierBookingReference=BUS604711&limit=50",
          "GET /track/v2/events?transportDocumentReference=LFAL%2F604711&limit=50"
        ]
      )
      for (const { headers } of server.heard) {
        assert.strictEqual(headers["api-version"], "2")
        assert.strictEqual(headers.accept, "application/json")
      }
    })
  )

  it.live("is answered with a whole snapshot of events", () =>
    Effect.gen(function* () {
      const server = yield* carrierServer((_, response) => json(response, journey()))
      const snapshot = yield* ask().pipe(Effect.provide(sourceFor([carrierAt(server.origin)])))
      assert.strictEqual(snapshot.events.length, journey().length)
      assert.deepStrictEqual([snapshot.complete, snapshot.requests, snapshot.rejected.length], [true, 1, 0])
    })
  )

  it.live("is answered with the good events when others are malformed, and the snapshot is not complete", () =>
    Effect.gen(function* () {
      const server = yield* carrierServer((_, response) => json(response, [{ eventType: "TRANSPORT" }, ...journey()]))
      const snapshot = yield* ask().pipe(Effect.provide(sourceFor([carrierAt(server.origin)])))
      assert.strictEqual(snapshot.events.length, journey().length)
      assert.deepStrictEqual([snapshot.complete, snapshot.rejected[0]?.index], [false, 0])
    })
  )

  it.live("reads the local times of a carrier that marks them Z as the profile says", () =>
    Effect.gen(function* () {
      const [event] = journey()
      const local = { ...event, ...journey()[1], eventDateTime: "2026-01-09T21:02:00Z" }
      const server = yield* carrierServer((_, response) => json(response, [local]))
      const dateBy = (quirks: Record<string, unknown>) =>
        Effect.map(
          ask().pipe(Effect.provide(sourceFor([carrierAt(server.origin, { quirks })]))),
          ({ events }) => events[0]?.eventDateTime
        )
      assert.strictEqual(yield* dateBy({}), Date.parse("2026-01-09T21:02:00Z"))
      assert.strictEqual(yield* dateBy({ localTimesMarkedZ: true }), Date.parse("2026-01-09T21:02:00+09:00"))
    })
  )

  it.live("that no profile answers goes to nobody", () =>
    Effect.gen(function* () {
      const server = yield* carrierServer((_, response) => json(response, journey()))
      const layer = sourceFor([carrierAt(server.origin, { kinds: ["CT"] })])
      for (const question of [{ scac: Scac.make("ZIMU") }, { kind: "BK" as const }]) {
        const refusal = yield* Effect.flip(ask(question)).pipe(Effect.provide(layer))
        assert.strictEqual(refusal._tag === "SourceUnavailable" ? refusal.reason : refusal._tag, "not_configured")
      }
      assert.strictEqual(server.heard.length, 0)
    })
  )
})

describe("a shipment is unknown to a carrier", () => {
  const answers = {
    "that answers 404": 404,
    "that answers 204": 204
  }
  for (const [name, status] of Object.entries(answers)) {
    it.live(name, () =>
      Effect.gen(function* () {
        const server = yield* carrierServer((_, response) => bare(response, status))
        const refusal = yield* Effect.flip(ask()).pipe(Effect.provide(sourceFor([carrierAt(server.origin)])))
        assert.strictEqual(refusal._tag, "ShipmentUnknown")
        assert.strictEqual(refusal.message, "MAEU does not know MSKU1234565.")
      })
    )
  }

  it.live("that answers with an empty list, bare or wrapped", () =>
    Effect.gen(function* () {
      for (const empty of [[], { events: [] }]) {
        const server = yield* carrierServer((_, response) => json(response, empty))
        const refusal = yield* Effect.flip(ask()).pipe(Effect.provide(sourceFor([carrierAt(server.origin)])))
        assert.strictEqual(refusal._tag, "ShipmentUnknown")
      }
    })
  )
})

describe("pages", () => {
  /** A server whose pages lead on by what `lead` makes of the next cursor. */
  const paged = (lead: (cursor: string, origin: string) => string) =>
    Effect.gen(function* () {
      const events = journey()
      const server = yield* carrierServer(({ url }, response) => {
        const at = Number(url.searchParams.get("cursor")?.replace("=", "") ?? 0)
        const more = at + 3 < events.length ? { "Next-Page": lead(`${at + 3}=`, url.origin) } : {}
        json(response, events.slice(at, at + 3), more)
      })
      return { server, snapshot: yield* ask().pipe(Effect.provide(sourceFor([carrierAt(server.origin)]))) }
    })

  const leads: Record<string, (cursor: string, origin: string) => string> = {
    "a whole address": (cursor, origin) => `${origin}/v2/events?cursor=${cursor}&limit=3`,
    "an address without host": (cursor) => `/v2/events?cursor=${cursor}`,
    "a query": (cursor) => `?cursor=${cursor}`,
    "a bare cursor": (cursor) => cursor,
    "an address in angle brackets": (cursor, origin) => `<${origin}/v2/events?cursor=${cursor}>`
  }
  for (const [name, lead] of Object.entries(leads)) {
    it.live(`are read to the last where each leads to the next by ${name}`, () =>
      Effect.gen(function* () {
        const { server, snapshot } = yield* paged(lead)
        assert.deepStrictEqual([snapshot.events.length, snapshot.requests, snapshot.complete], [9, 3, true])
        assert.strictEqual(server.heard.length, 3)
      })
    )
  }

  it.live("count their malformed events through the whole answer", () =>
    Effect.gen(function* () {
      const server = yield* carrierServer(({ url }, response) =>
        url.searchParams.has("cursor")
          ? json(response, [{ eventType: "EQUIPMENT" }])
          : json(response, journey(), { "next-page": "two" })
      )
      const snapshot = yield* ask().pipe(Effect.provide(sourceFor([carrierAt(server.origin)])))
      assert.deepStrictEqual(
        snapshot.rejected.map(({ index }) => index),
        [journey().length]
      )
    })
  )

  it.live("end with one that names itself as the next, or no event, since the last may name another", () =>
    Effect.gen(function* () {
      const endings: ReadonlyArray<Behaviour> = [
        ({ url }, response) => json(response, journey(), { "next-page": url.href }),
        (_, response) => json(response, journey(), { "next-page": "last", "current-page": "last" }),
        ({ url }, response) => json(response, url.searchParams.has("cursor") ? [] : journey(), { "next-page": "more" })
      ]
      for (const behave of endings) {
        const server = yield* carrierServer(behave)
        const snapshot = yield* ask().pipe(Effect.provide(sourceFor([carrierAt(server.origin)])))
        assert.deepStrictEqual([snapshot.events.length, snapshot.complete], [journey().length, true])
      }
    })
  )

  it.live("that lead back to one that was read are no answer", () =>
    Effect.gen(function* () {
      const server = yield* carrierServer(({ url }, response) =>
        json(response, journey(), { "next-page": url.searchParams.get("cursor") === "b" ? "a" : "b" })
      )
      const error = yield* Effect.flip(ask()).pipe(Effect.provide(sourceFor([carrierAt(server.origin)])))
      assert.deepInclude(error, { _tag: "SourceUnavailable", reason: "bad_paging", scac: MAERSK, requests: 3 })
    })
  )

  it.live("without end are no answer", () =>
    Effect.gen(function* () {
      let page = 0
      const server = yield* carrierServer((_, response) => json(response, journey(), { "next-page": `p${++page}` }))
      const layer = sourceFor([carrierAt(server.origin)], { maxPages: 5 })
      const error = yield* Effect.flip(ask()).pipe(Effect.provide(layer))
      assert.deepInclude(error, { _tag: "SourceUnavailable", reason: "too_large", requests: 5 })
    })
  )

  it.live("on another host are not asked for, so that no key goes there", () =>
    Effect.gen(function* () {
      const elsewhere = yield* carrierServer((_, response) => json(response, journey()))
      const server = yield* carrierServer((_, response) =>
        json(response, journey(), { "next-page": `${elsewhere.origin}/v2/events?cursor=2` })
      )
      const error = yield* Effect.flip(ask()).pipe(Effect.provide(sourceFor([carrierAt(server.origin)])))
      assert.deepInclude(error, { _tag: "SourceUnavailable", reason: "bad_paging" })
      assert.strictEqual(elsewhere.heard.length, 0)
    })
  )

  it.live("that the carrier itself does not know are no answer, and what was read is not taken for the whole", () =>
    Effect.gen(function* () {
      const server = yield* carrierServer(({ url }, response) =>
        url.searchParams.has("cursor") ? bare(response, 404) : json(response, journey(), { "next-page": "two" })
      )
      const error = yield* Effect.flip(ask()).pipe(Effect.provide(sourceFor([carrierAt(server.origin)])))
      assert.deepInclude(error, { _tag: "SourceUnavailable", reason: "bad_paging" })
    })
  )
})

describe("the rate of a carrier", () => {
  it.live(
    "spaces its requests, and questions that would wait too long are sent away with the moment to come back",
    () =>
      Effect.gen(function* () {
        const server = yield* carrierServer((_, response) => json(response, journey()))
        const slow = carrierAt(server.origin, { requestsPerSecond: 0.1 })
        const other = carrierAt(server.origin, { scac: "HLCU" })
        yield* Effect.gen(function* () {
          yield* ask()
          const before = Date.now()
          const refusal = yield* Effect.flip(ask())
          if (refusal._tag !== "SourceThrottled") return assert.fail(refusal._tag)
          assert.strictEqual(refusal.requests, 0)
          assert.isAtLeast(refusal.until, before + 8_000)
          assert.isAtMost(refusal.until, Date.now() + 10_001)
          yield* ask({ scac: Scac.make("HLCU") })
        }).pipe(Effect.provide(sourceFor([slow, other])))
        assert.strictEqual(server.heard.length, 2)
      })
  )

  it.live("holds for all questions at once", () =>
    Effect.gen(function* () {
      const times: Array<number> = []
      const server = yield* carrierServer((_, response) => {
        times.push(performance.now())
        json(response, journey())
      })
      const layer = sourceFor([carrierAt(server.origin, { requestsPerSecond: 50 })], {
        maxQueueWait: Duration.seconds(5)
      })
      yield* Effect.forEach([1, 2, 3, 4, 5], () => ask(), { concurrency: "unbounded" }).pipe(Effect.provide(layer))
      assert.isAtLeast((times.at(-1) ?? 0) - (times[0] ?? 0), 4 * 20 - 10)
    })
  )
})
