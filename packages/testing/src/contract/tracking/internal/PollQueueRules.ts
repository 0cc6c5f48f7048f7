import { assert } from "@effect/vitest"
import { HOUR_MILLIS } from "@landfall/core/time/Instant"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { PollQueue } from "@landfall/core/tracking/polling/PollQueue"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Arbitrary, DateTime, Effect, Option, Schema } from "effect"
import { bookingReference, equipmentEventOf, hoursLater } from "../../../samples/EventSamples.ts"
import { HAPAG, MAERSK, questionTo } from "../../suite/Checks.ts"
import { bookingOf, containerReference, requestOf, track } from "../../suite/Shipments.ts"
import { storedAccount } from "../../suite/Stored.ts"
import { claim, followed, later, type PollQueueRule, record } from "./PollQueueSteps.ts"

const BOOKING = "177IHPHPQ7958V"

/** What befalls a box of the booking, one event a day. */
const sharedEvents = (container: string): ReadonlyArray<CarrierEvent> =>
  (["GTIN", "LOAD", "DISC", "GTOT"] as const).map((code, day) =>
    equipmentEventOf(container, { code, eventDateTime: hoursLater(24 * day), documents: [bookingReference(BOOKING)] })
  )

/** Follows a box and its booking, and answers about either, again and again. */
const boxAndBooking = Effect.fnUntraced(function* () {
  const queue = yield* PollQueue
  const account = yield* storedAccount(1)
  const box = yield* track(account, requestOf(containerReference(1)))
  const booking = yield* track(account, requestOf(bookingOf(BOOKING)))
  yield* queue.enrol(
    (shipment) => [shipment.id === box.id ? questionTo(MAERSK, shipment) : questionTo(HAPAG, shipment)],
    10
  )

  /** How many events each decision saw: that about the shipment itself, and those about others. */
  const answer = Effect.fnUntraced(function* (
    shipment: Shipment,
    events: ReadonlyArray<CarrierEvent>,
    complete = true
  ) {
    const [lease] = yield* claim(1, shipment.id === box.id ? MAERSK : HAPAG)
    if (lease === undefined) return yield* Effect.die(new Error("nothing was leased"))
    const seen = { own: 0, others: [] as number[] }
    yield* record(lease, {
      snapshot: { events, complete },
      at: yield* later(0),
      watch: (snapshot) => {
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
export const sharedRules: ReadonlyArray<PollQueueRule<unknown>> = [
  [
    "a shipment whose carrier is asked no more is offered to the others, and owes that carrier its sealine no more",
    () =>
      Effect.gen(function* () {
        const queue = yield* PollQueue
        const store = yield* ShipmentStore
        const account = yield* storedAccount(1)
        const free = yield* track(account, requestOf(containerReference(1)))
        const bound = yield* track(account, requestOf(containerReference(2, MAERSK)))
        const kept = yield* track(account, requestOf(containerReference(3)))
        yield* queue.enrol((shipment) => [questionTo(shipment.id === kept.id ? HAPAG : MAERSK, shipment)], 10)
        const told = equipmentEventOf(free.number)
        for (const lease of yield* claim(10)) {
          const progress = { ...lease.progress, matched: true }
          const snapshot = lease.shipmentId === free.id ? { events: [told], complete: true } : undefined
          yield* record(lease, { progress, snapshot, sealine: MAERSK, at: yield* later(HOUR_MILLIS) })
        }
        const matched = yield* store.find(account.id, free.id)
        assert.deepStrictEqual(matched.sealine, Option.some(MAERSK))
        assert.strictEqual(yield* queue.release([HAPAG, MAERSK], 10), 0)
        assert.strictEqual(yield* queue.release([HAPAG], 1), 1)
        assert.strictEqual(yield* queue.release([HAPAG], 10), 1)
        assert.strictEqual(yield* queue.release([HAPAG], 10), 0)
        const standing = Option.getOrThrow(yield* queue.standing(account.id, bound.id))
        assert.deepStrictEqual(standing.asked, Option.none())
        assert.include(Option.getOrThrow(standing.lastError), MAERSK)
        assert.deepStrictEqual((yield* store.find(account.id, free.id)).sealine, Option.none())
        assert.deepStrictEqual((yield* store.find(account.id, bound.id)).sealine, Option.some(MAERSK))
        assert.strictEqual(
          yield* queue.enrol((shipment) => (shipment.id === free.id ? [questionTo(HAPAG, shipment)] : []), 10),
          2
        )
        const seen: Array<number> = []
        for (const lease of yield* claim(10, HAPAG)) {
          if (lease.shipmentId !== free.id) continue
          assert.isFalse(lease.progress.matched)
          const other = equipmentEventOf(free.number, { code: "DISC" })
          yield* record(lease, {
            snapshot: { events: [other], complete: true },
            watch: ({ events }) => seen.push(events.length)
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
        yield* followed(1)
        yield* queue.enrol(() => [], 10)
        assert.strictEqual(yield* queue.enrol(() => [], 10), 0)
        assert.strictEqual(yield* queue.release([MAERSK], 10), 0)
        assert.strictEqual(yield* queue.enrol((offered) => [questionTo(MAERSK, offered)], 10), 1)
      })
  ],
  [
    "an event that two shipments share is taken back when the answers about both lack it, and not before",
    () =>
      Effect.gen(function* () {
        const { box, booking, answer } = yield* boxAndBooking()
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
        const { box, booking, answer } = yield* boxAndBooking()
        const [load] = sharedEvents(box.number)
        if (load === undefined) return assert.fail("an event was expected")
        assert.deepStrictEqual(yield* answer(box, [{ ...load, documents: [] }]), { own: 1, others: [] })
        assert.deepStrictEqual(yield* answer(booking, [load]), { own: 1, others: [1] })
        assert.deepStrictEqual(yield* answer(box, [{ ...load, documents: [] }]), { own: 1, others: [] })
        assert.deepStrictEqual(yield* answer(booking, [load]), { own: 1, others: [] })
      })
  ]
]

const Answers = Schema.Array(
  Schema.Struct({
    ofBox: Schema.Boolean,
    complete: Schema.Boolean,
    holds: Schema.Array(Schema.Boolean).pipe(Schema.check(Schema.isMinLength(4), Schema.isMaxLength(4)))
  })
).pipe(Schema.check(Schema.isMaxLength(12)))

/** Any answers about a box and its booking. */
export const anyAnswers = Arbitrary.schema(Answers)

/** After any answers exactly those events are held that the last complete answer about either held, or one since. */
export const sharedEventsLaw = Effect.fnUntraced(function* (answers: typeof Answers.Type) {
  const { box, booking, answer } = yield* boxAndBooking()
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
