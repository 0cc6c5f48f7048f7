import { type Instant, isoOf } from "@landfall/core/time/Instant"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { UNREADABLE } from "@landfall/core/tracking/carriers/CarrierEventDecoder"
import { containerOf } from "@landfall/core/tracking/carriers/EventIdentity"
import type { Journey } from "@landfall/core/tracking/journey/Journey"
import { locationView, sourceEventView } from "@landfall/core/tracking/journey/JourneyView"
import { sourceEventOf } from "@landfall/core/tracking/journey/Milestone"
import { notConfiguredMessage, type PollStatus } from "@landfall/core/tracking/polling/PollQueue"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import { Option } from "effect"

const isoOrNull = (status: Option.Option<PollStatus>, of: (status: PollStatus) => Option.Option<Instant>) =>
  Option.match(Option.flatMap(status, of), { onNone: () => null, onSome: isoOf })

/**
 * The wire form of the poll status of a shipment. A shipment can still be queued for a carrier that is no longer configured,
 * until the next start of a poller. It is not polled then, and the last error gives the reason.
 */
export const toPollStatusView = (status: Option.Option<PollStatus>, noSource: boolean) => {
  const lastPolledAt = isoOrNull(status, ({ lastPolledAt }) => lastPolledAt)
  const polled = Option.flatMap(status, ({ carrier }) => carrier)
  const lastError = Option.flatMap(status, ({ lastError }) => lastError)
  if (noSource) {
    const error = Option.match(polled, { onNone: () => Option.getOrNull(lastError), onSome: notConfiguredMessage })
    return { carrier: null, lastPolledAt, nextPollAt: null, lastError: error, warning: "no_source" as const }
  }
  return {
    carrier: Option.getOrNull(polled),
    lastPolledAt,
    nextPollAt: isoOrNull(status, ({ nextPollAt }) => nextPollAt),
    lastError: Option.getOrNull(lastError)
  }
}

/** The wire form of a shipment without its journeys. */
export const toShipmentView = (shipment: Shipment) => ({
  id: shipment.id,
  number: shipment.number,
  type: Option.getOrNull(shipment.type),
  sealine: Option.getOrNull(shipment.sealine),
  reference: Option.getOrNull(shipment.reference),
  metadata: Option.getOrNull(shipment.metadata),
  status: shipment.status,
  statusReason: Option.getOrNull(shipment.stopReason),
  completedAt: Option.getOrNull(shipment.completedAt),
  createdAt: shipment.createdAt,
  updatedAt: shipment.updatedAt
})

/** The wire form of an event that is reported as actual and dated in the future. */
export const toHeldEventView = (event: CarrierEvent) => ({
  code: event.code,
  container: Option.getOrNull(containerOf(event)),
  location: event._tag === "ShipmentEvent" || Option.isNone(event.place) ? null : locationView(event.place.value),
  date: isoOf(event.eventDateTime),
  sourceEvent: sourceEventView(sourceEventOf(event))
})

/** The maximum number of unreadable events of a shipment that a response lists. */
const MAX_UNREADABLE = 20

const isUnreadable = (event: CarrierEvent): boolean => event._tag === "UnknownEvent" && event.kind === UNREADABLE

const subjectOf = (event: CarrierEvent): string => `${event.code} ${Option.getOrElse(containerOf(event), () => "")}`

/** The wire form of the events that a carrier pushed and that cannot be read, newest first, without those that it reported again since. */
export const toUnreadableEventViews = (events: ReadonlyArray<CarrierEvent>) => {
  const unreadable = events.filter(isUnreadable)
  if (unreadable.length === 0) return []
  const readAt = new Map<string, number>()
  for (const event of events) {
    const subject = subjectOf(event)
    if (!isUnreadable(event)) readAt.set(subject, Math.max(event.receivedAt, readAt.get(subject) ?? 0))
  }
  return unreadable
    .filter((event) => event.receivedAt > (readAt.get(subjectOf(event)) ?? 0))
    .toSorted((a, b) => b.receivedAt - a.receivedAt)
    .slice(0, MAX_UNREADABLE)
    .map((event) => {
      const { date: _, code, ...view } = toHeldEventView(event)
      const reason = Option.getOrElse(event.remark, () => "")
      return { code: code === "" ? null : code, ...view, reason, sourceEvent: { ...view.sourceEvent, remark: null } }
    })
}

/** The dates of all milestones, in order of receipt. */
export const toTimeline = (journeys: ReadonlyArray<Journey>) =>
  journeys
    .flatMap((journey) =>
      journey.milestones.flatMap((milestone) =>
        milestone.history.map((entry) => ({
          receivedAt: isoOf(entry.source.receivedAt),
          container: Option.getOrNull(journey.container),
          milestone: milestone.type,
          location: milestone.place.unlocode,
          date: isoOf(entry.date),
          classifier: entry.classifier,
          sourceEvent: entry.source.id,
          current: entry.date === milestone.date && entry.classifier === milestone.classifier
        }))
      )
    )
    .sort((a, b) => (a.receivedAt < b.receivedAt ? -1 : a.receivedAt > b.receivedAt ? 1 : 0))
