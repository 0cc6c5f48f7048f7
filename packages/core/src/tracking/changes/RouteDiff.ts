import { Option } from "effect"
import { HOUR_MILLIS } from "../../time/Durations.ts"
import { hoursBetween, type Instant } from "../../time/Instant.ts"
import { plainVesselName } from "../carriers/EventIdentity.ts"
import type { Journey, JourneyPort } from "../journey/Journey.ts"
import type { SeaLeg } from "../journey/JourneyParts.ts"
import type { Milestone, SourceEvent } from "../journey/Milestone.ts"
import type { NotifiedRoute, NotifiedSailing } from "../shipments/NotifiedState.ts"

/** A container is rolled when it leaves on another vessel more than this many hours after the planned one. */
const ROLLED_HOURS = 24

/**
 * The limit for another voyage of the same vessel. After a shorter delay, only the voyage number was changed.
 */
const ROLLED_SAME_VESSEL_HOURS = 72

/**
 * A departure that moves by at most this many hours retains its recorded date, so that the state is not rewritten each
 * time.
 */
const DRIFT_HOURS = 12

/** A port of the route with the vessel on which the container leaves it, where known. */
export interface RoutePort {
  readonly port: JourneyPort
  readonly sailing: Option.Option<NotifiedSailing>
}

interface RouteAlertFields {
  readonly container: Option.Option<string>
  /** The newest event about the ports concerned; none when the carrier retracted all of them. */
  readonly source: Option.Option<SourceEvent>
}

/** A port was added, dropped or replaced, or the order of the ports changed. */
export interface RouteChanged extends RouteAlertFields {
  readonly _tag: "RouteChanged"
  readonly type: "shipment.route.changed"
  /** Ports and visits, as `CNSHA/1`. */
  readonly previous: ReadonlyArray<string>
  readonly current: ReadonlyArray<RoutePort>
}

interface SailingChange extends RouteAlertFields {
  readonly port: JourneyPort
  readonly previous: NotifiedSailing
  readonly current: NotifiedSailing
}

/** The container leaves a port on another vessel. */
export interface VesselChanged extends SailingChange {
  readonly _tag: "VesselChanged"
  readonly type: "shipment.vessel.changed"
}

/** The container leaves a port later, on a later vessel or voyage. */
export interface ShipmentRolled extends SailingChange {
  readonly _tag: "Rolled"
  readonly type: "shipment.rolled"
  /** Hours from the departure of the planned vessel to that of the next one. */
  readonly hours: number
}

/** A change of a route that is notified. */
export type RouteAlert = RouteChanged | VesselChanged | ShipmentRolled

/** The changes of a route that an endpoint has not been notified of, and the notified route afterwards. */
export interface RouteDiff {
  readonly alerts: ReadonlyArray<RouteAlert>
  readonly notified: NotifiedRoute
}

const NO_ROUTE_NOTIFIED: NotifiedRoute = { ports: [], sailings: {} }
const NO_ALERTS: ReadonlyArray<RouteAlert> = []

/** A port and its visit, such as `CNSHA/1`. */
export const portKey = ({ place, visit }: JourneyPort): string => `${place.unlocode}/${visit}`

/** By the key of the milestone, because its place can have another code of the port. */
const isAt = ({ key, visit }: Milestone, port: JourneyPort): boolean =>
  visit === port.visit && key.endsWith(port.place.unlocode, key.lastIndexOf("/"))

/** The source event of these milestones that was received last. */
const newestSource = (milestones: ReadonlyArray<Milestone>): Option.Option<SourceEvent> =>
  Option.fromUndefinedOr(
    milestones.reduce<SourceEvent | undefined>(
      (last, { source }) => (last === undefined || source.receivedAt > last.receivedAt ? source : last),
      undefined
    )
  )

const newestSourceAt = (journey: Journey, ports: ReadonlyArray<JourneyPort>): Option.Option<SourceEvent> =>
  Option.orElse(
    newestSource(journey.milestones.filter((milestone) => ports.some((port) => isAt(milestone, port)))),
    () => newestSource(journey.milestones)
  )

const departureOf = (journey: Journey, port: JourneyPort): Instant | null => {
  const here = journey.milestones.filter((milestone) => isAt(milestone, port))
  const leaves =
    here.find(({ type }) => type.startsWith("vessel.departure.")) ??
    here.find(({ type }) => type.startsWith("container.loaded."))
  return leaves?.date ?? null
}

/** The leg that leaves the port at `index`. When the first POL is unknown, the first leg is the one that arrives. */
const legFrom = (journey: Journey, index: number): SeaLeg | undefined =>
  journey.legs[index + (journey.ports[0]?.role === "first-pol" ? 0 : 1)]

const sailingFrom = (journey: Journey, port: JourneyPort, index: number): Option.Option<NotifiedSailing> => {
  const leg = legFrom(journey, index)
  if (leg === undefined || Option.isNone(leg.from)) return Option.none()
  return Option.map(leg.vessel, ({ imo, name }) => ({
    imo: Option.getOrNull(imo),
    name: Option.getOrNull(name),
    voyage: Option.getOrNull(leg.voyage),
    departure: departureOf(journey, port)
  }))
}

/** The ports of a journey in order, with the vessels on which the container leaves them. */
const routePortsOf = (journey: Journey): ReadonlyArray<RoutePort> =>
  journey.ports.map((port, index) => ({ port, sailing: sailingFrom(journey, port, index) }))

const isCompleteRoute = ({ ports }: Journey): boolean =>
  ports.length > 1 && ports[0]?.role === "first-pol" && ports.at(-1)?.role === "final-pod"

