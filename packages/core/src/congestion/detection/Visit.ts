import { Brand, Option } from "effect"
import type { Unlocode } from "../../geo/Unlocode.ts"
import type { Instant } from "../../time/Instant.ts"
import type { MmsiInteger } from "../../vessels/Mmsi.ts"
import { planarDistanceKm } from "../zones/Outline.ts"
import type { ZoneId } from "../zones/Zone.ts"
import { DEGREES_PER_UNIT } from "./CompactPosition.ts"
import { STAY_MERGE_MINUTES, SWING_KM } from "./DetectionThresholds.ts"
import {
  type CallEnding,
  type DetectedCall,
  MAX_STAYS,
  PortCallId,
  type Silence,
  type Stay,
  type StayEvidence,
  type StayKind
} from "./PortCall.ts"

/** A stop in progress, from its first position. Times in seconds, coordinates in millionths of a degree. */
export interface Stop {
  readonly from: number
  /** The time of the last position, and the number of positions. */
  readonly lastAt: number
  readonly positions: number
  /**
   * The time of the first moving position; 0 while the vessel is stationary. A single faster position among slow ones
   * does not end a stop.
   */
  readonly movingSince: number
  readonly latitude: number
  readonly longitude: number
  readonly kind: StayKind
  readonly evidence: StayEvidence
  readonly zone: ZoneId | null
  /** True once the stop is longer than a pause. */
  readonly confirmed: boolean
}

/** A completed stop. */
export interface CompletedStop {
  readonly from: number
  readonly to: number
  readonly latitude: number
  readonly longitude: number
  readonly kind: StayKind
  readonly evidence: StayEvidence
  readonly zone: ZoneId | null
}

/**
 * A vessel in the area of a port, or at an anchorage that several ports share (`port` is then null). A visit becomes a
 * port call once the vessel has stopped.
 */
export interface Visit {
  readonly port: Unlocode | null
  /** The ports that share the anchorage, while the port is unknown. */
  readonly sharedPorts: ReadonlyArray<Unlocode>
  /** The time of the first stop; 0 before it, while the vessel may be passing. */
  readonly startedAt: number
  readonly stop: Stop | null
  readonly stays: ReadonlyArray<CompletedStop>
  readonly silences: ReadonlyArray<Silence>
  /**
   * The time of the first position outside the outlines of the port's zones; 0 inside. The vessel has left once it is
   * also outside the exit margin.
   */
  readonly outsideSince: number
  /** The time when the vessel left an anchorage for a port that it may still enter; 0 while it is in the area. */
  readonly leftAt: number
  /** The time when the call was last emitted; 0 before. */
  readonly emittedAt: number
}

/** A visit that begins now, without a stop. */
export const newVisit = (port: Unlocode | null, shared: ReadonlyArray<Unlocode>): Visit => ({
  port,
  sharedPorts: shared,
  startedAt: 0,
  stop: null,
  stays: [],
  silences: [],
  outsideSince: 0,
  leftAt: 0,
  emittedAt: 0
})

// A whole number of seconds is a whole number of milliseconds, so the brand needs no check.
const instant = Brand.nominal<Instant>()
/** The instant of a time in seconds since 1970. */
export const instantOfSeconds = (seconds: number): Instant => instant(seconds * 1000)

const stayOf = (stop: CompletedStop | Stop, to: number | null): Stay => ({
  kind: stop.kind,
  evidence: stop.evidence,
  zone: Option.fromNullOr(stop.zone),
  from: instantOfSeconds(stop.from),
  to: to === null ? Option.none() : Option.some(instantOfSeconds(to)),
  latitude: stop.latitude * DEGREES_PER_UNIT,
  longitude: stop.longitude * DEGREES_PER_UNIT
})

/** The end of a visit. */
export interface VisitEnd {
  readonly at: number
  readonly ending: CallEnding
}

/** The port call of a visit; undefined before the first stop, or while the port is unknown. */
export const callOfVisit = (
  visit: Visit,
  mmsi: MmsiInteger,
  lastReceivedAt: number,
  end: VisitEnd | null
): DetectedCall | undefined => {
  const { port, startedAt, stop, stays, silences } = visit
  if (port === null || startedAt === 0) return undefined
  const past = stays.map((stay) => stayOf(stay, stay.to))
  return {
    id: PortCallId.make(`${mmsi}-${startedAt}`),
    mmsi,
    port,
    startedAt: instantOfSeconds(startedAt),
    endedAt: end === null ? Option.none() : Option.some(instantOfSeconds(end.at)),
    ending: end === null ? Option.none() : Option.some(end.ending),
    stays: stop?.confirmed ? [...past, stayOf(stop, null)] : past,
    silences,
    lastReceivedAt: instantOfSeconds(lastReceivedAt)
  }
}

const isSamePlace = (stay: CompletedStop, stop: Stop): boolean =>
  stay.kind === stop.kind &&
  stay.zone === stop.zone &&
  stop.from - stay.to <= STAY_MERGE_MINUTES * 60 &&
  planarDistanceKm(
    stay.latitude * DEGREES_PER_UNIT,
    stay.longitude * DEGREES_PER_UNIT,
    stop.latitude * DEGREES_PER_UNIT,
    stop.longitude * DEGREES_PER_UNIT
  ) <= SWING_KM

/** Confirms the stop of a visit. A stop at the place of the previous stay continues that stay. */
export const withConfirmedStop = (visit: Visit, stop: Stop): Visit => {
  const before = visit.stays[visit.stays.length - 1]
  const startedAt = visit.startedAt === 0 ? stop.from : visit.startedAt
  if (before === undefined || !isSamePlace(before, stop)) {
    return { ...visit, startedAt, stop: { ...stop, confirmed: true } }
  }
  const { from, latitude, longitude } = before
  return {
    ...visit,
    startedAt,
    stop: { ...stop, from, latitude, longitude, confirmed: true },
    stays: visit.stays.slice(0, -1)
  }
}

/** Ends the stop of a visit at the first moving position, else at `at`. An unconfirmed stop is discarded. */
export const withStopEnded = (visit: Visit, at: number): Visit => {
  const { stop, stays } = visit
  if (stop === null) return visit
  const to = stop.movingSince === 0 ? at : stop.movingSince
  if (!stop.confirmed) return { ...visit, stop: null }
  const { from, latitude, longitude, kind, evidence, zone } = stop
  const last = stays[stays.length - 1]
  return last !== undefined && stays.length >= MAX_STAYS
    ? { ...visit, stop: null, stays: stays.with(-1, { ...last, to }) }
    : { ...visit, stop: null, stays: [...stays, { from, to, latitude, longitude, kind, evidence, zone }] }
}

/** Tests whether the last stay was at anchor: the vessel may then be on its way to a berth. */
export const wasAtAnchor = (visit: Visit): boolean => visit.stays[visit.stays.length - 1]?.kind === "anchorage"
