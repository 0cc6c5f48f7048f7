import { type DateTime, Option } from "effect"
import { includesAlerts } from "../accounts/Plan.ts"
import type { SkipReason } from "../alerts/Delivery.ts"
import { admits } from "../alerts/Endpoint.ts"
import { ADDED_TO_ENDPOINT } from "../alerts/EventType.ts"
import { type MessageDraft, type Recipient, renderBody } from "../alerts/Message.ts"
import { addedData, alertData } from "./AlertData.ts"
import { type CarrierEvent, documentsOf } from "./CarrierEvent.ts"
import { isDemoContainer } from "./ContainerNumber.ts"
import { type Alert, diffJourneys, notifiedOf } from "./DateChange.ts"
import { followedJourneys } from "./FollowedJourneys.ts"
import { instantOf } from "./Instant.ts"
import type { Journey } from "./Journey.ts"
import type { ReferenceType } from "./ReferenceType.ts"
import { Registration, Shipment } from "./Shipment.ts"
import type { ShipmentChange, ShipmentSnapshot, Subscriber } from "./ShipmentStore.ts"

/** Why a subscriber is not sent alerts of this type; none when it is. What it never asked for comes first. */
const skipOf = (snapshot: ShipmentSnapshot, { endpoint }: Subscriber, type: string): Option.Option<SkipReason> => {
  if (!admits(endpoint.filterTypes, type)) return Option.some("filter")
  if (!includesAlerts(snapshot.plan)) return Option.some("plan")
  return endpoint.disabled ? Option.some("endpoint_disabled") : Option.none()
}

/** The recipient that a subscriber is for alerts of this type. */
export const recipientOf = (snapshot: ShipmentSnapshot, subscriber: Subscriber, type: string): Recipient => ({
  endpointId: subscriber.endpoint.id,
  skip: skipOf(snapshot, subscriber, type)
})

/** A booking or bill of lading that was not told apart is what the carrier's events call it. */
const typeOf = (shipment: Shipment, events: ReadonlyArray<CarrierEvent>): Option.Option<ReferenceType> => {
  if (Option.isSome(shipment.type)) return shipment.type
  if (events.some((event) => documentsOf(event, "BKG").includes(shipment.number))) return Option.some("BK")
  const named = events.some((event) => event.documents.some(({ value }) => value === shipment.number))
  return named ? Option.some("BL") : Option.none()
}

/** The journeys of the shipment, as its events tell them. */
export const journeysOf = ({ shipment, events }: ShipmentSnapshot): ReadonlyArray<Journey> =>
  followedJourneys({ number: shipment.number, type: shipment.type, since: instantOf(shipment.createdAt) }, events)

const isCompleted = (journeys: ReadonlyArray<Journey>): boolean =>
  journeys.length > 0 && journeys.every((journey) => Option.isSome(journey.end))

/** The same alert to several endpoints is one message; the date last told may differ between them. */
const sameAlert = (alert: Alert): string =>
  alert._tag === "DateChanged"
    ? `${alert.type} ${alert.milestone.key} ${alert.previous} ${alert.initial} ${alert.thresholdHours}`
    : `${alert.type} ${alert.milestone.key}`

interface Told {
  readonly alert: Alert
  readonly recipients: Array<Recipient>
}

/**
 * What follows from events that have just come in: each subscriber hears of what has happened and of dates that moved
 * since it was last told, by `diffJourney`. Numbers the alerts on from the shipment's last. What a polled source answers
 * the first time, `firstSnapshot`, is the past: what it tells as actual fires nothing.
 */
export const decideReceived =
  (now: DateTime.Utc, firstSnapshot = false) =>
  (snapshot: ShipmentSnapshot): ShipmentChange => {
    const journeys = journeysOf(snapshot)
    const told = new Map<string, Told>()
    const registrations: Array<Registration> = []
    for (const subscriber of snapshot.subscribers) {
      const { registration } = subscriber
      const diff = diffJourneys(journeys, registration.notified, {
        thresholdHours: registration.thresholdHours,
        registeredAt: instantOf(registration.registeredAt),
        firstSnapshot
      })
      if (diff.notified !== registration.notified) {
        registrations.push(new Registration({ ...registration, notified: diff.notified }))
      }
      for (const alert of diff.alerts) {
        const known = told.get(sameAlert(alert)) ?? { alert, recipients: [] }
        known.recipients.push(recipientOf(snapshot, subscriber, alert.type))
        told.set(sameAlert(alert), known)
      }
    }
    let { sequence } = snapshot.shipment
    const outbox: Array<MessageDraft> = []
    for (const { alert, recipients } of told.values()) {
      sequence++
      outbox.push({
        shipmentId: Option.some(snapshot.shipment.id),
        type: alert.type,
        body: renderBody(alert.type, now, alertData(snapshot.shipment, alert, sequence)),
        example: false,
        recipients
      })
    }
    const shipment = new Shipment({
      ...snapshot.shipment,
      type: typeOf(snapshot.shipment, snapshot.events),
      status: isCompleted(journeys) ? "completed" : "tracking",
      sequence,
      updatedAt: now
    })
    return { shipment, registrations, outbox }
  }

/**
 * What follows from a new registration: its endpoint is told the journey so far, and of what is past nothing fires
 * again. The demonstration begins with its first round instead.
 */
export const decideAdded =
  (now: DateTime.Utc) =>
  (snapshot: ShipmentSnapshot): ShipmentChange => {
    const { shipment, subscribers } = snapshot
    if (isDemoContainer(shipment.number) || subscribers.length === 0) {
      return { shipment, registrations: [], outbox: [] }
    }
    const journeys = journeysOf(snapshot)
    const sequence = shipment.sequence + 1
    return {
      shipment: new Shipment({ ...shipment, sequence, updatedAt: now }),
      registrations: subscribers.map(
        ({ registration }) =>
          new Registration({ ...registration, notified: notifiedOf(journeys, instantOf(registration.registeredAt)) })
      ),
      outbox: [
        {
          shipmentId: Option.some(shipment.id),
          type: ADDED_TO_ENDPOINT,
          body: renderBody(ADDED_TO_ENDPOINT, now, addedData(shipment, journeys, sequence)),
          example: false,
          recipients: subscribers.map((subscriber) => recipientOf(snapshot, subscriber, ADDED_TO_ENDPOINT))
        }
      ]
    }
  }
