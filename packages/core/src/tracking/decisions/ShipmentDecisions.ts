import { DateTime, Option } from "effect"
import { ADDED_TO_ENDPOINT } from "../../alerts/EventType.ts"
import { matchesFilter } from "../../alerts/endpoints/Endpoint.ts"
import { finalPodHoldMillis } from "../../alerts/endpoints/FinalPodHold.ts"
import { renderBody } from "../../alerts/Message.ts"
import { findNoPlace } from "../../geo/PlaceDirectory.ts"
import { HOUR_MILLIS } from "../../time/Durations.ts"
import { type Instant, instantOf } from "../../time/Instant.ts"
import type { CarrierEvent } from "../carriers/CarrierEvent.ts"
import { documentsOf } from "../carriers/EventIdentity.ts"
import { eventsCountedAt } from "../carriers/FutureActuals.ts"
import { completionOf, diffCompletion } from "../changes/Completion.ts"
import { hasLegByLegPlans, transhipmentContextOf } from "../changes/HeldMilestones.ts"
import {
  type AlertTerms,
  diffJourneys,
  initialNotifiedState,
  isHistorical,
  type MilestoneAlert
} from "../changes/JourneyDiff.ts"
import { addedData } from "../changes/MilestoneData.ts"
import { diffRoute } from "../changes/RouteDiff.ts"
import { updateContainers, updateHandling } from "../handling/HandlingChanges.ts"
import type { Journey } from "../journey/Journey.ts"
import { deriveShipmentJourneys, LOOKBACK_HOURS } from "../journey/ShipmentJourneys.ts"
import { isDemoContainer } from "../references/ContainerNumber.ts"
import type { ReferenceType } from "../references/ReferenceType.ts"
import type { NotifiedRoute, NotifiedState } from "../shipments/NotifiedState.ts"
import type { Registration, Shipment } from "../shipments/Shipment.ts"
import type { ShipmentChange, ShipmentSnapshot, Subscriber } from "../shipments/ShipmentStore.ts"
import { type TranshipmentContext, weighEvidence } from "../transhipments/RecordedEvidence.ts"
import { transhipmentOutcomes } from "../transhipments/TranshipmentOutcomes.ts"
import { AlertDrafts, recipientOf, subscribesTo } from "./AlertDrafts.ts"
import type { OptInAlert } from "./OptInEvents.ts"
import { scheduleReview } from "./ReviewSchedule.ts"

/** The type of a number registered as booking or bill of lading: the one that the carrier's events use for it. */
const inferReferenceType = (shipment: Shipment, events: ReadonlyArray<CarrierEvent>): Option.Option<ReferenceType> => {
  if (Option.isSome(shipment.type)) return shipment.type
  if (events.some((event) => documentsOf(event, "BKG").includes(shipment.number))) return Option.some("BK")
  const named = events.some((event) => event.documents.some(({ value }) => value === shipment.number))
  return named ? Option.some("BL") : Option.none()
}

/** The journeys of a shipment at an instant, derived from the events that count then. */
export const journeysOf = (
  { shipment, events }: Pick<ShipmentSnapshot, "shipment" | "events">,
  now: Instant
): ReadonlyArray<Journey> =>
  deriveShipmentJourneys(
    { number: shipment.number, type: shipment.type, since: instantOf(shipment.trackedSince) },
    eventsCountedAt(events, now)
  )

/**
 * Whether every trip of a shipment has ended. A trip that ended more than `LOOKBACK_HOURS` before tracking began does
 * not complete a container, whose next trip is still to come. A booking or bill of lading has no next trip.
 */
const isCompleted = (shipment: Shipment, journeys: ReadonlyArray<Journey>): boolean => {
  if (Option.isNone(completionOf(journeys))) return false
  const lookbackStart = instantOf(shipment.trackedSince) - LOOKBACK_HOURS * HOUR_MILLIS
  const isFormer = ({ end }: Journey): boolean => Option.isSome(end) && end.value.at <= lookbackStart
  return !(Option.contains(shipment.type, "CT") && journeys.every(isFormer))
}

/** The outcomes that a completed shipment adds to the record of its account. */
const outcomesOf = (
  { shipment, events }: ShipmentSnapshot,
  after: Shipment,
  journeys: ReadonlyArray<Journey>
): Pick<ShipmentChange, "outcomes"> => {
  if (shipment.status !== "tracking" || after.status !== "completed") return {}
  const outcomes = transhipmentOutcomes(journeys, events, Option.getOrUndefined(shipment.sealine))
  return outcomes.finalPods.length + outcomes.dwells.length === 0 ? {} : { outcomes }
}

