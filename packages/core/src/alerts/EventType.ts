import { Schema, Struct } from "effect"

/*
 * Every event type is declared here once: its wire name, its family and its description. The literal unions, the filter
 * rules, the catalogue and docs/event-types.md derive from these declarations. The data schema and the example of a type
 * are beside the rule that emits it; the compiler reports a type without them.
 */

/**
 * The sixteen milestones of a container journey, in journey order. POL is the port of loading, POD the port of
 * discharge; pre-POL and post-POD are the inland locations before and after the sea legs. Each milestone also declares
 * its `date.changed` type.
 */
const MILESTONES = {
  "container.departure.from.pre.pol": "The container left an inland location before the first port of loading.",
  "container.arrival.at.pre.pol": "The container arrived at an inland location before the first port of loading.",
  "container.loaded.at.pre.pol":
    "The container was loaded on a train, truck or barge before the first port of loading.",
  "container.arrival.at.first.pol": "The laden container arrived at the first port of loading.",
  "container.loaded.at.first.pol": "The container was loaded on the vessel at the first port of loading.",
  "vessel.departure.from.first.pol": "The vessel left the first port of loading with the container on board.",
  "vessel.arrival.at.transhipment_port": "The vessel arrived at a transhipment port with the container on board.",
  "container.discharge.at.transhipment_port": "The container was discharged at a transhipment port.",
  "container.loaded.at.transhipment_port": "The container was loaded on the next vessel at a transhipment port.",
  "vessel.departure.from.transhipment_port": "The next vessel left a transhipment port with the container on board.",
  "vessel.arrival.at.final.pod": "The vessel arrived at the final port of discharge with the container on board.",
  "container.discharge.at.final.pod": "The container was discharged at the final port of discharge.",
  "container.departure.from.final.pod": "The container left the final port of discharge.",
  "container.arrival.at.post.pod": "The container arrived at an inland location after the final port of discharge.",
  "container.discharge.at.post.pod":
    "The container was unloaded from a train, truck or barge after the final port of discharge.",
  "container.departure.from.post.pod": "The container left an inland location after the final port of discharge."
}

/** The type that is sent when a shipment is registered on an endpoint. */
export const ADDED_TO_ENDPOINT = "shipment.added.to.endpoint"

/** The other shipment types of the catalogue. */
const SHIPMENT_CATALOGUE = {
  [ADDED_TO_ENDPOINT]: "A shipment was registered on the endpoint. The alert contains its journeys so far."
}

/** The opt-in types about shipments. */
const SHIPMENT_OPT_IN = {
  "shipment.route.changed":
    "A port was added to the container's route, removed or replaced, or the port order changed.",
  "shipment.vessel.changed": "The vessel on which the container leaves a port changed.",
  "shipment.rolled":
    "The container was left behind at a port by its planned vessel and departs later, on another vessel or voyage.",
  "shipment.milestone.retracted":
    "A milestone that was notified as actual was retracted by the carrier, and no other alert supersedes it.",
  "shipment.completed": "Every container of the shipment completed its trip. Tracking stops 7 days later.",
  "shipment.stale": "No new event was received for 14 days while the shipment is in progress.",
  "shipment.arrival.overdue":
    "The date of the vessel's arrival passed 12 hours ago, and no arrival was reported. Each date is notified once.",
  "eta.predicted.changed":
    "The predicted arrival of the vessel at the next port moved by more than the endpoint's threshold since it was last notified or first known. It is computed from positions, port calls and sea routes, and is not a date of the carrier.",
  "shipment.container.added": "A container of the booking or bill of lading became known.",
  "container.empty.picked.up": "The empty container was picked up for its trip.",
  "container.empty.returned": "The empty container was returned.",
  "container.available.for.pickup": "The container can be collected, or the date of its availability changed.",
  "container.last.free.day.changed": "The last day on which the container can be collected free of charge changed.",
  "container.holds.changed": "A hold on the container began or was released, by customs or in its terms.",
  "shipment.in.error": "No data was available for the shipment for 24 hours. The alert states the reason."
}

/** The type that is sent when a port watch crosses its threshold. */
export const CONGESTION_THRESHOLD_EVENT = "port.congestion.threshold"

/** The opt-in types about ports. */
const PORT_OPT_IN = {
  [CONGESTION_THRESHOLD_EVENT]:
    "A congestion figure of a watched port reached its threshold, or fell below it by more than the hysteresis."
}

/** The types about the service's own deliveries. */
const OPERATIONAL = {
  "endpoint.failing":
    "Every delivery to another endpoint of the account has failed for half of the time after which it is disabled.",
  "endpoint.disabled": "Another endpoint of the account was disabled. The event states the reason.",
  "delivery.exhausted": "The last attempt of a delivery to another endpoint of the account failed."
}

