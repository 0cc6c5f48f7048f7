import type { NavigationStatus, PositionReport } from "@landfall/core/congestion/detection/VesselReport"
import { greatCircleDistance } from "@landfall/core/geo/Distance"
import type { Position } from "@landfall/core/geo/Position"
import type { Instant } from "@landfall/core/time/Instant"
import type { Knots } from "@landfall/core/vessels/Knots"
import type { MmsiInteger } from "@landfall/core/vessels/Mmsi"
import { Brand, Option } from "effect"
import { type FleetPlan, offsetPosition } from "./FleetPlan.ts"
import { positionAt, type TrackSegment } from "./VesselTracks.ts"

const instant = Brand.nominal<Instant>()
const knots = Brand.nominal<Knots>()

const HOUR_SECONDS = 3600

/** The finalizer of MurmurHash3 (A. Appleby, public domain): a change of any bit affects all bits. */
const mixBits = (bits: number): number => {
  let hash = bits
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** A pseudo-random number in [0, 1) that depends on its arguments alone, so that every read yields the same reports. */
const noise = (seed: number, vessel: number, tick: number, which: number): number =>
  mixBits(mixBits(mixBits(seed ^ Math.imul(vessel, 0x9e3779b1)) ^ tick) ^ which) / 2 ** 32

/** An approximately normal value with standard deviation 1: the sum of four draws. */
const normalNoise = (seed: number, vessel: number, tick: number, which: number): number => {
  let sum = 0
  for (let draw = 0; draw < 4; draw++) sum += noise(seed, vessel, tick, which * 8 + draw + 64)
  return (sum - 2) * Math.sqrt(3)
}

interface Transponder {
  readonly plan: FleetPlan
  readonly seed: number
  readonly vessel: number
  readonly mmsi: MmsiInteger
}

/** A silence begins at the start of an hour at random, and lasts 1 to 10 hours. */
const isSilent = ({ plan, seed, vessel }: Transponder, at: number): boolean => {
  if (plan.silenceShare === 0) return false
  const hour = Math.floor(at / HOUR_SECONDS)
  for (let back = 0; back < 10; back++) {
    const startHour = hour - back
    if (
      noise(seed, vessel, startHour, 1) < plan.silenceShare &&
      at < (startHour + 1 + 9 * noise(seed, vessel, startHour, 2)) * HOUR_SECONDS
    ) {
      return true
    }
  }
  return false
}

const reportedSpeed = ({ seed, vessel }: Transponder, leg: TrackSegment, tick: number): number => {
  if (leg.activity === "moving") {
    const miles = greatCircleDistance(leg.start, leg.end)
    return Math.max(1, (miles * HOUR_SECONDS) / (leg.to - leg.from) + 0.3 * normalNoise(seed, vessel, tick, 3))
  }
  // A vessel at anchor swings, and sometimes reports a speed above that of a stop.
  const blip = leg.activity === "anchorage" && noise(seed, vessel, tick, 4) < 0.02 ? 0.6 : 0
  return Math.max(blip, Math.abs(normalNoise(seed, vessel, tick, 5)) * (leg.activity === "anchorage" ? 0.08 : 0.05))
}

/** Crews set the status up to half an hour late. */
const reportedStatus = (
  { seed, vessel }: Transponder,
  leg: TrackSegment,
  at: number,
  tick: number
): NavigationStatus => {
  const set = at - leg.from > 1800 * noise(seed, vessel, Math.floor(leg.from), 6) || noise(seed, vessel, tick, 7) < 0.01
  if (!set || leg.activity === "moving" || leg.activity === "pause") return "under_way_using_engine"
  return leg.activity === "berth" ? "moored" : "at_anchor"
}

const reportedPosition = (radio: Transponder, leg: TrackSegment, at: number, tick: number): Position => {
  const { seed, vessel, plan } = radio
  const error = plan.positionErrorMetres / 1000
  const swing = leg.activity === "anchorage" ? 0.15 : 0
  const north = error * normalNoise(seed, vessel, tick, 8) + swing * Math.sin(tick / 7)
  const east = error * normalNoise(seed, vessel, tick, 9) + swing * Math.cos(tick / 7)
  return offsetPosition(positionAt(leg, at), north, east)
}

const roundToTenth = (value: number): number => Math.round(value * 10) / 10

const reportOf = (radio: Transponder, leg: TrackSegment, at: number, tick: number): PositionReport => ({
  _tag: "PositionReport",
  mmsi: radio.mmsi,
  at: instant(at * 1000),
  clock: "source",
  source: "fleet",
  position: reportedPosition(radio, leg, at, tick),
  speed: Option.some(knots(roundToTenth(reportedSpeed(radio, leg, tick)))),
  course: Option.none(),
  heading: Option.none(),
  status: Option.some(reportedStatus(radio, leg, at, tick)),
  transceiver: Option.some("class_a")
})

interface DelayedReport {
  readonly at: number
  readonly report: PositionReport
}

const byArrival = (a: DelayedReport, b: DelayedReport): number => a.at - b.at

/** The reports of one vessel in one tick: none while it is silent, sometimes a duplicate. */
const reportsInTick = (
  radio: Transponder,
  leg: TrackSegment,
  at: number,
  tick: number
): ReadonlyArray<DelayedReport> => {
  if (isSilent(radio, at)) return []
  const { plan, seed, vessel } = radio
  const report = reportOf(radio, leg, at, tick)
  const arriving = { at: at + plan.maxDelaySeconds * noise(seed, vessel, tick, 10), report }
  if (noise(seed, vessel, tick, 11) >= plan.duplicateShare) return [arriving]
  return [arriving, { at: at + plan.maxDelaySeconds * noise(seed, vessel, tick, 12), report }]
}

/** Every position of every vessel in order of arrival. */
export const positionReportsOf = (
  plan: FleetPlan,
  vessels: ReadonlyArray<{ readonly mmsi: MmsiInteger }>,
  legs: ReadonlyArray<ReadonlyArray<TrackSegment>>,
  seed: number
): Iterable<PositionReport> => ({
  *[Symbol.iterator]() {
    const start = Math.floor(plan.start.epochMilliseconds / 1000)
    const ticks = Math.floor((plan.days * 24 * HOUR_SECONDS) / plan.reportIntervalSeconds)
    const current = legs.map(() => 0)
    let waiting: Array<DelayedReport> = []
    for (let tick = 0; tick < ticks; tick++) {
      const began = start + tick * plan.reportIntervalSeconds
      const due = waiting.filter((arriving) => arriving.at < began).sort(byArrival)
      waiting = waiting.filter((arriving) => arriving.at >= began)
      for (const { report } of due) yield report
      for (const [vessel, { mmsi }] of vessels.entries()) {
        const at = began + Math.floor(plan.reportIntervalSeconds * noise(seed, vessel, 0, 13))
        const route = legs[vessel] ?? []
        let index = current[vessel] ?? 0
        while ((route[index]?.to ?? at) < at) index++
        current[vessel] = index
        const leg = route[index]
        if (leg !== undefined) waiting.push(...reportsInTick({ plan, seed, vessel, mmsi }, leg, at, tick))
      }
    }
    for (const { report } of waiting.sort(byArrival)) yield report
  }
})
