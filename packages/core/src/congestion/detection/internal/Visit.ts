import { Brand, Option } from "effect"
import type { Unlocode } from "../../../geo/Unlocode.ts"
import type { Instant } from "../../../time/Instant.ts"
import type { MmsiInteger } from "../../../vessels/Mmsi.ts"
import { planarDistanceKm } from "../../zones/Outline.ts"
import type { ZoneId } from "../../zones/Zone.ts"
import { STAY_MERGE_MINUTES, SWING_KM } from "../DetectionThresholds.ts"
import {
  type DetectedCall,
  MAX_STAYS,
  PortCallId,
  type Silence,
  type Stay,
  type StayEvidence,
  type StayKind
} from "../PortCall.ts"
import { DEGREES_PER_UNIT } from "./CompactPosition.ts"

/** A ship that lies still, from the first position of it. Times in seconds, places in millionths of a degree. */
export interface Stop {
  readonly from: number
  /** The last position of it, and how many there were. */
  readonly lastAt: number
  readonly positions: number
  /** When it was first seen moving; 0 while it lies still. One faster position amid slow ones ends no stop. */
  readonly movingSince: number
  readonly latitude: number
  readonly longitude: number
  readonly kind: StayKind
  readonly evidence: StayEvidence
  readonly zone: ZoneId | null
  /** Long enough to be more than a pause. */
  readonly confirmed: boolean
}

/** A stop that is over. */
export interface PastStop {
  readonly from: number
  readonly to: number
  readonly latitude: number
  readonly longitude: number
  readonly kind: StayKind
  readonly evidence: StayEvidence
  readonly zone: ZoneId | null
}

/** A ship in the area of a port, or at an anchorage that several ports share and then of none yet. */
export interface Visit {
  readonly port: Unlocode | null
  /** The ports of the shared anchorage, while the port is not known. */
  readonly sharedPorts: ReadonlyArray<Unlocode>
  /** The first stop; 0 while there was none: so far the ship is only passing. */
  readonly startedAt: number
  readonly stop: Stop | null
  readonly stays: ReadonlyArray<PastStop>
  readonly silences: ReadonlyArray<Silence>
  /** When it was first seen outside the outlines of the port's zones; 0 while it is within. It has not left before it is further out. */
  readonly outsideSince: number
  /** When it left an anchorage, bound for a port it may come to yet; 0 while it is in the area. */
  readonly leftAt: number
  /** When the call was last told; 0 when not yet. */
  readonly emittedAt: number
}

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

// Whole seconds, times a thousand, are whole.
const nominalInstant = Brand.nominal<Instant>()
export const instantOfSeconds = (seconds: number): Instant => nominalInstant(seconds * 1000)

const stayOf = (stop: PastStop | Stop, to: number | null): Stay => ({
  kind: stop.kind,
  evidence: stop.evidence,
  zone: Option.fromNullOr(stop.zone),
  from: instantOfSeconds(stop.from),
  to: to === null ? Option.none() : Option.some(instantOfSeconds(to)),
  latitude: stop.latitude * DEGREES_PER_UNIT,
  longitude: stop.longitude * DEGREES_PER_UNIT
})

/** How a visit ended, if it did. */
export interface VisitEnd {
  readonly at: number
  readonly ending: "left" | "silent"
}

/** The call that a visit is so far; none while the ship has not stopped or its port is not known. */
export const callOfVisit = (
  visit: Visit,
  mmsi: MmsiInteger,
  lastHeardAt: number,
  ended: VisitEnd | null
): DetectedCall | undefined => {
  const { port, startedAt, stop, stays, silences } = visit
  if (port === null || startedAt === 0) return undefined
  const past = stays.map((stay) => stayOf(stay, stay.to))
  return {
    id: PortCallId.make(`${mmsi}-${startedAt}`),
    mmsi,
    port,
    startedAt: instantOfSeconds(startedAt),
    endedAt: ended === null ? Option.none() : Option.some(instantOfSeconds(ended.at)),
    ending: ended === null ? Option.none() : Option.some(ended.ending),
    stays: stop?.confirmed ? [...past, stayOf(stop, null)] : past,
    silences,
    lastHeardAt: instantOfSeconds(lastHeardAt)
  }
}

const isSamePlace = (stay: PastStop, stop: Stop): boolean =>
  stay.kind === stop.kind &&
  stay.zone === stop.zone &&
  stop.from - stay.to <= STAY_MERGE_MINUTES * 60 &&
  planarDistanceKm(
    stay.latitude * DEGREES_PER_UNIT,
    stay.longitude * DEGREES_PER_UNIT,
    stop.latitude * DEGREES_PER_UNIT,
    stop.longitude * DEGREES_PER_UNIT
  ) <= SWING_KM

/** A visit whose stop has lasted: a ship that stirred at its place goes on with the stay before. */
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

/** A visit whose stop ended when the ship was first seen moving, else at `at`; a mere pause leaves nothing. */
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

/** Whether the ship lay at anchor last: then it may be on its way to the berth. */
export const wasAtAnchor = (visit: Visit): boolean => visit.stays[visit.stays.length - 1]?.kind === "anchorage"
