import { Option, Schema } from "effect"
import type { FindPlace } from "../../geo/PlaceDirectory.ts"
import { DAY_MILLIS } from "../../time/Durations.ts"
import { Instant, isoOf } from "../../time/Instant.ts"
import { IsoDateTime } from "../../time/IsoDateTime.ts"
import type { CarrierEvent, TransportCall } from "../carriers/CarrierEvent.ts"
import { exampleEvents, isExampleEventAt, journeyOfExample } from "../journey/ExampleJourney.ts"
import { VesselView } from "../journey/JourneyView.ts"
import type { NotifiedSailing } from "../shipments/NotifiedState.ts"
import {
  AlertPort,
  alertPort,
  containerField,
  journeyFields,
  type OptInEvent,
  PortVisitView,
  sourceEventField,
  sourceEventOrNull
} from "./AlertFields.ts"
import {
  diffRoute,
  portKey,
  type RouteAlert,
  type RouteChanged,
  type RoutePort,
  type ShipmentRolled,
  type VesselChanged
} from "./RouteDiff.ts"

const RoutePortView = Schema.Struct({
  role: Schema.Literals(["first-pol", "transhipment", "final-pod"]),
  ...PortVisitView.fields,
  vessel: Schema.NullOr(VesselView).annotate({ description: "The vessel on which the container leaves this port." })
})

const RouteChangedData = Schema.Struct({
  ...journeyFields,
  container: containerField,
  previous: Schema.Array(PortVisitView),
  current: Schema.Array(RoutePortView),
  added: Schema.Array(PortVisitView),
  removed: Schema.Array(PortVisitView),
  rule: Schema.Literal("ports-differ-from-last-notified"),
  sourceEvent: sourceEventField
})

const SailingView = Schema.Struct({ vessel: VesselView, departure: Schema.NullOr(IsoDateTime) })

const sailingFields = { location: AlertPort, previous: SailingView, current: SailingView }

const VesselChangedData = Schema.Struct({
  ...journeyFields,
  container: containerField,
  ...sailingFields,
  rule: Schema.Literal("vessel-differs-from-last-notified"),
  sourceEvent: sourceEventField
})

const ShipmentRolledData = Schema.Struct({
  ...journeyFields,
  container: containerField,
  ...sailingFields,
  hours: Schema.Finite.annotate({ description: "Delay of the departure, in hours." }),
  rule: Schema.Literal("departs-later-on-another-sailing"),
  sourceEvent: sourceEventField
})

/** Parses a port key such as `CNSHA/1`. */
const parsePortKey = (key: string): PortVisitView => {
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

const sailingView = (sailing: NotifiedSailing): typeof SailingView.Type => ({
  vessel: vesselOf(sailing),
  departure: sailing.departure === null ? null : isoOf(sailing.departure)
})

const sharedData = ({ container, source }: RouteAlert) => ({
  container: Option.getOrNull(container),
  sourceEvent: sourceEventOrNull(source)
})

const routeChangedData = (alert: RouteChanged) => {
  const { previous } = alert
  const current = alert.current.map(({ port }) => portKey(port))
  return {
    ...sharedData(alert),
    previous: previous.map(parsePortKey),
    current: alert.current.map(routePortView),
    added: current.filter((key) => !previous.includes(key)).map(parsePortKey),
    removed: previous.filter((key) => !current.includes(key)).map(parsePortKey),
    rule: "ports-differ-from-last-notified"
  }
}

const sailingData = (alert: VesselChanged | ShipmentRolled, findPlace: FindPlace) => ({
  ...sharedData(alert),
  location: alertPort(parsePortKey(portKey(alert.port)), findPlace),
  previous: sailingView(alert.previous),
  current: sailingView(alert.current)
})

/**
 * The plan of the example once the container is ashore at Singapore: an earlier vessel, two days before the actual one.
 */
const withEarlierPlan = (events: ReadonlyArray<CarrierEvent>): ReadonlyArray<CarrierEvent> => {
  const discharge = events.findIndex((event) => isExampleEventAt(event, "SGSIN", "DISC"))
  return events.flatMap((event, index): ReadonlyArray<CarrierEvent> => {
    if (index <= discharge) return [event]
    if (event._tag !== "TransportEvent" && event._tag !== "EquipmentEvent") return []
    if (Option.isNone(event.transportCall) || event.transportCall.value.mode !== "VESSEL") return []
    const eventDateTime = Instant.make(event.eventDateTime - 2 * DAY_MILLIS)
    const transportCall = Option.map(event.transportCall, onEarlierVessel)
    return [{ ...event, classifier: "PLN", eventDateTime, transportCall }]
  })
}

const onEarlierVessel = (call: TransportCall): TransportCall => ({
  ...call,
  id: Option.none(),
  vessel: Option.some({ imo: Option.some("9632064"), name: Option.some("MAJESTIC MAERSK") }),
  exportVoyage: Option.some("402W"),
  importVoyage: Option.some("402W")
})

const alertsBetween = (before: ReadonlyArray<CarrierEvent>, after: ReadonlyArray<CarrierEvent>) =>
  diffRoute(journeyOfExample(after), diffRoute(journeyOfExample(before)).notified).alerts

interface RouteEvents {
  readonly "shipment.route.changed": OptInEvent<RouteChanged, typeof RouteChangedData>
  readonly "shipment.vessel.changed": OptInEvent<VesselChanged, typeof VesselChangedData>
  readonly "shipment.rolled": OptInEvent<ShipmentRolled, typeof ShipmentRolledData>
}

/** The event types that `diffRoute` emits. */
export const ROUTE_EVENTS: RouteEvents = {
  "shipment.route.changed": {
    schema: RouteChangedData,
    data: routeChangedData,
    example: (now) => {
      const events = exampleEvents(now)
      const direct = events.filter((event) => !isExampleEventAt(event, "SGSIN"))
      return alertsBetween(direct, events).find((alert) => alert._tag === "RouteChanged")
    }
  },
  "shipment.vessel.changed": {
    schema: VesselChangedData,
    data: (alert, findPlace) => ({ ...sailingData(alert, findPlace), rule: "vessel-differs-from-last-notified" }),
    example: (now) => {
      const events = exampleEvents(now)
      return alertsBetween(withEarlierPlan(events), events).find((alert) => alert._tag === "VesselChanged")
    }
  },
  "shipment.rolled": {
    schema: ShipmentRolledData,
    data: (alert, findPlace) => ({
      ...sailingData(alert, findPlace),
      hours: alert.hours,
      rule: "departs-later-on-another-sailing"
    }),
    example: (now) => {
      const events = exampleEvents(now)
      return alertsBetween(withEarlierPlan(events), events).find((alert) => alert._tag === "Rolled")
    }
  }
}
