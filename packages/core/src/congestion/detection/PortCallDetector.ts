import { Option } from "effect"
import type { Unlocode } from "../../geo/Unlocode.ts"
import type { Instant } from "../../time/Instant.ts"
import type { MmsiInteger } from "../../vessels/Mmsi.ts"
import type { ZoneIndex } from "../zones/ZoneIndex.ts"
import type { Anomaly } from "./DetectionThresholds.ts"
import { compactPositionOf } from "./internal/CompactPosition.ts"
import {
  bufferPosition,
  EMPTY_BUFFER,
  flushBuffer,
  type ReorderBuffer,
  type ReorderResult
} from "./internal/ReorderBuffer.ts"
import { EMPTY_TRACK, type Track, updateTrack } from "./internal/Track.ts"
import { callOfVisit, instantOfSeconds, type Visit } from "./internal/Visit.ts"
import { advanceVisit } from "./internal/VisitTransitions.ts"
import type { DetectedCall } from "./PortCall.ts"
import { EMPTY_PROFILE, type StaticProfile } from "./StaticProfile.ts"
import type { PositionReport } from "./VesselReport.ts"

/** All that detection remembers of one ship: plain data of a few hundred bytes (`VesselStateCodec` writes it). */
export interface VesselState {
  readonly mmsi: MmsiInteger
  readonly reorderBuffer: ReorderBuffer
  readonly track: Track
  readonly visit: Visit | null
  readonly profile: StaticProfile
}

/** That a ship was heard in a port, which makes the day one that the port is covered. */
export interface PositionInPort {
  readonly port: Unlocode
  readonly at: Instant
}

/** What a report brought about. */
export interface DetectionResult {
  readonly state: VesselState
  /** Every call that began, changed or ended, as it is now: to be put in the log over what it was. */
  readonly calls: ReadonlyArray<DetectedCall>
  /** What was wrong with positions that were left out. */
  readonly anomalies: ReadonlyArray<Anomaly>
  readonly positionsInPort: ReadonlyArray<PositionInPort>
}

/** A ship that nothing was heard of yet. */
export const newVesselState = (mmsi: MmsiInteger): VesselState => ({
  mmsi,
  reorderBuffer: EMPTY_BUFFER,
  track: EMPTY_TRACK,
  visit: null,
  profile: EMPTY_PROFILE
})

const NO_ITEMS: ReadonlyArray<never> = []

const processPositions = (
  state: VesselState,
  { buffer, released, anomaly }: ReorderResult,
  index: ZoneIndex
): DetectionResult => {
  const anomalies: ReadonlyArray<Anomaly> = anomaly === null ? NO_ITEMS : [anomaly]
  if (released.length === 0)
    return { state: { ...state, reorderBuffer: buffer }, calls: NO_ITEMS, anomalies, positionsInPort: NO_ITEMS }
  let { track, visit } = state
  let calls: ReadonlyArray<DetectedCall> = NO_ITEMS
  const odd: Array<Anomaly> = [...anomalies]
  const heard: Array<PositionInPort> = []
  for (const fix of released) {
    const { last } = track
    const sieved = updateTrack(track, fix)
    track = sieved.track
    if (sieved.anomaly !== null) odd.push(sieved.anomaly)
    if (!sieved.accepted) continue
    const visited = advanceVisit(visit, state.mmsi, fix, last, index)
    visit = visited.visit
    if (visited.anomaly !== null) odd.push(visited.anomaly)
    if (visited.calls.length > 0) calls = calls.length === 0 ? visited.calls : [...calls, ...visited.calls]
    if (visit !== null && visit.port !== null && visit.leftAt === 0)
      heard.push({ port: visit.port, at: instantOfSeconds(fix.at) })
  }
  return {
    state: { mmsi: state.mmsi, reorderBuffer: buffer, track, visit, profile: state.profile },
    calls,
    anomalies: odd,
    positionsInPort: heard
  }
}

/**
 * Takes a report of a ship into account, in whatever order reports come: those that are at most `REORDER_WINDOW_SECONDS` late
 * give the calls that sorted ones would. Pure. `now` is the time by our own clock: what is ahead of it is refused.
 */
export const detect = (state: VesselState, report: PositionReport, index: ZoneIndex, now: Instant): DetectionResult =>
  processPositions(
    state,
    bufferPosition(state.reorderBuffer, compactPositionOf(report), Math.floor(now / 1000), state.track.last === null),
    index
  )

/**
 * Takes into account what has waited since before `until` for something older to come, once nothing older will: at the
 * end of a file, or when a ship has fallen silent.
 */
export const flushPositions = (state: VesselState, until: Instant, index: ZoneIndex): DetectionResult =>
  processPositions(state, flushBuffer(state.reorderBuffer, Math.floor(until / 1000)), index)

/** The call that a ship is on, by the positions taken into account so far. */
export const openCallOf = ({ visit, mmsi, track }: VesselState): Option.Option<DetectedCall> =>
  visit === null || visit.leftAt > 0 || track.last === null
    ? Option.none()
    : Option.fromUndefinedOr(callOfVisit(visit, mmsi, track.last.at, null))
