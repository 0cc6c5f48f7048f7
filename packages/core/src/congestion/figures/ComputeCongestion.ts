import { DateTime, Option } from "effect"
import { HOUR_MILLIS, type Instant } from "../../time/Instant.ts"
import { VesselClass } from "../../vessels/VesselClass.ts"
import { AGE_OUT_HOURS } from "../detection/DetectionThresholds.ts"
import { hoursInPort, type PortCall } from "../detection/PortCall.ts"
import { MEAN_DAYS } from "../detection/PortCoverage.ts"
import { isOfClass, isRoroKnown } from "../detection/VesselClassification.ts"
import { type CongestionAggregate, type CongestionQuality, type Occupation, Statistics } from "./CongestionAggregate.ts"
import { type FigureName, Hours, Percentage, PercentagePoints, type UnknownReason } from "./Figure.ts"
import { currentStayKind, isAgedOut } from "./PortCallTimeline.ts"
import { type CongestionInputs, callsInPort, TIME_IN_PORT_DAYS } from "./PortLedger.ts"

/** Below so many covered days neither a capacity nor a mean is learned from history. */
export const MIN_COVERED_DAYS = 90

/** When nothing was heard of a port for so many hours, nothing is said about now. */
export const MAX_PORT_SILENT_HOURS = 24

/** What the operator has set for a port. */
export interface BerthSettings {
  /** Berths by class of ship, where the operator knows better than history. */
  readonly berths: Partial<Readonly<Record<VesselClass, number>>>
  /** Whether berths are drawn as zones. */
  readonly hasBerthZones: boolean
}

/** The longest, middle and shortest of some times in hours; of an even number the middle is the mean of the two. */
export const statisticsOf = (hours: ReadonlyArray<number>): Option.Option<Statistics> => {
  const sorted = Float64Array.from(hours).sort()
  const [min, max] = [sorted[0], sorted[sorted.length - 1]]
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  if (min === undefined || max === undefined || low === undefined || high === undefined) return Option.none()
  return Option.some(
    Statistics.make({ max: Hours.make(max), median: Hours.make(low + (high - low) / 2), min: Hours.make(min) })
  )
}

type FigureOrReason<A> = { readonly value: A } | { readonly reason: UnknownReason }

interface Capacity {
  readonly vesselClass: VesselClass
  readonly berths: number
  readonly source: "operator" | "history"
}

const capacityOf = (
  vesselClass: VesselClass,
  facts: CongestionInputs,
  settings: BerthSettings
): Capacity | undefined => {
  const told = settings.berths[vesselClass]
  if (told !== undefined && told > 0) return { vesselClass, berths: told, source: "operator" }
  const learned = facts.berthOccupancy[vesselClass].percentile98
  return facts.coveredDays >= MIN_COVERED_DAYS && learned > 0
    ? { vesselClass, berths: learned, source: "history" }
    : undefined
}

const isReceivedWithin = ({ lastReceivedAt, asOf }: CongestionInputs, hours: number): boolean =>
  Option.exists(lastReceivedAt, (at) => asOf - at <= hours * HOUR_MILLIS)

const percent = (ships: number, berths: number): number => (ships / berths) * 100

const occupationOf = (
  facts: CongestionInputs,
  present: ReadonlyArray<PortCall>,
  capacity: Capacity | undefined,
  vesselClass: VesselClass,
  roroKnown: boolean
): FigureOrReason<Occupation> => {
  if (!isReceivedWithin(facts, MAX_PORT_SILENT_HOURS)) return { reason: "not_heard" }
  if (vesselClass === "roro" && !roroKnown) return { reason: "vessel_type_unknown" }
  if (capacity === undefined) return { reason: "capacity_unknown" }
  const berthed = present.filter(
    (call) => isOfClass(call.ship, vesselClass) && Option.contains(currentStayKind(call), "berth")
  ).length
  const now = percent(berthed, capacity.berths)
  const gap =
    facts.coveredDays < MIN_COVERED_DAYS
      ? Option.none()
      : Option.some(PercentagePoints.make(now - percent(facts.berthOccupancy[vesselClass].mean, capacity.berths)))
  return { value: { rateOccupationPercentage: Percentage.make(now), rateOccupationGapWithMean: gap } }
}

const countOf = (
  facts: CongestionInputs,
  present: ReadonlyArray<PortCall>,
  vesselClass: VesselClass,
  roroKnown: boolean
): FigureOrReason<number> => {
  if (!isReceivedWithin(facts, MAX_PORT_SILENT_HOURS)) return { reason: "not_heard" }
  if (vesselClass === "roro" && !roroKnown) return { reason: "vessel_type_unknown" }
  return { value: present.filter((call) => isOfClass(call.ship, vesselClass)).length }
}

