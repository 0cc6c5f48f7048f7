import { assert, describe, it } from "@effect/vitest"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { Instant } from "@landfall/core/time/Instant"
import { SourceThrottled } from "@landfall/core/tracking/carriers/TrackingSource"
import { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import { MemoryState } from "@landfall/testing/memory/state/MemoryState"
import { SAMPLE_TIME, ulidOf } from "@landfall/testing/samples/Samples"
import { DateTime, Effect, Option, Result } from "effect"
import {
  carrier,
  carriersThat,
  down,
  follow,
  found,
  HLCU,
  MAEU,
  memory,
  ONEY,
  polled,
  settings,
  shipmentOf,
  snapshotOf,
  unknown
} from "./support/Polling.ts"

/** Days since 1970. */
const dayFrom = (at: number): number => Math.floor(at / 86_400_000)

describe("the poller", () => {
  it.effect("polls a new shipment at once, stores its journey and polls again when the journey says", () =>
    Effect.gen(function* () {
      const source = carriersThat([carrier(MAEU)], found)
      const { prepared, state } = yield* polled(source, follow(1, Option.some(MAEU)), 24 * 60)
      const [shipment] = prepared
      if (shipment === undefined) return assert.fail("nothing is followed")
      assert.strictEqual(source.asked[0]?.at, DateTime.toEpochMillis(SAMPLE_TIME))
      const poll = state.polls.get(shipment.id)?.poll
      assert.deepStrictEqual(poll?.why, Option.some("at_sea"))
      assert.isTrue(poll?.matched)
      assert.strictEqual(state.carrierEvents.values().length, 3)
      // At sea it is looked at twice a day.
      assert.isAtLeast(source.asked.length, 2)
      assert.isAtMost(source.asked.length, 3)
    }).pipe(Effect.provide(memory))
  )

  it.effect("retracts events that a later complete response lacks, and none for an incomplete one", () =>
    Effect.gen(function* () {
      const state = yield* MemoryState
      const held: Array<number> = []
      const source = carriersThat([carrier(MAEU)], ({ number }) => {
        const whole = snapshotOf(number)
        held.push(state.carrierEvents.values().length)
        const complete = held.length !== 2
        return Effect.succeed(held.length === 1 ? whole : { ...whole, events: whole.events.slice(0, 2), complete })
      })
      yield* polled(source, follow(1, Option.some(MAEU)), 48 * 60)
      assert.deepStrictEqual(held.slice(0, 4), [0, 3, 3, 2])
    }).pipe(Effect.provide(memory))
  )

  it.effect("never waits for a carrier that hangs: others are polled as usual", () =>
    Effect.gen(function* () {
      const source = carriersThat([carrier(MAEU), carrier(HLCU)], (question) =>
        question.scac === MAEU ? Effect.never : found(question)
      )
      const both = Effect.andThen(follow(50, Option.some(MAEU)), follow(50, Option.some(HLCU), 50))
      yield* polled(source, both, 1)
      assert.strictEqual(source.of(HLCU).length, 50)
      assert.strictEqual(source.of(MAEU).length, settings.concurrency)
    }).pipe(Effect.provide(memory))
  )

  it.effect("pauses a carrier that is down, for longer each time, and polls the others", () =>
    Effect.gen(function* () {
      const source = carriersThat([carrier(MAEU), carrier(HLCU)], (question) =>
        question.scac === MAEU ? down(question) : found(question)
      )
      const both = Effect.andThen(follow(200, Option.some(MAEU)), follow(50, Option.some(HLCU), 200))
      yield* polled(source, both, 60)
      assert.strictEqual(source.of(HLCU).length, 50)
      // Three at first, then rests of 0.5, 1, 2, 4, 8 and 15 minutes with at most as many checks as run at once.
      assert.isAtLeast(source.of(MAEU).length, 6)
      assert.isAtMost(source.of(MAEU).length, 30)
    }).pipe(Effect.provide(memory))
  )

  it.effect("pauses a carrier for as long as it demands", () =>
    Effect.gen(function* () {
      const until = Instant.make(DateTime.toEpochMillis(SAMPLE_TIME) + 30 * 60_000)
      const source = carriersThat([carrier(MAEU)], ({ scac, number }) =>
        source.asked.length === 1
          ? Effect.fail(new SourceThrottled({ scac, requests: 1, until, message: "wants a rest" }))
          : Effect.succeed(snapshotOf(number))
      )
      yield* polled(source, follow(20, Option.some(MAEU)), 29, { concurrency: 1 })
      assert.strictEqual(source.asked.length, 1)
    }).pipe(Effect.provide(memory))
  )

  it.effect("stays within a carrier's daily allowance, every page of a response counted", () =>
    Effect.gen(function* () {
      const source = carriersThat([carrier(MAEU, { dailyAllowance: 48 })], ({ number }) =>
        Effect.succeed(snapshotOf(number, 2))
      )
      yield* polled(source, follow(200, Option.some(MAEU)), 48 * 60)
      const byDay = Map.groupBy(source.asked, ({ at }) => dayFrom(at))
      assert.strictEqual(byDay.size, 3)
      for (const checks of byDay.values()) assert.isAtMost(checks.length, 24 + settings.concurrency)
      assert.isAtLeast([...byDay.values()].at(1)?.length ?? 0, 20)
    }).pipe(Effect.provide(memory))
  )

  it.effect("shares its claims evenly, so that a few shipments do not wait for many of another carrier", () =>
    Effect.gen(function* () {
      const source = carriersThat([carrier(MAEU), carrier(HLCU)], (question) =>
        Effect.delay(found(question), "10 seconds")
      )
      const both = Effect.andThen(follow(500, Option.some(MAEU)), follow(6, Option.some(HLCU), 500))
      yield* polled(source, both, 2, { claimLimit: 4 })
      const start = DateTime.toEpochMillis(SAMPLE_TIME)
      assert.isTrue(source.of(HLCU).every(({ at }) => at <= start + 60_000))
      assert.strictEqual(source.of(HLCU).length, 6)
    }).pipe(Effect.provide(memory))
  )

  it.effect("polls every carrier in turn for a container without sealine, and stays with the one that knows it", () =>
    Effect.gen(function* () {
      const source = carriersThat([carrier(MAEU), carrier(ONEY), carrier(HLCU)], (question) =>
        question.scac === HLCU ? found(question) : question.scac === MAEU ? down(question) : unknown(question)
      )
      const { prepared, state } = yield* polled(source, follow(1, Option.none()), 48 * 60)
      assert.deepStrictEqual(
        source.asked.slice(0, 4).map(({ scac }) => scac),
        [MAEU, ONEY, HLCU, HLCU]
      )
      const poll = state.polls.get(prepared[0]?.id ?? ShipmentId.make(`shp_${ulidOf(0)}`))?.poll
      assert.isTrue(Option.exists(poll?.query ?? Option.none(), ({ scac }) => scac === HLCU))
      assert.deepStrictEqual(poll?.error, Option.none())
    }).pipe(Effect.provide(memory))
  )

  it.effect("polls rarely for a container that no carrier knows, and reports the reason", () =>
    Effect.gen(function* () {
      const source = carriersThat([carrier(MAEU), carrier(HLCU)], unknown)
      const { prepared, state } = yield* polled(source, follow(1, Option.none()), 72 * 60)
      assert.isAtMost(source.asked.length, 16)
      const poll = state.polls.get(prepared[0]?.id ?? ShipmentId.make(`shp_${ulidOf(0)}`))?.poll
      assert.match(
        Option.getOrElse(poll?.error ?? Option.none(), () => ""),
        /does not know TGHU/
      )
    }).pipe(Effect.provide(memory))
  )

  it.effect("continues after a defect in a source", () =>
    Effect.gen(function* () {
      const source = carriersThat([carrier(MAEU)], (question) =>
        source.asked.length === 1 ? Effect.die(new Error("a fault of ours")) : found(question)
      )
      yield* polled(source, follow(3, Option.some(MAEU)), 30)
      assert.strictEqual(new Set(source.asked.map(({ number }) => number)).size, 3)
      assert.strictEqual(source.asked.length, 4)
    }).pipe(Effect.provide(memory))
  )

  it.effect("polls no carrier for a shipment without a source, nor for the demo container", () =>
    Effect.gen(function* () {
      const source = carriersThat([carrier(MAEU)], found)
      const prepare = Effect.gen(function* () {
        const state = yield* MemoryState
        const demo = new Shipment({ ...shipmentOf(7, Option.none()), number: "ZZZZ0000000" })
        yield* state.transact(() => Result.succeed(state.shipments.set(demo.id, demo)))
        return yield* follow(1, Option.some(HLCU))
      })
      yield* polled(source, prepare, 60)
      assert.strictEqual(source.asked.length, 0)
    }).pipe(Effect.provide(memory))
  )
})
