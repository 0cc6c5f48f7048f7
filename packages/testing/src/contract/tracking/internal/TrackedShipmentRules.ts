import { assert } from "@effect/vitest"
import { DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { FIRST_PAGE_REQUEST } from "@landfall/core/listing/Page"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import { referenceTypeOf, sealineOf } from "@landfall/core/tracking/references/ShipmentReference"
import { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { DateTime, Duration, Effect, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { SAMPLE_TIME } from "../../../samples/Samples.ts"
import { assertSame } from "../../suite/Assertions.ts"
import { claimOne } from "../../suite/DeliveryQueueOperations.ts"
import { rule } from "../../suite/Rules.ts"
import {
  billOf,
  bookingOf,
  bookingOrBillOf,
  changeNothing,
  containerReference,
  demoReference,
  FREE,
  notifySubscribers,
  recordSnapshots,
  requestOf,
  trackShipment
} from "../../suite/ShipmentOperations.ts"
import type { StorageLayer } from "../../suite/StoragePorts.ts"
import { storeAccount, storeReceiver } from "../../suite/StoredSamples.ts"

const isShipment = Schema.is(Shipment)
const MANY_SHIPMENTS = 2_500
const ONE_HOUR = Duration.hours(1)

/** Registers the rules of `ShipmentStore.track` for shipments. */
export const trackedShipmentRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "a shipment has the fields of its request, whatever the type of its number", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const account = yield* storeAccount(1)
      const references = [
        containerReference(1),
        bookingOf("177IHPHPQ7958V"),
        billOf("MEDUWA216748"),
        bookingOrBillOf("HLCUSHA260412345"),
        demoReference
      ]
      const label = Option.some("Order 4711")
      const metadata = Option.some({ order: "4711" })
      const requests = references.map((reference) => ({ ...requestOf(reference), label, metadata }))
      const tracked = yield* store.track(account.id, requests, FREE, SAMPLE_TIME, changeNothing)
      for (const [index, { shipment, added }] of tracked.entries()) {
        const reference = references[index] ?? demoReference
        assert.isTrue(added)
        assert.isTrue(isShipment(shipment))
        assertSame(
          { ...shipment },
          {
            id: shipment.id,
            accountId: account.id,
            number: reference.number,
            type: referenceTypeOf(reference),
            sealine: sealineOf(reference),
            reference: label,
            metadata,
            status: "tracking",
            stopReason: Option.none(),
            trackedSince: SAMPLE_TIME,
            completedAt: Option.none(),
            reviewAt: Option.some(SAMPLE_TIME),
            createdAt: SAMPLE_TIME,
            updatedAt: SAMPLE_TIME,
            sequence: 0
          }
        )
        assertSame(yield* store.find(account.id, shipment.id), shipment)
      }
      assertSame(
        (yield* store.list(account.id, FIRST_PAGE_REQUEST)).data,
        tracked.map(({ shipment }) => shipment).toReversed()
      )
    })
  )

  rule(layer, "a tracked shipment is unchanged, and nothing is decided", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const { account, endpoint } = yield* storeReceiver(1)
      const request = { ...requestOf(containerReference(1), endpoint.id), label: Option.some("First") }
      const first = yield* trackShipment(account, request, notifySubscribers)
      yield* TestClock.adjust(ONE_HOUR)
      const { snapshots, decide } = recordSnapshots(notifySubscribers)
      const again = { ...request, label: Option.some("Second") }
      assertSame(yield* store.track(account.id, [again, again], FREE, SAMPLE_TIME, decide), [
        { shipment: first, added: false, units: 0 },
        { shipment: first, added: false, units: 0 }
      ])
      assert.strictEqual(snapshots.length, 0)
      assertSame(yield* store.find(account.id, first.id), first)
    })
  )

  rule(layer, "account, number, type and sealine together identify a shipment", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const [account, other] = [yield* storeAccount(1), yield* storeAccount(2)]
      const references = [
        containerReference(1),
        containerReference(1, "MAEU"),
        containerReference(2),
        bookingOf("177IHPHPQ7958V"),
        billOf("177IHPHPQ7958V"),
        bookingOrBillOf("177IHPHPQ7958V")
      ]
      const requests = references.map((reference) => requestOf(reference))
      const first = yield* store.track(account.id, requests, FREE, SAMPLE_TIME, changeNothing)
      const second = yield* store.track(other.id, requests, FREE, SAMPLE_TIME, changeNothing)
      const ids = new Set([...first, ...second].map(({ shipment }) => shipment.id))
      assert.strictEqual(ids.size, 2 * references.length)
    })
  )

  rule(layer, "a list by number has every shipment of the account with this number, page by page, and no other", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const [account, other] = [yield* storeAccount(1), yield* storeAccount(2)]
      const number = "177IHPHPQ7958V"
      const requests = [bookingOf(number), containerReference(1), billOf(number)].map((one) => requestOf(one))
      const tracked = yield* store.track(account.id, requests, FREE, SAMPLE_TIME, changeNothing)
      yield* store.track(other.id, requests, FREE, SAMPLE_TIME, changeNothing)
      const expected = tracked.map(({ shipment }) => shipment).filter((shipment) => shipment.number === number)
      assertSame((yield* store.list(account.id, FIRST_PAGE_REQUEST, { number })).data, expected.toReversed())
      const first = yield* store.list(account.id, { ...FIRST_PAGE_REQUEST, limit: 1 }, { number })
      assertSame([first.data, first.done], [expected.slice(1), false])
      assertSame((yield* store.list(account.id, FIRST_PAGE_REQUEST, { number: "177IHPHPQ7958W" })).data, [])
    })
  )

  rule(layer, "lists the shipments of one carrier", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const account = yield* storeAccount(1)
      const [booking] = yield* store.track(
        account.id,
        [requestOf(bookingOf("177IHPHPQ7958V")), requestOf(containerReference(1))],
        FREE,
        SAMPLE_TIME,
        changeNothing
      )
      const sealine = Option.getOrThrow(booking?.shipment.sealine ?? Option.none())
      const found = yield* store.list(account.id, FIRST_PAGE_REQUEST, { sealine })
      assertSame(
        found.data.map(({ id }) => id),
        [booking?.shipment.id]
      )
      assertSame((yield* store.list(account.id, FIRST_PAGE_REQUEST, { sealine: Scac.make("ZZZZ") })).data, [])
    })
  )

  rule(
    layer,
    "a search finds numbers, sealines and references that contain the text, whose characters have no special meaning",
    () =>
      Effect.gen(function* () {
        const store = yield* ShipmentStore
        const [account, other] = [yield* storeAccount(1), yield* storeAccount(2)]
        const booking = { ...requestOf(bookingOf("177IHPHPQ7958V")), label: Option.some("50% of PO_2026") }
        const container = { ...requestOf(containerReference(1)), label: Option.some("PO-2027") }
        const [first, second] = yield* store.track(account.id, [booking, container], FREE, SAMPLE_TIME, changeNothing)
        yield* store.track(other.id, [booking, container], FREE, SAMPLE_TIME, changeNothing)
        const find = (search: string) =>
          Effect.map(store.list(account.id, FIRST_PAGE_REQUEST, { search }), ({ data }) => data.map(({ id }) => id))
        const [bookingId, containerId] = [first?.shipment.id, second?.shipment.id]
        assertSame(yield* find("ihp hpq-79"), [bookingId])
        assertSame(yield* find("po"), [containerId, bookingId])
        assertSame(yield* find("0%"), [bookingId])
        assertSame(yield* find("PO_2"), [bookingId])
        assertSame(yield* find("PO\\2"), [])
        const sealine = Option.getOrElse(first?.shipment.sealine ?? Option.none(), () => "")
        assert.include(yield* find(sealine.toLowerCase()), bookingId)
        const ids = [first, second].flatMap((tracked) => (tracked === undefined ? [] : [tracked.shipment.id]))
        const snapshots = yield* store.snapshots(account.id, ids)
        assertSame(new Set(snapshots.map(({ shipment }) => shipment.id)), new Set(ids))
        for (const snapshot of snapshots) assertSame(snapshot, yield* store.snapshot(account.id, snapshot.shipment.id))
        assertSame(yield* store.snapshots(other.id, ids), [])
        assertSame(yield* store.snapshots(account.id, []), [])
      })
  )

  rule(layer, "a request that is repeated in one call is added once", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const account = yield* storeAccount(1)
      const requests = [1, 2, 1].map((serial) => requestOf(containerReference(serial)))
      const tracked = yield* store.track(account.id, requests, FREE, SAMPLE_TIME, changeNothing)
      assert.deepStrictEqual(
        tracked.map(({ added }) => added),
        [true, true, false]
      )
      assertSame(tracked[2]?.shipment, tracked[0]?.shipment)
    })
  )

  rule(layer, "a stopped shipment is resumed with the label of the new request", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const { account, endpoint } = yield* storeReceiver(1)
      const request = { ...requestOf(containerReference(1), endpoint.id), label: Option.some("First") }
      const first = yield* trackShipment(account, request, notifySubscribers)
      yield* store.stop(account.id, first.id, SAMPLE_TIME)
      yield* TestClock.adjust(ONE_HOUR)
      const { snapshots, decide } = recordSnapshots(changeNothing)
      const now = yield* DateTime.now
      const label = Option.some("Second")
      const [again] = yield* store.track(account.id, [{ ...request, label }], FREE, now, decide)
      const expected: Shipment = { ...first, reference: label, trackedSince: now, updatedAt: now }
      assertSame(again, { shipment: expected, added: true, units: 1 })
      assert.deepStrictEqual(
        snapshots.map(({ subscribers }) => subscribers.length),
        [1]
      )
      assert.strictEqual((yield* store.list(account.id, FIRST_PAGE_REQUEST)).data.length, 1)
    })
  )

  rule(
    layer,
    "as many requests as a request of the API has lines are tracked in one call, and returned in their order",
    () =>
      Effect.gen(function* () {
        const store = yield* ShipmentStore
        const { account, endpoint } = yield* storeReceiver(1)
        const references = Array.from({ length: MANY_SHIPMENTS }, (_, serial) => containerReference(serial))
        const requests = references.map((reference) => requestOf(reference, endpoint.id))
        const tracked = yield* store.track(account.id, requests, FREE, SAMPLE_TIME, notifySubscribers)
        assert.deepStrictEqual(
          tracked.map(({ shipment }) => shipment.number),
          references.map(({ number }) => number)
        )
        assert.isTrue(tracked.every(({ added }) => added))
        assert.strictEqual((yield* (yield* DeliveryQueue).claim(MANY_SHIPMENTS + 1, 1000)).length, MANY_SHIPMENTS)
      })
  )

  rule(layer, "one of many simultaneous calls for a shipment adds it", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const { account, endpoint } = yield* storeReceiver(1)
      const request = requestOf(containerReference(1), endpoint.id)
      const all = yield* Effect.forEach(
        Array.from({ length: 20 }),
        () => store.track(account.id, [request], FREE, SAMPLE_TIME, notifySubscribers),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(all.flat().filter(({ added }) => added).length, 1)
      assert.strictEqual(new Set(all.flat().map(({ shipment }) => shipment.id)).size, 1)
      yield* claimOne()
    })
  )
}
