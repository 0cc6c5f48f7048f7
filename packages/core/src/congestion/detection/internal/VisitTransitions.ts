import type { Unlocode } from "../../../geo/Unlocode.ts"
import type { MmsiInteger } from "../../../vessels/Mmsi.ts"
import type { Zone } from "../../zones/Zone.ts"
import type { ZoneHit, ZoneIndex } from "../../zones/ZoneIndex.ts"
import { type CompactPosition, DEGREES_PER_UNIT, statusCodeOf } from "../CompactPosition.ts"
import {
  AGE_OUT_HOURS,
  type Anomaly,
  GAP_HOURS,
  MAX_TRANSFER_HOURS,
  STATE_RETENTION_DAYS
} from "../DetectionThresholds.ts"
import { type DetectedCall, MAX_SILENCES } from "../PortCall.ts"
import {
  callOfVisit,
  instantOfSeconds,
  newVisit,
  type Stop,
  type Visit,
  type VisitEnd,
  wasAtAnchor,
  withConfirmedStop,
  withStopEnded
} from "../Visit.ts"
import {
  classifyStay,
  isWithinAnyPort,
  isWithinPortMargin,
  isWithinPortOutline,
  mostSpecificZone,
  reduceOverlap,
  solePortOf
} from "./StayClassification.ts"
import { advanceStop, isLasting, isStationary } from "./StopTransitions.ts"

const SECONDS_PER_HOUR = 3600
const SECONDS_PER_DAY = 86_400

/** A position of a vessel, the one before it, and the zones around it. */
interface Observation {
  readonly mmsi: MmsiInteger
  readonly position: CompactPosition
  readonly last: CompactPosition | null
  readonly hits: ReadonlyArray<ZoneHit>
  readonly index: ZoneIndex
}

/** The effect of a position on a visit: the next visit, and the calls that changed in their present form. */
export interface VisitTransition {
  readonly visit: Visit | null
  readonly calls: ReadonlyArray<DetectedCall>
  readonly anomaly: Anomaly | null
}

const NO_CALLS: ReadonlyArray<DetectedCall> = []
const NO_VISIT: VisitTransition = { visit: null, calls: NO_CALLS, anomaly: null }

const gapSecondsOf = ({ position, last }: Observation): number => (last === null ? 0 : position.at - last.at)
const isGap = (observation: Observation): boolean => gapSecondsOf(observation) > GAP_HOURS * SECONDS_PER_HOUR

const emitCall = (visit: Visit, { mmsi, position }: Observation, ended: VisitEnd | null = null): VisitTransition => {
  const call = callOfVisit(visit, mmsi, ended === null ? position.at : Math.min(position.at, ended.at), ended)
  return call === undefined
    ? { visit, calls: NO_CALLS, anomaly: null }
    : { visit: { ...visit, emittedAt: position.at }, calls: [call], anomaly: null }
}

const combine = (first: VisitTransition, then: VisitTransition): VisitTransition => ({
  visit: then.visit,
  calls: first.calls.length === 0 ? then.calls : [...first.calls, ...then.calls],
  anomaly: first.anomaly ?? then.anomaly
})

const withSilence = (visit: Visit, observation: Observation): Visit => {
  const { last, position } = observation
  if (last === null || gapSecondsOf(observation) <= AGE_OUT_HOURS * SECONDS_PER_HOUR) return visit
  const silence = { from: instantOfSeconds(last.at), to: instantOfSeconds(position.at) }
  const { silences } = visit
  const newest = silences[silences.length - 1]
  return newest !== undefined && silences.length >= MAX_SILENCES
    ? { ...visit, silences: silences.with(-1, { ...newest, to: silence.to }) }
    : { ...visit, silences: [...silences, silence] }
}

/**
 * The other port in which a vessel has stopped during a visit to `port`. Its first stop belongs to the port of the most
 * specific zone; a later one to the same port, unless it is at a berth or terminal of the other, or in its area alone.
 */
const portOfStopElsewhere = (port: Unlocode, isFirst: boolean, { hits }: Observation): Unlocode | undefined => {
  const zone = mostSpecificZone(hits)
  const other = zone === undefined ? null : solePortOf(zone)
  if (zone === undefined || other === null || other === port) return undefined
  const isQuay = zone.kind === "BERTH" || (zone.source === "curated" && zone.kind === "PORT_AREA")
  return isFirst || isQuay || !isWithinPortOutline(hits, port) ? other : undefined
}

