import type { Account } from "@landfall/core/accounts/Account"
import type { ShipmentDecision } from "@landfall/core/tracking/shipments/ShipmentStore"
import {
  addOutcomes,
  MAX_RECORDED_PORTS,
  NO_TRANSHIPMENTS,
  type TranshipmentOutcomes
} from "@landfall/core/tracking/transhipments/TranshipmentRecord"
import { Effect } from "effect"
import { containerOf, equipmentEventOf, hoursLater } from "../../../samples/EventSamples.ts"
import { assertFails, assertSame } from "../../suite/Assertions.ts"
import { rule } from "../../suite/Rules.ts"
import {
  changeNothing,
  containerReference,
  receiveEvents,
  recordSnapshots,
  requestOf,
  throwError,
  trackShipment
} from "../../suite/ShipmentOperations.ts"
import type { StorageLayer } from "../../suite/StoragePorts.ts"
import { storeAccount } from "../../suite/StoredSamples.ts"

const addsOutcomes =
  (outcomes: TranshipmentOutcomes): ShipmentDecision =>
  (snapshot) => ({ ...changeNothing(snapshot), outcomes })

const SOME: TranshipmentOutcomes = {
  finalPods: [{ carrier: "MAEU", evidence: "planned", wrong: true }],
  dwells: [{ port: "SGSIN", hours: 80 }]
}

/** Tracks a container, and returns a function that makes a decision about it with each call. */
const openAccount = Effect.fnUntraced(function* (n: number) {
  const account: Account = yield* storeAccount(n)
  yield* trackShipment(account, requestOf(containerReference(1)))
  let hours = 0
  const decide = (decision: ShipmentDecision) =>
    receiveEvents(account, [equipmentEventOf(containerOf(1), { eventDateTime: hoursLater(++hours) })], decision)
  const recorded = Effect.fnUntraced(function* () {
    const { snapshots, decide: recording } = recordSnapshots(changeNothing)
    yield* decide(recording)
    return snapshots[0]?.transhipments
  })
  return { decide, recorded }
})

/** Registers the rules of the record of transhipments that decisions read and add to. */
export const transhipmentRecordRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "a decision reads what the decisions before it have added for its account, and for no other", () =>
    Effect.gen(function* () {
      const [first, second] = [yield* openAccount(1), yield* openAccount(2)]
      assertSame(yield* first.recorded(), undefined)
      yield* first.decide(addsOutcomes(SOME))
      yield* first.decide(addsOutcomes(SOME))
      assertSame(yield* first.recorded(), [SOME, SOME].reduce(addOutcomes, NO_TRANSHIPMENTS))
      assertSame(yield* second.recorded(), undefined)
      yield* second.decide(addsOutcomes(SOME))
      assertSame(yield* second.recorded(), addOutcomes(NO_TRANSHIPMENTS, SOME))
    })
  )

  rule(layer, "outcomes of a transaction that fails are not added", () =>
    Effect.gen(function* () {
      const { decide, recorded } = yield* openAccount(1)
      yield* decide(addsOutcomes(SOME))
      const before = yield* recorded()
      yield* assertFails(decide(throwError))
      assertSame(yield* recorded(), before)
    })
  )

  rule(layer, "the record is bounded, whatever ports shipments name", () =>
    Effect.gen(function* () {
      const { decide, recorded } = yield* openAccount(1)
      const dwells = Array.from({ length: MAX_RECORDED_PORTS + 50 }, (_, index) => ({
        port: `XX${String(index).padStart(3, "A")}`,
        hours: 30
      }))
      yield* decide(addsOutcomes({ finalPods: [], dwells }))
      yield* decide(addsOutcomes(SOME))
      assertSame(Object.keys((yield* recorded())?.dwells ?? {}).length, MAX_RECORDED_PORTS)
    })
  )
}
