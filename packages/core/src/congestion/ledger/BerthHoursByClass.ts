import { Option } from "effect"
import { DAY_MILLIS, HOUR_MILLIS } from "../../time/Durations.ts"
import type { Instant } from "../../time/Instant.ts"
import { VesselClass } from "../../vessels/VesselClass.ts"
import type { PortCall } from "../detection/PortCall.ts"
import { isOfClass } from "../detection/VesselClassification.ts"
import { BerthHours, type EncodedBerthHours } from "./BerthHours.ts"
import { berthIntervals, type Interval } from "./PortCallTimeline.ts"

/** Berth occupancy over the covered hours of a year, in vessels. */
export interface BerthOccupancy {
  /** The mean over time. */
  readonly mean: number
  /** The 98th percentile over hours. */
  readonly percentile98: number
}

const HOURS_A_DAY = DAY_MILLIS / HOUR_MILLIS

const NO_OCCUPANCY: BerthOccupancy = { mean: 0, percentile98: 0 }

/** The maximum number of vessels in an hour: 65,535 vessel-minutes, the highest stored value. */
const MAX_VESSELS_PER_HOUR = 1093

/** The 98th percentile by nearest rank: the smallest number of vessels that 98 of 100 hours do not exceed. */
const occupancyOf = (hours: BerthHours, covered: ReadonlyArray<number>, before: number): BerthOccupancy => {
  const counts = new Uint32Array(MAX_VESSELS_PER_HOUR + 1)
  let [minutes, coveredHours] = [0, 0]
  for (const day of covered) {
    const first = day * HOURS_A_DAY
    const end = Math.min(before, first + HOURS_A_DAY)
    minutes += hours.tally(first, end, counts)
    coveredHours += Math.max(0, end - first)
  }
  if (coveredHours === 0) return NO_OCCUPANCY
  const rank = Math.ceil(coveredHours * 0.98)
  let [vessels, sum] = [0, counts[0] ?? 0]
  while (sum < rank && vessels < MAX_VESSELS_PER_HOUR) sum += counts[++vessels] ?? 0
  return { mean: minutes / 60 / coveredHours, percentile98: vessels }
}

/** The hours at berth of one port over a year, by class of vessel. */
export class BerthHoursByClass {
  readonly #hours = new Map<VesselClass, BerthHours>()

  #add(call: PortCall, intervals: ReadonlyArray<Interval>, sign: 1 | -1): void {
    for (const vesselClass of VesselClass.literals) {
      if (!isOfClass(call.vessel, vesselClass)) continue
      const hours = this.#hours.get(vesselClass) ?? new BerthHours()
      this.#hours.set(vesselClass, hours)
      for (const { from, to } of intervals) hours.add(from, to, sign)
    }
  }

  /** Adds a completed call, or subtracts it with a `sign` of -1. */
  addCompleted(call: PortCall, sign: 1 | -1): void {
    this.#add(
      call,
      berthIntervals(
        call,
        Option.getOrElse(call.endedAt, () => call.lastReceivedAt)
      ),
      sign
    )
  }

  /** Encodes the hours of each class that has any. */
  encode(): ReadonlyArray<readonly [VesselClass, EncodedBerthHours]> {
    return [...this.#hours].map(([vesselClass, hours]) => [vesselClass, hours.encode()])
  }

  /** Decodes the hours of each class. */
  static decode(encoded: ReadonlyArray<readonly [VesselClass, EncodedBerthHours]>): BerthHoursByClass {
    const byClass = new BerthHoursByClass()
    for (const [vesselClass, hours] of encoded) byClass.#hours.set(vesselClass, BerthHours.decode(hours))
    return byClass
  }

  /** The occupancy of every class up to `asOf`, including open calls. */
  occupancyAt(
    asOf: Instant,
    open: Iterable<PortCall>,
    covered: ReadonlyArray<number>
  ): Readonly<Record<VesselClass, BerthOccupancy>> {
    const all = new BerthHoursByClass()
    for (const [vesselClass, hours] of this.#hours) all.#hours.set(vesselClass, hours.copy())
    for (const call of open) all.#add(call, berthIntervals(call, asOf), 1)
    const currentHour = Math.floor(asOf / HOUR_MILLIS)
    const of = (vesselClass: VesselClass): BerthOccupancy => {
      const hours = all.#hours.get(vesselClass)
      if (hours === undefined) return NO_OCCUPANCY
      hours.advance(currentHour)
      return occupancyOf(hours, covered, currentHour)
    }
    return {
      commercialVessels: of("commercialVessels"),
      cargo: of("cargo"),
      tanker: of("tanker"),
      roro: of("roro")
    }
  }
}
