import { assert } from "@effect/vitest"
import { HOUR_MILLIS } from "@landfall/core/time/Instant"
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

/** What befalls a box of the booking, one event a day. */
const sharedEvents = (container: string): ReadonlyArray<CarrierEvent> =>
  (["GTIN", "LOAD", "DISC", "GTOT"] as const).map((code, day) =>
    equipmentEventOf(container, { code, eventDateTime: hoursLater(24 * day), documents: [bookingDocument(BOOKING)] })
  )

/** Follows a box and its booking, and answers about either, again and again. */
const containerAndBooking = Effect.fnUntraced(function* () {
  const queue = yield* PollQueue
  const account = yield* storeAccount(1)
  const box = yield* trackShipment(account, requestOf(containerReference(1)))
  const booking = yield* trackShipment(account, requestOf(bookingOf(BOOKING)))
  yield* queue.enrol((shipment) => [shipment.id === box.id ? queryTo(MAERSK, shipment) : queryTo(HAPAG, shipment)], 10)

  /** How many events each decision saw: that about the shipment itself, and those about others. */
  const answer = Effect.fnUntraced(function* (
    shipment: Shipment,
    events: ReadonlyArray<CarrierEvent>,
    complete = true
  ) {
    const [lease] = yield* claimPolls(1, shipment.id === box.id ? MAERSK : HAPAG)
    if (lease === undefined) return yield* Effect.die(new Error("nothing was leased"))
    const seen = { own: 0, others: [] as number[] }
    yield* recordPoll(lease, {
      snapshot: { events, complete },
      at: yield* instantAfter(0),
      onSnapshot: (snapshot) => {
        seen.own = snapshot.events.length
      },
      decideOthers: (snapshot) => {
        seen.others.push(snapshot.events.length)
        return { shipment: snapshot.shipment, registrations: [], outbox: [] }
      }
    })
    return seen
  })
  return { box, booking, answer }
})

