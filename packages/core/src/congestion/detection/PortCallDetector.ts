import { Option } from "effect"
import type { Unlocode } from "../../geo/Unlocode.ts"
import type { Instant } from "../../time/Instant.ts"
import type { MmsiInteger } from "../../vessels/Mmsi.ts"
import type { ZoneIndex } from "../zones/ZoneIndex.ts"
import { compactPositionOf } from "./CompactPosition.ts"
import { type Anomaly, REORDER_WINDOW_SECONDS } from "./DetectionThresholds.ts"
import { advanceVisit } from "./internal/VisitTransitions.ts"
import type { DetectedCall } from "./PortCall.ts"
import { bufferPosition, EMPTY_BUFFER, flushBuffer, type ReorderBuffer, type ReorderResult } from "./ReorderBuffer.ts"
import { EMPTY_PROFILE, type StaticProfile } from "./StaticProfile.ts"
import { EMPTY_TRACK, type Track, updateTrack } from "./Track.ts"
import type { PositionReport } from "./VesselReport.ts"
import { callOfVisit, instantOfSeconds, type Visit } from "./Visit.ts"

/** The state of detection for one vessel: plain data of a few hundred bytes, which `VesselStateCodec` encodes. */
export interface VesselState {
  readonly mmsi: MmsiInteger
  readonly reorderBuffer: ReorderBuffer
  readonly track: Track
  readonly visit: Visit | null
  readonly profile: StaticProfile
}

/** A position within a port: evidence that AIS covers the port on that day. */
export interface PositionInPort {
  readonly port: Unlocode
  readonly at: Instant
}

/** The result of a position report: the next state and everything that changed. */
export interface DetectionResult {
  readonly state: VesselState
  /** Every call that began, changed or ended, in its present form: it replaces the stored one. */
  readonly calls: ReadonlyArray<DetectedCall>
  /** The reasons of skipped positions. */
  readonly anomalies: ReadonlyArray<Anomaly>
  readonly positionsInPort: ReadonlyArray<PositionInPort>
}

/** The state of a vessel before its first report. */
export const newVesselState = (mmsi: MmsiInteger): VesselState => ({
  mmsi,
  reorderBuffer: EMPTY_BUFFER,
  track: EMPTY_TRACK,
  visit: null,
  profile: EMPTY_PROFILE
})

/** The time of the newest position of a vessel, late and unconfirmed ones excluded. */
export const lastReceivedAtOf = ({ reorderBuffer }: VesselState): Instant => instantOfSeconds(reorderBuffer.newest)

const NO_ITEMS: ReadonlyArray<never> = []

const processPositions = (
  state: VesselState,
  { buffer, released, anomaly }: ReorderResult,
  index: ZoneIndex
): DetectionResult => {
  const anomalies: ReadonlyArray<Anomaly> = anomaly === null ? NO_ITEMS : [anomaly]
  if (released.length === 0)
    return { state: { ...state, reorderBuffer: buffer }, calls: NO_ITEMS, anomalies, positionsInPort: NO_ITEMS }
  let { track, visit, profile } = state
  let calls: ReadonlyArray<DetectedCall> = NO_ITEMS
  const allAnomalies: Array<Anomaly> = [...anomalies]
  const positionsInPort: Array<PositionInPort> = []
  for (const position of released) {
    const { last } = track
    const update = updateTrack(track, position)
    track = update.track
    if (update.anomaly !== null) allAnomalies.push(update.anomaly)
    if (!update.accepted) continue
    // The track is another vessel's from here on: its own IMO number may replace the one of the first.
    if (update.anomaly !== null) profile = { ...profile, imoAt: 0 }
    const transition = advanceVisit(visit, state.mmsi, position, last, index)
    visit = transition.visit
    if (transition.anomaly !== null) allAnomalies.push(transition.anomaly)
    if (transition.calls.length > 0) calls = calls.length === 0 ? transition.calls : [...calls, ...transition.calls]
    if (visit !== null && visit.port !== null && visit.leftAt === 0)
      positionsInPort.push({ port: visit.port, at: instantOfSeconds(position.at) })
  }
  return {
    state: { mmsi: state.mmsi, reorderBuffer: buffer, track, visit, profile },
    calls,
    anomalies: allAnomalies,
    positionsInPort
  }
}

/**
 * Processes a position report of one vessel and returns its next state. Pure. Reports may arrive in any order: those at
 * most `reorderSeconds` older than the newest one yield the same calls as a sorted stream, however late all of them
 * arrive. `now` is the server's time: a report more than `MAX_CLOCK_AHEAD_SECONDS` after it is rejected.
 */
export const detect = (
  state: VesselState,
  report: PositionReport,
  index: ZoneIndex,
  now: Instant,
  reorderSeconds = REORDER_WINDOW_SECONDS
): DetectionResult =>
  processPositions(
    state,
    bufferPosition(
      state.reorderBuffer,
      compactPositionOf(report),
      Math.floor(now / 1000),
      state.track.last === null,
      reorderSeconds
    ),
    index
  )

/**
 * Processes the positions buffered from before `until`, once no earlier one is expected: at the end of a recording, or
 * when a vessel has fallen silent.
 */
export const flushPositions = (state: VesselState, until: Instant, index: ZoneIndex): DetectionResult =>
  processPositions(state, flushBuffer(state.reorderBuffer, Math.floor(until / 1000)), index)

/** The open call of a vessel, from the positions processed so far. */
export const openCallOf = ({ visit, mmsi, track }: VesselState): Option.Option<DetectedCall> =>
  visit === null || visit.leftAt > 0 || track.last === null
    ? Option.none()
    : Option.fromUndefinedOr(callOfVisit(visit, mmsi, track.last.at, null))
