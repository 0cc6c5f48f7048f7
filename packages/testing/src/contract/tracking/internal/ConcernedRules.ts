import { assert } from "@effect/vitest"
import type { Account } from "@landfall/core/accounts/Account"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { Scac } from "@landfall/core/tracking/references/Sealine"
import { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { DateTime, Effect } from "effect"
import {
  billReference,
  bookingReference,
  containerOf,
  equipmentEventOf,
  transportEventOf
} from "../../../samples/EventSamples.ts"
import { rule } from "../../suite/Rules.ts"
import { billOf, bookingOf, containerReference, receive, requestOf, track } from "../../suite/Shipments.ts"
import type { StorageLayer } from "../../suite/StoragePorts.ts"
import { storedAccount } from "../../suite/Stored.ts"

const MSC = Scac.make("MSCU")

/** The codes of the events that concern each of these accounts. */
const codesFor = Effect.fnUntraced(function* (accounts: ReadonlyArray<Account>, events: ReadonlyArray<CarrierEvent>) {
  const concerned = yield* (yield* ShipmentStore).concerned(MSC, events)
  return accounts.map(({ id }) =>
    concerned.filter(({ accountId }) => accountId === id).flatMap((one) => one.events.map(({ code }) => code))
  )
})

/** Whom what a carrier says concerns. */
export const concernedRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "every account that follows a thing hears of it, and of nothing else", () =>
    Effect.gen(function* () {
      const box = yield* storedAccount(1)
      const booking = yield* storedAccount(2)
      const other = yield* storedAccount(3)
      yield* track(box, requestOf(containerReference(1)))
      yield* track(booking, requestOf(bookingOf("BOOKING1")))
      yield* track(other, requestOf(containerReference(3)))
      const codes = yield* codesFor(
        [box, booking, other],
        [
          equipmentEventOf(containerOf(1), { code: "LOAD", documents: [bookingReference("BOOKING1")] }),
          equipmentEventOf(containerOf(2), { code: "DISC", documents: [bookingReference("BOOKING1")] }),
          equipmentEventOf(containerOf(9), { code: "GTIN", documents: [bookingReference("BOOKING9")] })
        ]
      )
      assert.deepStrictEqual(codes, [["LOAD"], ["LOAD", "DISC"], []])
    })
  )

  rule(layer, "an event of no box concerns whoever follows a box that shares its document, told now or before", () =>
    Effect.gen(function* () {
      const before = yield* storedAccount(1)
      const now = yield* storedAccount(2)
      const other = yield* storedAccount(3)
      const documents = [billReference("BILL1")]
      for (const [index, account] of [before, now, other].entries()) {
        yield* track(account, requestOf(containerReference(index)))
      }
      yield* receive(before, [equipmentEventOf(containerOf(0), { documents })])
      const codes = yield* codesFor(
        [before, now, other],
        [equipmentEventOf(containerOf(1), { documents }), transportEventOf({ documents })]
      )
      assert.deepStrictEqual(codes, [["ARRI"], ["LOAD", "ARRI"], []])
    })
  )

  rule(layer, "shipments of another carrier and stopped ones hear nothing, those of no known carrier do", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const own = yield* storedAccount(1)
      const foreign = yield* storedAccount(2)
      const unknown = yield* storedAccount(3)
      const stopped = yield* storedAccount(4)
      yield* track(own, requestOf(containerReference(1, "MSCU")))
      yield* track(foreign, requestOf(containerReference(1, "MAEU")))
      yield* track(unknown, requestOf(containerReference(1)))
      const { id } = yield* track(stopped, requestOf(billOf("BILL1")))
      yield* store.stop(stopped.id, id, yield* DateTime.now)
      const codes = yield* codesFor(
        [own, foreign, unknown, stopped],
        [equipmentEventOf(containerOf(1), { documents: [billReference("BILL1")] })]
      )
      assert.deepStrictEqual(codes, [["LOAD"], [], ["LOAD"], []])
    })
  )
}
