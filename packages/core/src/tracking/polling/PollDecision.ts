import { DateTime, Option, Result } from "effect"
import { Instant } from "../../time/Instant.ts"
import type { CarrierProfile } from "../carriers/CarrierProfile.ts"
import type { SourceQuery } from "../carriers/TrackingSource.ts"
import { scheduleReview } from "../changes/ReviewSchedule.ts"
import { decideOnEvents, journeysOf } from "../changes/ShipmentDecisions.ts"
import type { Journey } from "../journey/Journey.ts"
import { Shipment } from "../shipments/Shipment.ts"
import type { ShipmentChange, ShipmentDecision, ShipmentSnapshot } from "../shipments/ShipmentStore.ts"
import { journeyStatusOf } from "./NextPoll.ts"
import { type PollPlan, type PollProgress, type PollResult, planNextPoll } from "./PollPlan.ts"
import { queriesFor } from "./SourceQueries.ts"

/** An answer tells whose the shipment is, and what it is, where that was not known. */
const assignCarrier = (shipment: Shipment, { scac, kind }: SourceQuery): Shipment =>
  Option.isSome(shipment.sealine) && Option.isSome(shipment.type)
    ? shipment
    : new Shipment({
        ...shipment,
        sealine: Option.orElseSome(shipment.sealine, () => scac),
        type: Option.orElseSome(shipment.type, () => kind)
      })

/** A shipment that gave no data: when that has gone on for long, somebody may want to hear of it. */
const scheduleDataGapReview = (
  snapshot: ShipmentSnapshot,
  journeys: ReadonlyArray<Journey>,
  { progress: { last, lastResponseAt } }: PollPlan,
  now: DateTime.Utc
): Shipment => {
  const failed = {
    ...snapshot,
    lastPoll: last,
    ...(Option.isSome(lastResponseAt) && { lastResponseAt: lastResponseAt.value })
  }
  return scheduleReview(snapshot.shipment, failed, journeys, [], now)
}

const hasNoNotifiedMilestones = ({ subscribers }: ShipmentSnapshot): boolean =>
  subscribers.every(({ registration: { notified } }) => Object.keys(notified.milestones).length === 0)

/**
 * What follows from a check for the other shipments that its answer tells of, such as a container that is tracked beside
 * its booking. Where nothing was known, what is told is the past, and fires nothing. Pure.
 */
export const decideOnRelatedShipment =
  (now: DateTime.Utc): ShipmentDecision =>
  (snapshot) =>
    decideOnEvents(now, hasNoNotifiedMilestones(snapshot))(snapshot)

/**
 * What follows from a check of a shipment: its journey and alerts when the carrier answered, and when to look again in
 * any case. The past that a first answer tells fires nothing, and the carrier that gave it is the shipment's own. Pure.
 *
 * @param spread a random number from 0 up to 1
 */
export const decideOnPoll =
  (
    progress: PollProgress,
    result: PollResult,
    carriers: ReadonlyArray<CarrierProfile>,
    now: DateTime.Utc,
    spread: number
  ) =>
  (snapshot: ShipmentSnapshot): { readonly change: ShipmentChange; readonly plan: PollPlan } => {
    const shipment = Result.isSuccess(result) ? assignCarrier(snapshot.shipment, progress.query) : snapshot.shipment
    const change = Result.isSuccess(result)
      ? decideOnEvents(now, !progress.matched)({ ...snapshot, shipment })
      : { shipment, registrations: [], outbox: [] }
    const journeys = journeysOf(snapshot)
    const plan = planNextPoll(progress, result, {
      queries: queriesFor(snapshot.shipment, carriers),
      status: change.shipment.status,
      journey: journeyStatusOf(journeys),
      now: Instant.make(DateTime.toEpochMillis(now)),
      spread
    })
    if (Result.isSuccess(result)) return { change, plan }
    return { change: { ...change, shipment: scheduleDataGapReview(snapshot, journeys, plan, now) }, plan }
  }
