import { assert } from "@effect/vitest"
import type { Account } from "@landfall/core/accounts/Account"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { DateTime, Effect } from "effect"
import {
  billDocument,
  bookingDocument,
  containerOf,
  equipmentEventOf,
  transportEventOf
} from "../../../samples/EventSamples.ts"
import { rule } from "../../suite/Rules.ts"
import {
  billOf,
  bookingOf,
  containerReference,
  receiveEvents,
  requestOf,
  trackShipment
} from "../../suite/ShipmentOperations.ts"
import type { StorageLayer } from "../../suite/StoragePorts.ts"
import { storeAccount } from "../../suite/StoredSamples.ts"

const MSC = Scac.make("MSCU")

/** The codes of the events that concern each of these accounts. */
const eventCodesFor = Effect.fnUntraced(function* (
  accounts: ReadonlyArray<Account>,
  events: ReadonlyArray<CarrierEvent>
) {
  const concerned = yield* (yield* ShipmentStore).matchAccounts(MSC, events)
  return accounts.map(({ id }) =>
    concerned.filter(({ accountId }) => accountId === id).flatMap((one) => one.events.map(({ code }) => code))
  )
})

/** Registers the rules of `ShipmentStore.matchAccounts`. */
export const concernedAccountRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "an account receives the events of its shipments, and no others", () =>
    Effect.gen(function* () {
      const container = yield* storeAccount(1)
      const booking = yield* storeAccount(2)
      const other = yield* storeAccount(3)
      yield* trackShipment(container, requestOf(containerReference(1)))
      yield* trackShipment(booking, requestOf(bookingOf("BOOKING1")))
      yield* trackShipment(other, requestOf(containerReference(3)))
      const codes = yield* eventCodesFor(
        [container, booking, other],
        [
          equipmentEventOf(containerOf(1), { code: "LOAD", documents: [bookingDocument("BOOKING1")] }),
          equipmentEventOf(containerOf(2), { code: "DISC", documents: [bookingDocument("BOOKING1")] }),
          equipmentEventOf(containerOf(9), { code: "GTIN", documents: [bookingDocument("BOOKING9")] })
        ]
      )
      assert.deepStrictEqual(codes, [["LOAD"], ["LOAD", "DISC"], []])
    })
  )

  rule(
    layer,
    "an event without container concerns the containers that share its document, by stored or received events",
    () =>
      Effect.gen(function* () {
        const before = yield* storeAccount(1)
        const now = yield* storeAccount(2)
        const other = yield* storeAccount(3)
        const documents = [billDocument("BILL1")]
        for (const [index, account] of [before, now, other].entries()) {
          yield* trackShipment(account, requestOf(containerReference(index)))
        }
        yield* receiveEvents(before, [equipmentEventOf(containerOf(0), { documents })])
        const codes = yield* eventCodesFor(
          [before, now, other],
          [equipmentEventOf(containerOf(1), { documents }), transportEventOf({ documents })]
        )
        assert.deepStrictEqual(codes, [["ARRI"], ["LOAD", "ARRI"], []])
      })
  )

  rule(layer, "events concern shipments of their carrier and of no known carrier, and no stopped ones", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const own = yield* storeAccount(1)
      const foreign = yield* storeAccount(2)
      const unknown = yield* storeAccount(3)
      const stopped = yield* storeAccount(4)
      yield* trackShipment(own, requestOf(containerReference(1, "MSCU")))
      yield* trackShipment(foreign, requestOf(containerReference(1, "MAEU")))
      yield* trackShipment(unknown, requestOf(containerReference(1)))
      const { id } = yield* trackShipment(stopped, requestOf(billOf("BILL1")))
      yield* store.stop(stopped.id, id, yield* DateTime.now)
      const codes = yield* eventCodesFor(
        [own, foreign, unknown, stopped],
        [equipmentEventOf(containerOf(1), { documents: [billDocument("BILL1")] })]
      )
      assert.deepStrictEqual(codes, [["LOAD"], [], ["LOAD"], []])
    })
  )
}
