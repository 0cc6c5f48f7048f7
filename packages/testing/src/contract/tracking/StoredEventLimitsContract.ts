import { assert, describe } from "@effect/vitest"
import { DEFAULT_LIMITS, Limits } from "@landfall/core/limits/Limits"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { journeysOf } from "@landfall/core/tracking/decisions/ShipmentDecisions"
import type { Journey } from "@landfall/core/tracking/journey/Journey"
import { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Effect, Layer, Option } from "effect"
import {
  bookingDocument,
  containerOf,
  equipmentEventOf,
  hoursLater,
  transportEventOf
} from "../../samples/EventSamples.ts"
import { rule } from "../suite/Rules.ts"
import {
  bookingOf,
  changeNothing,
  containerReference,
  receiveEvents,
  requestOf,
  trackShipment
} from "../suite/ShipmentOperations.ts"
import type { StorageLayer } from "../suite/StoragePorts.ts"
import { storeAccount } from "../suite/StoredSamples.ts"

const CONTAINER_LIMIT = 20
const DOCUMENT_LIMIT = 40

const BOOKING = "BOOKING77"

/** After the dates of all events. */
const LATER = hoursLater(10_000)
const documents = [bookingDocument(BOOKING)]

/** Estimates of one arrival, each later than the one before. */
const estimates = (container: string, count: number): ReadonlyArray<CarrierEvent> =>
  Array.from({ length: count }, (_, index) =>
    transportEventOf({
      classifier: "EST",
      documents,
      equipmentReference: Option.some(container),
      eventDateTime: hoursLater(600 + index),
      createdDateTime: Option.some(hoursLater(index + 1)),
      receivedAt: hoursLater(index + 1)
    })
  )

/** Loads of a container that all differ, in the order of their dates. */
const loads = (container: string, count: number, from = 0): ReadonlyArray<CarrierEvent> =>
  Array.from({ length: count }, (_, index) =>
    equipmentEventOf(container, {
      documents,
      eventDateTime: hoursLater(from + index),
      receivedAt: hoursLater(from + index)
    })
  )

const withoutHistory = (journeys: ReadonlyArray<Journey>) =>
  journeys.map((journey) => ({
    ...journey,
    milestones: journey.milestones.map((milestone) => ({ ...milestone, history: [] }))
  }))

/** A decision that records how many events each shipment had. */
const countEvents = () => {
  const counts: Array<number> = []
  return {
    counts,
    decide: (snapshot: Parameters<typeof changeNothing>[0]) => {
      counts.push(snapshot.events.length)
      return changeNothing(snapshot)
    }
  }
}

/** Registers the contract of the limits of stored events, on a storage with these limits. */
export const storedEventLimitsContract = <E>(name: string, unlimited: StorageLayer<E>): void => {
  const limits = { ...DEFAULT_LIMITS, "container.events": CONTAINER_LIMIT, "document.events": DOCUMENT_LIMIT }
  const layer = unlimited.pipe(Layer.provide(Layer.succeed(Limits, limits)))

  describe(`the limits of stored events on ${name}`, () => {
    rule(layer, "superseded dates make room, and the journey is that of all events", () =>
      Effect.gen(function* () {
        const store = yield* ShipmentStore
        const account = yield* storeAccount(1)
        const shipment = yield* trackShipment(account, requestOf(containerReference(1)))
        const { counts, decide } = countEvents()
        const events = [...loads(containerOf(1), 1), ...estimates(containerOf(1), 60)]
        for (const event of events) {
          const received = yield* receiveEvents(account, [event], decide)
          assert.deepInclude(received, { added: 1, excess: 0 })
        }
        assert.strictEqual(counts.length, events.length)
        assert.isAtMost(Math.max(...counts), CONTAINER_LIMIT)
        const snapshot = yield* store.snapshot(account.id, shipment.id)
        assert.isAtMost(snapshot.events.length, CONTAINER_LIMIT)
        assert.deepStrictEqual(
          withoutHistory(journeysOf(snapshot, LATER)),
          withoutHistory(journeysOf({ ...snapshot, events }, LATER))
        )
      })
    )

    rule(layer, "a flood of events of one container is cut at its limit, and the next event needs no more work", () =>
      Effect.gen(function* () {
        const store = yield* ShipmentStore
        const account = yield* storeAccount(1)
        const shipment = yield* trackShipment(account, requestOf(containerReference(1)))
        const flood = yield* receiveEvents(account, loads(containerOf(1), 300))
        assert.strictEqual(flood.added + flood.excess, 300)
        assert.isAtMost(flood.added, CONTAINER_LIMIT)
        const { counts, decide } = countEvents()
        yield* receiveEvents(account, loads(containerOf(1), 1, 1_000), decide)
        assert.isAtMost(Math.max(...counts), CONTAINER_LIMIT)
        assert.isAtMost((yield* store.snapshot(account.id, shipment.id)).events.length, CONTAINER_LIMIT)
      })
    )

    rule(layer, "a booking has a separate limit over all its containers, and other shipments are not affected", () =>
      Effect.gen(function* () {
        const store = yield* ShipmentStore
        const account = yield* storeAccount(1)
        const booking = yield* trackShipment(account, requestOf(bookingOf(BOOKING)))
        const other = yield* trackShipment(account, requestOf(containerReference(99)))
        yield* receiveEvents(account, [equipmentEventOf(containerOf(99))])
        for (let serial = 1; serial <= 8; serial++) yield* receiveEvents(account, loads(containerOf(serial), 10))
        const { events } = yield* store.snapshot(account.id, booking.id)
        assert.isAtMost(events.length, DOCUMENT_LIMIT)
        assert.isAbove(events.length, DOCUMENT_LIMIT / 2)
        assert.lengthOf((yield* store.snapshot(account.id, other.id)).events, 1)
      })
    )

    rule(layer, "an event that one shipment drops remains for another that it concerns", () =>
      Effect.gen(function* () {
        const store = yield* ShipmentStore
        const account = yield* storeAccount(1)
        const container = yield* trackShipment(account, requestOf(containerReference(1)))
        const booking = yield* trackShipment(account, requestOf(bookingOf(BOOKING)))
        const events = [...loads(containerOf(1), 2), ...estimates(containerOf(1), 60)]
        yield* receiveEvents(account, events)
        for (const { id } of [container, booking]) {
          const snapshot = yield* store.snapshot(account.id, id)
          assert.isAtMost(snapshot.events.length, CONTAINER_LIMIT)
          assert.deepStrictEqual(
            withoutHistory(journeysOf(snapshot, LATER)),
            withoutHistory(journeysOf({ ...snapshot, events }, LATER))
          )
        }
      })
    )
  })
}
