import { DateTime, Option } from "effect"
import { HOUR_MILLIS } from "../../time/Durations.ts"
import type { Instant } from "../../time/Instant.ts"
import { VesselClass } from "../../vessels/VesselClass.ts"
import { AGE_OUT_HOURS } from "../detection/DetectionThresholds.ts"
import { hoursInPort, type PortCall } from "../detection/PortCall.ts"
import { MEAN_DAYS } from "../detection/PortCoverage.ts"
import { isOfClass, isRoroKnown, MAX_UNRESOLVED_SHARE } from "../detection/VesselClassification.ts"
import { currentStayKind, isAgedOut } from "../ledger/PortCallTimeline.ts"
import { type CongestionInputs, callsInPort, TIME_IN_PORT_DAYS, waitsUnassigned } from "../ledger/PortLedger.ts"
import type { PortAreaOrigin } from "../zones/PortAreas.ts"
import type { CongestionAggregate, CongestionQuality, Occupation, WaitingByClass } from "./CongestionAggregate.ts"
import { type FigureName, Hours, Percentage, PercentagePoints, type UnknownReason } from "./Figure.ts"
import { statisticsOf } from "./Statistics.ts"
import { waitingByClass } from "./VesselsAtAnchor.ts"

/** The fewest covered days from which a capacity or a mean is derived. */
const MIN_COVERED_DAYS = 90

/** The silence of a port in hours after which its present figures are unknown. */
export const MAX_PORT_SILENT_HOURS = 24

/** The operator's settings for a port. */
export interface BerthSettings {
  /** The number of berths by class of vessel, where the operator has set it. */
  readonly berths: Partial<Readonly<Record<VesselClass, number>>>
  /** True when the port has accepted berth zones. */
  readonly hasBerthZones: boolean
  readonly area: PortAreaOrigin
  /** The ids of its anchorages. */
  readonly anchorages: ReadonlyArray<string>
}

/** Reported calls alone show which vessels are in port only after a month of them: two calls are not all calls. */
const isReportedOnly = ({ coveredDays, hasPositions }: CongestionInputs): boolean =>
  !hasPositions && coveredDays < TIME_IN_PORT_DAYS

/** Vessels whose status or zone shows that they are at berth or at anchor, and of which no type is known. */
const vesselsUnclassified = ({ open, asOf }: CongestionInputs): ReadonlyArray<PortCall> =>
  open.filter((call) => {
    const kind = Option.getOrUndefined(currentStayKind(call))
    const isUntyped = Option.isNone(call.vessel.shipType) && !call.vessel.commercial
    return isUntyped && (kind === "berth" || kind === "anchorage") && call.source === "ais" && !isAgedOut(call, asOf)
  })

type FigureOrReason<A> = { readonly value: A } | { readonly reason: UnknownReason }

interface Capacity {
  readonly vesselClass: VesselClass
  readonly berths: number
  readonly source: "operator" | "history"
}

const capacityOf = (
  vesselClass: VesselClass,
  inputs: CongestionInputs,
  settings: BerthSettings
): Capacity | undefined => {
  const setByOperator = settings.berths[vesselClass]
  if (setByOperator !== undefined && setByOperator > 0)
    return { vesselClass, berths: setByOperator, source: "operator" }
  const { percentile98 } = inputs.berthOccupancy[vesselClass]
  return inputs.coveredDays >= MIN_COVERED_DAYS && percentile98 > 0
    ? { vesselClass, berths: percentile98, source: "history" }
    : undefined
}

const isReceivedWithin = ({ lastReceivedAt, asOf }: CongestionInputs, hours: number): boolean =>
  Option.exists(lastReceivedAt, (at) => asOf - at <= hours * HOUR_MILLIS)

const waitingAt = (inputs: CongestionInputs): WaitingByClass =>
  waitingByClass([...callsInPort(inputs), ...waitsUnassigned(inputs)], inputs.asOf)

