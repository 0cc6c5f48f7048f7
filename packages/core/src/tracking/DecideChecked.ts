import { DateTime, Option, Result } from "effect"
import type { CarrierProfile } from "./CarrierProfile.ts"
import { questionsFor } from "./CarriersToAsk.ts"
import { type CheckPlan, type CheckProgress, type CheckResult, checkPlan } from "./CheckPlan.ts"
import { decideReceived, journeysOf } from "./Decisions.ts"
import { Instant } from "./Instant.ts"
import { paceOf } from "./NextCheck.ts"
import { Shipment } from "./Shipment.ts"
import type { ShipmentChange, ShipmentSnapshot } from "./ShipmentStore.ts"
import type { SourceQuestion } from "./TrackingSource.ts"

/** An answer tells whose the shipment is, and what it is, where that was not known. */
const matchedBy = (shipment: Shipment, { scac, kind }: SourceQuestion): Shipment =>
  Option.isSome(shipment.sealine) && Option.isSome(shipment.type)
    ? shipment
    : new Shipment({
        ...shipment,
        sealine: Option.orElseSome(shipment.sealine, () => scac),
        type: Option.orElseSome(shipment.type, () => kind)
      })

/**
 * What follows from a check of a shipment: its journey and alerts when the carrier answered, and when to look again in
 * any case. The past that a first answer tells fires nothing, and the carrier that gave it is the shipment's own. Pure.
 *
 * @param spread a random number from 0 up to 1
 */
export const decideChecked =
  (
    progress: CheckProgress,
    result: CheckResult,
    carriers: ReadonlyArray<CarrierProfile>,
    now: DateTime.Utc,
    spread: number
  ) =>
  (snapshot: ShipmentSnapshot): { readonly change: ShipmentChange; readonly plan: CheckPlan } => {
    const shipment = Result.isSuccess(result) ? matchedBy(snapshot.shipment, progress.question) : snapshot.shipment
    const change = Result.isSuccess(result)
      ? decideReceived(now, !progress.matched)({ ...snapshot, shipment })
      : { shipment, registrations: [], outbox: [] }
    const plan = checkPlan(progress, result, {
      questions: questionsFor(snapshot.shipment, carriers),
      status: change.shipment.status,
      pace: paceOf(journeysOf(snapshot)),
      now: Instant.make(DateTime.toEpochMillis(now)),
      spread
    })
    return { change, plan }
  }
