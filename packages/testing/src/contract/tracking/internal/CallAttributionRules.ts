import { assert } from "@effect/vitest"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Effect, Option } from "effect"
import {
  bookingDocument,
  containerOf,
  equipmentEventOf,
  placeOf,
  transportCallAt,
  transportEventOf
} from "../../../samples/EventSamples.ts"
import { rule } from "../../suite/Rules.ts"
import {
  bookingOf,
  changeNothing,
  containerReference,
  receiveEvents,
  requestOf,
  trackShipment
} from "../../suite/ShipmentOperations.ts"
import type { StorageLayer } from "../../suite/StoragePorts.ts"
import { storeAccount } from "../../suite/StoredSamples.ts"

const containerOne = containerOf(1)
const BOOKING = "177IHPHPQ7958V"

/** The arrival of the vessel at a port, without a container and without a document. */
const namelessAt = (port: string) =>
  transportEventOf({
    place: Option.some(placeOf(port)),
    transportCall: Option.some(transportCallAt(port)),
    documents: [],
    references: []
  })

const loadedAt = (port: string, container = containerOne) =>
  equipmentEventOf(container, {
    place: Option.some(placeOf(port)),
    transportCall: Option.some(transportCallAt(port)),
    documents: [bookingDocument(BOOKING)]
  })

/** Registers the rules for events of vessels without a container and a document. */
export const callAttributionRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "an event without container and document concerns the shipments of the stored events of its call", () =>
    Effect.gen(function* () {
      const account = yield* storeAccount(1)
      const container = yield* trackShipment(account, requestOf(containerReference(1)))
      const booking = yield* trackShipment(account, requestOf(bookingOf(BOOKING)))
      yield* trackShipment(account, requestOf(containerReference(2)))
      yield* receiveEvents(account, [loadedAt("CNSHA")])
      const received = yield* receiveEvents(account, [namelessAt("CNSHA"), namelessAt("NLRTM")])
      assert.deepStrictEqual([...received.shipments].sort(), [container.id, booking.id].sort())
      assert.deepInclude(received, { added: 2, repeated: 0, attributed: 1 })
      const { events } = yield* (yield* ShipmentStore).snapshot(account.id, container.id)
      assert.deepStrictEqual(events.map(({ code }) => code).sort(), ["ARRI", "LOAD"])
      assert.deepInclude(yield* receiveEvents(account, [namelessAt("CNSHA")]), { added: 0, repeated: 1 })
    })
  )

  rule(layer, "an event without container and document waits for the events of its call", () =>
    Effect.gen(function* () {
      const account = yield* storeAccount(1)
      const shipment = yield* trackShipment(account, requestOf(containerReference(1)))
      assert.deepStrictEqual((yield* receiveEvents(account, [namelessAt("CNSHA")])).shipments, [])
      const received = yield* receiveEvents(account, [loadedAt("CNSHA")])
      assert.deepInclude(received, { added: 1, repeated: 0, shipments: [shipment.id] })
      const { events } = yield* (yield* ShipmentStore).snapshot(account.id, shipment.id)
      assert.strictEqual(events.length, 2)
      const again = yield* receiveEvents(account, [namelessAt("CNSHA"), loadedAt("CNSHA")])
      assert.deepInclude(again, { added: 0, repeated: 2 })
    })
  )

  rule(
    layer,
    "an event without container and document does not concern those of a call with the same id at another port",
    () =>
      Effect.gen(function* () {
        const account = yield* storeAccount(1)
        yield* trackShipment(account, requestOf(containerReference(1)))
        yield* receiveEvents(account, [loadedAt("CNSHA")])
        const other = { ...namelessAt("NLRTM"), transportCall: Option.some(transportCallAt("CNSHA")) }
        const received = yield* receiveEvents(account, [other])
        assert.deepInclude(received, { shipments: [], added: 1 })
        assert.isUndefined(received.attributed)
      })
  )

  rule(layer, "a carrier's event without container and document concerns the accounts that have its call", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const [account, other] = [yield* storeAccount(1), yield* storeAccount(2)]
      yield* trackShipment(account, requestOf(containerReference(1, "MSCU")))
      yield* trackShipment(other, requestOf(containerReference(2, "MSCU")))
      yield* receiveEvents(account, [loadedAt("CNSHA")], changeNothing)
      const matched = yield* store.matchAccounts(Scac.make("MSCU"), [namelessAt("CNSHA")])
      assert.deepStrictEqual(
        matched.map(({ accountId }) => accountId),
        [account.id]
      )
    })
  )
}