/** The shipment with status and type from its journeys and events. `completedAt` stays at the first completion. */
const updateFromJourneys = (
  { shipment, events }: ShipmentSnapshot,
  journeys: ReadonlyArray<Journey>,
  now: DateTime.Utc
): Shipment => {
  const status = isCompleted(shipment, journeys) ? "completed" : "tracking"
  const type = inferReferenceType(shipment, events)
  const hasNewEvents = events.some(({ receivedAt }) => receivedAt > DateTime.toEpochMillis(shipment.updatedAt))
  if (status === shipment.status && Option.isSome(type) === Option.isSome(shipment.type) && !hasNewEvents)
    return shipment
  return {
    ...shipment,
    type,
    status,
    completedAt: status === "completed" ? Option.orElse(shipment.completedAt, () => Option.some(now)) : Option.none(),
    updatedAt: now
  }
}

/** The shipment after a number of new alerts, each of which takes one sequence number. */
export const advanceSequence = (shipment: Shipment, alerts: number, now: DateTime.Utc): Shipment =>
  alerts === 0 ? shipment : { ...shipment, sequence: shipment.sequence + alerts, updatedAt: now }

interface NotifiedUpdate {
  readonly alerts: ReadonlyArray<OptInAlert>
  readonly notified: NotifiedState
}

const updateRoutes = (journeys: ReadonlyArray<Journey>, notified: NotifiedState, terms: AlertTerms): NotifiedUpdate => {
  const alerts: Array<OptInAlert> = []
  let routes = notified.courses
  for (const journey of journeys) {
    if (journey.ports.length === 0) continue
    const container = Option.getOrElse(journey.container, () => "")
    const previous: NotifiedRoute | undefined = routes?.[container] ?? routes?.[""]
    const diff = diffRoute(journey, previous)
    const isOld = Option.isSome(journey.end) && isHistorical(journey.end.value.at, terms)
    if (!terms.firstResponse && !isOld) alerts.push(...diff.alerts)
    if (diff.notified !== routes?.[container]) routes = { ...routes, [container]: diff.notified }
  }
  return {
    alerts,
    notified: routes === undefined || routes === notified.courses ? notified : { ...notified, courses: routes }
  }
}

const updateCompletion = (
  journeys: ReadonlyArray<Journey>,
  events: ReadonlyArray<CarrierEvent>,
  notified: NotifiedState,
  terms: AlertTerms
): NotifiedUpdate => {
  const { alerts, completion } = diffCompletion(journeys, events, notified.completed, (at) => isHistorical(at, terms))
  return {
    alerts,
    notified:
      completion === notified.completed || completion === undefined ? notified : { ...notified, completed: completion }
  }
}

/** The containers that became known, of a booking or bill of lading: a container has no others. */
const updateAdded = (
  { shipment }: ShipmentSnapshot,
  journeys: ReadonlyArray<Journey>,
  notified: NotifiedState,
  silent: boolean
): NotifiedUpdate =>
  Option.contains(shipment.type, "CT") ? { alerts: [], notified } : updateContainers(journeys, notified, silent)

const termsOf = (
  subscriber: Subscriber,
  context: TranshipmentContext,
  firstResponse: boolean,
  now: DateTime.Utc
): AlertTerms => ({
  finalPodHold: {
    now: instantOf(now),
    holdMillis: finalPodHoldMillis(subscriber.endpoint),
    hasLegByLegPlans: hasLegByLegPlans(context)
  },
  thresholdHours: subscriber.endpoint.dateChangeThresholdHours,
  registeredAt: instantOf(subscriber.registration.registeredAt),
  firstResponse,
  notifiesRetractions: subscribesTo(subscriber, "shipment.milestone.retracted"),
  receives: (type) => matchesFilter(subscriber.endpoint.filterTypes, type)
})

/** The changes that events cause for a subscriber. */
interface SubscriberChange {
  readonly milestoneAlerts: ReadonlyArray<MilestoneAlert>
  readonly optInAlerts: ReadonlyArray<OptInAlert>
  readonly notified: NotifiedState
}

/** The settings of a subscriber that decide on its changes, as a text. */
const settingsKey = ({ registration, endpoint }: Subscriber): string =>
  JSON.stringify([
    registration.registeredAt.epochMilliseconds,
    endpoint.dateChangeThresholdHours,
    finalPodHoldMillis(endpoint),
    Option.getOrNull(endpoint.filterTypes)
  ])

/**
 * Decides once for subscribers with the same notified state and settings, which the endpoints of one registration
 * request usually share.
 */
const sharedChanges = (
  { subscribers }: ShipmentSnapshot,
  decide: (subscriber: Subscriber) => SubscriberChange
): ((subscriber: Subscriber) => SubscriberChange) => {
  if (subscribers.length <= 1) return decide
  const decided = new Map<NotifiedState, Map<string, SubscriberChange>>()
  return (subscriber) => {
    const { notified } = subscriber.registration
    const bySettings = decided.get(notified) ?? new Map<string, SubscriberChange>()
    decided.set(notified, bySettings)
    const key = settingsKey(subscriber)
    const change = bySettings.get(key) ?? decide(subscriber)
    bySettings.set(key, change)
    return change
  }
}

