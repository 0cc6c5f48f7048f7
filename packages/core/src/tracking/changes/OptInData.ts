import { Option, Schema } from "effect"
import { MilestoneType } from "../../alerts/EventType.ts"
import { isoOf } from "../../time/Instant.ts"
import { IsoDateTime } from "../../time/IsoDateTime.ts"
import { Classifier } from "../carriers/CarrierEvent.ts"
import { SourceEventView, sourceEventView, VesselView } from "../journey/JourneyView.ts"
import type { SourceEvent } from "../journey/Milestone.ts"
import type { NotifiedSailing } from "../shipments/NotifiedState.ts"
import type { Shipment } from "../shipments/Shipment.ts"
import { ShipmentData, shipmentData } from "./AlertData.ts"
import { type ShipmentCompleted, STOP_AFTER_DAYS } from "./Completion.ts"
import {
  ErrorReason,
  IN_ERROR_AFTER_HOURS,
  type ShipmentInError,
  type ShipmentStale,
  STALE_AFTER_DAYS
} from "./DataGap.ts"
import type { MilestoneRetracted } from "./JourneyDiff.ts"
import { portKey, type RouteAlert, type RouteChanged, type RoutePort } from "./RouteDiff.ts"

/** Everything told of a shipment to endpoints that name its type alone. */
export type OptInAlert = RouteAlert | MilestoneRetracted | ShipmentCompleted | ShipmentStale | ShipmentInError

const alertFields = {
  shipment: ShipmentData,
  sequence: Schema.Int.annotate({ description: "Numbers the alerts of one shipment" }),
  example: Schema.optionalKey(Schema.Literal(true))
}
const container = Schema.NullOr(Schema.String)
const sourceEvent = Schema.NullOr(SourceEventView).annotate({
  description: "The newest event behind it; null when what was said is taken back and nothing else is held"
})

/** A port of the route by UN/LOCODE; `visit` is 1 for the first stay there, 2 for the second. */
const portFields = { unlocode: Schema.String.annotate({ description: "UN/LOCODE" }), visit: Schema.Int }
export const PortVisitView = Schema.Struct(portFields)

const RoutePortView = Schema.Struct({
  role: Schema.Literals(["first-pol", "transhipment", "final-pod"]),
  ...portFields,
  vessel: Schema.NullOr(VesselView).annotate({ description: "The ship on which the box leaves this port" })
})

export const RouteChangedData = Schema.Struct({
  ...alertFields,
  container,
  previous: Schema.Array(PortVisitView),
  current: Schema.Array(RoutePortView),
  added: Schema.Array(PortVisitView),
  dropped: Schema.Array(PortVisitView),
  rule: Schema.Literal("ports-differ-from-those-told"),
  sourceEvent
})

const SailingView = Schema.Struct({
  vessel: VesselView,
  departure: Schema.NullOr(IsoDateTime)
})

const sailingFields = { location: PortVisitView, previous: SailingView, current: SailingView }

export const VesselChangedData = Schema.Struct({
  ...alertFields,
  container,
  ...sailingFields,
  rule: Schema.Literal("ship-differs-from-the-one-told"),
  sourceEvent
})

export const ShipmentRolledData = Schema.Struct({
  ...alertFields,
  container,
  ...sailingFields,
  hours: Schema.Finite.annotate({ description: "By how much later the box leaves" }),
  rule: Schema.Literal("leaves-later-on-another-sailing"),
  sourceEvent
})

export const MilestoneRetractedData = Schema.Struct({
  ...alertFields,
  container,
  milestone: MilestoneType,
  location: PortVisitView,
  date: IsoDateTime.annotate({ description: "The date told as actual" }),
  current: Schema.NullOr(Schema.Struct({ date: IsoDateTime, classifier: Classifier })).annotate({
    description: "The milestone as it is now; null when the journey has it no more"
  }),
  rule: Schema.Literal("told-as-actual-and-no-longer-held"),
  sourceEvent,
  toldFrom: Schema.NullOr(Schema.Struct({ id: Schema.String, receivedAt: IsoDateTime, rule: Schema.String })).annotate({
    description: "The event and the rule that the milestone was told from"
  })
})

export const ShipmentCompletedData = Schema.Struct({
  ...alertFields,
  endedAt: IsoDateTime,
  containers: Schema.Array(
    Schema.Struct({ container, endedAt: IsoDateTime, reason: Schema.Literals(["returned-empty", "next-trip"]) })
  ),
  trackedOnDays: Schema.Int.annotate({ description: "It is tracked for so many days more, for corrections" }),
  rule: Schema.Literal("every-trip-has-ended"),
  sourceEvent
})

export const ShipmentStaleData = Schema.Struct({
  ...alertFields,
  lastNewsAt: IsoDateTime,
  days: Schema.Int.annotate({ description: "Whole days since the last news" }),
  next: Schema.NullOr(
    Schema.Struct({ milestone: MilestoneType, location: PortVisitView, date: IsoDateTime, classifier: Classifier })
  ).annotate({ description: "What is to happen next" }),
  rule: Schema.Literal(`no-news-for-${STALE_AFTER_DAYS}-days`),
  sourceEvent
})

