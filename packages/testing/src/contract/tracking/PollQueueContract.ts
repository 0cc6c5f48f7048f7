import { assert, describe, it } from "@effect/vitest"
import { DAY_MILLIS, HOUR_MILLIS } from "@landfall/core/time/Durations"
import { Instant } from "@landfall/core/time/Instant"
import { type PollLease, PollQueue } from "@landfall/core/tracking/polling/PollQueue"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Clock, DateTime, Effect, type Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { equipmentEventOf } from "../../samples/EventSamples.ts"
import { accountOf, SAMPLE_TIME } from "../../samples/Samples.ts"
import { HAPAG, MAERSK, queryTo } from "../suite/PollSamples.ts"
import { containerReference, demoReference, requestOf, trackShipment } from "../suite/ShipmentOperations.ts"
import type { StoragePorts } from "../suite/StoragePorts.ts"
import { storeAccount } from "../suite/StoredSamples.ts"
import { carrierRules } from "./internal/CarrierRules.ts"
import {
  carrierQueues,
  claimOnePoll,
  claimPolls,
  enrolContainers,
  instantAfter,
  LEASE_MILLIS,
  type PollQueueRule,
  recordPoll,
  shipmentIdsOf,
  trackContainers
} from "./internal/PollQueueOperations.ts"
import { anyResponses, assertSharedEvents, sharedEventRules } from "./internal/SharedEventRules.ts"

/** A storage with a poll queue beside its other ports. */
export type PollingLayer<E = unknown> = Layer.Layer<StoragePorts | PollQueue, E>

const claimRules: ReadonlyArray<PollQueueRule<unknown>> = [
  [
    "a shipment is enrolled once, and is due immediately with its first query",
    () =>
      Effect.gen(function* () {
        const queue = yield* PollQueue
        const shipments = yield* trackContainers(3)
        const queries = (shipment: Shipment) => [queryTo(MAERSK, shipment), queryTo(HAPAG, shipment)]
        assert.strictEqual(yield* queue.enrol(queries, 2), 2)
        assert.strictEqual(yield* queue.enrol(queries, 2), 1)
        assert.strictEqual(yield* queue.enrol(queries, 2), 0)
        const leases = yield* claimPolls(10)
        assert.deepStrictEqual(shipmentIdsOf(leases).toSorted(), shipmentIdsOf(shipments).toSorted())
        for (const { progress } of leases) assert.deepInclude(progress, { matched: false, tried: 0 })
      })
  ],
  [
    "a shipment without a query is enrolled again after a day; the demo container never",
    () =>
      Effect.gen(function* () {
        const queue = yield* PollQueue
        const [shipment] = yield* trackContainers(1)
        yield* trackShipment(yield* storeAccount(2), requestOf(demoReference))
        assert.strictEqual(yield* queue.enrol(() => [], 10), 1)
        assert.deepStrictEqual(yield* carrierQueues, [])
        yield* TestClock.adjust(DAY_MILLIS - 1)
        assert.strictEqual(yield* queue.enrol(() => [], 10), 0)
        yield* TestClock.adjust(1)
        assert.strictEqual(yield* queue.enrol((offered) => [queryTo(MAERSK, offered)], 10), 1)
        assert.deepStrictEqual(shipmentIdsOf(yield* claimPolls(10)), shipment === undefined ? [] : [shipment.id])
      })
  ],
  [
    "where more are due than a carrier may be polled for, accounts take turns, however many shipments one has",
    () =>
      Effect.gen(function* () {
        const first = yield* enrolContainers(6)
        yield* TestClock.adjust(HOUR_MILLIS)
        const second = yield* storeAccount(2)
        for (const serial of [101, 102]) yield* trackShipment(second, requestOf(containerReference(serial)))
        const third = yield* storeAccount(3)
        yield* trackShipment(third, requestOf(containerReference(201)))
        yield* (yield* PollQueue).enrol((shipment) => [queryTo(MAERSK, shipment)], 1000)
        const accountsOf = (leases: ReadonlyArray<PollLease>) => leases.map(({ accountId }) => accountId).toSorted()
        const accounts = [accountOf(1).id, second.id, third.id].toSorted()
        assert.deepStrictEqual(accountsOf(yield* claimPolls(3)), accounts)
        // The third account has no further due shipment: its turn goes to the longest due shipments.
        const next = yield* Effect.replicateEffect(claimPolls(1), 3)
        assert.include(accountsOf(next.flat()), second.id)
        const rest = yield* claimPolls(10)
        assert.deepStrictEqual(
          accountsOf([...next.flat(), ...rest]),
          [...Array.from({ length: 5 }, () => accountOf(1).id), second.id].toSorted()
        )
        assert.strictEqual(first.length, 6)
      })
  ],
  [
    "a claim leases as many polls of each carrier as were allocated, the longest due first, and each once",
    () =>
      Effect.gen(function* () {
        const shipments = yield* enrolContainers(3)
        const [first] = yield* claimPolls(3)
        if (first === undefined) return assert.fail("nothing was leased")
        yield* recordPoll(first, { at: yield* instantAfter(HOUR_MILLIS) })
        yield* TestClock.adjust(HOUR_MILLIS)
        const again = shipmentIdsOf(yield* claimPolls(2))
        assert.notInclude(again, first.shipmentId)
        assert.deepStrictEqual(
          [...again, ...shipmentIdsOf(yield* claimPolls(2))].toSorted(),
          shipmentIdsOf(shipments).toSorted()
        )
        assert.deepStrictEqual(yield* claimPolls(2), [])
        assert.deepStrictEqual(yield* claimPolls(2, HAPAG), [])
      })
  ],
  [
    "a stopped shipment is never due",
    () =>
      Effect.gen(function* () {
        const [shipment] = yield* enrolContainers(1)
        if (shipment === undefined) return assert.fail("nothing is tracked")
        yield* (yield* ShipmentStore).stop(shipment.accountId, shipment.id, yield* DateTime.now)
        assert.deepStrictEqual(yield* claimPolls(1), [])
        assert.isTrue(Option.isNone(yield* (yield* PollQueue).nextDueAt([MAERSK])))
      })
  ]
]