/** The port in whose zone alone a vessel is that has come from a shared anchorage; null at such an anchorage. */
const portReached = ({ port, sharedPorts }: Visit, { hits }: Observation): Unlocode | null => {
  if (port !== null) return port
  const zone = mostSpecificZone(hits)
  const reached = zone === undefined ? null : solePortOf(zone)
  return reached !== null && sharedPorts.includes(reached) ? reached : null
}

/** The shared anchorage in which a vessel is, whatever waters of a port it passed on the way. */
const sharedAnchorageAt = ({ hits }: Observation): Zone | undefined => {
  const zone = mostSpecificZone(hits)
  return zone !== undefined && solePortOf(zone) === null ? zone : undefined
}

/** Begins a visit with a stop that lasts, in a port or at an anchorage of several. */
const confirmFirstStop = (
  port: Unlocode | null,
  sharedPorts: ReadonlyArray<Unlocode>,
  stop: Stop,
  observation: Observation
): VisitTransition => {
  const { hits, index, position } = observation
  const stay = classifyStay(hits, port, statusCodeOf(position), index)
  return emitCall(withConfirmedStop(newVisit(port, sharedPorts), { ...stop, ...stay }), observation)
}

/** Confirms the stop of a visit once it lasts, and emits the call when it has changed since `before`, or hourly. */
const confirmStop = (visit: Visit, before: Visit, observation: Observation): VisitTransition => {
  const { stop } = visit
  if (stop === null || stop.confirmed || !isLasting(stop)) {
    const changed =
      visit.stays !== before.stays ||
      visit.silences !== before.silences ||
      (stop?.confirmed === true && stop.kind !== before.stop?.kind) ||
      observation.position.at - visit.emittedAt >= SECONDS_PER_HOUR
    return changed ? emitCall(visit, observation) : { visit, calls: NO_CALLS, anomaly: null }
  }
  const shared = visit.startedAt === 0 && visit.port !== null ? sharedAnchorageAt(observation) : undefined
  if (shared !== undefined) return confirmFirstStop(null, shared.ports, stop, observation)
  const port = portReached(visit, observation)
  const other = visit.port === null ? undefined : portOfStopElsewhere(visit.port, visit.startedAt === 0, observation)
  if (other === undefined) return emitCall(withConfirmedStop({ ...visit, port }, stop), observation)
  const moved = confirmFirstStop(other, [], stop, observation)
  if (visit.startedAt === 0) return moved
  return combine(emitCall({ ...visit, stop: null }, observation, { at: stop.from, ending: "left" }), moved)
}

/** Records when the vessel was first outside the outlines of its port; a return or a stop clears it. */
const withOutsideSince = (visit: Visit, { position, hits }: Observation): Visit => {
  const within = mostSpecificZone(hits)
  const outside = within === undefined || (visit.port !== null && !isWithinPortOutline(hits, visit.port))
  const stationary = visit.stop !== null && visit.stop.movingSince === 0
  const outsideSince = outside && !stationary ? visit.outsideSince || position.at : 0
  return outsideSince === visit.outsideSince ? visit : { ...visit, outsideSince }
}

/**
 * Advances a visit within the port. `continuous` is true if the previous position was in the port too, so that a
 * silence since then was spent there.
 */
const continueInPort = (visit: Visit, observation: Observation, continuous: boolean): VisitTransition => {
  const withSilences = continuous ? withSilence(visit, observation) : visit
  const silentSince = continuous && isGap(observation) ? observation.last : null
  const stop = advanceStop(withSilences.stop, observation, portReached(withSilences, observation), silentSince)
  const endedAt = isGap(observation) ? (observation.last?.at ?? observation.position.at) : observation.position.at
  const afterStop = stop.ended ? withStopEnded(withSilences, endedAt) : withSilences
  return confirmStop(withOutsideSince({ ...afterStop, stop: stop.stop }, observation), visit, observation)
}

const enterPort = (observation: Observation): VisitTransition => {
  const zone = mostSpecificZone(observation.hits)
  if (zone === undefined) return NO_VISIT
  const port = solePortOf(zone)
  return continueInPort(newVisit(port, port === null ? zone.ports : []), observation, false)
}

const ANCHORAGE_WITHOUT_PORT: VisitTransition = { visit: null, calls: NO_CALLS, anomaly: "anchorage_without_port" }

/**
 * The result of discarding a visit: an anomaly when the vessel stopped at a shared anchorage without visiting a port.
 */
const discardVisit = (visit: Visit): VisitTransition =>
  visit.port === null && visit.stays.length > 0 ? ANCHORAGE_WITHOUT_PORT : NO_VISIT

