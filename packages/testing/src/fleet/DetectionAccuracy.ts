import type { Anomaly } from "@landfall/core/congestion/detection/DetectionThresholds"
import type { DetectedCall, PortCallId } from "@landfall/core/congestion/detection/PortCall"
import {
  detect,
  flushPositions,
  newVesselState,
  type VesselState
} from "@landfall/core/congestion/detection/PortCallDetector"
import type { PositionReport } from "@landfall/core/congestion/detection/VesselReport"
import type { ZoneIndex } from "@landfall/core/congestion/zones/ZoneIndex"
import { Instant, isoOf } from "@landfall/core/time/Instant"
import type { MmsiInteger } from "@landfall/core/vessels/Mmsi"
import { Option } from "effect"
import type { SimulatedFleet } from "./SimulatedFleet.ts"
import type { TrueCall } from "./VesselTracks.ts"

/**
 * The result of detection: the final form of each call by id, the number of anomalies by kind, and the states of
 * vessels.
 */
export interface DetectionResult {
  readonly calls: ReadonlyMap<PortCallId, DetectedCall>
  readonly anomalies: ReadonlyMap<Anomaly, number>
  readonly states: ReadonlyMap<MmsiInteger, VesselState>
}

/** Detects the calls in reports and flushes the buffers. `end` is an instant after the last report. */
export const detectCalls = (reports: Iterable<PositionReport>, index: ZoneIndex, end: Instant): DetectionResult => {
  const states = new Map<MmsiInteger, VesselState>()
  const calls = new Map<PortCallId, DetectedCall>()
  const anomalies = new Map<Anomaly, number>()
  const apply = (result: ReturnType<typeof detect>): void => {
    states.set(result.state.mmsi, result.state)
    for (const call of result.calls) calls.set(call.id, call)
    for (const kind of result.anomalies) anomalies.set(kind, (anomalies.get(kind) ?? 0) + 1)
  }
  for (const report of reports)
    apply(detect(states.get(report.mmsi) ?? newVesselState(report.mmsi), report, index, end))
  for (const state of [...states.values()]) apply(flushPositions(state, end, index))
  return { calls, anomalies, states }
}

/** The accuracy of detected calls against the simulation. Errors are absolute, in minutes. */
export interface DetectionAccuracy {
  readonly expected: number
  readonly found: number
  readonly missed: ReadonlyArray<string>
  readonly falseCalls: ReadonlyArray<string>
  readonly startErrors: ReadonlyArray<number>
  readonly endErrors: ReadonlyArray<number>
  /** The error of the time at berth of each call, in minutes. */
  readonly berthErrors: ReadonlyArray<number>
}

const MINUTE = 60_000

const overlaps = (call: DetectedCall, truth: TrueCall): boolean =>
  call.port === truth.port &&
  call.startedAt <= truth.endedAt * 1000 &&
  Option.getOrElse(call.endedAt, () => Number.POSITIVE_INFINITY) >= truth.startedAt * 1000

const berthMinutes = (stays: ReadonlyArray<readonly [from: number, to: number]>): number =>
  stays.reduce((sum, [from, to]) => sum + (to - from), 0) / MINUTE

const detectedBerthMinutes = (call: DetectedCall): number =>
  berthMinutes(
    call.stays.flatMap((stay) =>
      stay.kind === "berth" && Option.isSome(stay.to) ? [[stay.from, stay.to.value] as const] : []
    )
  )

const trueBerthMinutes = (truth: TrueCall): number =>
  berthMinutes(
    truth.stays.flatMap((stay) => (stay.kind === "berth" ? [[stay.from * 1000, stay.to * 1000] as const] : []))
  )

/**
 * Measures the accuracy over calls that end at least an hour before the end of the plan: each simulated call must match
 * exactly one detected call of that vessel and port.
 */
export const measureAccuracy = (fleet: SimulatedFleet, calls: Iterable<DetectedCall>): DetectionAccuracy => {
  const end = fleet.plan.start.epochMilliseconds + fleet.plan.days * 86_400_000
  const byVessel = new Map<number, Array<DetectedCall>>()
  for (const call of calls) byVessel.set(call.mmsi, [...(byVessel.get(call.mmsi) ?? []), call])
  const used = new Set<PortCallId>()
  const [missed, startErrors, endErrors, berthErrors]: [Array<string>, Array<number>, Array<number>, Array<number>] = [
    [],
    [],
    [],
    []
  ]
  let expected = 0
  for (const truth of fleet.calls) {
    const mmsi = fleet.vessels[truth.vessel]?.mmsi ?? 0
    const call = (byVessel.get(mmsi) ?? []).find((candidate) => !used.has(candidate.id) && overlaps(candidate, truth))
    if (call !== undefined) used.add(call.id)
    if (truth.endedAt * 1000 > end - 60 * MINUTE) continue
    expected++
    if (call === undefined || Option.isNone(call.endedAt)) {
      missed.push(`${mmsi} at ${truth.port} ${isoOf(Instant.make(Math.round(truth.startedAt * 1000)))}`)
      continue
    }
    startErrors.push(Math.abs(call.startedAt / MINUTE - truth.startedAt / 60))
    endErrors.push(Math.abs(call.endedAt.value / MINUTE - truth.endedAt / 60))
    berthErrors.push(Math.abs(detectedBerthMinutes(call) - trueBerthMinutes(truth)))
  }
  const falseCalls = [...byVessel.values()]
    .flat()
    .filter(({ id }) => !used.has(id))
    .map((call) => `${call.id} at ${call.port} ${isoOf(call.startedAt)}`)
  return { expected, found: startErrors.length, missed, falseCalls, startErrors, endErrors, berthErrors }
}
