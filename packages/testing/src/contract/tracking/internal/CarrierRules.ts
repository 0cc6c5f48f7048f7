import { assert } from "@effect/vitest"
import { HOUR_MILLIS } from "@landfall/core/time/Durations"
import { Instant } from "@landfall/core/time/Instant"
import type { CarrierPoll } from "@landfall/core/tracking/polling/CarrierHealth"
import { PollQueue } from "@landfall/core/tracking/polling/PollQueue"
import { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { accountOf } from "../../../samples/Samples.ts"
import { assertFailsWith, assertSame } from "../../suite/Assertions.ts"
import { HAPAG, MAERSK, queryTo } from "../../suite/PollSamples.ts"
import { demoReference, requestOf, trackShipment } from "../../suite/ShipmentOperations.ts"
import { storeAccount } from "../../suite/StoredSamples.ts"
import {
  carrierQueues,
  claimOnePoll,
  claimPolls,
  enrolContainers,
  instantAfter,
  type PollQueueRule,
  recordPoll,
  trackContainers
} from "./PollQueueOperations.ts"

const UNAUTHORISED: CarrierPoll = { outcome: "unauthorised", message: Option.some("MAEU rejected the API keys.") }
const RESPONDED: CarrierPoll = { outcome: "responded", message: Option.none() }

/** The health of a carrier; fails when it was never configured or polled. */
const healthOf = Effect.fnUntraced(function* (scac: string) {
  const statuses = yield* (yield* PollQueue).carriers(10)
  const status = statuses.find((candidate) => candidate.scac === scac)
  return status?.health ?? (yield* Effect.die(new Error(`${scac} has no status`)))
})

/** Records a poll that failed because the carrier rejects the keys. The next one is due after `hours`. */
const failPoll = Effect.fnUntraced(function* (hours: number, matched = true) {
  const lease = yield* claimOnePoll()
  yield* recordPoll(lease, {
    progress: { ...lease.progress, matched, last: { _tag: "Unauthorised", failures: 3 } },
    carrierPoll: UNAUTHORISED,
    error: "MAEU rejected the API keys.",
    at: yield* instantAfter(hours * HOUR_MILLIS)
  })
})

const healthRules: ReadonlyArray<PollQueueRule<unknown>> = [
  [
    "a carrier counts its failed polls in a row, until it responds again",
    () =>
      Effect.gen(function* () {
        yield* enrolContainers(3)
        const first = yield* instantAfter(0)
        yield* failPoll(1)
        yield* TestClock.adjust(1000)
        yield* failPoll(1)
        assertSame(yield* healthOf(MAERSK), {
          lastPoll: Option.some({ ...UNAUTHORISED, at: yield* instantAfter(0) }),
          lastRespondedAt: Option.none(),
          failures: 2,
          failingSince: Option.some(first)
        })
        yield* recordPoll(yield* claimOnePoll(), { carrierPoll: RESPONDED })
        const now = yield* instantAfter(0)
        assertSame(yield* healthOf(MAERSK), {
          lastPoll: Option.some({ ...RESPONDED, at: now }),
          lastRespondedAt: Option.some(now),
          failures: 0,
          failingSince: Option.none()
        })
      })
  ],
  [
    "the status of a carrier counts its due shipments up to the given number",
    () =>
      Effect.gen(function* () {
        yield* enrolContainers(3)
        const due = (limit: number) =>
          Effect.map(
            Effect.flatMap(PollQueue, (queue) => queue.carriers(limit)),
            (statuses) => statuses.map((status) => [status.scac, status.due])
          )
        assert.deepStrictEqual(yield* due(10), [[MAERSK, 3]])
        assert.deepStrictEqual(yield* due(2), [[MAERSK, 2]])
      })
  ]
]

const reconfigureRules: ReadonlyArray<PollQueueRule<unknown>> = [
  [
    "a changed fingerprint restarts the polls that failed, and ends failures and pauses; an unchanged one does nothing",
    () =>
      Effect.gen(function* () {
        const queue = yield* PollQueue
        yield* enrolContainers(3)
        assert.strictEqual(yield* queue.reconfigure(new Map([[MAERSK, "one"]]), 10), 0)
        yield* failPoll(6)
        yield* failPoll(6)
        const until = yield* instantAfter(900_000)
        yield* recordPoll(yield* claimOnePoll(), { at: yield* instantAfter(6 * HOUR_MILLIS), pausedUntil: until })
        assert.strictEqual(yield* queue.reconfigure(new Map([[MAERSK, "one"]]), 10), 0)
        assert.deepStrictEqual(yield* claimPolls(10), [])
        yield* TestClock.adjust(1000)
        assert.strictEqual(yield* queue.reconfigure(new Map([[MAERSK, "two"]]), 10), 2)
        const leases = yield* claimPolls(10)
        const now = yield* instantAfter(0)
        assert.deepStrictEqual(
          leases.map(({ progress }) => [progress.last, progress.restartedAt]),
          [
            [{ _tag: "Unauthorised", failures: 0 }, Option.some(now)],
            [{ _tag: "Unauthorised", failures: 0 }, Option.some(now)]
          ]
        )
        assert.deepStrictEqual(
          (yield* carrierQueues).map(({ pausedUntil }) => pausedUntil),
          [undefined]
        )
        const health = yield* healthOf(MAERSK)
        assert.deepStrictEqual([health.failures, health.failingSince], [0, Option.none()])
        assert.strictEqual(yield* queue.reconfigure(new Map([[MAERSK, "two"]]), 10), 0)
      })
  ],
  [
    "many polls are restarted in several calls, and the fingerprint is stored with the last",
    () =>
      Effect.gen(function* () {
        const queue = yield* PollQueue
        yield* enrolContainers(5)
        yield* queue.reconfigure(new Map([[MAERSK, "one"]]), 10)
        for (let poll = 0; poll < 5; poll++) yield* failPoll(6)
        const changed = new Map([[MAERSK, "two"]])
        assert.strictEqual(yield* queue.reconfigure(changed, 2), 2)
        assert.strictEqual(yield* queue.reconfigure(changed, 2), 2)
        assert.strictEqual(yield* queue.reconfigure(changed, 2), 1)
        assert.strictEqual((yield* claimPolls(10)).length, 5)
        assert.strictEqual(yield* queue.reconfigure(changed, 2), 0)
      })
  ],
  [
    "a change of one carrier restarts shipments of any carrier that none knows yet, but none of another carrier",
    () =>
      Effect.gen(function* () {
        const queue = yield* PollQueue
        yield* enrolContainers(2)
        const both = (hapag: string) =>
          new Map([
            [MAERSK, "one"],
            [HAPAG, hapag]
          ])
        yield* queue.reconfigure(both("one"), 10)
        yield* failPoll(6, true)
        yield* failPoll(6, false)
        assert.strictEqual(yield* queue.reconfigure(both("two"), 10), 1)
        const leases = yield* claimPolls(10)
        assert.deepStrictEqual(
          leases.map(({ progress }) => progress.matched),
          [false]
        )
      })
  ],
  [
    "a pause that the carrier required holds after a change",
    () =>
      Effect.gen(function* () {
        const queue = yield* PollQueue
        yield* enrolContainers(1)
        yield* queue.reconfigure(new Map([[MAERSK, "one"]]), 10)
        const until = yield* instantAfter(HOUR_MILLIS)
        const carrierPoll: CarrierPoll = { outcome: "throttled", message: Option.some("MAEU responded with 429.") }
        yield* recordPoll(yield* claimOnePoll(), { pausedUntil: until, carrierPoll })
        yield* queue.reconfigure(new Map([[MAERSK, "two"]]), 10)
        assert.deepStrictEqual(
          (yield* carrierQueues).map(({ pausedUntil }) => pausedUntil),
          [until]
        )
      })
  ]
]

const refreshRules: ReadonlyArray<PollQueueRule<unknown>> = [
  [
    "a refreshed shipment is polled as early as the shortest interval allows, and once",
    () =>
      Effect.gen(function* () {
        const queue = yield* PollQueue
        const [shipment] = yield* enrolContainers(1)
        if (shipment === undefined) return assert.fail("nothing is tracked")
        const { accountId, id } = shipment
        const polledAt = yield* instantAfter(0)
        assertSame(yield* queue.refresh(accountId, id), Option.some({ _tag: "AlreadyDue" as const, at: polledAt }))
        yield* recordPoll(yield* claimOnePoll(), { at: yield* instantAfter(6 * HOUR_MILLIS) })
        const earliest = Instant.make(polledAt + 4 * 60_000)
        assertSame(yield* queue.refresh(accountId, id), Option.some({ _tag: "Scheduled" as const, at: earliest }))
        assertSame(yield* queue.refresh(accountId, id), Option.some({ _tag: "AlreadyDue" as const, at: earliest }))
        assert.deepStrictEqual(yield* claimPolls(1), [])
        yield* TestClock.adjust(HOUR_MILLIS)
        yield* recordPoll(yield* claimOnePoll(), { at: yield* instantAfter(6 * HOUR_MILLIS) })
        yield* TestClock.adjust(HOUR_MILLIS)
        const now = yield* instantAfter(0)
        assertSame(yield* queue.refresh(accountId, id), Option.some({ _tag: "Scheduled" as const, at: now }))
        assert.strictEqual((yield* claimPolls(1)).length, 1)
      })
  ],
  [
    "a shipment that is not polled cannot be refreshed, and one of another account is not found",
    () =>
      Effect.gen(function* () {
        const queue = yield* PollQueue
        const [shipment] = yield* trackContainers(1)
        if (shipment === undefined) return assert.fail("nothing is tracked")
        const demo = yield* trackShipment(yield* storeAccount(2), requestOf(demoReference))
        assert.deepStrictEqual(yield* queue.refresh(demo.accountId, demo.id), Option.none())
        yield* (yield* ShipmentStore).stop(shipment.accountId, shipment.id, yield* DateTime.now)
        assert.deepStrictEqual(yield* queue.refresh(shipment.accountId, shipment.id), Option.none())
        yield* assertFailsWith(queue.refresh(accountOf(2).id, shipment.id), "ShipmentNotFound")
      })
  ],
  [
    "a shipment for which no query was found is searched for again immediately",
    () =>
      Effect.gen(function* () {
        const queue = yield* PollQueue
        const [shipment] = yield* trackContainers(1)
        if (shipment === undefined) return assert.fail("nothing is tracked")
        yield* queue.enrol(() => [], 10)
        const now = yield* instantAfter(0)
        const refreshed = yield* queue.refresh(shipment.accountId, shipment.id)
        assertSame(refreshed, Option.some({ _tag: "Scheduled" as const, at: now }))
        assert.strictEqual(yield* queue.enrol((offered) => [queryTo(MAERSK, offered)], 10), 1)
      })
  ]
]

/** The rules of `PollQueue` for the health and the configuration of carriers, and for refreshed shipments. */
export const carrierRules: ReadonlyArray<PollQueueRule<unknown>> = [
  ...healthRules,
  ...reconfigureRules,
  ...refreshRules
]
