import type { Unlocode } from "../../../geo/Unlocode.ts"
import type { MmsiInteger } from "../../../vessels/Mmsi.ts"
import type { ZoneHit, ZoneIndex } from "../../zones/ZoneIndex.ts"
import {
  AGE_OUT_HOURS,
  type Anomaly,
  GAP_HOURS,
  MAX_TRANSFER_HOURS,
  STATE_RETENTION_DAYS
} from "../DetectionThresholds.ts"
import { type DetectedCall, MAX_SILENCES } from "../PortCall.ts"
import { type CompactPosition, DEGREES_PER_UNIT, statusCodeOf } from "./CompactPosition.ts"
import {
  classifyStay,
  isAtSharedAnchorage,
  isWithinPortMargin,
  isWithinPortOutline,
  mostSpecificZone,
  solePortOf
} from "./StayClassification.ts"
import { advanceStop, isLasting } from "./StopTransitions.ts"
import {
  callOfVisit,
  instantOfSeconds,
  newVisit,
  type Visit,
  type VisitEnd,
  wasAtAnchor,
  withConfirmedStop,
  withStopEnded
} from "./Visit.ts"

const HOUR_SECONDS = 3600
const DAY_SECONDS = 86_400

/** One position of a ship, the one before it, and all that is known of the place. */
interface Observation {
  readonly mmsi: MmsiInteger
  readonly fix: CompactPosition
  readonly last: CompactPosition | null
  readonly hits: ReadonlyArray<ZoneHit>
  readonly index: ZoneIndex
}

/** What a position makes of a visit: the calls that it changed, each as it is now. */
export interface VisitTransition {
  readonly visit: Visit | null
  readonly calls: ReadonlyArray<DetectedCall>
  readonly anomaly: Anomaly | null
}

const NO_CALLS: ReadonlyArray<DetectedCall> = []
const NO_VISIT: VisitTransition = { visit: null, calls: NO_CALLS, anomaly: null }

const gapSecondsOf = ({ fix, last }: Observation): number => (last === null ? 0 : fix.at - last.at)
const isSilence = (look: Observation): boolean => gapSecondsOf(look) > GAP_HOURS * HOUR_SECONDS

const emitCall = (visit: Visit, { mmsi, fix }: Observation, ended: VisitEnd | null = null): VisitTransition => {
  const call = callOfVisit(visit, mmsi, ended === null ? fix.at : Math.min(fix.at, ended.at), ended)
  return call === undefined
    ? { visit, calls: NO_CALLS, anomaly: null }
    : { visit: { ...visit, emittedAt: fix.at }, calls: [call], anomaly: null }
}

const combine = (first: VisitTransition, then: VisitTransition): VisitTransition => ({
  visit: then.visit,
  calls: first.calls.length === 0 ? then.calls : [...first.calls, ...then.calls],
  anomaly: first.anomaly ?? then.anomaly
})

const withSilence = (visit: Visit, look: Observation): Visit => {
  const { last, fix } = look
  if (last === null || gapSecondsOf(look) <= AGE_OUT_HOURS * HOUR_SECONDS) return visit
  const silence = { from: instantOfSeconds(last.at), to: instantOfSeconds(fix.at) }
  const { silences } = visit
  const newest = silences[silences.length - 1]
  return newest !== undefined && silences.length >= MAX_SILENCES
    ? { ...visit, silences: silences.with(-1, { ...newest, to: silence.to }) }
    : { ...visit, silences: [...silences, silence] }
}

/** The port in whose berth, or in whose area alone, a ship has come to lie that came as another's visitor. */
const portOfStopElsewhere = (port: Unlocode, { hits }: Observation): Unlocode | undefined => {
  const zone = mostSpecificZone(hits)
  const other = zone === undefined ? null : solePortOf(zone)
  if (zone === undefined || other === null || other === port) return undefined
  return zone.kind === "BERTH" || !isWithinPortOutline(hits, port) ? other : undefined
}

const confirmStop = (visit: Visit, known: Visit, look: Observation): VisitTransition => {
  const { stop } = visit
  if (stop === null || stop.confirmed || !isLasting(stop)) {
    const changed =
      visit.stays !== known.stays ||
      visit.silences !== known.silences ||
      (stop?.confirmed === true && stop.kind !== known.stop?.kind) ||
      look.fix.at - visit.emittedAt >= HOUR_SECONDS
    return changed ? emitCall(visit, look) : { visit, calls: NO_CALLS, anomaly: null }
  }
  const other = visit.port === null ? undefined : portOfStopElsewhere(visit.port, look)
  if (other === undefined) return emitCall(withConfirmedStop(visit, stop), look)
  const there = { ...stop, ...classifyStay(look.hits, other, statusCodeOf(look.fix), look.index) }
  const moved = emitCall(withConfirmedStop(newVisit(other, []), there), look)
  if (visit.startedAt === 0) return moved
  return combine(emitCall({ ...visit, stop: null }, look, { at: stop.from, ending: "left" }), moved)
}

/** A ship is on its way out from when it is first seen outside, unless it comes back or lies still there. */
const withOutsideSince = (visit: Visit, { fix, hits }: Observation): Visit => {
  const within = mostSpecificZone(hits)
  const outside = within === undefined || (visit.port !== null && !isWithinPortOutline(hits, visit.port))
  const still = visit.stop !== null && visit.stop.movingSince === 0
  const since = outside && !still ? visit.outsideSince || fix.at : 0
  return since === visit.outsideSince ? visit : { ...visit, outsideSince: since }
}

