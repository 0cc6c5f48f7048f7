import type { Unlocode } from "../../../geo/Unlocode.ts"
import type { MmsiInteger } from "../../../vessels/Mmsi.ts"
import type { ZoneHit, ZoneIndex } from "../../zones/ZoneIndex.ts"
import { AGE_OUT_HOURS, type Anomaly, FORGET_DAYS, GAP_HOURS, TRANSFER_HOURS } from "../Detection.ts"
import { type DetectedCall, MAX_SILENCES } from "../PortCall.ts"
import { DEGREES_PER_UNIT, type Fix, statusOf } from "./Fix.ts"
import { isAtSharedAnchorage, isInPort, isWellInPort, lyingAt, portOfZone, zoneWithin } from "./Place.ts"
import { isLasting, nextStop } from "./Stopping.ts"
import {
  callOf,
  type Ended,
  instantOfSeconds,
  newVisit,
  type Visit,
  wasAtAnchor,
  withConfirmedStop,
  withoutStop
} from "./Visit.ts"

const HOUR_SECONDS = 3600
const DAY_SECONDS = 86_400

/** One position of a ship, the one before it, and all that is known of the place. */
interface Look {
  readonly mmsi: MmsiInteger
  readonly fix: Fix
  readonly last: Fix | null
  readonly hits: ReadonlyArray<ZoneHit>
  readonly index: ZoneIndex
}

/** What a position makes of a visit: the calls that it changed, each as it is now. */
export interface Visited {
  readonly visit: Visit | null
  readonly calls: ReadonlyArray<DetectedCall>
  readonly anomaly: Anomaly | null
}

const NO_CALLS: ReadonlyArray<DetectedCall> = []
const NOWHERE: Visited = { visit: null, calls: NO_CALLS, anomaly: null }

const gapOf = ({ fix, last }: Look): number => (last === null ? 0 : fix.at - last.at)
const isSilence = (look: Look): boolean => gapOf(look) > GAP_HOURS * HOUR_SECONDS

const tell = (visit: Visit, { mmsi, fix }: Look, ended: Ended | null = null): Visited => {
  const call = callOf(visit, mmsi, ended === null ? fix.at : Math.min(fix.at, ended.at), ended)
  return call === undefined
    ? { visit, calls: NO_CALLS, anomaly: null }
    : { visit: { ...visit, toldAt: fix.at }, calls: [call], anomaly: null }
}

const before = (first: Visited, then: Visited): Visited => ({
  visit: then.visit,
  calls: first.calls.length === 0 ? then.calls : [...first.calls, ...then.calls],
  anomaly: first.anomaly ?? then.anomaly
})

const withSilence = (visit: Visit, look: Look): Visit => {
  const { last, fix } = look
  if (last === null || gapOf(look) <= AGE_OUT_HOURS * HOUR_SECONDS) return visit
  const silence = { from: instantOfSeconds(last.at), to: instantOfSeconds(fix.at) }
  const { silences } = visit
  const newest = silences[silences.length - 1]
  return newest !== undefined && silences.length >= MAX_SILENCES
    ? { ...visit, silences: silences.with(-1, { ...newest, to: silence.to }) }
    : { ...visit, silences: [...silences, silence] }
}

/** The port in whose berth, or in whose area alone, a ship has come to lie that came as another's visitor. */
const otherPort = (port: Unlocode, { hits }: Look): Unlocode | undefined => {
  const zone = zoneWithin(hits)
  const other = zone === undefined ? null : portOfZone(zone)
  if (zone === undefined || other === null || other === port) return undefined
  return zone.kind === "BERTH" || !isWellInPort(hits, port) ? other : undefined
}

const settle = (visit: Visit, known: Visit, look: Look): Visited => {
  const { stop } = visit
  if (stop === null || stop.confirmed || !isLasting(stop)) {
    const changed =
      visit.stays !== known.stays ||
      visit.silences !== known.silences ||
      (stop?.confirmed === true && stop.kind !== known.stop?.kind) ||
      look.fix.at - visit.toldAt >= HOUR_SECONDS
    return changed ? tell(visit, look) : { visit, calls: NO_CALLS, anomaly: null }
  }
  const other = visit.port === null ? undefined : otherPort(visit.port, look)
  if (other === undefined) return tell(withConfirmedStop(visit, stop), look)
  const there = { ...stop, ...lyingAt(look.hits, other, statusOf(look.fix), look.index) }
  const moved = tell(withConfirmedStop(newVisit(other, []), there), look)
  if (visit.startedAt === 0) return moved
  return before(tell({ ...visit, stop: null }, look, { at: stop.from, ending: "left" }), moved)
}

/** A ship is on its way out from when it is first seen outside, unless it comes back or lies still there. */
const withOutside = (visit: Visit, { fix, hits }: Look): Visit => {
  const within = zoneWithin(hits)
  const outside = within === undefined || (visit.port !== null && !isWellInPort(hits, visit.port))
  const still = visit.stop !== null && visit.stop.movingSince === 0
  const since = outside && !still ? visit.outsideSince || fix.at : 0
  return since === visit.outsideSince ? visit : { ...visit, outsideSince: since }
}

