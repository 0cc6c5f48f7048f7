import { Option } from "effect"
import { HOUR_MILLIS, hoursBetween, type Instant } from "../../time/Instant.ts"
import type { Journey, JourneyPort } from "../journey/Journey.ts"
import type { Milestone, SourceEvent } from "../journey/Milestone.ts"
import type { SeaLeg } from "../journey/SeaLegs.ts"
import type { NotifiedRoute, NotifiedSailing } from "../shipments/NotifiedState.ts"

/** A box is rolled when it leaves on another ship by more hours later than the ship it was to leave on. */
export const ROLLED_HOURS = 24

/** The same, for another voyage of the same ship: less is a delay of a ship whose voyage is spelt anew. */
export const ROLLED_SAME_SHIP_HOURS = 72

/** A departure that moves by less is not written down each time: only the next ship's is compared with it. */
const DRIFT_HOURS = 12

/** A port of the route with the ship on which the box leaves it, where that is known. */
export interface RoutePort {
  readonly port: JourneyPort
  readonly sailing: Option.Option<NotifiedSailing>
}

interface RouteAlertFields {
  readonly container: Option.Option<string>
  /** The newest event about the ports concerned; none when the events about them were taken back. */
  readonly source: Option.Option<SourceEvent>
}

/** A port was added, dropped, or gave way to another; or their order changed. */
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

/** The box leaves a port on another ship. */
export interface VesselChanged extends SailingChange {
  readonly _tag: "VesselChanged"
  readonly type: "shipment.vessel.changed"
}

/** The box leaves a port later, on a later ship or voyage. */
export interface ShipmentRolled extends SailingChange {
  readonly _tag: "Rolled"
  readonly type: "shipment.rolled"
  /** From the departure of the ship that left the box behind to the one that is to take it. */
  readonly hours: number
}

export type RouteAlert = RouteChanged | VesselChanged | ShipmentRolled

export interface RouteDiff {
  readonly alerts: ReadonlyArray<RouteAlert>
  readonly notified: NotifiedRoute
}

const NO_ROUTE_NOTIFIED: NotifiedRoute = { ports: [], sailings: {} }
const NO_ALERTS: ReadonlyArray<RouteAlert> = []

export const portKey = ({ place, visit }: JourneyPort): string => `${place.unlocode}/${visit}`

const isAt = (milestone: Milestone, port: JourneyPort): boolean =>
  milestone.place.unlocode === port.place.unlocode && milestone.visit === port.visit

/** The event received last of those behind these milestones. */
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

/** The first leg that leaves a port is the first, unless the port before the first is not known. */
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

/** The ports of a journey in order, with the ships on which the box leaves them. */
const routePortsOf = (journey: Journey): ReadonlyArray<RoutePort> =>
  journey.ports.map((port, index) => ({ port, sailing: sailingFrom(journey, port, index) }))

const isCompleteRoute = ({ ports }: Journey): boolean =>
  ports.length > 1 && ports[0]?.role === "first-pol" && ports.at(-1)?.role === "final-pod"

const isImo = (text: string | null): text is string => text !== null && /^\d{7}$/.test(text) && text !== "0000000"

/** Whether two ships are not known to be different ones. */
const isSameShip = (a: NotifiedSailing, b: NotifiedSailing): boolean => {
  if (isImo(a.imo) && isImo(b.imo)) return a.imo === b.imo
  return a.name === null || b.name === null || a.name.toUpperCase() === b.name.toUpperCase()
}

const delayHours = (previous: NotifiedSailing, current: NotifiedSailing): number =>
  previous.departure === null || current.departure === null ? 0 : hoursBetween(previous.departure, current.departure)

const isRolled = (previous: NotifiedSailing, current: NotifiedSailing): boolean => {
  const hours = delayHours(previous, current)
  if (!isSameShip(previous, current)) return hours > ROLLED_HOURS
  const otherVoyage = previous.voyage !== null && current.voyage !== null && previous.voyage !== current.voyage
  return otherVoyage && hours > ROLLED_SAME_SHIP_HOURS
}

/** A box that flaps between two ships is rolled once: only a departure later than any told is a new one. */
const isNewlyRolled = (previous: NotifiedSailing, current: NotifiedSailing): boolean =>
  isRolled(previous, current) &&
  (previous.rolledTo === undefined ||
    (current.departure !== null && current.departure - previous.rolledTo > ROLLED_HOURS * HOUR_MILLIS))

/** What is known of the same ship now: what was missing is filled in, and a departure that merely drifts stays. */
const mergeSailing = (told: NotifiedSailing, now: NotifiedSailing): NotifiedSailing => {
  const drifts = Math.abs(delayHours(told, now)) <= DRIFT_HOURS && told.departure !== null
  const next = {
    imo: isImo(told.imo) ? told.imo : now.imo,
    name: told.name ?? now.name,
    voyage: now.voyage ?? told.voyage,
    departure: drifts || now.departure === null ? told.departure : now.departure
  }
  const same =
    next.imo === told.imo && next.name === told.name && next.voyage === told.voyage && next.departure === told.departure
  return same ? told : { ...told, ...next }
}

interface SailingUpdate {
  readonly alerts: ReadonlyArray<RouteAlert>
  readonly notified: NotifiedSailing
}

const updateSailing = (
  journey: Journey,
  port: JourneyPort,
  told: NotifiedSailing,
  current: NotifiedSailing
): SailingUpdate => {
  const rolled = isNewlyRolled(told, current)
  const otherShip = !isSameShip(told, current)
  if (!otherShip && !rolled) return { alerts: NO_ALERTS, notified: mergeSailing(told, current) }
  const { rolledTo, ...previous } = told
  const changed = { container: journey.container, source: newestSourceAt(journey, [port]), port, previous, current }
  const alerts: Array<RouteAlert> = []
  if (otherShip) alerts.push({ _tag: "VesselChanged", type: "shipment.vessel.changed", ...changed })
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
 * What changed of the ports and ships of a journey since they were told or first known, and what is told after that.
 * A route counts once it is whole, from a first POL to a final POD: while an end is missing the one told stands. The
 * first route and the first ship known are no change. Pure.
 */
export const diffRoute = (journey: Journey, before: NotifiedRoute = NO_ROUTE_NOTIFIED): RouteDiff => {
  const route = routePortsOf(journey)
  const keys = journey.ports.map(portKey)
  const moved = isCompleteRoute(journey) && keys.join() !== before.ports.join()
  const alerts: Array<RouteAlert> = []
  if (moved && before.ports.length > 0) alerts.push(routeChangedAlert(journey, before.ports, route))
  // The ship of a port that is added is told with the route, whatever was known of it while the route was not whole.
  const stays = (key: string): boolean =>
    keys.includes(key) && (before.ports.length === 0 || before.ports.includes(key))
  const kept = Object.entries(before.sailings).filter(([key]) => stays(key))
  let sailings = moved ? Object.fromEntries(kept) : before.sailings
  for (const { port, sailing } of route) {
    if (Option.isNone(sailing)) continue
    const key = portKey(port)
    const known = sailings[key]
    const next =
      known === undefined
        ? { alerts: NO_ALERTS, notified: sailing.value }
        : updateSailing(journey, port, known, sailing.value)
    alerts.push(...next.alerts)
    if (next.notified !== known) sailings = { ...sailings, [key]: next.notified }
  }
  const ports = moved ? keys : before.ports
  return { alerts, notified: ports === before.ports && sailings === before.sailings ? before : { ports, sailings } }
}
