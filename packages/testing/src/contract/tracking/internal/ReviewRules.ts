import { assert } from "@effect/vitest"
import { type ShipmentDecision, ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { containerOf, equipmentEventOf } from "../../../samples/EventSamples.ts"
import { SAMPLE_TIME } from "../../../samples/Samples.ts"
import { assertFails, assertSame } from "../../suite/Assertions.ts"
import { claimNone, claimOne } from "../../suite/DeliveryQueueOperations.ts"
import { rule } from "../../suite/Rules.ts"
import {
  changeNothing,
  containerReference,
  FREE,
  notifySubscribers,
  receiveEvents,
  recordSnapshots,
  requestOf,
  throwError,
  trackShipment
} from "../../suite/ShipmentOperations.ts"
import type { StorageLayer } from "../../suite/StoragePorts.ts"
import { storeEndpoint, storeReceiver } from "../../suite/StoredSamples.ts"

const HOUR = 3_600_000
const START = SAMPLE_TIME.epochMilliseconds

const runDueReviews = Effect.fnUntraced(function* (decide: ShipmentDecision, limit = 100) {
  return yield* (yield* ShipmentStore).runReviews(yield* DateTime.now, limit, decide)
})

/** Decides like another decision, and schedules the next review `hours` after the start; 0 for none. */
const withNextReview =
  (hours: number, decide: ShipmentDecision = changeNothing): ShipmentDecision =>
  (snapshot) => {
    const change = decide(snapshot)
    const reviewAt = hours === 0 ? Option.none() : Option.some(DateTime.makeUnsafe(START + hours * HOUR))
    return { ...change, shipment: { ...change.shipment, reviewAt } }
  }

const stopShipment: ShipmentDecision = ({ shipment }) => ({
  shipment: {
    ...shipment,
    status: "stopped",
    stopReason: Option.some("completed"),
    reviewAt: Option.none()
  },
  registrations: [],
  outbox: []
})

const dueAt = (hours: number): Option.Option<number> => Option.some(START + hours * HOUR)

/** Registers the rules of `ShipmentStore.runReviews`. */
export const reviewRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "a shipment is reviewed when the last decision scheduled it, with all its events and subscribers", () =>
    Effect.gen(function* () {
      const { account, application, endpoint } = yield* storeReceiver(1)
      const second = yield* storeEndpoint(application, 2)
      const shipment = yield* trackShipment(account, requestOf(containerReference(1), endpoint.id), withNextReview(2))
      yield* trackShipment(account, requestOf(containerReference(1), second.id), changeNothing)
      const event = equipmentEventOf(containerOf(1))
      yield* receiveEvents(account, [event])
      yield* TestClock.adjust(2 * HOUR - 1)
      assertSame(yield* runDueReviews(throwError), { reviews: 0, nextDueAt: dueAt(2) })
      yield* TestClock.adjust(1)
      const { snapshots, decide } = recordSnapshots(withNextReview(5))
      assertSame(yield* runDueReviews(decide), { reviews: 1, nextDueAt: dueAt(5) })
      assertSame(
        snapshots.map(({ shipment, events }) => [shipment.id, events]),
        [[shipment.id, [event]]]
      )
      assert.sameMembers(snapshots[0]?.subscribers.map(({ endpoint }) => endpoint.id) ?? [], [endpoint.id, second.id])
      assertSame(yield* runDueReviews(throwError), { reviews: 0, nextDueAt: dueAt(5) })
    })
  )

  rule(layer, "the decision of a review is stored, and its messages are delivered", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const { account, endpoint } = yield* storeReceiver(1)
      const shipment = yield* trackShipment(account, requestOf(containerReference(1), endpoint.id), withNextReview(1))
      yield* TestClock.adjust(HOUR)
      assertSame(yield* runDueReviews(withNextReview(0, notifySubscribers)), { reviews: 1, nextDueAt: Option.none() })
      assert.strictEqual((yield* claimOne()).endpointId, endpoint.id)
      const after = yield* store.find(account.id, shipment.id)
      assert.deepStrictEqual([after.sequence, Option.isNone(after.reviewAt)], [1, true])
    })
  )

  rule(layer, "a shipment that a review stops has no registrations, retains its reason, and can be resumed", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const { account, endpoint } = yield* storeReceiver(1)
      const request = requestOf(containerReference(1), endpoint.id)
      const shipment = yield* trackShipment(account, request, withNextReview(1))
      const bystander = yield* trackShipment(account, requestOf(containerReference(2), endpoint.id))
      yield* TestClock.adjust(HOUR)
      assertSame(yield* runDueReviews(stopShipment), { reviews: 1, nextDueAt: Option.none() })
      const stopped = yield* store.find(account.id, shipment.id)
      assertSame([stopped.status, stopped.stopReason], ["stopped", Option.some("completed")])
      assert.deepStrictEqual((yield* store.snapshot(account.id, shipment.id)).subscribers, [])
      assert.strictEqual((yield* store.snapshot(account.id, bystander.id)).subscribers.length, 1)
      const received = yield* receiveEvents(account, [equipmentEventOf(containerOf(1))], notifySubscribers)
      assert.deepStrictEqual(received.shipments, [])
      const [again] = yield* store.track(account.id, [request], FREE, yield* DateTime.now, changeNothing)
      assertSame(
        [again?.added, again?.shipment.id, again?.shipment.status, again?.shipment.stopReason],
        [true, shipment.id, "tracking", Option.none()]
      )
      assertSame(again?.shipment.trackedSince, yield* DateTime.now)
    })
  )

  rule(layer, "reviews of every account run longest due first, up to the limit", () =>
    Effect.gen(function* () {
      const first = yield* storeReceiver(1)
      const other = yield* storeReceiver(2)
      const late = yield* trackShipment(
        first.account,
        requestOf(containerReference(1), first.endpoint.id),
        withNextReview(3)
      )
      const early = yield* trackShipment(
        other.account,
        requestOf(containerReference(1), other.endpoint.id),
        withNextReview(1)
      )
      const middle = yield* trackShipment(
        first.account,
        requestOf(containerReference(2), first.endpoint.id),
        withNextReview(2)
      )
      yield* TestClock.adjust(4 * HOUR)
      const { snapshots, decide } = recordSnapshots(withNextReview(0))
      assertSame(yield* runDueReviews(decide, 2), { reviews: 2, nextDueAt: dueAt(3) })
      assert.sameMembers(
        snapshots.map(({ shipment }) => shipment.id),
        [early.id, middle.id]
      )
      assertSame(yield* runDueReviews(decide, 2), { reviews: 1, nextDueAt: Option.none() })
      assert.strictEqual(snapshots[2]?.shipment.id, late.id)
    })
  )

  rule(layer, "a shipment tracked without endpoint is reviewed immediately, a stopped one never", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const { account } = yield* storeReceiver(1)
      const shipment = yield* trackShipment(account, requestOf(containerReference(1)))
      yield* trackShipment(account, requestOf(containerReference(2)))
      yield* store.stop(account.id, shipment.id, SAMPLE_TIME)
      const { snapshots, decide } = recordSnapshots(withNextReview(0))
      assertSame(yield* runDueReviews(decide), { reviews: 1, nextDueAt: Option.none() })
      assert.strictEqual(snapshots[0]?.shipment.number, containerOf(2))
    })
  )

  rule(layer, "a decision that throws leaves the review due and stores nothing", () =>
    Effect.gen(function* () {
      const { account, endpoint } = yield* storeReceiver(1)
      yield* trackShipment(account, requestOf(containerReference(1), endpoint.id), withNextReview(1))
      yield* TestClock.adjust(HOUR)
      yield* assertFails(runDueReviews(throwError))
      yield* claimNone()
      assertSame(yield* runDueReviews(withNextReview(0)), { reviews: 1, nextDueAt: Option.none() })
    })
  )

  rule(layer, "each shipment is reviewed once when several reviewers run at the same time", () =>
    Effect.gen(function* () {
      const { account, endpoint } = yield* storeReceiver(1)
      for (const serial of [1, 2, 3, 4]) {
        yield* trackShipment(account, requestOf(containerReference(serial), endpoint.id), withNextReview(1))
      }
      yield* TestClock.adjust(HOUR)
      const ran = yield* Effect.all(
        Array.from({ length: 6 }, () => runDueReviews(withNextReview(0, notifySubscribers), 2)),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(
        ran.reduce((sum, { reviews }) => sum + reviews, 0),
        4
      )
    })
  )
}