const statusRules: ReadonlyArray<PollQueueRule<unknown>> = [
  [
    "an allocation sees the due and running polls of each carrier, and its requests since midnight UTC",
    () =>
      Effect.gen(function* () {
        yield* enrolContainers(5)
        const [, lease] = yield* claimPolls(2)
        assert.deepInclude((yield* carrierQueues)[0], { scac: MAERSK, due: 3, running: 2, usedToday: 2 })
        if (lease === undefined) return assert.fail("one lease where two were expected")
        yield* recordPoll(lease, { requests: 4 })
        assert.deepInclude((yield* carrierQueues)[0], { due: 3, running: 1, usedToday: 5 })
        yield* TestClock.adjust(12 * HOUR_MILLIS)
        assert.deepInclude((yield* carrierQueues)[0], { running: 0, usedToday: 0 })
      })
  ],
  [
    "the pause of a carrier ends at the latest instant of any outcome",
    () =>
      Effect.gen(function* () {
        yield* enrolContainers(2)
        const [first, second] = yield* claimPolls(2)
        if (first === undefined || second === undefined) return assert.fail("two leases were expected")
        const until = yield* instantAfter(HOUR_MILLIS)
        yield* recordPoll(first, { pausedUntil: until })
        yield* recordPoll(second, { pausedUntil: yield* instantAfter(60_000) })
        assert.deepStrictEqual(
          (yield* carrierQueues).map(({ pausedUntil }) => pausedUntil),
          [until]
        )
      })
  ],
  [
    "the next poll of the given carriers is due when it was scheduled, or when its lease expires",
    () =>
      Effect.gen(function* () {
        yield* enrolContainers(1)
        const queue = yield* PollQueue
        const now = yield* Clock.currentTimeMillis
        assert.deepStrictEqual(yield* queue.nextDueAt([HAPAG, MAERSK]), Option.some(now))
        assert.deepStrictEqual(yield* queue.nextDueAt([HAPAG]), Option.none())
        const lease = yield* claimOnePoll()
        assert.deepStrictEqual(yield* queue.nextDueAt([MAERSK]), Option.some(now + LEASE_MILLIS))
        yield* recordPoll(lease, { at: Instant.make(now + HOUR_MILLIS) })
        assert.deepStrictEqual(yield* queue.nextDueAt([MAERSK]), Option.some(now + HOUR_MILLIS))
      })
  ]
]

