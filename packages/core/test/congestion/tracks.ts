import { Option } from "effect"
import type { Anomaly } from "../../src/congestion/detection/DetectionThresholds.ts"
import type { DetectedCall } from "../../src/congestion/detection/PortCall.ts"
import {
  detect,
  flushPositions,
  newVesselState,
  type VesselState
} from "../../src/congestion/detection/PortCallDetector.ts"
import type { NavigationStatus, PositionReport } from "../../src/congestion/detection/VesselReport.ts"
import type { Zone } from "../../src/congestion/zones/Zone.ts"
import { makeZoneIndex } from "../../src/congestion/zones/ZoneIndex.ts"
import { Latitude, Longitude } from "../../src/geo/Position.ts"
import { Instant } from "../../src/time/Instant.ts"
import { Knots } from "../../src/vessels/Knots.ts"
import { MmsiInteger } from "../../src/vessels/Mmsi.ts"

const START = Date.parse("2026-03-01T00:00:00Z")
export const MMSI = MmsiInteger.make(244_660_920)

/** The instant this many minutes after `START`. */
const minute = (minutes: number): Instant => Instant.make(START + Math.round(minutes * 60_000))

/** A position: minutes, kilometres north and east of 51 N 4 E, knots (null when not available) and status. */
export type TestPosition = readonly [
  minutes: number,
  northKm: number,
  eastKm: number,
  knots: number | null,
  status?: NavigationStatus
]

export const report = ([minutes, northKm, eastKm, knots, status]: TestPosition): PositionReport => ({
  _tag: "PositionReport",
  mmsi: MMSI,
  at: minute(minutes),
  clock: "source",
  source: "test",
  position: {
    latitude: Latitude.make(51 + northKm / 111.195),
    longitude: Longitude.make(4 + eastKm / (111.195 * Math.cos((51 * Math.PI) / 180)))
  },
  speed: Option.map(Option.fromNullOr(knots), (speed) => Knots.make(speed)),
  course: Option.none(),
  heading: Option.none(),
  status: Option.fromUndefinedOr(status),
  transceiver: Option.none()
})

/** A stationary vessel with a position every three minutes. */
export const stationary = (
  from: number,
  to: number,
  northKm: number,
  eastKm: number,
  status?: NavigationStatus,
  knots = 0
): ReadonlyArray<TestPosition> =>
  Array.from({ length: Math.floor((to - from) / 3) + 1 }, (_, n): TestPosition => {
    const position = [from + n * 3, northKm, eastKm, knots] as const
    return status === undefined ? position : [...position, status]
  })

/** A vessel on a straight course with a position every three minutes. */
export const sailing = (
  from: number,
  to: number,
  [fromNorth, fromEast]: readonly [number, number],
  [toNorth, toEast]: readonly [number, number]
): ReadonlyArray<TestPosition> => {
  const knots = (Math.hypot(toNorth - fromNorth, toEast - fromEast) / 1.852 / (to - from)) * 60
  return Array.from({ length: Math.floor((to - from) / 3) }, (_, n): TestPosition => {
    const share = (n * 3) / (to - from)
    return [from + n * 3, fromNorth + share * (toNorth - fromNorth), fromEast + share * (toEast - fromEast), knots]
  })
}

/** The result of reports, flushed `flushedAt` minutes after `START`. */
export const runDetection = (reports: ReadonlyArray<PositionReport>, zones: ReadonlyArray<Zone>, flushedAt = 1e6) => {
  const index = makeZoneIndex(zones)
  const calls = new Map<string, DetectedCall>()
  const anomalies: Array<Anomaly> = []
  let state: VesselState = newVesselState(MMSI)
  const apply = (result: ReturnType<typeof detect>): void => {
    state = result.state
    anomalies.push(...result.anomalies)
    for (const call of result.calls) calls.set(call.id, call)
  }
  for (const report of reports) apply(detect(state, report, index, minute(2e6)))
  apply(flushPositions(state, minute(flushedAt), index))
  return { calls: [...calls.values()], anomalies, state }
}

const minutesOf = (instant: Instant): number => (instant - START) / 60_000

/** The calls detected in positions: port, start and end in minutes, and the stays as kind, from and to. */
export const callsIn = (positions: ReadonlyArray<TestPosition>, zones: ReadonlyArray<Zone>) =>
  runDetection(positions.map(report), zones).calls.map(({ port, startedAt, endedAt, stays }) => ({
    port,
    from: minutesOf(startedAt),
    to: Option.match(endedAt, { onNone: () => null, onSome: minutesOf }),
    stays: stays.map(({ kind, from, to }) => [
      kind,
      minutesOf(from),
      Option.match(to, { onNone: () => null, onSome: minutesOf })
    ])
  }))