export const ShipmentInErrorData = Schema.Struct({
  ...alertFields,
  reason: ErrorReason,
  since: IsoDateTime.annotate({ description: "Since when no data has come, or when the shipment was registered" }),
  rule: Schema.Literal(`no-data-for-${IN_ERROR_AFTER_HOURS}-hours`),
  sourceEvent
})

const sourceOrNull = (source: Option.Option<SourceEvent>): SourceEventView | null =>
  Option.isSome(source) ? sourceEventView(source.value) : null

/** Reads `CNSHA/1`. */
const parsePortKey = (key: string): typeof PortVisitView.Type => {
  const [unlocode = "", visit] = key.split("/")
  return { unlocode, visit: Number(visit) }
}

const vesselOf = ({ imo, name, voyage }: NotifiedSailing): VesselView => ({ imo, name, voyage })

const routePortView = ({ port, sailing }: RoutePort): typeof RoutePortView.Type => ({
  role: port.role,
  unlocode: port.place.unlocode,
  visit: port.visit,
  vessel: Option.isSome(sailing) ? vesselOf(sailing.value) : null
})

const routeData = ({ previous, current }: RouteChanged) => {
  const now = current.map(({ port }) => portKey(port))
  return {
    previous: previous.map(parsePortKey),
    current: current.map(routePortView),
    added: now.filter((key) => !previous.includes(key)).map(parsePortKey),
    dropped: previous.filter((key) => !now.includes(key)).map(parsePortKey),
    rule: "ports-differ-from-those-told" as const
  }
}

const sailingView = (sailing: NotifiedSailing): typeof SailingView.Type => ({
  vessel: vesselOf(sailing),
  departure: sailing.departure === null ? null : isoOf(sailing.departure)
})

const routeAlertData = (alert: RouteAlert) => {
  const named = { container: Option.getOrNull(alert.container), sourceEvent: sourceOrNull(alert.source) }
  if (alert._tag === "RouteChanged") return { ...named, ...routeData(alert) }
  const sailings = {
    location: parsePortKey(portKey(alert.port)),
    previous: sailingView(alert.previous),
    current: sailingView(alert.current)
  }
  return alert._tag === "Rolled"
    ? { ...named, ...sailings, hours: alert.hours, rule: "leaves-later-on-another-sailing" as const }
    : { ...named, ...sailings, rule: "ship-differs-from-the-one-told" as const }
}

const retractedData = ({ container, key, actual, notifiedFrom, current }: MilestoneRetracted) => {
  const [, milestone = "", unlocode = "", visit] = key.split("/")
  return {
    container: Option.getOrNull(container),
    milestone,
    location: { unlocode, visit: Number(visit) },
    date: isoOf(actual),
    current: Option.isSome(current) ? { date: isoOf(current.value.date), classifier: current.value.classifier } : null,
    rule: "told-as-actual-and-no-longer-held" as const,
    sourceEvent: Option.isSome(current) ? sourceEventView(current.value.source) : null,
    toldFrom: Option.isSome(notifiedFrom)
      ? { ...notifiedFrom.value, receivedAt: isoOf(notifiedFrom.value.receivedAt) }
      : null
  }
}

const completedData = ({ at, journeys, source }: ShipmentCompleted) => ({
  endedAt: isoOf(at),
  containers: journeys.flatMap(({ container, end }) =>
    Option.isSome(end)
      ? [{ container: Option.getOrNull(container), endedAt: isoOf(end.value.at), reason: end.value.reason }]
      : []
  ),
  trackedOnDays: STOP_AFTER_DAYS,
  rule: "every-trip-has-ended" as const,
  sourceEvent: sourceOrNull(source)
})

const staleData = ({ lastReceivedAt, days, next, source }: ShipmentStale) => ({
  lastNewsAt: isoOf(lastReceivedAt),
  days,
  next: Option.isSome(next)
    ? {
        milestone: next.value.type,
        location: { unlocode: next.value.place.unlocode, visit: next.value.visit },
        date: isoOf(next.value.date),
        classifier: next.value.classifier
      }
    : null,
  rule: `no-news-for-${STALE_AFTER_DAYS}-days` as const,
  sourceEvent: sourceOrNull(source)
})

const inErrorData = ({ reason, since, source }: ShipmentInError) => ({
  reason,
  since: isoOf(since),
  rule: `no-data-for-${IN_ERROR_AFTER_HOURS}-hours` as const,
  sourceEvent: sourceOrNull(source)
})

const dataOf = (alert: OptInAlert) => {
  switch (alert._tag) {
    case "MilestoneRetracted":
      return retractedData(alert)
    case "Completed":
      return completedData(alert)
    case "Stale":
      return staleData(alert)
    case "InError":
      return inErrorData(alert)
    default:
      return routeAlertData(alert)
  }
}

/** The `data` of an opt-in alert. */
export const optInData = (shipment: Shipment, alert: OptInAlert, sequence: number) => ({
  shipment: shipmentData(shipment),
  ...dataOf(alert),
  sequence
})
