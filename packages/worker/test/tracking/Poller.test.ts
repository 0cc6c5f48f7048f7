import { assert, describe, it } from "@effect/vitest"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { Instant } from "@landfall/core/time/Instant"
import { SourceThrottled, SourceUnauthorised } from "@landfall/core/tracking/carriers/TrackingSource"
import type { Scac } from "@landfall/core/tracking/references/Sealine"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import { MemoryState } from "@landfall/testing/memory/state/MemoryState"
import { SAMPLE_TIME, ulidOf } from "@landfall/testing/samples/Samples"
import { DateTime, Effect, Option, Result } from "effect"
import {
  addShipments,
  carrier,
  HLCU,
  MAEU,
  memory,
  ONEY,
  type Respond,
  recordedMetrics,
  respondFound,
  respondUnavailable,
  respondUnknown,
  runPoller,
  scriptedCarriers,
  settings,
  shipmentOf,
  snapshotOf
} from "../support/Polling.ts"

const respondUnauthorised: Respond = ({ scac }) =>
  Effect.fail(new SourceUnauthorised({ scac, requests: 1, message: `${scac} rejected the API keys.` }))

/** Days since 1970. */
const dayFrom = (at: number): number => Math.floor(at / 86_400_000)

describe("the poller", () => {
  it.effect("polls a new shipment immediately, stores its events and polls again at the interval of its journey", () =>
    Effect.gen(function* () {
      const source = scriptedCarriers([carrier(MAEU)], respondFound)
      const { prepared, state } = yield* runPoller(source, addShipments(1, Option.some(MAEU)), 24 * 60)
      const [shipment] = prepared
      if (shipment === undefined) return assert.fail("no shipment was added")
      assert.strictEqual(source.queries[0]?.at, DateTime.toEpochMillis(SAMPLE_TIME))
      const poll = state.polls.get(shipment.id)?.poll
      assert.deepStrictEqual(poll?.reason, Option.some("at_sea"))
      assert.isTrue(poll?.matched)
      assert.strictEqual(state.carrierEvents.values().length, 3)
      // A container at sea is polled twice a day.
      assert.isAtLeast(source.queries.length, 2)
      assert.isAtMost(source.queries.length, 3)
    }).pipe(Effect.provide(memory))
  )

  it.effect("retracts events that a later complete response lacks, and none for an incomplete one", () =>
    Effect.gen(function* () {
      const state = yield* MemoryState
      const eventCounts: Array<number> = []
      const source = scriptedCarriers([carrier(MAEU)], ({ number }) => {
        const snapshot = snapshotOf(number)
        eventCounts.push(state.carrierEvents.values().length)
        const complete = eventCounts.length !== 2
        return Effect.succeed(
          eventCounts.length === 1 ? snapshot : { ...snapshot, events: snapshot.events.slice(0, 2), complete }
        )
      })
      yield* runPoller(source, addShipments(1, Option.some(MAEU)), 48 * 60)
      assert.deepStrictEqual(eventCounts.slice(0, 4), [0, 3, 3, 2])
    }).pipe(Effect.provide(memory))
  )

  it.effect("polls other carriers as usual while one carrier hangs", () =>
    Effect.gen(function* () {
      const source = scriptedCarriers([carrier(MAEU), carrier(HLCU)], (query) =>
        query.scac === MAEU ? Effect.never : respondFound(query)
      )
      const allShipments = Effect.andThen(addShipments(50, Option.some(MAEU)), addShipments(50, Option.some(HLCU), 50))
      yield* runPoller(source, allShipments, 1)
      assert.strictEqual(source.of(HLCU).length, 50)
      assert.strictEqual(source.of(MAEU).length, settings.concurrency)
    }).pipe(Effect.provide(memory))
  )

  it.effect("pauses an unavailable carrier, for longer each time, and polls the others", () =>
    Effect.gen(function* () {
      const source = scriptedCarriers([carrier(MAEU), carrier(HLCU)], (query) =>
        query.scac === MAEU ? respondUnavailable(query) : respondFound(query)
      )
      const allShipments = Effect.andThen(
        addShipments(200, Option.some(MAEU)),
        addShipments(50, Option.some(HLCU), 200)
      )
      yield* runPoller(source, allShipments, 60)
      assert.strictEqual(source.of(HLCU).length, 50)
      // Three polls at first, then pauses of 0.5, 1, 2, 4, 8 and 15 minutes with at most `concurrency` polls between them.
      assert.isAtLeast(source.of(MAEU).length, 6)
      assert.isAtMost(source.of(MAEU).length, 30)
    }).pipe(Effect.provide(memory))
  )

  it.effect("polls a new shipment within two minutes after a carrier rejected the credentials for ten others", () =>
    Effect.gen(function* () {
      const fresh = shipmentOf(10, Option.some(MAEU))
      const source = scriptedCarriers([carrier(MAEU)], (query) =>
        query.number === fresh.number ? respondFound(query) : respondUnauthorised(query)
      )
      const later = Effect.delay(addShipments(1, Option.some(MAEU), 10), "10 minutes")
      yield* runPoller(source, Effect.andThen(addShipments(10, Option.some(MAEU)), Effect.forkChild(later)), 15)
      const first = source.queries.find(({ number }) => number === fresh.number)
      const minutes = ((first?.at ?? Number.POSITIVE_INFINITY) - DateTime.toEpochMillis(SAMPLE_TIME)) / 60_000
      assert.isAtLeast(source.queries.length, 11)
      assert.isAtLeast(minutes, 10)
      assert.isAtMost(minutes, 12)
    }).pipe(Effect.provide(memory))
  )

  it.effect("pauses a carrier for as long as its response requires", () =>
    Effect.gen(function* () {
      const until = Instant.make(DateTime.toEpochMillis(SAMPLE_TIME) + 30 * 60_000)
      const source = scriptedCarriers([carrier(MAEU)], ({ scac, number }) =>
        source.queries.length === 1
          ? Effect.fail(new SourceThrottled({ scac, requests: 1, until, message: "rate limited" }))
          : Effect.succeed(snapshotOf(number))
      )
      yield* runPoller(source, addShipments(20, Option.some(MAEU)), 29, { concurrency: 1 })
      assert.strictEqual(source.queries.length, 1)
    }).pipe(Effect.provide(memory))
  )

  it.effect("stays within a carrier's daily allowance, counting every page of a response", () =>
    Effect.gen(function* () {
      const source = scriptedCarriers([carrier(MAEU, { dailyAllowance: 48 })], ({ number }) =>
        Effect.succeed(snapshotOf(number, 2))
      )
      yield* runPoller(source, addShipments(200, Option.some(MAEU)), 48 * 60)
      const byDay = Map.groupBy(source.queries, ({ at }) => dayFrom(at))
      assert.strictEqual(byDay.size, 3)
      for (const polls of byDay.values()) assert.isAtMost(polls.length, 24 + settings.concurrency)
      assert.isAtLeast([...byDay.values()].at(1)?.length ?? 0, 20)
    }).pipe(Effect.provide(memory))
  )

  it.effect(
    "shares its claims evenly between carriers, so that a few shipments do not wait for many of another carrier",
    () =>
      Effect.gen(function* () {
        const source = scriptedCarriers([carrier(MAEU), carrier(HLCU)], (query) =>
          Effect.delay(respondFound(query), "10 seconds")
        )
        const allShipments = Effect.andThen(
          addShipments(500, Option.some(MAEU)),
          addShipments(6, Option.some(HLCU), 500)
        )
        yield* runPoller(source, allShipments, 2, { claimLimit: 4 })
        const start = DateTime.toEpochMillis(SAMPLE_TIME)
        assert.isTrue(source.of(HLCU).every(({ at }) => at <= start + 60_000))
        assert.strictEqual(source.of(HLCU).length, 6)
      }).pipe(Effect.provide(memory))
  )

  it.effect("polls every carrier in turn for a container without sealine, and then only the one that knows it", () =>
    Effect.gen(function* () {
      const source = scriptedCarriers([carrier(MAEU), carrier(ONEY), carrier(HLCU)], (query) =>
        query.scac === HLCU
          ? respondFound(query)
          : query.scac === MAEU
            ? respondUnavailable(query)
            : respondUnknown(query)
      )
      const { prepared, state } = yield* runPoller(source, addShipments(1, Option.none()), 48 * 60)
      assert.deepStrictEqual(
        source.queries.slice(0, 4).map(({ scac }) => scac),
        [MAEU, ONEY, HLCU, HLCU]
      )
      const poll = state.polls.get(prepared[0]?.id ?? ShipmentId.make(`shp_${ulidOf(0)}`))?.poll
      assert.isTrue(Option.exists(poll?.query ?? Option.none(), ({ scac }) => scac === HLCU))
      assert.deepStrictEqual(poll?.error, Option.none())
    }).pipe(Effect.provide(memory))
  )

  it.effect("polls rarely for a container that no carrier knows, and reports the reason", () =>
    Effect.gen(function* () {
      const source = scriptedCarriers([carrier(MAEU), carrier(HLCU)], respondUnknown)
      const { prepared, state } = yield* runPoller(source, addShipments(1, Option.none()), 72 * 60)
      assert.isAtMost(source.queries.length, 16)
      const poll = state.polls.get(prepared[0]?.id ?? ShipmentId.make(`shp_${ulidOf(0)}`))?.poll
      assert.match(
        Option.getOrElse(poll?.error ?? Option.none(), () => ""),
        /does not know TGHU/
      )
    }).pipe(Effect.provide(memory))
  )

  it.effect("repeats failed polls immediately when it starts with another profile or key", () =>
    Effect.gen(function* () {
      const failing = scriptedCarriers([carrier(MAEU)], respondUnauthorised, new Map([[MAEU, "wrong key"]]))
      yield* runPoller(failing, addShipments(2, Option.some(MAEU)), 30)
      assert.strictEqual(failing.queries.length, 2)
      const working = scriptedCarriers([carrier(MAEU)], respondFound, new Map([[MAEU, "right key"]]))
      const { state } = yield* runPoller(working, Effect.void, 1)
      assert.strictEqual(working.queries.length, 2)
      assert.strictEqual(state.carriers.get(MAEU)?.health.failures, 0)
    }).pipe(Effect.provide(memory))
  )

  it.effect("repeats failed polls immediately, and no others, when a profile or key changes while it runs", () =>
    Effect.gen(function* () {
      let isRightKey = false
      const carriers = [carrier(MAEU), carrier(HLCU)]
      const source = scriptedCarriers(
        carriers,
        (query) => (query.scac === HLCU || isRightKey ? respondFound(query) : respondUnauthorised(query)),
        new Map([
          [MAEU, "wrong key"],
          [HLCU, "key"]
        ])
      )
      const prepare = Effect.gen(function* () {
        yield* addShipments(2, Option.some(MAEU))
        yield* addShipments(2, Option.some(HLCU), 10)
        yield* Effect.forkDetach(
          Effect.delay(
            Effect.sync(() => {
              isRightKey = true
              source.change({
                profiles: carriers,
                fingerprints: new Map([
                  [MAEU, "right key"],
                  [HLCU, "key"]
                ])
              })
            }),
            "30 minutes"
          )
        )
      })
      const changedAt = DateTime.toEpochMillis(SAMPLE_TIME) + 30 * 60_000
      const { state } = yield* runPoller(source, prepare, 32)
      assert.strictEqual(source.of(HLCU).length, 2)
      const repeated = source.of(MAEU).filter(({ at }) => at >= changedAt)
      assert.deepStrictEqual(
        repeated.map(({ at }) => at - changedAt),
        [0, 0]
      )
      assert.strictEqual(state.carriers.get(MAEU)?.health.failures, 0)
    }).pipe(Effect.provide(memory))
  )

  it.effect("polls a carrier immediately that is added while it runs, and no longer one that is removed", () =>
    Effect.gen(function* () {
      const source = scriptedCarriers([carrier(MAEU)], respondFound)
      const prepare = Effect.gen(function* () {
        yield* addShipments(1, Option.some(MAEU))
        yield* addShipments(1, Option.some(HLCU), 10)
        const replace = Effect.sync(() => source.change({ profiles: [carrier(HLCU)], fingerprints: new Map() }))
        yield* Effect.forkDetach(Effect.delay(replace, "30 minutes"))
      })
      yield* runPoller(source, prepare, 24 * 60)
      const minutesOf = (scac: Scac) =>
        source.of(scac).map(({ at }) => (at - DateTime.toEpochMillis(SAMPLE_TIME)) / 60_000)
      assert.deepStrictEqual(minutesOf(MAEU), [0])
      assert.strictEqual(minutesOf(HLCU)[0], 30)
    }).pipe(Effect.provide(memory))
  )

  it.effect("records the outcome and the requests of each poll for the metrics", () =>
    Effect.gen(function* () {
      const source = scriptedCarriers([carrier(MAEU)], (query) =>
        source.queries.length === 1 ? respondUnavailable(query) : Effect.succeed(snapshotOf(query.number, 2))
      )
      const metrics = recordedMetrics()
      yield* runPoller(source, addShipments(2, Option.some(MAEU)), 1, { concurrency: 1 }, metrics.layer)
      assert.deepStrictEqual(
        metrics.polls.map(({ scac, outcome, requests }) => [scac, outcome, requests]),
        [
          [MAEU, "unavailable", 1],
          [MAEU, "responded", 2]
        ]
      )
    }).pipe(Effect.provide(memory))
  )

  it.effect("continues after a defect in a source", () =>
    Effect.gen(function* () {
      const source = scriptedCarriers([carrier(MAEU)], (query) =>
        source.queries.length === 1 ? Effect.die(new Error("a defect")) : respondFound(query)
      )
      yield* runPoller(source, addShipments(3, Option.some(MAEU)), 30)
      assert.strictEqual(new Set(source.queries.map(({ number }) => number)).size, 3)
      assert.strictEqual(source.queries.length, 4)
    }).pipe(Effect.provide(memory))
  )

  it.effect("polls no carrier for a shipment without a source, nor for the demo container", () =>
    Effect.gen(function* () {
      const source = scriptedCarriers([carrier(MAEU)], respondFound)
      const prepare = Effect.gen(function* () {
        const state = yield* MemoryState
        const demo: Shipment = { ...shipmentOf(7, Option.none()), number: "ZZZZ0000000" }
        yield* state.transact(() => Result.succeed(state.shipments.set(demo.id, demo)))
        return yield* addShipments(1, Option.some(HLCU))
      })
      yield* runPoller(source, prepare, 60)
      assert.strictEqual(source.queries.length, 0)
    }).pipe(Effect.provide(memory))
  )
})