const recordRules: ReadonlyArray<PollQueueRule<unknown>> = [
  [
    "the holder of an expired lease records nothing once another holds the shipment",
    () =>
      Effect.gen(function* () {
        yield* enrolContainers(1)
        const expired = yield* claimOnePoll()
        assert.deepStrictEqual(yield* claimPolls(1), [])
        yield* TestClock.adjust(LEASE_MILLIS)
        const current = yield* claimOnePoll()
        assert.isFalse(yield* recordPoll(expired))
        assert.isTrue(yield* recordPoll(current))
        assert.isFalse(yield* recordPoll(current))
      })
  ],
  [
    "the decision sees the events of the response, without those that a complete response is missing",
    () =>
      Effect.gen(function* () {
        const [shipment] = yield* enrolContainers(1)
        const load = equipmentEventOf(shipment?.number ?? "")
        const discharge = equipmentEventOf(shipment?.number ?? "", { code: "DISC" })
        const observedValues: Array<number> = []
        const responses = [
          { events: [load, discharge], complete: true },
          { events: [load], complete: false },
          undefined,
          { events: [load], complete: true }
        ]
        for (const snapshot of responses) {
          const lease = yield* claimOnePoll()
          yield* recordPoll(lease, {
            snapshot,
            onSnapshot: ({ events }) => observedValues.push(events.length),
            at: yield* instantAfter(0)
          })
        }
        assert.deepStrictEqual(observedValues, [2, 2, 2, 1])
      })
  ],
  [
    "the plan of a decision is stored: the query, whether it matched, and that no poll is due",
    () =>
      Effect.gen(function* () {
        const [shipment] = yield* enrolContainers(1)
        if (shipment === undefined) return assert.fail("nothing is tracked")
        const lease = yield* claimOnePoll()
        const progress = { ...lease.progress, query: queryTo(HAPAG, shipment), matched: true, tried: 2 }
        yield* recordPoll(lease, { progress, at: yield* instantAfter(0) })
        const [again] = yield* claimPolls(1, HAPAG)
        assert.deepStrictEqual(again?.progress, progress)
        if (again === undefined) return
        yield* recordPoll(again, { isLast: true })
        yield* TestClock.adjust(30 * DAY_MILLIS)
        assert.deepStrictEqual(yield* claimPolls(1, HAPAG), [])
      })
  ],
  [
    "a resumed shipment is polled again, with its earlier progress",
    () =>
      Effect.gen(function* () {
        const [shipment] = yield* enrolContainers(1)
        if (shipment === undefined) return assert.fail("nothing is tracked")
        const lease = yield* claimOnePoll()
        yield* recordPoll(lease, {
          progress: { ...lease.progress, matched: true },
          at: yield* instantAfter(DAY_MILLIS)
        })
        yield* (yield* ShipmentStore).stop(shipment.accountId, shipment.id, yield* DateTime.now)
        yield* TestClock.adjust(DAY_MILLIS)
        yield* trackShipment(accountOf(1), requestOf(containerReference(0)))
        const again = yield* claimOnePoll()
        assert.strictEqual(again.shipmentId, shipment.id)
        assert.isTrue(again.progress.matched)
      })
  ],
  [
    "the poll status of a shipment is visible to its own account only",
    () =>
      Effect.gen(function* () {
        const [shipment] = yield* enrolContainers(1)
        if (shipment === undefined) return assert.fail("nothing is tracked")
        const { id, accountId } = shipment
        const queue = yield* PollQueue
        const before = Option.getOrThrow(yield* queue.status(accountId, id))
        assert.deepStrictEqual(before.carrier, Option.some(MAERSK))
        assert.deepStrictEqual(before.lastPolledAt, Option.none())
        const now = yield* instantAfter(0)
        const at = yield* instantAfter(HOUR_MILLIS)
        yield* recordPoll(yield* claimOnePoll(), { at, error: "MAEU responded with status 500." })
        assert.deepStrictEqual(
          yield* queue.status(accountId, id),
          Option.some({
            carrier: Option.some(MAERSK),
            lastPolledAt: Option.some(now),
            nextPollAt: Option.some(at),
            lastError: Option.some("MAEU responded with status 500.")
          })
        )
        const other = yield* storeAccount(2)
        assert.deepStrictEqual(yield* queue.status(other.id, id), Option.none())
        const demo = yield* trackShipment(other, requestOf(demoReference))
        assert.deepStrictEqual(yield* queue.status(demo.accountId, demo.id), Option.none())
      })
  ]
]

/** Registers the contract of `PollQueue` with vitest. Call it in a test file, once for each storage. */
export const pollQueueContract = <E>(name: string, layer: PollingLayer<E>): void => {
  describe(`${name}: the poll queue`, () => {
    it.effect.prop(
      "after any responses about a container and its booking, the events that either still reports are stored",
      [anyResponses],
      ([responses]) =>
        Effect.andThen(
          TestClock.setTime(DateTime.toEpochMillis(SAMPLE_TIME)),
          Effect.provide(assertSharedEvents(responses), layer)
        ),
      { arbitrary: { runs: 30 } }
    )
    for (const [rule, body] of [...claimRules, ...statusRules, ...recordRules, ...carrierRules, ...sharedEventRules]) {
      it.effect(rule, () =>
        Effect.andThen(TestClock.setTime(DateTime.toEpochMillis(SAMPLE_TIME)), Effect.provide(body(), layer))
      )
    }
  })
}
