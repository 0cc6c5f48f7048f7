import { DateTime, Option } from "effect"
import { instantOf } from "../../time/Instant.ts"
import { isDemoContainer } from "../references/ContainerNumber.ts"
import { Registration, Shipment } from "../shipments/Shipment.ts"
import type { ShipmentChange, ShipmentSnapshot } from "../shipments/ShipmentStore.ts"
import { REMOVED_AFTER_MILLIS } from "./Completion.ts"
import { decideReceived, journeysOf, numbered } from "./Decisions.ts"
import { asksFor, Outgoing } from "./Outgoing.ts"
import { hearingOf, reviewDueAt } from "./Review.ts"
import { type Hearing, type InError, type Stale, silencesOf } from "./Silence.ts"

const isToBeRemoved = ({ status, completedAt }: Shipment, now: DateTime.Utc): boolean =>
  status === "completed" &&
  Option.isSome(completedAt) &&
  DateTime.toEpochMillis(now) >= DateTime.toEpochMillis(completedAt.value) + REMOVED_AFTER_MILLIS

const removed = (shipment: Shipment, now: DateTime.Utc): ShipmentChange => ({
  shipment: new Shipment({
    ...shipment,
    status: "stopped",
    stopReason: Option.some("completed"),
    reviewAt: Option.none(),
    updatedAt: now
  }),
  registrations: [],
  outbox: []
})

const markTold = (registration: Registration, alert: InError | Stale, now: DateTime.Utc): Registration =>
  new Registration({
    ...registration,
    notified:
      alert._tag === "InError"
        ? { ...registration.notified, inErrorAt: instantOf(now) }
        : { ...registration.notified, silentSince: alert.lastNewsAt }
  })

/** The silence that each subscriber who asked for it must hear of. */
const tellSilence = (snapshot: ShipmentSnapshot, hearing: Hearing, outgoing: Outgoing, now: DateTime.Utc) =>
  snapshot.subscribers.flatMap((subscriber): ReadonlyArray<Registration> => {
    const silences = silencesOf(hearing, subscriber.registration, now).filter(({ type }) => asksFor(subscriber, type))
    if (silences.length === 0) return []
    for (const silence of silences) outgoing.tellIfAsked(silence, subscriber)
    return [silences.reduce((told, silence) => markTold(told, silence, now), subscriber.registration)]
  })

/**
 * What time alone brings about: a shipment that has been complete for a week is tracked no more, and silence is told to
 * those who asked. What its journeys say is told as at any other time. Sets when to look again. Pure.
 */
export const decideReview =
  (now: DateTime.Utc) =>
  (snapshot: ShipmentSnapshot): ShipmentChange => {
    if (isDemoContainer(snapshot.shipment.number) || snapshot.shipment.status === "stopped") {
      return {
        shipment: new Shipment({ ...snapshot.shipment, reviewAt: Option.none() }),
        registrations: [],
        outbox: []
      }
    }
    if (isToBeRemoved(snapshot.shipment, now)) return removed(snapshot.shipment, now)
    const heard = decideReceived(now)(snapshot)
    const subscribers = snapshot.subscribers.map(({ endpoint, registration }) => ({
      endpoint,
      registration: heard.registrations.find(({ endpointId }) => endpointId === endpoint.id) ?? registration
    }))
    const current = { ...snapshot, shipment: heard.shipment, subscribers }
    const hearing = hearingOf(current, journeysOf(current))
    const outgoing = new Outgoing(current)
    const told = heard.shipment.status === "tracking" ? tellSilence(current, hearing, outgoing, now) : []
    const toldTo = new Set(told.map(({ endpointId }) => endpointId))
    const registrations = [...heard.registrations.filter(({ endpointId }) => !toldTo.has(endpointId)), ...told]
    const outbox = outgoing.draftsAfter(heard.shipment, now)
    const after = subscribers.map(
      ({ registration }) => told.find(({ endpointId }) => endpointId === registration.endpointId) ?? registration
    )
    const shipment = new Shipment({
      ...numbered(heard.shipment, outbox.length, now),
      reviewAt: reviewDueAt(heard.shipment, hearing, after, now)
    })
    return { shipment, registrations, outbox: [...heard.outbox, ...outbox] }
  }