const isImo = (text: string | null): text is string => text !== null && /^\d{7}$/.test(text) && text !== "0000000"

/** Whether two sailings may be of one vessel: true unless IMO numbers or names differ. */
const isSameVessel = (a: NotifiedSailing, b: NotifiedSailing): boolean => {
  if (isImo(a.imo) && isImo(b.imo)) return a.imo === b.imo
  return a.name === null || b.name === null || plainVesselName(a.name) === plainVesselName(b.name)
}

const delayHours = (previous: NotifiedSailing, current: NotifiedSailing): number =>
  previous.departure === null || current.departure === null ? 0 : hoursBetween(previous.departure, current.departure)

const isRolled = (previous: NotifiedSailing, current: NotifiedSailing): boolean => {
  const hours = delayHours(previous, current)
  if (!isSameVessel(previous, current)) return hours > ROLLED_HOURS
  const otherVoyage = previous.voyage !== null && current.voyage !== null && previous.voyage !== current.voyage
  return otherVoyage && hours > ROLLED_SAME_VESSEL_HOURS
}

/**
 * A container that alternates between two vessels is rolled once: only a departure later than any notified one counts.
 */
const isNewlyRolled = (previous: NotifiedSailing, current: NotifiedSailing): boolean =>
  isRolled(previous, current) &&
  (previous.rolledTo === undefined ||
    (current.departure !== null && current.departure - previous.rolledTo > ROLLED_HOURS * HOUR_MILLIS))

/**
 * Merges two reports of one vessel: fills in missing fields, and retains a departure that moves by `DRIFT_HOURS` at most.
 */
const mergeSailing = (notified: NotifiedSailing, current: NotifiedSailing): NotifiedSailing => {
  const drifts = Math.abs(delayHours(notified, current)) <= DRIFT_HOURS && notified.departure !== null
  const next = {
    imo: isImo(notified.imo) ? notified.imo : current.imo,
    name: notified.name ?? current.name,
    voyage: current.voyage ?? notified.voyage,
    departure: drifts || current.departure === null ? notified.departure : current.departure
  }
  const same =
    next.imo === notified.imo &&
    next.name === notified.name &&
    next.voyage === notified.voyage &&
    next.departure === notified.departure
  return same ? notified : { ...notified, ...next }
}

interface SailingUpdate {
  readonly alerts: ReadonlyArray<RouteAlert>
  readonly notified: NotifiedSailing
}

const updateSailing = (
  journey: Journey,
  port: JourneyPort,
  notified: NotifiedSailing,
  current: NotifiedSailing
): SailingUpdate => {
  const rolled = isNewlyRolled(notified, current)
  const otherVessel = !isSameVessel(notified, current)
  if (!otherVessel && !rolled) return { alerts: NO_ALERTS, notified: mergeSailing(notified, current) }
  const { rolledTo, ...previous } = notified
  const changed = { container: journey.container, source: newestSourceAt(journey, [port]), port, previous, current }
  const alerts: Array<RouteAlert> = []
  if (otherVessel) alerts.push({ _tag: "VesselChanged", type: "shipment.vessel.changed", ...changed })
  if (rolled) {
    alerts.push({ _tag: "Rolled", type: "shipment.rolled", ...changed, hours: delayHours(previous, current) })
  }
  const latest = rolled && current.departure !== null ? current.departure : rolledTo
  return { alerts, notified: latest === undefined ? current : { ...current, rolledTo: latest } }
}

const routeChangedAlert = (journey: Journey, previous: ReadonlyArray<string>, route: ReadonlyArray<RoutePort>) => {
  const added = journey.ports.filter((port) => !previous.includes(portKey(port)))
  const alert: RouteChanged = {
    _tag: "RouteChanged",
    type: "shipment.route.changed",
    container: journey.container,
    source: newestSourceAt(journey, added),
    previous,
    current: route
  }
  return alert
}

/**
 * The changes of a journey's ports and vessels since the last notification, and the notified route after them. Pure.
 * A route is compared once it is complete, from a first POL to a final POD; until then the notified route remains. The
 * first known route and the first known vessel are not changes.
 */
export const diffRoute = (journey: Journey, before: NotifiedRoute = NO_ROUTE_NOTIFIED): RouteDiff => {
  const route = routePortsOf(journey)
  const keys = journey.ports.map(portKey)
  const changed = isCompleteRoute(journey) && keys.join() !== before.ports.join()
  const alerts: Array<RouteAlert> = []
  if (changed && before.ports.length > 0) alerts.push(routeChangedAlert(journey, before.ports, route))
  // The route alert contains the vessel of an added port, so a sailing recorded before for that port is discarded.
  const remains = (key: string): boolean =>
    keys.includes(key) && (before.ports.length === 0 || before.ports.includes(key))
  const remaining = Object.entries(before.sailings).filter(([key]) => remains(key))
  let sailings = changed ? Object.fromEntries(remaining) : before.sailings
  for (const { port, sailing } of route) {
    if (Option.isNone(sailing)) continue
    const key = portKey(port)
    const existing = sailings[key]
    const next =
      existing === undefined
        ? { alerts: NO_ALERTS, notified: sailing.value }
        : updateSailing(journey, port, existing, sailing.value)
    alerts.push(...next.alerts)
    if (next.notified !== existing) sailings = { ...sailings, [key]: next.notified }
  }
  const ports = changed ? keys : before.ports
  return { alerts, notified: ports === before.ports && sailings === before.sailings ? before : { ports, sailings } }
}
