import { assert } from "@effect/vitest"
import { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Effect, Option } from "effect"
import {
  billReference,
  bookingReference,
  containerOf,
  equipmentEventOf,
  transportEventOf
} from "../../../samples/EventSamples.ts"
import { SAMPLE_TIME } from "../../../samples/Samples.ts"
import { same } from "../../suite/Assertions.ts"
import { claimNone } from "../../suite/Queued.ts"
import { rule } from "../../suite/Rules.ts"
import {
  billOf,
  bookingOf,
  bookingOrBillOf,
  containerReference,
  counting,
  quiet,
  receive,
  requestOf,
  sameEvents,
  telling,
  track,
  watched
} from "../../suite/Shipments.ts"
import type { StorageLayer } from "../../suite/StoragePorts.ts"
import { storedAccount, storedReceiver } from "../../suite/Stored.ts"

const boxOne = containerOf(1)

/** Registers which shipments an event speaks of. */
export const matchingRules = <E>(layer: StorageLayer<E>): void => {
  rule(
    layer,
    "an event speaks of the shipments of its container, its booking and its bill of lading, and no others",
    () =>
      Effect.gen(function* () {
        const account = yield* storedAccount(1)
        const ids = new Map<string, string>()
        for (const [name, reference] of Object.entries({
          box: containerReference(1),
          otherBox: containerReference(2),
          booking: bookingOf("177IHPHPQ7958V"),
          bookingNamedLikeTheBill: bookingOf("MEDUWA216748"),
          bill: billOf("MEDUWA216748"),
          billNamedLikeTheBooking: billOf("177IHPHPQ7958V"),
          untoldBooking: bookingOrBillOf("177IHPHPQ7958V"),
          untoldBill: bookingOrBillOf("MEDUWA216748"),
          untoldOther: bookingOrBillOf("HLCUSHA260412345")
        })) {
          ids.set((yield* track(account, requestOf(reference))).id, name)
        }
        const namesOf = (shipments: ReadonlyArray<string>) => shipments.map((id) => ids.get(id))
        const booking = bookingReference("177IHPHPQ7958V")
        const bill = billReference("MEDUWA216748")
        const byAll = yield* receive(account, [equipmentEventOf(boxOne, { documents: [booking, bill] })])
        assert.sameMembers(namesOf(byAll.shipments), ["box", "booking", "bill", "untoldBooking", "untoldBill"])
        const noBox = { equipmentReference: Option.none<string>() }
        const byBooking = yield* receive(account, [equipmentEventOf("", { ...noBox, documents: [booking] })])
        assert.includeMembers(namesOf(byBooking.shipments), ["booking", "untoldBooking"])
        assert.notIncludeMembers(namesOf(byBooking.shipments), ["bill", "untoldBill", "billNamedLikeTheBooking"])
        const byBox = yield* receive(account, [equipmentEventOf(boxOne, { code: "DISC" })])
        assert.deepStrictEqual(namesOf(byBox.shipments), ["box"])
        const byNothing = yield* receive(account, [transportEventOf()])
        assert.deepStrictEqual(byNothing.shipments, [])
      })
  )

  rule(layer, "a transport event without container speaks of a box whose own events name a document of it", () =>
    Effect.gen(function* () {
      const account = yield* storedAccount(1)
      const box = yield* track(account, requestOf(containerReference(1)))
      yield* track(account, requestOf(containerReference(2)))
      const booking = bookingReference("177IHPHPQ7958V")
      const onBox = equipmentEventOf(boxOne, { documents: [booking, billReference("MEDUWA216748")] })
      const onOther = equipmentEventOf(containerOf(2), { documents: [bookingReference("OTHER123")] })
      yield* receive(account, [onBox, onOther])
      const { asked, decide } = watched(quiet)
      const arrival = transportEventOf({ documents: [bookingReference("UNKNOWN1"), booking] })
      const foreign = transportEventOf({ code: "DEPA", documents: [billReference("177IHPHPQ7958V")] })
      const received = yield* receive(account, [arrival, foreign], decide)
      same(received, { added: 2, repeated: 0, shipments: [box.id], messages: 0 })
      assert.strictEqual(asked.length, 1)
      sameEvents(asked[0]?.events ?? [], [onBox, arrival])
    })
  )

  rule(layer, "a transport event that came before the box named its document belongs to the box", () =>
    Effect.gen(function* () {
      const account = yield* storedAccount(1)
      const box = yield* track(account, requestOf(containerReference(1)))
      const documents = [bookingReference("177IHPHPQ7958V")]
      const arrival = transportEventOf({ documents })
      assert.deepStrictEqual((yield* receive(account, [arrival])).shipments, [])
      const { asked, decide } = watched(quiet)
      const load = equipmentEventOf(boxOne, { documents })
      assert.deepStrictEqual((yield* receive(account, [load], decide)).shipments, [box.id])
      sameEvents(asked[0]?.events ?? [], [arrival, load])
    })
  )

  rule(layer, "a transport event speaks of the containers that its references name", () =>
    Effect.gen(function* () {
      const account = yield* storedAccount(1)
      const box = yield* track(account, requestOf(containerReference(1)))
      yield* track(account, requestOf(containerReference(2)))
      const references = [
        { type: "EQ", value: boxOne },
        { type: "FF", value: containerOf(2) }
      ]
      const arrival = transportEventOf({ references })
      assert.deepStrictEqual((yield* receive(account, [arrival])).shipments, [box.id])
      same((yield* (yield* ShipmentStore).snapshot(account.id, box.id)).events, [arrival])
    })
  )

  rule(layer, "another account's shipments are never touched, and hear of none of its events", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const { account: other, endpoint } = yield* storedReceiver(2)
      const account = yield* storedAccount(1)
      const theirs = yield* track(other, requestOf(containerReference(1), endpoint.id))
      const event = equipmentEventOf(boxOne)
      same(yield* receive(account, [event], telling), { added: 1, repeated: 0, shipments: [], messages: 0 })
      assert.deepStrictEqual((yield* store.snapshot(other.id, theirs.id)).events, [])
      yield* claimNone()
      same(yield* receive(other, [event], telling), { added: 1, repeated: 0, shipments: [theirs.id], messages: 1 })
    })
  )

  rule(layer, "a shipment that was stopped is left alone, and finds its events when it is taken up again", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const account = yield* storedAccount(1)
      const shipment = yield* track(account, requestOf(containerReference(1)))
      const stopped = yield* store.stop(account.id, shipment.id, SAMPLE_TIME)
      const event = equipmentEventOf(boxOne)
      same(yield* receive(account, [event], counting), { added: 1, repeated: 0, shipments: [], messages: 0 })
      same(yield* store.find(account.id, shipment.id), stopped)
      yield* track(account, requestOf(containerReference(1)))
      same((yield* store.snapshot(account.id, shipment.id)).events, [event])
    })
  )
}