/** The vessels at anchor for a port. None where no vessel is at anchor and nothing received shows that none is. */
export const knownWaiting = (inputs: CongestionInputs): Option.Option<WaitingByClass> => {
  const waiting = waitingAt(inputs)
  const isZeroKnown = isReceivedWithin(inputs, MAX_PORT_SILENT_HOURS) && !isReportedOnly(inputs)
  return isZeroKnown || waiting.commercialVessels.vessels > 0 ? Option.some(waiting) : Option.none()
}

const percent = (vessels: number, berths: number): number => (vessels / berths) * 100

const occupationOf = (
  inputs: CongestionInputs,
  present: ReadonlyArray<PortCall>,
  capacity: Capacity | undefined,
  vesselClass: VesselClass,
  roroKnown: boolean,
  unclassified: number
): FigureOrReason<Occupation> => {
  if (!isReceivedWithin(inputs, MAX_PORT_SILENT_HOURS)) return { reason: "no_recent_position" }
  if (vesselClass === "roro" && !roroKnown) return { reason: "vessel_type_unknown" }
  if (capacity === undefined) return { reason: "capacity_unknown" }
  const berthed = present.filter(
    (call) => isOfClass(call.vessel, vesselClass) && Option.contains(currentStayKind(call), "berth")
  ).length
  if (unclassified > (berthed + unclassified) * MAX_UNRESOLVED_SHARE) return { reason: "vessels_unclassified" }
  if (berthed === 0 && isReportedOnly(inputs)) return { reason: "reports_incomplete" }
  const now = percent(berthed, capacity.berths)
  const gap =
    inputs.coveredDays < MIN_COVERED_DAYS
      ? Option.none()
      : Option.some(PercentagePoints.make(now - percent(inputs.berthOccupancy[vesselClass].mean, capacity.berths)))
  return { value: { rateOccupationPercentage: Percentage.make(now), rateOccupationGapWithMean: gap } }
}

const countOf = (
  inputs: CongestionInputs,
  present: ReadonlyArray<PortCall>,
  vesselClass: VesselClass,
  roroKnown: boolean,
  waiting: WaitingByClass,
  unclassified: number
): FigureOrReason<number> => {
  const isUnassigned = waiting[vesselClass].unassigned > 0
  if (!isReceivedWithin(inputs, MAX_PORT_SILENT_HOURS))
    return { reason: isUnassigned ? "vessels_unassigned" : "no_recent_position" }
  if (vesselClass === "roro" && !roroKnown) return { reason: "vessel_type_unknown" }
  const value = present.filter((call) => isOfClass(call.vessel, vesselClass)).length
  if (unclassified > (value + unclassified) * MAX_UNRESOLVED_SHARE) return { reason: "vessels_unclassified" }
  if (value === 0 && isReportedOnly(inputs)) return { reason: "reports_incomplete" }
  return value === 0 && isUnassigned ? { reason: "vessels_unassigned" } : { value }
}

const byVesselClass = <A>(of: (vesselClass: VesselClass) => A) => ({
  commercialVessels: of("commercialVessels"),
  cargo: of("cargo"),
  tanker: of("tanker"),
  roro: of("roro")
})

const figureOption = <A>(result: FigureOrReason<A>): Option.Option<A> =>
  "value" in result ? Option.some(result.value) : Option.none()

const confidenceOf = (inputs: CongestionInputs, settings: BerthSettings): CongestionQuality["confidence"] => {
  if (!isReceivedWithin(inputs, 6) || inputs.coveredDays < TIME_IN_PORT_DAYS) return "low"
  return isReceivedWithin(inputs, 1) && inputs.coveredDays >= MEAN_DAYS / 2 && settings.hasBerthZones
    ? "high"
    : "medium"
}

type UnknownFigure = CongestionQuality["unknown"][number]

