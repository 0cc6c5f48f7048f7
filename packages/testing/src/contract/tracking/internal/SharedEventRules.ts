import { assert } from "@effect/vitest"
import { HOUR_MILLIS } from "@landfall/core/time/Durations"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { PollQueue } from "@landfall/core/tracking/polling/PollQueue"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Arbitrary, DateTime, Effect, Option, Schema } from "effect"
import { bookingDocument, equipmentEventOf, hoursLater } from "../../../samples/EventSamples.ts"
import { HAPAG, MAERSK, queryTo } from "../../suite/PollSamples.ts"
import { bookingOf, containerReference, requestOf, trackShipment } from "../../suite/ShipmentOperations.ts"
import { storeAccount } from "../../suite/StoredSamples.ts"
import { claimPolls, instantAfter, type PollQueueRule, recordPoll, trackContainers } from "./PollQueueOperations.ts"

const BOOKING = "177IHPHPQ7958V"

/** The events of a container of the booking, one a day. */
const sharedEvents = (container: string): ReadonlyArray<CarrierEvent> =>
  (["GTIN", "LOAD", "DISC", "GTOT"] as const).map((code, day) =>
    equipmentEventOf(container, { code, eventDateTime: hoursLater(24 * day), documents: [bookingDocument(BOOKING)] })
  )

/** Tracks a container and its booking, and records responses about either. */
const containerAndBooking = Effect.fnUntraced(function* () {
  const queue = yield* PollQueue
  const account = yield* storeAccount(1)
  const container = yield* trackShipment(account, requestOf(containerReference(1)))
  const booking = yield* trackShipment(account, requestOf(bookingOf(BOOKING)))
  yield* queue.enrol(
    (shipment) => [shipment.id === container.id ? queryTo(MAERSK, shipment) : queryTo(HAPAG, shipment)],
    10
  )

  /** Records a response. Returns the number of events in the snapshot of each decision: on the polled shipment, and on the others. */
  const respond = Effect.fnUntraced(function* (
    shipment: Shipment,
    events: ReadonlyArray<CarrierEvent>,
    complete = true
  ) {
    const [lease] = yield* claimPolls(1, shipment.id === container.id ? MAERSK : HAPAG)
    if (lease === undefined) return yield* Effect.die(new Error("The claim leased nothing"))
    const counts = { own: 0, others: [] as number[] }
    yield* recordPoll(lease, {
      snapshot: { events, complete },
      at: yield* instantAfter(0),
      onSnapshot: (snapshot) => {
        counts.own = snapshot.events.length
      },
      decideOthers: (snapshot) => {
        counts.others.push(snapshot.events.length)
        return { shipment: snapshot.shipment, registrations: [], outbox: [] }
      }
    })
    return counts
  })
  return { container, booking, respond }
})