const byVesselClass = <A>(of: (vesselClass: VesselClass) => A) => ({
  commercialVessels: of("commercialVessels"),
  cargo: of("cargo"),
  tanker: of("tanker"),
  roro: of("roro")
})

const figureOption = <A>(known: FigureOrReason<A>): Option.Option<A> =>
  "value" in known ? Option.some(known.value) : Option.none()

const confidenceOf = (facts: CongestionInputs, settings: BerthSettings): CongestionQuality["confidence"] => {
  if (!isReceivedWithin(facts, 6) || facts.coveredDays < TIME_IN_PORT_DAYS) return "low"
  return isReceivedWithin(facts, 1) && facts.coveredDays >= MEAN_DAYS / 2 && settings.hasBerthZones ? "high" : "medium"
}

type UnknownFigure = CongestionQuality["unknown"][number]

const explainUnknownFigures = (
  occupation: Readonly<Record<VesselClass, FigureOrReason<Occupation>>>,
  counts: Readonly<Record<VesselClass, FigureOrReason<number>>>,
  hasTime: boolean
): ReadonlyArray<UnknownFigure> => {
  const unknown: Array<UnknownFigure> = []
  const note = (figure: FigureName, reason: UnknownReason) => unknown.push({ figure, reason })
  for (const group of VesselClass.literals) {
    const known = occupation[group]
    if ("reason" in known) note(`rateOccupation.${group}`, known.reason)
    else if (Option.isNone(known.value.rateOccupationGapWithMean)) {
      note(`rateOccupation.${group}.rateOccupationGapWithMean`, "history_too_short")
    }
  }
  if (!hasTime) note("time.timeInPortStatistics", "no_completed_calls")
  for (const group of VesselClass.literals) {
    const known = counts[group]
    if ("reason" in known) note(`vesselsInPortCount.${group}`, known.reason)
  }
  return unknown
}

const utc = (instant: Instant): DateTime.Utc => DateTime.makeUnsafe(instant)

/**
 * How congested a port is at an instant, by the facts of its ledger. Pure. Occupation is ships at berth now by berths, in
 * percent; its gap is to the port's own mean over time, in percentage points; times are in hours. What is not known is
 * null, with its reason in `quality`. docs/methods/congestion.md says how each figure comes about.
 */
export const computeCongestion = (facts: CongestionInputs, settings: BerthSettings): CongestionAggregate => {
  const { asOf, open } = facts
  const present = callsInPort(facts)
  const completed = facts.completed.filter(({ ship }) => ship.commercial)
  const roroNow = isRoroKnown(present.map(({ ship }) => ship))
  const roroBefore = isRoroKnown([...present, ...completed].map(({ ship }) => ship))
  const capacities = byVesselClass((group) => capacityOf(group, facts, settings))
  const occupation = byVesselClass((group) =>
    occupationOf(facts, present, capacities[group], group, roroNow && roroBefore)
  )
  const counts = byVesselClass((group) => countOf(facts, present, group, roroNow))
  const time = statisticsOf(completed.flatMap((call) => Option.toArray(hoursInPort(call))))
  return {
    portCode: facts.port,
    rateOccupation: byVesselClass((group) => figureOption(occupation[group])),
    time: { timeInPortStatistics: time },
    vesselsInPortCount: byVesselClass((group) => figureOption(counts[group])),
    quality: {
      asOf: utc(asOf),
      window: { timeInPortDays: TIME_IN_PORT_DAYS, meanDays: MEAN_DAYS },
      samples: { completedCalls: completed.length, openCalls: present.length, coveredDays: facts.coveredDays },
      capacity: VesselClass.literals.flatMap((group) => Option.toArray(Option.fromUndefinedOr(capacities[group]))),
      berthsKnownBy: settings.hasBerthZones ? "zones" : "navigation_status",
      vessels: {
        lyingUnknown: present.filter((call) => Option.contains(currentStayKind(call), "unknown")).length,
        agedOut: open.filter((call) => call.ship.commercial && isAgedOut(call, asOf)).length,
        typedByName: present.filter(({ ship }) => ship.typeSource === "name").length
      },
      ageOutHours: Hours.make(AGE_OUT_HOURS),
      openCallStatistics: statisticsOf(present.map(({ startedAt }) => (asOf - startedAt) / HOUR_MILLIS)),
      confidence: confidenceOf(facts, settings),
      lastPositionHeard: Option.map(facts.lastReceivedAt, utc),
      unknown: explainUnknownFigures(occupation, counts, Option.isSome(time))
    }
  }
}
