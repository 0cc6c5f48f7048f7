import type { Unlocode } from "../../geo/Unlocode.ts"
import { type DetectedCall, waitIdOf } from "../detection/PortCall.ts"
import type { DetectionResult, VesselState } from "../detection/PortCallDetector.ts"
import { callOfVisit, type Visit, type VisitEnd } from "../detection/Visit.ts"

const SECONDS_PER_HOUR = 3600

/** The visit of a vessel that waits at a shared anchorage, while its port is unknown. */
const waitOf = ({ visit }: VesselState): Visit | undefined =>
  visit !== null && visit.port === null && visit.startedAt > 0 ? visit : undefined

/**
 * One record of a wait for each port that shares the anchorage, so that the figures of each port contain it: `likely` at
 * the port that the vessel probably sails to, `withdrawn` at the others; `shared` at all of them when none is likely.
 */
const recordsOf = (
  { mmsi, track }: VesselState,
  wait: Visit,
  likely: Unlocode | undefined,
  end: VisitEnd | null
): ReadonlyArray<DetectedCall> => {
  const at = track.last?.at ?? wait.startedAt
  return wait.sharedPorts.flatMap((port): ReadonlyArray<DetectedCall> => {
    const call = callOfVisit({ ...wait, port }, mmsi, at, end)
    if (call === undefined) return []
    const assignment = likely === undefined ? "shared" : likely === port ? "likely" : "withdrawn"
    return [{ ...call, id: waitIdOf(call.id, port), assignment }]
  })
}

/** The records of the present wait of a vessel; none when it does not wait. `end` ends them. */
export const waitRecords = (
  state: VesselState,
  likely: Unlocode | undefined,
  end: VisitEnd | null = null
): ReadonlyArray<DetectedCall> => {
  const wait = waitOf(state)
  return wait === undefined ? [] : recordsOf(state, wait, likely, end)
}

const stayOf = ({ stays, stop }: Visit): string => `${stays.length} ${stop?.kind ?? ""}`

/** Tests whether a wait has changed since it was last recorded, or an hour has passed. */
const isRecordDue = (before: VesselState, after: VesselState, was: Visit, now: Visit): boolean =>
  stayOf(was) !== stayOf(now) ||
  Math.floor((before.track.last?.at ?? 0) / SECONDS_PER_HOUR) !==
    Math.floor((after.track.last?.at ?? 0) / SECONDS_PER_HOUR)

/**
 * The records of waits that positions have changed. They end when the vessel stops in a port, whose call begins with the
 * wait, or sails elsewhere: a past instant has the wait, as it was known then (`knownCalls`). Where the likely port was
 * another one, they are withdrawn, so that the call counts from its start.
 */
export const waitChanges = (
  before: VesselState,
  { calls, state }: Pick<DetectionResult, "calls" | "state">,
  likely: Unlocode | undefined
): ReadonlyArray<DetectedCall> => {
  const [was, now] = [waitOf(before), waitOf(state)]
  const continues = was !== undefined && now?.startedAt === was.startedAt
  const current =
    now !== undefined && !(continues && !isRecordDue(before, state, was, now)) ? waitRecords(state, likely) : []
  if (was === undefined || continues) return current
  const credited = calls.find(({ startedAt }) => startedAt === was.startedAt * 1000)
  const isCorrected = credited !== undefined && likely !== undefined && credited.port !== likely
  const at = was.leftAt || (before.track.last?.at ?? was.startedAt)
  const ended = recordsOf(before, was, likely, { at, ending: "left" }).map(
    (record): DetectedCall => (isCorrected ? { ...record, assignment: "withdrawn" } : record)
  )
  return [...ended, ...current]
}