/** The type that is sent when few credits are left. */
export const CREDITS_LOW_EVENT = "credits.low"
/** The type that is sent when no credits are left. */
export const CREDITS_EXHAUSTED_EVENT = "credits.exhausted"

/** The types about the account's credits. */
const CREDITS = {
  [CREDITS_LOW_EVENT]:
    "At most 20 %, or at most 5 %, of the credits of the current period are left. Each level is notified once per period, and again after a top-up has raised the credits above it.",
  [CREDITS_EXHAUSTED_EVENT]:
    "No credits are left in the current period, or they do not cover an operation that was rejected with 402 or an enrolment that ended. It is notified once per period, and again after a top-up."
}

/** The sixteen milestones, in the order of a journey. */
export const MilestoneType = Schema.Literals(Struct.keys(MILESTONES))
export type MilestoneType = typeof MilestoneType.Type

/** Whether a value is the type of a milestone. */
export const isMilestoneType = Schema.is(MilestoneType)

export type DateChangedType = `date.changed.${MilestoneType}`

/** The event type that is sent when the date of `milestone` moves by more than the threshold. */
export const dateChangedOf = (milestone: MilestoneType): DateChangedType => `date.changed.${milestone}`

/** The sixteen changes of date, in the order of their milestones. */
export const DateChangedType = Schema.Literals(MilestoneType.literals.map(dateChangedOf))

/** Whether a value is the type of a date change. */
export const isDateChangedType = Schema.is(DateChangedType)

/** The catalogue: every type that an endpoint without a filter receives. */
export const DefaultEventType = Schema.Literals([
  ...MilestoneType.literals,
  ...DateChangedType.literals,
  ...Struct.keys(SHIPMENT_CATALOGUE)
])
export type DefaultEventType = typeof DefaultEventType.Type

/** Whether a value is a type of the catalogue, which endpoints without a filter receive. */
export const isDefaultEventType = Schema.is(DefaultEventType)

/** The shipment types that only endpoints receive that name them in their filter. */
export const OptInEventType = Schema.Literals(Struct.keys(SHIPMENT_OPT_IN))
export type OptInEventType = typeof OptInEventType.Type

/** Whether a value is an opt-in type about shipments. */
export const isOptInEventType = Schema.is(OptInEventType)

/** Every type about shipments. */
export const ShipmentEventType = Schema.Literals([...DefaultEventType.literals, ...OptInEventType.literals])
export type ShipmentEventType = typeof ShipmentEventType.Type

/** Whether a value is a type about shipments. */
export const isShipmentEventType = Schema.is(ShipmentEventType)

/** The types about the service's own deliveries, for endpoints that name them in their filter. */
export const OperationalEventType = Schema.Literals(Struct.keys(OPERATIONAL))
export type OperationalEventType = typeof OperationalEventType.Type

/** Whether a value is a type about the service's own deliveries. */
export const isOperationalEventType = Schema.is(OperationalEventType)

/** The types about the account's credits, for endpoints that name them in their filter. */
export const CreditEventType = Schema.Literals(Struct.keys(CREDITS))
export type CreditEventType = typeof CreditEventType.Type

/** Whether a value is a type about credits. */
export const isCreditEventType = Schema.is(CreditEventType)

/** Every event type: what a filter can name and what the catalogue lists, in this order. */
export const SubscribableEventType = Schema.Literals([
  ...ShipmentEventType.literals,
  ...Struct.keys(PORT_OPT_IN),
  ...OperationalEventType.literals,
  ...CreditEventType.literals
])
export type SubscribableEventType = typeof SubscribableEventType.Type

/** The receivers of a type: endpoints without a filter (`catalogue`), or only endpoints that name it (the others). */
export type EventFamily = "catalogue" | "opt-in" | "operational"

/** The family of a type. */
export const eventFamilyOf = (type: SubscribableEventType): EventFamily => {
  if (isDefaultEventType(type)) return "catalogue"
  return isOperationalEventType(type) || isCreditEventType(type) ? "operational" : "opt-in"
}

const DESCRIPTIONS: Readonly<Record<Exclude<SubscribableEventType, DateChangedType>, string>> = {
  ...MILESTONES,
  ...SHIPMENT_CATALOGUE,
  ...SHIPMENT_OPT_IN,
  ...PORT_OPT_IN,
  ...OPERATIONAL,
  ...CREDITS
}

/** The description of a type in one or two sentences, as customers read it. */
export const describeEventType = (type: SubscribableEventType): string =>
  isDateChangedType(type)
    ? `The date of ${type.slice("date.changed.".length)} moved by more than the endpoint's threshold since it was last notified or first known.`
    : DESCRIPTIONS[type]
