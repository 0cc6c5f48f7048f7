import { DateTime, Option } from "effect"
import { findNoPlace } from "../../geo/PlaceDirectory.ts"
import { instantOf } from "../../time/Instant.ts"
import { updateOverdue } from "../changes/ArrivalOverdue.ts"
import { STOP_AFTER_MILLIS } from "../changes/Completion.ts"
import { type DataStatus, dataGapsOf, type ShipmentInError, type ShipmentStale } from "../changes/DataGap.ts"
import { transhipmentContextOf } from "../changes/HeldMilestones.ts"
import { isDemoContainer } from "../references/ContainerNumber.ts"
import type { Registration, Shipment } from "../shipments/Shipment.ts"
import type { ShipmentChange, ShipmentSnapshot, Subscriber } from "../shipments/ShipmentStore.ts"
import { stopShipment } from "../shipments/ShipmentTransitions.ts"
import { weighEvidence } from "../transhipments/RecordedEvidence.ts"
import { AlertDrafts, subscribesTo } from "./AlertDrafts.ts"
import { dataStatusOf, dueInstants, reviewDueAt } from "./ReviewSchedule.ts"
import { advanceSequence, decideOnEvents, journeysOf } from "./ShipmentDecisions.ts"

const isDueToStop = ({ status, completedAt }: Shipment, now: DateTime.Utc): boolean =>
  status === "completed" &&
  Option.isSome(completedAt) &&
  DateTime.toEpochMillis(now) >= DateTime.toEpochMillis(completedAt.value) + STOP_AFTER_MILLIS

const stopCompleted = (shipment: Shipment, now: DateTime.Utc): ShipmentChange => ({
  shipment: stopShipment(shipment, "completed", now),
  registrations: [],
  outbox: []
})

const markNotified = (
  registration: Registration,
  alert: ShipmentInError | ShipmentStale,
  now: DateTime.Utc
): Registration => ({
  ...registration,
  notified:
    alert._tag === "InError"
      ? { ...registration.notified, inErrorAt: instantOf(now) }
      : { ...registration.notified, silentSince: alert.lastReceivedAt }
})

/** The overdue arrivals that a subscriber is notified of. */
const overdueFor = (subscriber: Subscriber, { journeys }: DataStatus, now: DateTime.Utc) => {
  const { notified } = subscriber.registration
  return subscribesTo(subscriber, "shipment.arrival.overdue")
    ? updateOverdue(journeys, notified, DateTime.toEpochMillis(now))
    : { alerts: [], notified }
}

/** Drafts the data gaps and overdue arrivals that are due, for subscribers whose filter names them. Returns the changed registrations. */
const notifyDataGaps = (snapshot: ShipmentSnapshot, status: DataStatus, drafts: AlertDrafts, now: DateTime.Utc) =>
  snapshot.subscribers.flatMap((subscriber): ReadonlyArray<Registration> => {
    const gaps = dataGapsOf(status, subscriber.registration, now).filter(({ type }) => subscribesTo(subscriber, type))
    const overdue = overdueFor(subscriber, status, now)
    if (gaps.length + overdue.alerts.length === 0) return []
    for (const alert of [...gaps, ...overdue.alerts]) drafts.addOptInAlert(alert, subscriber)
    const registration: Registration = { ...subscriber.registration, notified: overdue.notified }
    return [gaps.reduce((changed, gap) => markNotified(changed, gap, now), registration)]
  })

/**
 * Decides the changes by the passing of time: a shipment that completed `STOP_AFTER_DAYS` ago stops, and data gaps are
 * notified. Pending changes of the journeys are notified as in `decideOnEvents`. Schedules the next review. Pure.
 */
export const decideOnReview =
  (now: DateTime.Utc, findPlace = findNoPlace) =>
  (snapshot: ShipmentSnapshot): ShipmentChange => {
    if (isDemoContainer(snapshot.shipment.number) || snapshot.shipment.status === "stopped") {
      return {
        shipment: { ...snapshot.shipment, reviewAt: Option.none() },
        registrations: [],
        outbox: []
      }
    }
    if (isDueToStop(snapshot.shipment, now)) return stopCompleted(snapshot.shipment, now)
    const update = decideOnEvents(now, false, findPlace)(snapshot)
    const subscribers = snapshot.subscribers.map(({ endpoint, registration }) => ({
      endpoint,
      registration: update.registrations.find(({ endpointId }) => endpointId === endpoint.id) ?? registration
    }))
    const current = { ...snapshot, shipment: update.shipment, subscribers }
    const journeys = weighEvidence(journeysOf(current, instantOf(now)), transhipmentContextOf(current), instantOf(now))
    const status = dataStatusOf(current, journeys)
    const drafts = new AlertDrafts(current, journeys, findPlace)
    const notified = update.shipment.status === "tracking" ? notifyDataGaps(current, status, drafts, now) : []
    const notifiedIds = new Set(notified.map(({ endpointId }) => endpointId))
    const registrations = [
      ...update.registrations.filter(({ endpointId }) => !notifiedIds.has(endpointId)),
      ...notified
    ]
    const outbox = drafts.toMessageDrafts(update.shipment, now)
    const reviewed = subscribers.map(({ endpoint, registration }) => ({
      endpoint,
      registration: notified.find(({ endpointId }) => endpointId === registration.endpointId) ?? registration
    }))
    const after = reviewed.map(({ registration }) => registration)
    const shipment: Shipment = {
      ...advanceSequence(update.shipment, outbox.length, now),
      reviewAt: reviewDueAt(
        update.shipment,
        status,
        after,
        dueInstants(journeys, { ...current, subscribers: reviewed }, now),
        now
      )
    }
    const { outcomes } = update
    return {
      shipment,
      registrations,
      outbox: [...update.outbox, ...outbox],
      ...(outcomes === undefined ? {} : { outcomes })
    }
  }