const explainUnknownFigures = (
  occupation: Readonly<Record<VesselClass, FigureOrReason<Occupation>>>,
  counts: Readonly<Record<VesselClass, FigureOrReason<number>>>,
  hasTime: boolean
): ReadonlyArray<UnknownFigure> => {
  const unknown: Array<UnknownFigure> = []
  const addUnknown = (figure: FigureName, reason: UnknownReason) => unknown.push({ figure, reason })
  for (const vesselClass of VesselClass.literals) {
    const figure = occupation[vesselClass]
    if ("reason" in figure) addUnknown(`rateOccupation.${vesselClass}`, figure.reason)
    else if (Option.isNone(figure.value.rateOccupationGapWithMean)) {
      addUnknown(`rateOccupation.${vesselClass}.rateOccupationGapWithMean`, "history_too_short")
    }
  }
  if (!hasTime) addUnknown("time.timeInPortStatistics", "no_completed_calls")
  for (const vesselClass of VesselClass.literals) {
    const figure = counts[vesselClass]
    if ("reason" in figure) addUnknown(`vesselsInPortCount.${vesselClass}`, figure.reason)
  }
  return unknown
}

const utc = (instant: Instant): DateTime.Utc => DateTime.makeUnsafe(instant)

/**
 * Computes the congestion of a port at an instant from the inputs of its ledger. Pure. Occupation is the number of
 * vessels at berth divided by the number of berths, in percent; its gap is the difference to the port's mean over a
 * year, in percentage points; times are in hours. An unknown figure is null, with its reason in `quality`.
 * docs/methods/congestion.md describes every figure.
 */
export const computeCongestion = (inputs: CongestionInputs, settings: BerthSettings): CongestionAggregate => {
  const { asOf, open } = inputs
  const present = callsInPort(inputs)
  const unclassified = vesselsUnclassified(inputs).length
  const unclassifiedAtBerth = vesselsUnclassified(inputs).filter((call) =>
    Option.contains(currentStayKind(call), "berth")
  ).length
  const waiting = waitingAt(inputs)
  const completed = inputs.completed.filter(({ vessel }) => vessel.commercial)
  const roroNow = isRoroKnown(present.map(({ vessel }) => vessel))
  const roroBefore = isRoroKnown([...present, ...completed].map(({ vessel }) => vessel))
  const capacities = byVesselClass((vesselClass) => capacityOf(vesselClass, inputs, settings))
  const occupation = byVesselClass((vesselClass) =>
    occupationOf(inputs, present, capacities[vesselClass], vesselClass, roroNow && roroBefore, unclassifiedAtBerth)
  )
  const counts = byVesselClass((vesselClass) => countOf(inputs, present, vesselClass, roroNow, waiting, unclassified))
  const time = statisticsOf(completed.flatMap((call) => Option.toArray(hoursInPort(call))))
  return {
    portCode: inputs.port,
    rateOccupation: byVesselClass((vesselClass) => figureOption(occupation[vesselClass])),
    time: { timeInPortStatistics: time },
    vesselsInPortCount: byVesselClass((vesselClass) => figureOption(counts[vesselClass])),
    quality: {
      asOf: utc(asOf),
      window: { timeInPortDays: TIME_IN_PORT_DAYS, meanDays: MEAN_DAYS },
      samples: { completedCalls: completed.length, openCalls: present.length, coveredDays: inputs.coveredDays },
      capacity: VesselClass.literals.flatMap((vesselClass) =>
        Option.toArray(Option.fromUndefinedOr(capacities[vesselClass]))
      ),
      waiting: knownWaiting(inputs),
      anchorages: settings.anchorages,
      area: settings.area,
      berthEvidence: settings.hasBerthZones ? "zones" : "navigation_status",
      vessels: {
        stationaryUnclassified: present.filter((call) => Option.contains(currentStayKind(call), "unknown")).length,
        agedOut: open.filter((call) => call.vessel.commercial && isAgedOut(call, asOf)).length,
        unclassified,
        classifiedByName: present.filter(({ vessel }) => vessel.typeSource === "name").length
      },
      ageOutHours: Hours.make(AGE_OUT_HOURS),
      openCallStatistics: statisticsOf(present.map(({ startedAt }) => (asOf - startedAt) / HOUR_MILLIS)),
      confidence: confidenceOf(inputs, settings),
      lastPositionReceivedAt: Option.map(inputs.lastReceivedAt, utc),
      lagSeconds: inputs.lagSeconds,
      positionsSkippedAt: Option.map(inputs.skippedAt, utc),
      unknown: explainUnknownFigures(occupation, counts, Option.isSome(time))
    }
  }
}
