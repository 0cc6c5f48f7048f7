import type { client } from "../client/Client.ts"
import { shipments } from "./Shipments.ts"

type EventType = Awaited<ReturnType<typeof client.eventTypes.list>>["data"][number]["type"]

const { milestones } = shipments

/** The events that are no milestone, in a few words. */
const OTHERS: Readonly<Record<Exclude<EventType, keyof typeof milestones | `date.changed.${string}`>, string>> = {
  "shipment.added.to.endpoint": "Shipment registered",
  "shipment.route.changed": "Route changed",
  "shipment.vessel.changed": "Vessel changed",
  "shipment.rolled": "Rolled to a later sailing",
  "shipment.milestone.retracted": "Milestone retracted by the carrier",
  "shipment.completed": "Shipment completed",
  "shipment.stale": "No new event for 14 days",
  "shipment.arrival.overdue": "Arrival overdue",
  "eta.predicted.changed": "Predicted arrival changed",
  "shipment.container.added": "Container added",
  "container.empty.picked.up": "Empty container picked up",
  "container.empty.returned": "Empty container returned",
  "container.available.for.pickup": "Available for pick-up",
  "container.last.free.day.changed": "Last free day changed",
  "container.holds.changed": "Hold began or was released",
  "shipment.in.error": "No data for 24 hours",
  "port.congestion.threshold": "Congestion threshold crossed",
  "endpoint.failing": "Endpoint failing",
  "endpoint.disabled": "Endpoint disabled",
  "delivery.exhausted": "Delivery failed",
  "credits.low": "Few credits left",
  "credits.exhausted": "No credits left"
}

const DATE_CHANGED = "date.changed."

const isMilestone = (type: string): type is keyof typeof milestones => Object.hasOwn(milestones, type)
const isOther = (type: string): type is keyof typeof OTHERS => Object.hasOwn(OTHERS, type)

/** An event type in a few words; undefined for one that this version of the pages does not know. */
export const eventName = (type: string): string | undefined => {
  if (isMilestone(type)) return milestones[type]
  const milestone = type.startsWith(DATE_CHANGED) ? type.slice(DATE_CHANGED.length) : ""
  if (isMilestone(milestone)) return `${milestones[milestone]}: date changed`
  return isOther(type) ? OTHERS[type] : undefined
}
