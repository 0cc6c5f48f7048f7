import { assert } from "@effect/vitest"
import type { MessageStatement } from "@landfall/core/alerts/Message"
import { FIRST_PAGE_REQUEST } from "@landfall/core/listing/Page"
import { instantOf } from "@landfall/core/time/Instant"
import { deduplicateEvents } from "@landfall/core/tracking/carriers/EventIdentity"
import { type ShipmentDecision, ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Arbitrary, Effect, Option } from "effect"
import { carrierEvent } from "../../../samples/Arbitraries.ts"
import { containerOf, equipmentEventOf, hoursLater } from "../../../samples/EventSamples.ts"
import { SAMPLE_TIME } from "../../../samples/Samples.ts"
import { assertFails, assertSame } from "../../suite/Assertions.ts"
import { claimFirst, claimNone } from "../../suite/DeliveryQueueOperations.ts"
import { draftTo } from "../../suite/DeliverySamples.ts"
import { property, rule } from "../../suite/Rules.ts"
import {
  assertSameEvents,
  changeNothing,
  containerReference,
  countDecisions,
  notifySubscribers,
  receiveEvents,
  recordSnapshots,
  requestOf,
  throwError,
  trackShipment
} from "../../suite/ShipmentOperations.ts"
import type { StorageLayer } from "../../suite/StoragePorts.ts"
import { storeAccount, storeEndpoint, storeReceiver } from "../../suite/StoredSamples.ts"

const containerOne = containerOf(1)

const STATEMENT: MessageStatement = {
  milestone: `${containerOne}/vessel.arrival.at.final.pod/NLRTM/1`,
  date: instantOf(SAMPLE_TIME),
  actual: true
}

/** Sends one message about a milestone to every subscriber, and stores the date in the notified state of each. */
const stateMilestone: ShipmentDecision = ({ shipment, subscribers }) => {
  const { milestone, date } = STATEMENT
  const milestones = new Map([[milestone, { initial: date, last: date, actual: date, retracted: false }]])
  const recipients = subscribers.map(({ endpoint }) => endpoint.id)
  return {
    shipment,
    registrations: subscribers.map(({ registration }) => ({
      ...registration,
      notified: { ...registration.notified, milestones }
    })),
    outbox: [draftTo(recipients, { shipmentId: Option.some(shipment.id), states: STATEMENT })]
  }
}

const storageRules = <E>(layer: StorageLayer<E>): void => {
  property(
    layer,
    "events are read as they were received, each meaning once",
    Arbitrary.array(carrierEvent, { maxLength: 8 }),
    (sent) =>
      Effect.gen(function* () {
        const store = yield* ShipmentStore
        const account = yield* storeAccount(1)
        const shipment = yield* trackShipment(account, requestOf(containerReference(1)))
        const events = sent.flatMap((event) =>
          event._tag === "ShipmentEvent" ? [] : [{ ...event, equipmentReference: Option.some<string>(containerOne) }]
        )
        const received = yield* receiveEvents(account, events)
        const distinct = deduplicateEvents(events)
        assert.strictEqual(received.added, distinct.length)
        assert.strictEqual(received.repeated, events.length - distinct.length)
        const snapshot = yield* store.snapshot(account.id, shipment.id)
        assertSameEvents(snapshot.events, distinct)
        assert.strictEqual(snapshot.events.length, distinct.length)
      })
  )

  rule(layer, "an event that adds nothing counts as repeated, and nothing is decided", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const account = yield* storeAccount(1)
      const shipment = yield* trackShipment(account, requestOf(containerReference(1)))
      const event = equipmentEventOf(containerOne)
      const { snapshots, decide } = recordSnapshots(changeNothing)
      assertSame(yield* receiveEvents(account, [event, event], decide), {
        added: 1,
        excess: 0,
        repeated: 1,
        shipments: [shipment.id],
        messages: 0
      })
      const copy = { ...event, sourceEventId: Option.some("another"), receivedAt: hoursLater(5) }
      assertSame(yield* receiveEvents(account, [copy], decide), {
        added: 0,
        excess: 0,
        repeated: 1,
        shipments: [],
        messages: 0
      })
      assert.strictEqual(snapshots.length, 1)
      assertSame((yield* store.snapshot(account.id, shipment.id)).events, [event])
    })
  )

  rule(layer, "an event that was written later replaces the stored one, and its shipments are decided on again", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const account = yield* storeAccount(1)
      const shipment = yield* trackShipment(account, requestOf(containerReference(1)))
      const event = equipmentEventOf(containerOne)
      yield* receiveEvents(account, [event])
      const { snapshots, decide } = recordSnapshots(changeNothing)
      const rewritten = { ...event, createdDateTime: Option.some(hoursLater(9)), receivedAt: hoursLater(9) }
      assertSame(yield* receiveEvents(account, [rewritten], decide), {
        added: 0,
        excess: 0,
        repeated: 1,
        shipments: [shipment.id],
        messages: 0
      })
      assertSame(
        snapshots.map(({ events }) => events),
        [[rewritten]]
      )
      assertSame(yield* receiveEvents(account, [event], decide), {
        added: 0,
        excess: 0,
        repeated: 1,
        shipments: [],
        messages: 0
      })
      assertSame((yield* store.snapshot(account.id, shipment.id)).events, [rewritten])
    })
  )

  rule(layer, "the id of an alert about a milestone is recorded in the notified state of its recipient", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const { account, endpoint } = yield* storeReceiver(1)
      const shipment = yield* trackShipment(account, requestOf(containerReference(1), endpoint.id))
      yield* receiveEvents(account, [equipmentEventOf(containerOne)], stateMilestone)
      const { messageId } = yield* claimFirst()
      const { subscribers } = yield* store.snapshot(account.id, shipment.id)
      assert.deepStrictEqual(
        subscribers.map(({ registration }) => registration.notified.milestones.get(STATEMENT.milestone)?.alert),
        [{ id: messageId, type: "vessel.arrival.at.final.pod", date: STATEMENT.date, actual: true }]
      )
    })
  )

  rule(layer, "events are stored before anything is tracked, and an empty list changes nothing", () =>
    Effect.gen(function* () {
      const account = yield* storeAccount(1)
      const event = equipmentEventOf(containerOne)
      assertSame(yield* receiveEvents(account, [event]), {
        added: 1,
        excess: 0,
        repeated: 0,
        shipments: [],
        messages: 0
      })
      assertSame(yield* receiveEvents(account, [event]), {
        added: 0,
        excess: 0,
        repeated: 1,
        shipments: [],
        messages: 0
      })
      assertSame(yield* receiveEvents(account, []), { added: 0, excess: 0, repeated: 0, shipments: [], messages: 0 })
      const shipment = yield* trackShipment(account, requestOf(containerReference(1)))
      assertSame((yield* (yield* ShipmentStore).snapshot(account.id, shipment.id)).events, [event])
    })
  )
}

const decisionRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "each shipment is decided on once, with every event of the call and every registration", () =>
    Effect.gen(function* () {
      const { account, application, endpoint } = yield* storeReceiver(1)
      const second = yield* storeEndpoint(application, 2)
      const one = yield* trackShipment(account, requestOf(containerReference(1), endpoint.id))
      yield* trackShipment(account, requestOf(containerReference(1), second.id))
      const two = yield* trackShipment(account, requestOf(containerReference(2)))
      const events = [1, 2].flatMap((serial) =>
        (["LOAD", "DISC"] as const).map((code) => equipmentEventOf(containerOf(serial), { code }))
      )
      const { snapshots, decide } = recordSnapshots(notifySubscribers)
      const received = yield* receiveEvents(account, events, decide)
      assert.sameMembers([...received.shipments], [one.id, two.id])
      assert.strictEqual(received.messages, 2)
      const summary = snapshots.map(({ shipment, events, subscribers, plan }) => [
        shipment.id,
        events.length,
        subscribers.map(({ endpoint }) => endpoint.id).toSorted(),
        plan
      ])
      assert.sameDeepMembers(summary, [
        [one.id, 2, [endpoint.id, second.id], account.plan],
        [two.id, 2, [], account.plan]
      ])
      const found = yield* (yield* ShipmentStore).find(account.id, one.id)
      assert.strictEqual(found.sequence, 2)
    })
  )

  rule(layer, "a decision that throws leaves nothing of its call: no event, no message, no other decision", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const { account, endpoint } = yield* storeReceiver(1)
      yield* trackShipment(account, requestOf(containerReference(1), endpoint.id))
      yield* trackShipment(account, requestOf(containerReference(2), endpoint.id))
      const before = yield* store.list(account.id, FIRST_PAGE_REQUEST)
      const events = [1, 2].map((serial) => equipmentEventOf(containerOf(serial)))
      let decisions = 0
      const failing: ShipmentDecision = (snapshot) =>
        ++decisions === 2 ? throwError(snapshot) : notifySubscribers(snapshot)
      yield* assertFails(receiveEvents(account, events, failing))
      assertSame(yield* store.list(account.id, FIRST_PAGE_REQUEST), before)
      yield* claimNone()
      const received = yield* receiveEvents(account, events, notifySubscribers)
      assert.deepStrictEqual([received.added, received.messages], [2, 2])
    })
  )

  rule(layer, "no decision is lost when many are made on one shipment at the same time", () =>
    Effect.gen(function* () {
      const account = yield* storeAccount(1)
      const shipment = yield* trackShipment(account, requestOf(containerReference(1)))
      const events = Array.from({ length: 30 }, (_, n) =>
        equipmentEventOf(containerOne, { eventDateTime: hoursLater(n) })
      )
      yield* Effect.forEach(events, (event) => receiveEvents(account, [event], countDecisions), {
        concurrency: "unbounded"
      })
      const found = yield* (yield* ShipmentStore).find(account.id, shipment.id)
      assert.strictEqual(found.sequence, events.length)
    })
  )
}

/** Registers the rules of `ShipmentStore.receive` for storing events and deciding on them. */
export const receiveRules = <E>(layer: StorageLayer<E>): void => {
  storageRules(layer)
  decisionRules(layer)
}
