import { DateTime, Option, Result } from "effect"
import { Instant } from "../../time/Instant.ts"
import type { CarrierProfile } from "../carriers/CarrierProfile.ts"
import type { SourceQuestion } from "../carriers/TrackingSource.ts"
import { decideReceived, journeysOf } from "../changes/Decisions.ts"
import { reviewNoLaterThan } from "../changes/Review.ts"
import type { Journey } from "../journey/Journey.ts"
import { Shipment } from "../shipments/Shipment.ts"
import type { Decide, ShipmentChange, ShipmentSnapshot } from "../shipments/ShipmentStore.ts"
import { questionsFor } from "./CarriersToAsk.ts"
import { type CheckPlan, type CheckProgress, type CheckResult, checkPlan } from "./CheckPlan.ts"
import { paceOf } from "./NextCheck.ts"

/** An answer tells whose the shipment is, and what it is, where that was not known. */
const matchedBy = (shipment: Shipment, { scac, kind }: SourceQuestion): Shipment =>
  Option.isSome(shipment.sealine) && Option.isSome(shipment.type)
    ? shipment
    : new Shipment({
        ...shipment,
        sealine: Option.orElseSome(shipment.sealine, () => scac),
        type: Option.orElseSome(shipment.type, () => kind)
      })

/** A shipment that gave no data: when that has gone on for long, somebody may want to hear of it. */
const awaited = (
  snapshot: ShipmentSnapshot,
  journeys: ReadonlyArray<Journey>,
  { progress: { last, answeredAt } }: CheckPlan,
  now: DateTime.Utc
): Shipment => {
  const failed = { ...snapshot, lastCheck: last, ...(Option.isSome(answeredAt) && { answeredAt: answeredAt.value }) }
  return reviewNoLaterThan(snapshot.shipment, failed, journeys, [], now)
}

const knowsNothing = ({ subscribers }: ShipmentSnapshot): boolean =>
  subscribers.every(({ registration: { notified } }) => Object.keys(notified.milestones).length === 0)

/**
 * What follows from a check for the other shipments that its answer tells of, such as a container that is tracked beside
 * its booking. Where nothing was known, what is told is the past, and fires nothing. Pure.
 */
export const decideBeside =
  (now: DateTime.Utc): Decide =>
  (snapshot) =>
    decideReceived(now, knowsNothing(snapshot))(snapshot)

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
    const journeys = journeysOf(snapshot)
    const plan = checkPlan(progress, result, {
      questions: questionsFor(snapshot.shipment, carriers),
      status: change.shipment.status,
      pace: paceOf(journeys),
      now: Instant.make(DateTime.toEpochMillis(now)),
      spread
    })
    if (Result.isSuccess(result)) return { change, plan }
    return { change: { ...change, shipment: awaited(snapshot, journeys, plan, now) }, plan }
  }