/** The rules for shipments of released carriers, and for events that several shipments share. */
export const sharedEventRules: ReadonlyArray<PollQueueRule<unknown>> = [
  [
    "a shipment of a released carrier is enrolled at the others, and loses the sealine that the carrier gave it",
    () =>
      Effect.gen(function* () {
        const queue = yield* PollQueue
        const store = yield* ShipmentStore
        const account = yield* storeAccount(1)
        const free = yield* trackShipment(account, requestOf(containerReference(1)))
        const bound = yield* trackShipment(account, requestOf(containerReference(2, MAERSK)))
        const unrelated = yield* trackShipment(account, requestOf(containerReference(3)))
        yield* queue.enrol((shipment) => [queryTo(shipment.id === unrelated.id ? HAPAG : MAERSK, shipment)], 10)
        const event = equipmentEventOf(free.number)
        for (const lease of yield* claimPolls(10)) {
          const progress = { ...lease.progress, matched: true }
          const snapshot = lease.shipmentId === free.id ? { events: [event], complete: true } : undefined
          yield* recordPoll(lease, { progress, snapshot, sealine: MAERSK, at: yield* instantAfter(HOUR_MILLIS) })
        }
        const matched = yield* store.find(account.id, free.id)
        assert.deepStrictEqual(matched.sealine, Option.some(MAERSK))
        assert.strictEqual(yield* queue.release([HAPAG, MAERSK], 10), 0)
        assert.strictEqual(yield* queue.release([HAPAG], 1), 1)
        assert.strictEqual(yield* queue.release([HAPAG], 10), 1)
        assert.strictEqual(yield* queue.release([HAPAG], 10), 0)
        const status = Option.getOrThrow(yield* queue.status(account.id, bound.id))
        assert.deepStrictEqual(status.carrier, Option.none())
        assert.include(Option.getOrThrow(status.lastError), MAERSK)
        assert.deepStrictEqual((yield* store.find(account.id, free.id)).sealine, Option.none())
        assert.deepStrictEqual((yield* store.find(account.id, bound.id)).sealine, Option.some(MAERSK))
        assert.strictEqual(
          yield* queue.enrol((shipment) => (shipment.id === free.id ? [queryTo(HAPAG, shipment)] : []), 10),
          2
        )
        const observedCounts: Array<number> = []
        for (const lease of yield* claimPolls(10, HAPAG)) {
          if (lease.shipmentId !== free.id) continue
          assert.isFalse(lease.progress.matched)
          const other = equipmentEventOf(free.number, { code: "DISC" })
          yield* recordPoll(lease, {
            snapshot: { events: [other], complete: true },
            onSnapshot: ({ events }) => observedCounts.push(events.length)
          })
        }
        assert.deepStrictEqual(observedCounts, [2])
      })
  ],
  [
    "a shipment without a query is enrolled again immediately after a release",
    () =>
      Effect.gen(function* () {
        const queue = yield* PollQueue
        yield* trackContainers(1)
        yield* queue.enrol(() => [], 10)
        assert.strictEqual(yield* queue.enrol(() => [], 10), 0)
        assert.strictEqual(yield* queue.release([MAERSK], 10), 0)
        assert.strictEqual(yield* queue.enrol((offered) => [queryTo(MAERSK, offered)], 10), 1)
      })
  ],
  [
    "an event that two shipments share is retracted once the responses about both are missing it",
    () =>
      Effect.gen(function* () {
        const { container, booking, respond } = yield* containerAndBooking()
        const [load, discharge] = sharedEvents(container.number)
        if (load === undefined || discharge === undefined) return assert.fail("two events were expected")
        assert.deepStrictEqual(yield* respond(container, [load, discharge]), { own: 2, others: [2] })
        assert.deepStrictEqual(yield* respond(booking, [load, discharge]), { own: 2, others: [] })
        assert.deepStrictEqual(yield* respond(container, [load]), { own: 2, others: [] })
        assert.deepStrictEqual(yield* respond(booking, [load]), { own: 1, others: [1] })
        assert.deepStrictEqual(yield* respond(booking, [load, discharge]), { own: 2, others: [2] })
        yield* (yield* ShipmentStore).stop(booking.accountId, booking.id, yield* DateTime.now)
        assert.deepStrictEqual(yield* respond(container, [load, discharge]), { own: 2, others: [] })
        assert.deepStrictEqual(yield* respond(container, [load]), { own: 1, others: [] })
      })
  ],
  [
    "an event reported with and without its booking concerns both shipments",
    () =>
      Effect.gen(function* () {
        const { container, booking, respond } = yield* containerAndBooking()
        const [load] = sharedEvents(container.number)
        if (load === undefined) return assert.fail("an event was expected")
        assert.deepStrictEqual(yield* respond(container, [{ ...load, documents: [] }]), { own: 1, others: [] })
        assert.deepStrictEqual(yield* respond(booking, [load]), { own: 1, others: [1] })
        assert.deepStrictEqual(yield* respond(container, [{ ...load, documents: [] }]), { own: 1, others: [] })
        assert.deepStrictEqual(yield* respond(booking, [load]), { own: 1, others: [] })
      })
  ]
]

const Responses = Schema.Array(
  Schema.Struct({
    ofContainer: Schema.Boolean,
    complete: Schema.Boolean,
    holds: Schema.Array(Schema.Boolean).pipe(Schema.check(Schema.isMinLength(4), Schema.isMaxLength(4)))
  })
).pipe(Schema.check(Schema.isMaxLength(12)))

/** Any responses about a container and its booking. */
export const anyResponses = Arbitrary.schema(Responses)

/** Asserts that exactly the events are stored that the last complete response about either reported, or one since. */
export const assertSharedEvents = Effect.fnUntraced(function* (responses: typeof Responses.Type) {
  const { container, booking, respond } = yield* containerAndBooking()
  const events = sharedEvents(container.number)
  const reported = { container: new Set<CarrierEvent>(), booking: new Set<CarrierEvent>() }
  for (const { ofContainer, complete, holds } of responses) {
    const current = events.filter((_, index) => holds[index])
    const reportedEvents = ofContainer ? reported.container : reported.booking
    if (complete) reportedEvents.clear()
    for (const event of current) reportedEvents.add(event)
    const { own } = yield* respond(ofContainer ? container : booking, current, complete)
    assert.strictEqual(own, new Set([...reported.container, ...reported.booking]).size)
  }
})
