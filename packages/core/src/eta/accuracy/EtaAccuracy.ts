import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { AccountId } from "../../accounts/Account.ts"
import type { StorageError } from "../../faults/StorageError.ts"
import { mapInSlices } from "../../limits/WorkSlices.ts"
import { instantOf } from "../../time/Instant.ts"
import { journeysOf } from "../../tracking/decisions/ShipmentDecisions.ts"
import type { Scac } from "../../tracking/references/Sealine.ts"
import type { Shipment } from "../../tracking/shipments/Shipment.ts"
import { ShipmentStore } from "../../tracking/shipments/ShipmentStore.ts"
import { type CarrierError, type CarrierScorecard, carrierErrorsOf, carrierScorecard } from "./CarrierScorecard.ts"

/** The newest shipments of a carrier that a scorecard reads. */
export const MAX_SHIPMENTS_READ = 500

/** The shipments whose events are in memory at the same time. */
const BATCH = 50

/** A scorecard and the number of shipments that it was computed from. */
export interface AccuracyReport extends CarrierScorecard {
  readonly scac: Scac
  readonly shipments: number
}

/** Computes the accuracy of the arrival dates of carriers, from the stored history of each milestone. */
export class EtaAccuracy extends Context.Service<
  EtaAccuracy,
  {
    /** The scorecard of a carrier over the newest `MAX_SHIPMENTS_READ` shipments of an account. */
    readonly ofCarrier: (accountId: AccountId, scac: Scac) => Effect.Effect<AccuracyReport, StorageError>
  }
>()("@landfall/core/eta/accuracy/EtaAccuracy") {
  static readonly layer = Layer.effect(
    EtaAccuracy,
    Effect.gen(function* () {
      const store = yield* ShipmentStore

      const readShipments = Effect.fnUntraced(function* (accountId: AccountId, sealine: Scac) {
        const page = { limit: MAX_SHIPMENTS_READ, cursor: Option.none() }
        return (yield* store.list(accountId, page, { sealine })).data
      })

      const errorsOf = Effect.fnUntraced(function* (accountId: AccountId, shipments: ReadonlyArray<Shipment>) {
        const snapshots = yield* store.snapshots(
          accountId,
          shipments.map(({ id }) => id)
        )
        const now = instantOf(yield* DateTime.now)
        const errors = yield* mapInSlices(snapshots, (snapshot) => carrierErrorsOf(journeysOf(snapshot, now)))
        return errors.flat()
      })

      return EtaAccuracy.of({
        ofCarrier: Effect.fn("EtaAccuracy.ofCarrier")(function* (accountId: AccountId, scac: Scac) {
          const shipments = yield* readShipments(accountId, scac)
          const errors: Array<CarrierError> = []
          for (let start = 0; start < shipments.length; start += BATCH) {
            errors.push(...(yield* errorsOf(accountId, shipments.slice(start, start + BATCH))))
          }
          return { scac, shipments: shipments.length, ...carrierScorecard(errors) }
        })
      })
    })
  )
}