/**
 * Decides the changes by new events: each subscriber is notified of milestones and changed dates by `diffJourney`, and
 * of the opt-in changes that its filter names. Alerts continue the shipment's sequence numbers. `firstResponse`: the
 * events come from the first response of a polled source, which is the journey so far and emits nothing. Pure.
 *
 * @param findPlace the names, time zones and positions of places
 */
export const decideOnEvents =
  (now: DateTime.Utc, firstResponse = false, findPlace = findNoPlace) =>
  (stored: ShipmentSnapshot): ShipmentChange => {
    const snapshot = { ...stored, events: eventsCountedAt(stored.events, instantOf(now)) }
    const context = transhipmentContextOf(snapshot)
    const journeys = weighEvidence(journeysOf(snapshot, instantOf(now)), context, instantOf(now))
    const drafts = new AlertDrafts(snapshot, journeys, findPlace)
    const registrations: Array<Registration> = []
    const changeFor = sharedChanges(snapshot, (subscriber): SubscriberChange => {
      const { notified } = subscriber.registration
      const terms = termsOf(subscriber, context, firstResponse, now)
      const diff = diffJourneys(journeys, notified, terms)
      const route = updateRoutes(journeys, diff.notified, terms)
      const completion = updateCompletion(journeys, snapshot.events, route.notified, terms)
      const handling = updateHandling(journeys, snapshot.events, completion.notified, {
        now: instantOf(now),
        registeredAt: terms.registeredAt,
        firstResponse,
        receives: (type) => subscribesTo(subscriber, type)
      })
      const added = updateAdded(snapshot, journeys, handling.notified, firstResponse)
      const retracted = firstResponse ? [] : diff.retractions
      return {
        milestoneAlerts: diff.alerts,
        optInAlerts: [...retracted, ...route.alerts, ...completion.alerts, ...handling.alerts, ...added.alerts],
        notified: added.notified
      }
    })
    for (const subscriber of snapshot.subscribers) {
      const { registration } = subscriber
      const { milestoneAlerts, optInAlerts, notified } = changeFor(subscriber)
      if (notified !== registration.notified) registrations.push({ ...registration, notified })
      for (const alert of milestoneAlerts) drafts.addMilestoneAlert(alert, subscriber)
      for (const alert of optInAlerts) drafts.addOptInAlert(alert, subscriber)
    }
    const updated = updateFromJourneys(snapshot, journeys, now)
    const outbox = drafts.toMessageDrafts(snapshot.shipment, now)
    const shipment = scheduleReview(advanceSequence(updated, outbox.length, now), stored, journeys, registrations, now)
    return { shipment, registrations, outbox, ...outcomesOf(snapshot, updated, journeys) }
  }

/** The notified state of an endpoint after `shipment.added.to.endpoint`. */
const notifiedOnRegistration = (
  snapshot: ShipmentSnapshot,
  journeys: ReadonlyArray<Journey>,
  registration: Registration
): NotifiedState => {
  const registeredAt = instantOf(registration.registeredAt)
  const terms = { thresholdHours: 0, registeredAt, firstResponse: true }
  const routed = updateRoutes(journeys, initialNotifiedState(journeys, registeredAt), terms).notified
  return updateAdded(snapshot, journeys, updateCompletion(journeys, [], routed, terms).notified, true).notified
}

/**
 * Decides the changes by a new registration: its endpoint receives `shipment.added.to.endpoint` with the journeys so
 * far, and past milestones emit nothing after that. The demo container starts with its first round instead. Pure.
 */
export const decideOnRegistration =
  (now: DateTime.Utc, findPlace = findNoPlace) =>
  (snapshot: ShipmentSnapshot): ShipmentChange => {
    const { shipment, subscribers } = snapshot
    if (isDemoContainer(shipment.number) || subscribers.length === 0) {
      return { shipment, registrations: [], outbox: [] }
    }
    const journeys = journeysOf(snapshot, instantOf(now))
    const registrations = subscribers.map(({ registration }) => ({
      ...registration,
      notified: notifiedOnRegistration(snapshot, journeys, registration)
    }))
    const updated = advanceSequence(updateFromJourneys(snapshot, journeys, now), 1, now)
    return {
      shipment: scheduleReview(updated, snapshot, journeys, registrations, now),
      registrations,
      outbox: [
        {
          shipmentId: Option.some(shipment.id),
          type: ADDED_TO_ENDPOINT,
          body: renderBody(ADDED_TO_ENDPOINT, now, addedData(updated, journeys, updated.sequence, findPlace)),
          example: false,
          sequence: updated.sequence,
          recipients: subscribers.map((subscriber) => recipientOf(snapshot, subscriber, ADDED_TO_ENDPOINT))
        }
      ]
    }
  }
