import { type DateTime, Option, Result } from "effect"
import { findNoPlace } from "../../geo/PlaceDirectory.ts"
import { instantOf } from "../../time/Instant.ts"
import type { CarrierProfile } from "../carriers/CarrierProfile.ts"
import type { SourceQuery } from "../carriers/TrackingSource.ts"
import { scheduleReview } from "../decisions/ReviewSchedule.ts"
import { decideOnEvents, journeysOf } from "../decisions/ShipmentDecisions.ts"
import type { Journey } from "../journey/Journey.ts"
import type { Shipment } from "../shipments/Shipment.ts"
import type { ShipmentChange, ShipmentDecision, ShipmentSnapshot } from "../shipments/ShipmentStore.ts"
import { journeyStatusOf } from "./NextPoll.ts"
import { type PollPlan, type PollProgress, type PollResult, planNextPoll } from "./PollPlan.ts"
import { pollEvidenceOf } from "./PollRecord.ts"
import { queriesFor } from "./SourceQueries.ts"

/** Sets the carrier and the reference type of a shipment from the query that found it, where they were unknown. */
const assignCarrier = (shipment: Shipment, { scac, kind }: SourceQuery): Shipment =>
  Option.isSome(shipment.sealine) && Option.isSome(shipment.type)
    ? shipment
    : {
        ...shipment,
        sealine: Option.orElseSome(shipment.sealine, () => scac),
        type: Option.orElseSome(shipment.type, () => kind)
      }

/** Schedules the review of a shipment whose poll failed, so that the data gap can be notified when it is due. */
const scheduleDataGapReview = (
  snapshot: ShipmentSnapshot,
  journeys: ReadonlyArray<Journey>,
  { progress }: PollPlan,
  now: DateTime.Utc
): Shipment => scheduleReview(snapshot.shipment, { ...snapshot, ...pollEvidenceOf(progress) }, journeys, [], now)

const hasNoNotifiedMilestones = ({ subscribers }: ShipmentSnapshot): boolean =>
  subscribers.every(({ registration: { notified } }) => notified.milestones.size === 0)

/**
 * Decides what a poll changes for other shipments that its response concerns, such as a container that is tracked
 * beside its booking. For a shipment without notified milestones the response is the journey so far and emits nothing.
 * Pure.
 */
export const decideOnRelatedShipment =
  (now: DateTime.Utc, findPlace = findNoPlace): ShipmentDecision =>
  (snapshot) =>
    decideOnEvents(now, hasNoNotifiedMilestones(snapshot), findPlace)(snapshot)

/**
 * Decides what a poll changes for the polled shipment: its journeys and alerts after a response, and the next poll in
 * any case. The first response emits nothing for past milestones and sets the shipment's carrier. Pure.
 *
 * @param random a random number from 0 to below 1, that determines the jitter
 */
export const decideOnPoll =
  (
    progress: PollProgress,
    result: PollResult,
    carriers: ReadonlyArray<CarrierProfile>,
    now: DateTime.Utc,
    random: number,
    findPlace = findNoPlace
  ) =>
  (snapshot: ShipmentSnapshot): { readonly change: ShipmentChange; readonly plan: PollPlan } => {
    const shipment = Result.isSuccess(result) ? assignCarrier(snapshot.shipment, progress.query) : snapshot.shipment
    const change = Result.isSuccess(result)
      ? decideOnEvents(now, !progress.matched, findPlace)({ ...snapshot, shipment })
      : { shipment, registrations: [], outbox: [] }
    const journeys = journeysOf(snapshot, instantOf(now))
    const plan = planNextPoll(progress, result, {
      queries: queriesFor(snapshot.shipment, carriers),
      status: change.shipment.status,
      journey: journeyStatusOf(journeys),
      now: instantOf(now),
      random
    })
    if (Result.isSuccess(result)) return { change, plan }
    return { change: { ...change, shipment: scheduleDataGapReview(snapshot, journeys, plan, now) }, plan }
  }
