import { Schema } from "effect"

/**
 * The sixteen milestones of a container's journey. POL is the port of loading, POD the port of discharge; pre-POL and
 * post-POD are the inland places before and after the sea legs.
 */
export const MilestoneType = Schema.Literals([
  "container.departure.from.pre.pol",
  "container.arrival.at.pre.pol",
  "container.loaded.at.pre.pol",
  "container.arrival.at.first.pol",
  "container.loaded.at.first.pol",
  "vessel.departure.from.first.pol",
  "vessel.arrival.at.transhipment_port",
  "container.discharge.at.transhipment_port",
  "container.loaded.at.transhipment_port",
  "vessel.departure.from.transhipment_port",
  "vessel.arrival.at.final.pod",
  "container.discharge.at.final.pod",
  "container.departure.from.final.pod",
  "container.arrival.at.post.pod",
  "container.discharge.at.post.pod",
  "container.departure.from.post.pod"
])
export type MilestoneType = typeof MilestoneType.Type

export type DateChangedType = `date.changed.${MilestoneType}`

/** The event type sent when the date of `milestone` has moved by more than the threshold. */
export const dateChangedOf = (milestone: MilestoneType): DateChangedType => `date.changed.${milestone}`

/** The sixteen twins of the milestones, in the same order. */
export const DateChangedType = Schema.Literals(MilestoneType.literals.map(dateChangedOf))

export const ADDED_TO_ENDPOINT = "shipment.added.to.endpoint"

/** The catalogue: everything an endpoint receives when it names no filter. */
export const DefaultEventType = Schema.Literals([
  ...MilestoneType.literals,
  ...DateChangedType.literals,
  ADDED_TO_ENDPOINT
])
export type DefaultEventType = typeof DefaultEventType.Type

export const isDefaultEventType = Schema.is(DefaultEventType)

/** What else can be told of a shipment, to endpoints that name these types in their filter and to no other. */
export const OptInEventType = Schema.Literals([
  "shipment.route.changed",
  "shipment.vessel.changed",
  "shipment.rolled",
  "shipment.milestone.retracted",
  "shipment.completed",
  "shipment.stale",
  "shipment.in.error"
])
export type OptInEventType = typeof OptInEventType.Type

/** Everything that can be told of a shipment. */
export const ShipmentEventType = Schema.Literals([...DefaultEventType.literals, ...OptInEventType.literals])
export type ShipmentEventType = typeof ShipmentEventType.Type

export const isShipmentEventType = Schema.is(ShipmentEventType)

/** Told to endpoints that name it in their filter, of the ports that they watch. */
export const CONGESTION_THRESHOLD_EVENT = "port.congestion.threshold"
