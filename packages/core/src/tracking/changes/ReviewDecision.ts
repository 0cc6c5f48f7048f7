import { DateTime, Option } from "effect"
import { instantOf } from "../../time/Instant.ts"
import { isDemoContainer } from "../references/ContainerNumber.ts"
import { Registration, Shipment } from "../shipments/Shipment.ts"
import type { ShipmentChange, ShipmentSnapshot } from "../shipments/ShipmentStore.ts"
import { AlertDrafts, subscribesTo } from "./AlertDrafts.ts"
import { STOP_AFTER_MILLIS } from "./Completion.ts"
import { type DataStatus, dataGapsOf, type ShipmentInError, type ShipmentStale } from "./DataGap.ts"
import { dataStatusOf, reviewDueAt } from "./ReviewSchedule.ts"
import { advanceSequence, decideOnEvents, journeysOf } from "./ShipmentDecisions.ts"

const isDueToStop = ({ status, completedAt }: Shipment, now: DateTime.Utc): boolean =>
  status === "completed" &&
  Option.isSome(completedAt) &&
  DateTime.toEpochMillis(now) >= DateTime.toEpochMillis(completedAt.value) + STOP_AFTER_MILLIS

const stopCompleted = (shipment: Shipment, now: DateTime.Utc): ShipmentChange => ({
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

const markNotified = (
  registration: Registration,
  alert: ShipmentInError | ShipmentStale,
  now: DateTime.Utc
): Registration =>
  new Registration({
    ...registration,
    notified:
      alert._tag === "InError"
        ? { ...registration.notified, inErrorAt: instantOf(now) }
        : { ...registration.notified, silentSince: alert.lastReceivedAt }
  })

/** The silence that each subscriber who asked for it must hear of. */
const notifyDataGaps = (snapshot: ShipmentSnapshot, hearing: DataStatus, outgoing: AlertDrafts, now: DateTime.Utc) =>
  snapshot.subscribers.flatMap((subscriber): ReadonlyArray<Registration> => {
    const silences = dataGapsOf(hearing, subscriber.registration, now).filter(({ type }) =>
      subscribesTo(subscriber, type)
    )
    if (silences.length === 0) return []
    for (const silence of silences) outgoing.addOptInAlert(silence, subscriber)
    return [silences.reduce((told, silence) => markNotified(told, silence, now), subscriber.registration)]
  })

/**
 * What time alone brings about: a shipment that has been complete for a week is tracked no more, and silence is told to
 * those who asked. What its journeys say is told as at any other time. Sets when to look again. Pure.
 */
export const decideOnReview =
  (now: DateTime.Utc) =>
  (snapshot: ShipmentSnapshot): ShipmentChange => {
    if (isDemoContainer(snapshot.shipment.number) || snapshot.shipment.status === "stopped") {
      return {
        shipment: new Shipment({ ...snapshot.shipment, reviewAt: Option.none() }),
        registrations: [],
        outbox: []
      }
    }
    if (isDueToStop(snapshot.shipment, now)) return stopCompleted(snapshot.shipment, now)
    const heard = decideOnEvents(now)(snapshot)
    const subscribers = snapshot.subscribers.map(({ endpoint, registration }) => ({
      endpoint,
      registration: heard.registrations.find(({ endpointId }) => endpointId === endpoint.id) ?? registration
    }))
    const current = { ...snapshot, shipment: heard.shipment, subscribers }
    const hearing = dataStatusOf(current, journeysOf(current))
    const outgoing = new AlertDrafts(current)
    const told = heard.shipment.status === "tracking" ? notifyDataGaps(current, hearing, outgoing, now) : []
    const toldTo = new Set(told.map(({ endpointId }) => endpointId))
    const registrations = [...heard.registrations.filter(({ endpointId }) => !toldTo.has(endpointId)), ...told]
    const outbox = outgoing.toMessageDrafts(heard.shipment, now)
    const after = subscribers.map(
      ({ registration }) => told.find(({ endpointId }) => endpointId === registration.endpointId) ?? registration
    )
    const shipment = new Shipment({
      ...advanceSequence(heard.shipment, outbox.length, now),
      reviewAt: reviewDueAt(heard.shipment, hearing, after, now)
    })
    return { shipment, registrations, outbox: [...heard.outbox, ...outbox] }
  }
