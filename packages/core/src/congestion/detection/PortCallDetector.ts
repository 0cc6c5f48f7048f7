import { Option } from "effect"
import type { Unlocode } from "../../geo/Unlocode.ts"
import type { Instant } from "../../time/Instant.ts"
import type { MmsiInteger } from "../../vessels/Mmsi.ts"
import type { ZoneIndex } from "../zones/ZoneIndex.ts"
import type { Anomaly } from "./Detection.ts"
import { fixOf } from "./internal/Fix.ts"
import { NO_TRACK, sieve, type Track } from "./internal/Track.ts"
import { callOf, instantOfSeconds, type Visit } from "./internal/Visit.ts"
import { visitWith } from "./internal/Visiting.ts"
import { handOver, type Intake, intake, NONE_WAITING, type Waiting } from "./internal/Waiting.ts"
import type { DetectedCall } from "./PortCall.ts"
import { NOTHING_SAID, type ShipSaid } from "./ShipSaid.ts"
import type { PositionReport } from "./VesselReport.ts"

/** All that detection remembers of one ship: plain data of a few hundred bytes (`VesselStateCodec` writes it). */
export interface VesselState {
  readonly mmsi: MmsiInteger
  readonly waiting: Waiting
  readonly track: Track
  readonly visit: Visit | null
  readonly said: ShipSaid
}

/** That a ship was heard in a port, which makes the day one that the port is covered. */
export interface HeardInPort {
  readonly port: Unlocode
  readonly at: Instant
}

/** What a report brought about. */
export interface Detected {
  readonly state: VesselState
  /** Every call that began, changed or ended, as it is now: to be put in the log over what it was. */
  readonly calls: ReadonlyArray<DetectedCall>
  /** What was wrong with positions that were left out. */
  readonly anomalies: ReadonlyArray<Anomaly>
  readonly heard: ReadonlyArray<HeardInPort>
}

/** A ship that nothing was heard of yet. */
export const newVessel = (mmsi: MmsiInteger): VesselState => ({
  mmsi,
  waiting: NONE_WAITING,
  track: NO_TRACK,
  visit: null,
  said: NOTHING_SAID
})

const NOTHING: ReadonlyArray<never> = []

const follow = (state: VesselState, { waiting, due, anomaly }: Intake, index: ZoneIndex): Detected => {
  const anomalies: ReadonlyArray<Anomaly> = anomaly === null ? NOTHING : [anomaly]
  if (due.length === 0) return { state: { ...state, waiting }, calls: NOTHING, anomalies, heard: NOTHING }
  let { track, visit } = state
  let calls: ReadonlyArray<DetectedCall> = NOTHING
  const odd: Array<Anomaly> = [...anomalies]
  const heard: Array<HeardInPort> = []
  for (const fix of due) {
    const { last } = track
    const sieved = sieve(track, fix)
    track = sieved.track
    if (sieved.anomaly !== null) odd.push(sieved.anomaly)
    if (!sieved.accepted) continue
    const visited = visitWith(visit, state.mmsi, fix, last, index)
    visit = visited.visit
    if (visited.anomaly !== null) odd.push(visited.anomaly)
    if (visited.calls.length > 0) calls = calls.length === 0 ? visited.calls : [...calls, ...visited.calls]
    if (visit !== null && visit.port !== null && visit.leftAt === 0)
      heard.push({ port: visit.port, at: instantOfSeconds(fix.at) })
  }
  return { state: { mmsi: state.mmsi, waiting, track, visit, said: state.said }, calls, anomalies: odd, heard }
}

/**
 * Takes a report of a ship into account, in whatever order reports come: those that are at most `WINDOW_SECONDS` late
 * give the calls that sorted ones would. Pure. `now` is the time by our own clock: what is ahead of it is refused.
 */
export const detect = (state: VesselState, report: PositionReport, index: ZoneIndex, now: Instant): Detected =>
  follow(state, intake(state.waiting, fixOf(report), Math.floor(now / 1000), state.track.last === null), index)

/**
 * Takes into account what has waited since before `until` for something older to come, once nothing older will: at the
 * end of a file, or when a ship has fallen silent.
 */
export const settle = (state: VesselState, until: Instant, index: ZoneIndex): Detected =>
  follow(state, handOver(state.waiting, Math.floor(until / 1000)), index)

/** The call that a ship is on, by the positions taken into account so far. */
export const openCallOf = ({ visit, mmsi, track }: VesselState): Option.Option<DetectedCall> =>
  visit === null || visit.leftAt > 0 || track.last === null
    ? Option.none()
    : Option.fromUndefinedOr(callOf(visit, mmsi, track.last.at, null))