const leavePort = (visit: Visit, observation: Observation): VisitTransition => {
  const { position, last } = observation
  const ended: VisitEnd =
    isGap(observation) && last !== null
      ? { at: last.at, ending: "silent" }
      : { at: visit.outsideSince === 0 ? position.at : visit.outsideSince, ending: "left" }
  const completed = withStopEnded(visit, ended.at)
  if (completed.startedAt === 0) return enterPort(observation)
  const emitted = emitCall(completed, observation, ended)
  if (!wasAtAnchor(completed)) return combine(emitted, enterPort(observation))
  // In a silence of at most a day, the vessel may have weighed anchor at its end.
  const leftAtEnd = ended.ending === "silent" && gapSecondsOf(observation) <= AGE_OUT_HOURS * SECONDS_PER_HOUR
  return combine(emitted, continueTransfer({ ...completed, leftAt: leftAtEnd ? position.at : ended.at }, observation))
}

/**
 * The port that a vessel from an anchorage has entered: null when still unknown, undefined when it is none of the ports
 * of the anchorage.
 */
const creditedPort = (visit: Visit, { hits }: Observation): Unlocode | null | undefined => {
  const zone = mostSpecificZone(hits)
  if (zone === undefined) return undefined
  const port = solePortOf(zone)
  const candidates: ReadonlyArray<Unlocode> = visit.port === null ? visit.sharedPorts : [visit.port]
  if (port === null) return zone.ports.some((shared) => candidates.includes(shared)) ? visit.port : undefined
  return candidates.includes(port) ? port : undefined
}

/** Advances a visit between an anchorage and its port. */
const continueTransfer = (visit: Visit, observation: Observation): VisitTransition => {
  const credited = creditedPort(visit, observation)
  const isTooLate = observation.position.at - visit.leftAt > MAX_TRANSFER_HOURS * SECONDS_PER_HOUR
  const passes = credited === undefined && !isStationary(observation.position, observation.last)
  if (isTooLate || (credited === undefined && !passes && mostSpecificZone(observation.hits) !== undefined))
    return combine(discardVisit(visit), enterPort(observation))
  if (credited === undefined) return { visit, calls: NO_CALLS, anomaly: null }
  return continueInPort({ ...visit, leftAt: 0, emittedAt: 0 }, observation, false)
}

/**
 * Advances a visit at an anchorage that several ports share, and from there through their waters: the stop is credited
 * to the port in which the vessel stops next.
 */
const continueAtSharedAnchorage = (visit: Visit, observation: Observation): VisitTransition => {
  const zone = mostSpecificZone(observation.hits)
  const port = zone === undefined ? null : solePortOf(zone)
  const isElsewhere = port !== null && !visit.sharedPorts.includes(port)
  return !isElsewhere && isWithinAnyPort(observation.hits, visit.sharedPorts)
    ? continueInPort(visit, observation, true)
    : leavePort(visit, observation)
}

/** Ends a visit whose vessel has been silent for `STATE_RETENTION_DAYS`, at its last position. */
const expireVisit = (visit: Visit, lastAt: number, observation: Observation): VisitTransition => {
  if (visit.port === null || visit.startedAt === 0 || visit.leftAt > 0)
    return combine(discardVisit(visit), enterPort(observation))
  return combine(
    emitCall(withStopEnded(visit, lastAt), observation, { at: lastAt, ending: "silent" }),
    enterPort(observation)
  )
}

/** Advances the visit of a vessel by its next position. `last` is the position before. */
export const advanceVisit = (
  visit: Visit | null,
  mmsi: MmsiInteger,
  position: CompactPosition,
  last: CompactPosition | null,
  index: ZoneIndex
): VisitTransition => {
  const hits = reduceOverlap(
    index.hits(position.latitude * DEGREES_PER_UNIT, position.longitude * DEGREES_PER_UNIT),
    statusCodeOf(position)
  )
  if (visit === null && hits.length === 0) return NO_VISIT
  const observation: Observation = { mmsi, position, last, hits, index }
  if (visit === null) return enterPort(observation)
  if (last !== null && position.at - last.at > STATE_RETENTION_DAYS * SECONDS_PER_DAY)
    return expireVisit(visit, last.at, observation)
  if (visit.leftAt > 0) return continueTransfer(visit, observation)
  if (visit.port === null) return continueAtSharedAnchorage(visit, observation)
  return isWithinPortMargin(hits, visit.port) ? continueInPort(visit, observation, true) : leavePort(visit, observation)
}