/** What becomes of shipments whose carrier is asked no more, and of events that several shipments share. */
export const sharedEventRules: ReadonlyArray<PollQueueRule<unknown>> = [
  [
    "a shipment whose carrier is asked no more is offered to the others, and owes that carrier its sealine no more",
    () =>
      Effect.gen(function* () {
        const queue = yield* PollQueue
        const store = yield* ShipmentStore
        const account = yield* storeAccount(1)
        const free = yield* trackShipment(account, requestOf(containerReference(1)))
        const bound = yield* trackShipment(account, requestOf(containerReference(2, MAERSK)))
        const kept = yield* trackShipment(account, requestOf(containerReference(3)))
        yield* queue.enrol((shipment) => [queryTo(shipment.id === kept.id ? HAPAG : MAERSK, shipment)], 10)
        const told = equipmentEventOf(free.number)
        for (const lease of yield* claimPolls(10)) {
          const progress = { ...lease.progress, matched: true }
          const snapshot = lease.shipmentId === free.id ? { events: [told], complete: true } : undefined
          yield* recordPoll(lease, { progress, snapshot, sealine: MAERSK, at: yield* instantAfter(HOUR_MILLIS) })
        }
        const matched = yield* store.find(account.id, free.id)
        assert.deepStrictEqual(matched.sealine, Option.some(MAERSK))
        assert.strictEqual(yield* queue.release([HAPAG, MAERSK], 10), 0)
        assert.strictEqual(yield* queue.release([HAPAG], 1), 1)
        assert.strictEqual(yield* queue.release([HAPAG], 10), 1)
        assert.strictEqual(yield* queue.release([HAPAG], 10), 0)
        const standing = Option.getOrThrow(yield* queue.status(account.id, bound.id))
        assert.deepStrictEqual(standing.carrier, Option.none())
        assert.include(Option.getOrThrow(standing.lastError), MAERSK)
        assert.deepStrictEqual((yield* store.find(account.id, free.id)).sealine, Option.none())
        assert.deepStrictEqual((yield* store.find(account.id, bound.id)).sealine, Option.some(MAERSK))
        assert.strictEqual(
          yield* queue.enrol((shipment) => (shipment.id === free.id ? [queryTo(HAPAG, shipment)] : []), 10),
          2
        )
        const seen: Array<number> = []
        for (const lease of yield* claimPolls(10, HAPAG)) {
          if (lease.shipmentId !== free.id) continue
          assert.isFalse(lease.progress.matched)
          const other = equipmentEventOf(free.number, { code: "DISC" })
          yield* recordPoll(lease, {
            snapshot: { events: [other], complete: true },
            onSnapshot: ({ events }) => seen.push(events.length)
          })
        }
        assert.deepStrictEqual(seen, [2])
      })
  ],
  [
    "a shipment without a question is offered again at once when the carriers have changed",
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
    "an event that two shipments share is taken back when the answers about both lack it, and not before",
    () =>
      Effect.gen(function* () {
        const { box, booking, answer } = yield* containerAndBooking()
        const [load, discharge] = sharedEvents(box.number)
        if (load === undefined || discharge === undefined) return assert.fail("two events were expected")
        assert.deepStrictEqual(yield* answer(box, [load, discharge]), { own: 2, others: [2] })
        assert.deepStrictEqual(yield* answer(booking, [load, discharge]), { own: 2, others: [] })
        assert.deepStrictEqual(yield* answer(box, [load]), { own: 2, others: [] })
        assert.deepStrictEqual(yield* answer(booking, [load]), { own: 1, others: [1] })
        assert.deepStrictEqual(yield* answer(booking, [load, discharge]), { own: 2, others: [2] })
        yield* (yield* ShipmentStore).stop(booking.accountId, booking.id, yield* DateTime.now)
        assert.deepStrictEqual(yield* answer(box, [load, discharge]), { own: 2, others: [] })
        assert.deepStrictEqual(yield* answer(box, [load]), { own: 1, others: [] })
      })
  ],
  [
    "what is told of a box without its booking, and again with it, speaks of both",
    () =>
      Effect.gen(function* () {
        const { box, booking, answer } = yield* containerAndBooking()
        const [load] = sharedEvents(box.number)
        if (load === undefined) return assert.fail("an event was expected")
        assert.deepStrictEqual(yield* answer(box, [{ ...load, documents: [] }]), { own: 1, others: [] })
        assert.deepStrictEqual(yield* answer(booking, [load]), { own: 1, others: [1] })
        assert.deepStrictEqual(yield* answer(box, [{ ...load, documents: [] }]), { own: 1, others: [] })
        assert.deepStrictEqual(yield* answer(booking, [load]), { own: 1, others: [] })
      })
  ]
]

const Responses = Schema.Array(
  Schema.Struct({
    ofBox: Schema.Boolean,
    complete: Schema.Boolean,
    holds: Schema.Array(Schema.Boolean).pipe(Schema.check(Schema.isMinLength(4), Schema.isMaxLength(4)))
  })
).pipe(Schema.check(Schema.isMaxLength(12)))

/** Any answers about a box and its booking. */
export const anyResponses = Arbitrary.schema(Responses)

/** After any answers exactly those events are held that the last complete answer about either held, or one since. */
export const assertSharedEvents = Effect.fnUntraced(function* (answers: typeof Responses.Type) {
  const { box, booking, answer } = yield* containerAndBooking()
  const events = sharedEvents(box.number)
  const said = { box: new Set<CarrierEvent>(), booking: new Set<CarrierEvent>() }
  for (const { ofBox, complete, holds } of answers) {
    const told = events.filter((_, index) => holds[index])
    const known = ofBox ? said.box : said.booking
    if (complete) known.clear()
    for (const event of told) known.add(event)
    const { own } = yield* answer(ofBox ? box : booking, told, complete)
    assert.strictEqual(own, new Set([...said.box, ...said.booking]).size)
  }
})