/** `continuous`: the position before was in the port too, so that a silence since then was spent there. */
const continueInPort = (visit: Visit, look: Observation, continuous: boolean): VisitTransition => {
  const heard = continuous ? withSilence(visit, look) : visit
  const silentBefore = continuous && isSilence(look) ? look.last : null
  const stop = advanceStop(heard.stop, look, heard.port, silentBefore)
  const endedAt = isSilence(look) ? (look.last?.at ?? look.fix.at) : look.fix.at
  const past = stop.ended ? withStopEnded(heard, endedAt) : heard
  return confirmStop(withOutsideSince({ ...past, stop: stop.stop }, look), visit, look)
}

const enterPort = (look: Observation): VisitTransition => {
  const zone = mostSpecificZone(look.hits)
  if (zone === undefined) return NO_VISIT
  const port = solePortOf(zone)
  return continueInPort(newVisit(port, port === null ? zone.ports : []), look, false)
}

const ANCHORAGE_WITHOUT_PORT: VisitTransition = { visit: null, calls: NO_CALLS, anomaly: "anchorage_without_port" }

/** What remains of a visit that is given up. */
const discardVisit = (visit: Visit): VisitTransition =>
  visit.port === null && visit.stays.length > 0 ? ANCHORAGE_WITHOUT_PORT : NO_VISIT

const leavePort = (visit: Visit, look: Observation): VisitTransition => {
  const { fix, last } = look
  const ended: VisitEnd =
    isSilence(look) && last !== null
      ? { at: last.at, ending: "silent" }
      : { at: visit.outsideSince === 0 ? fix.at : visit.outsideSince, ending: "left" }
  const gone = withStopEnded(visit, ended.at)
  if (gone.startedAt === 0) return enterPort(look)
  const told = emitCall(gone, look, ended)
  if (!wasAtAnchor(gone)) return combine(told, enterPort(look))
  // Within a silence of a day at most the ship may have weighed anchor at the end.
  const setOutLate = ended.ending === "silent" && gapSecondsOf(look) <= AGE_OUT_HOURS * HOUR_SECONDS
  return combine(told, continueTransfer({ ...gone, leftAt: setOutLate ? fix.at : ended.at }, look))
}

/** The port that a ship from a shared anchorage has entered, as far as it is one of those that share it. */
const creditedPort = (visit: Visit, { hits }: Observation): Unlocode | null | undefined => {
  const zone = mostSpecificZone(hits)
  if (zone === undefined) return undefined
  const port = solePortOf(zone)
  const known: ReadonlyArray<Unlocode> = visit.port === null ? visit.sharedPorts : [visit.port]
  if (port === null) return zone.ports.some((shared) => known.includes(shared)) ? visit.port : undefined
  return known.includes(port) ? port : undefined
}

/** A ship between an anchorage and its port. */
const continueTransfer = (visit: Visit, look: Observation): VisitTransition => {
  const credited = creditedPort(visit, look)
  const late = look.fix.at - visit.leftAt > MAX_TRANSFER_HOURS * HOUR_SECONDS
  if (late || (credited === undefined && mostSpecificZone(look.hits) !== undefined))
    return combine(discardVisit(visit), enterPort(look))
  if (credited === undefined) return { visit, calls: NO_CALLS, anomaly: null }
  return continueInPort({ ...visit, port: credited, leftAt: 0, emittedAt: 0 }, look, false)
}

const continueAtSharedAnchorage = (visit: Visit, look: Observation): VisitTransition => {
  const zone = mostSpecificZone(look.hits)
  const port = zone === undefined ? null : solePortOf(zone)
  if (port !== null && visit.sharedPorts.includes(port)) return continueInPort({ ...visit, port }, look, true)
  if (port !== null) return combine(discardVisit(withStopEnded(visit, look.fix.at)), enterPort(look))
  return isAtSharedAnchorage(look.hits, visit.sharedPorts) ? continueInPort(visit, look, true) : leavePort(visit, look)
}

/** What a ship did that was forgotten since: its call ended when it was last heard. */
const expireVisit = (visit: Visit, lastAt: number, look: Observation): VisitTransition => {
  if (visit.port === null || visit.startedAt === 0 || visit.leftAt > 0)
    return combine(discardVisit(visit), enterPort(look))
  return combine(emitCall(withStopEnded(visit, lastAt), look, { at: lastAt, ending: "silent" }), enterPort(look))
}

/** Takes the next position of a ship, after the one before it, into account. */
export const advanceVisit = (
  visit: Visit | null,
  mmsi: MmsiInteger,
  fix: CompactPosition,
  last: CompactPosition | null,
  index: ZoneIndex
): VisitTransition => {
  const hits = index.hits(fix.latitude * DEGREES_PER_UNIT, fix.longitude * DEGREES_PER_UNIT)
  if (visit === null && hits.length === 0) return NO_VISIT
  const look: Observation = { mmsi, fix, last, hits, index }
  if (visit === null) return enterPort(look)
  if (last !== null && fix.at - last.at > STATE_RETENTION_DAYS * DAY_SECONDS) return expireVisit(visit, last.at, look)
  if (visit.leftAt > 0) return continueTransfer(visit, look)
  if (visit.port === null) return continueAtSharedAnchorage(visit, look)
  return isWithinPortMargin(hits, visit.port) ? continueInPort(visit, look, true) : leavePort(visit, look)
}
