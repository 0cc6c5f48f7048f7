import { assert } from "@effect/vitest"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Effect, Option } from "effect"
import {
  billDocument,
  bookingDocument,
  containerOf,
  equipmentEventOf,
  shipmentEventOf,
  transportEventOf
} from "../../../samples/EventSamples.ts"
import { SAMPLE_TIME } from "../../../samples/Samples.ts"
import { assertSame } from "../../suite/Assertions.ts"
import { claimNone } from "../../suite/DeliveryQueueOperations.ts"
import { rule } from "../../suite/Rules.ts"
import {
  assertSameEvents,
  billOf,
  bookingOf,
  bookingOrBillOf,
  changeNothing,
  containerReference,
  countDecisions,
  notifySubscribers,
  receiveEvents,
  recordSnapshots,
  requestOf,
  trackShipment
} from "../../suite/ShipmentOperations.ts"
import type { StorageLayer } from "../../suite/StoragePorts.ts"
import { storeAccount, storeReceiver } from "../../suite/StoredSamples.ts"

const containerOne = containerOf(1)

/** Registers the rules for the shipments that an event concerns. */
export const shipmentEventMatchingRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "a booking concerns its containers if and only if it states the port of discharge", () =>
    Effect.gen(function* () {
      const account = yield* storeAccount(1)
      const shipment = yield* trackShipment(account, requestOf(containerReference(1)))
      yield* trackShipment(account, requestOf(containerReference(2)))
      const documents = [bookingDocument("177IHPHPQ7958V")]
      yield* receiveEvents(account, [equipmentEventOf(containerOne, { documents })])
      const confirmed = shipmentEventOf("177IHPHPQ7958V")
      assert.deepStrictEqual((yield* receiveEvents(account, [confirmed])).shipments, [])
      const stated = shipmentEventOf("177IHPHPQ7958V", { code: "ISSU", destination: { pod: Unlocode.make("NLRTM") } })
      assert.deepStrictEqual((yield* receiveEvents(account, [stated])).shipments, [shipment.id])
      const { events } = yield* (yield* ShipmentStore).snapshot(account.id, shipment.id)
      assertSameEvents(events, [equipmentEventOf(containerOne, { documents }), stated])
    })
  )

  rule(
    layer,
    "an event concerns the shipments of its container, its booking and its bill of lading, and no others",
    () =>
      Effect.gen(function* () {
        const account = yield* storeAccount(1)
        const ids = new Map<string, string>()
        for (const [name, reference] of Object.entries({
          container: containerReference(1),
          otherContainer: containerReference(2),
          booking: bookingOf("177IHPHPQ7958V"),
          bookingNamedLikeTheBill: bookingOf("MEDUWA216748"),
          bill: billOf("MEDUWA216748"),
          billNamedLikeTheBooking: billOf("177IHPHPQ7958V"),
          unknownTypeBooking: bookingOrBillOf("177IHPHPQ7958V"),
          unknownTypeBill: bookingOrBillOf("MEDUWA216748"),
          unknownTypeOther: bookingOrBillOf("HLCUSHA260412345")
        })) {
          ids.set((yield* trackShipment(account, requestOf(reference))).id, name)
        }
        const namesOf = (shipments: ReadonlyArray<string>) => shipments.map((id) => ids.get(id))
        const booking = bookingDocument("177IHPHPQ7958V")
        const bill = billDocument("MEDUWA216748")
        const byAll = yield* receiveEvents(account, [equipmentEventOf(containerOne, { documents: [booking, bill] })])
        assert.sameMembers(namesOf(byAll.shipments), [
          "container",
          "booking",
          "bill",
          "unknownTypeBooking",
          "unknownTypeBill"
        ])
        const noContainer = { equipmentReference: Option.none<string>() }
        const byBooking = yield* receiveEvents(account, [
          equipmentEventOf("", { ...noContainer, documents: [booking] })
        ])
        assert.includeMembers(namesOf(byBooking.shipments), ["booking", "unknownTypeBooking"])
        assert.notIncludeMembers(namesOf(byBooking.shipments), ["bill", "unknownTypeBill", "billNamedLikeTheBooking"])
        const byContainer = yield* receiveEvents(account, [equipmentEventOf(containerOne, { code: "DISC" })])
        assert.deepStrictEqual(namesOf(byContainer.shipments), ["container"])
        const byNothing = yield* receiveEvents(account, [transportEventOf()])
        assert.deepStrictEqual(byNothing.shipments, [])
      })
  )

  rule(layer, "a transport event without container concerns a container whose events name one of its documents", () =>
    Effect.gen(function* () {
      const account = yield* storeAccount(1)
      const container = yield* trackShipment(account, requestOf(containerReference(1)))
      yield* trackShipment(account, requestOf(containerReference(2)))
      const booking = bookingDocument("177IHPHPQ7958V")
      const onContainer = equipmentEventOf(containerOne, { documents: [booking, billDocument("MEDUWA216748")] })
      const onOther = equipmentEventOf(containerOf(2), { documents: [bookingDocument("OTHER123")] })
      yield* receiveEvents(account, [onContainer, onOther])
      const { snapshots, decide } = recordSnapshots(changeNothing)
      const arrival = transportEventOf({ documents: [bookingDocument("UNKNOWN1"), booking] })
      const foreign = transportEventOf({ code: "DEPA", documents: [billDocument("177IHPHPQ7958V")] })
      const received = yield* receiveEvents(account, [arrival, foreign], decide)
      assertSame(received, { added: 2, excess: 0, repeated: 0, shipments: [container.id], messages: 0 })
      assert.strictEqual(snapshots.length, 1)
      assertSameEvents(snapshots[0]?.events ?? [], [onContainer, arrival])
    })
  )

  rule(layer, "a transport event received before the container's events name its document concerns the container", () =>
    Effect.gen(function* () {
      const account = yield* storeAccount(1)
      const container = yield* trackShipment(account, requestOf(containerReference(1)))
      const documents = [bookingDocument("177IHPHPQ7958V")]
      const arrival = transportEventOf({ documents })
      assert.deepStrictEqual((yield* receiveEvents(account, [arrival])).shipments, [])
      const { snapshots, decide } = recordSnapshots(changeNothing)
      const load = equipmentEventOf(containerOne, { documents })
      assert.deepStrictEqual((yield* receiveEvents(account, [load], decide)).shipments, [container.id])
      assertSameEvents(snapshots[0]?.events ?? [], [arrival, load])
    })
  )

  rule(layer, "a transport event concerns the containers that its references name", () =>
    Effect.gen(function* () {
      const account = yield* storeAccount(1)
      const container = yield* trackShipment(account, requestOf(containerReference(1)))
      yield* trackShipment(account, requestOf(containerReference(2)))
      const references = [
        { type: "EQ", value: containerOne },
        { type: "FF", value: containerOf(2) }
      ]
      const arrival = transportEventOf({ references })
      assert.deepStrictEqual((yield* receiveEvents(account, [arrival])).shipments, [container.id])
      assertSame((yield* (yield* ShipmentStore).snapshot(account.id, container.id)).events, [arrival])
    })
  )

  rule(layer, "events of one account never concern shipments of another", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const { account: other, endpoint } = yield* storeReceiver(2)
      const account = yield* storeAccount(1)
      const otherTracked = yield* trackShipment(other, requestOf(containerReference(1), endpoint.id))
      const event = equipmentEventOf(containerOne)
      assertSame(yield* receiveEvents(account, [event], notifySubscribers), {
        added: 1,
        excess: 0,
        repeated: 0,
        shipments: [],
        messages: 0
      })
      assert.deepStrictEqual((yield* store.snapshot(other.id, otherTracked.id)).events, [])
      yield* claimNone()
      assertSame(yield* receiveEvents(other, [event], notifySubscribers), {
        added: 1,
        excess: 0,
        repeated: 0,
        shipments: [otherTracked.id],
        messages: 1
      })
    })
  )

  rule(layer, "events do not change a stopped shipment, and concern it once it is resumed", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const account = yield* storeAccount(1)
      const shipment = yield* trackShipment(account, requestOf(containerReference(1)))
      const stopped = yield* store.stop(account.id, shipment.id, SAMPLE_TIME)
      const event = equipmentEventOf(containerOne)
      assertSame(yield* receiveEvents(account, [event], countDecisions), {
        added: 1,
        excess: 0,
        repeated: 0,
        shipments: [],
        messages: 0
      })
      assertSame(yield* store.find(account.id, shipment.id), stopped)
      yield* trackShipment(account, requestOf(containerReference(1)))
      assertSame((yield* store.snapshot(account.id, shipment.id)).events, [event])
    })
  )
}