/** `continuous`: the position before was in the port too, so that a silence since then was spent there. */
const remain = (visit: Visit, look: Look, continuous: boolean): Visited => {
  const heard = continuous ? withSilence(visit, look) : visit
  const silentBefore = continuous && isSilence(look) ? look.last : null
  const stop = nextStop(heard.stop, look, heard.port, silentBefore)
  const endedAt = isSilence(look) ? (look.last?.at ?? look.fix.at) : look.fix.at
  const past = stop.ended ? withoutStop(heard, endedAt) : heard
  return settle(withOutside({ ...past, stop: stop.stop }, look), visit, look)
}

const arrive = (look: Look): Visited => {
  const zone = zoneWithin(look.hits)
  if (zone === undefined) return NOWHERE
  const port = portOfZone(zone)
  return remain(newVisit(port, port === null ? zone.ports : []), look, false)
}

const WITHOUT_PORT: Visited = { visit: null, calls: NO_CALLS, anomaly: "anchorage_without_port" }

/** What remains of a visit that is given up. */
const abandon = (visit: Visit): Visited => (visit.port === null && visit.stays.length > 0 ? WITHOUT_PORT : NOWHERE)

const leave = (visit: Visit, look: Look): Visited => {
  const { fix, last } = look
  const ended: Ended =
    isSilence(look) && last !== null
      ? { at: last.at, ending: "silent" }
      : { at: visit.outsideSince === 0 ? fix.at : visit.outsideSince, ending: "left" }
  const gone = withoutStop(visit, ended.at)
  if (gone.startedAt === 0) return arrive(look)
  const told = tell(gone, look, ended)
  if (!wasAtAnchor(gone)) return before(told, arrive(look))
  // Within a silence of a day at most the ship may have weighed anchor at the end.
  const setOutLate = ended.ending === "silent" && gapOf(look) <= AGE_OUT_HOURS * HOUR_SECONDS
  return before(told, transfer({ ...gone, leftAt: setOutLate ? fix.at : ended.at }, look))
}

/** The port that a ship from a shared anchorage has entered, as far as it is one of those that share it. */
const creditedPort = (visit: Visit, { hits }: Look): Unlocode | null | undefined => {
  const zone = zoneWithin(hits)
  if (zone === undefined) return undefined
  const port = portOfZone(zone)
  const known: ReadonlyArray<Unlocode> = visit.port === null ? visit.shared : [visit.port]
  if (port === null) return zone.ports.some((shared) => known.includes(shared)) ? visit.port : undefined
  return known.includes(port) ? port : undefined
}

/** A ship between an anchorage and its port. */
const transfer = (visit: Visit, look: Look): Visited => {
  const credited = creditedPort(visit, look)
  const late = look.fix.at - visit.leftAt > TRANSFER_HOURS * HOUR_SECONDS
  if (late || (credited === undefined && zoneWithin(look.hits) !== undefined))
    return before(abandon(visit), arrive(look))
  if (credited === undefined) return { visit, calls: NO_CALLS, anomaly: null }
  return remain({ ...visit, port: credited, leftAt: 0, toldAt: 0 }, look, false)
}

const remainAtAnchorage = (visit: Visit, look: Look): Visited => {
  const zone = zoneWithin(look.hits)
  const port = zone === undefined ? null : portOfZone(zone)
  if (port !== null && visit.shared.includes(port)) return remain({ ...visit, port }, look, true)
  if (port !== null) return before(abandon(withoutStop(visit, look.fix.at)), arrive(look))
  return isAtSharedAnchorage(look.hits, visit.shared) ? remain(visit, look, true) : leave(visit, look)
}

/** What a ship did that was forgotten since: its call ended when it was last heard. */
const forget = (visit: Visit, lastAt: number, look: Look): Visited => {
  if (visit.port === null || visit.startedAt === 0 || visit.leftAt > 0) return before(abandon(visit), arrive(look))
  return before(tell(withoutStop(visit, lastAt), look, { at: lastAt, ending: "silent" }), arrive(look))
}

/** Takes the next position of a ship, after the one before it, into account. */
export const visitWith = (
  visit: Visit | null,
  mmsi: MmsiInteger,
  fix: Fix,
  last: Fix | null,
  index: ZoneIndex
): Visited => {
  const hits = index.hits(fix.latitude * DEGREES_PER_UNIT, fix.longitude * DEGREES_PER_UNIT)
  if (visit === null && hits.length === 0) return NOWHERE
  const look: Look = { mmsi, fix, last, hits, index }
  if (visit === null) return arrive(look)
  if (last !== null && fix.at - last.at > FORGET_DAYS * DAY_SECONDS) return forget(visit, last.at, look)
  if (visit.leftAt > 0) return transfer(visit, look)
  if (visit.port === null) return remainAtAnchorage(visit, look)
  return isInPort(hits, visit.port) ? remain(visit, look, true) : leave(visit, look)
}
