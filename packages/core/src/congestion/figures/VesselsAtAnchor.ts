import { Option } from "effect"
import { HOUR_MILLIS } from "../../time/Durations.ts"
import type { Instant } from "../../time/Instant.ts"
import type { VesselClass } from "../../vessels/VesselClass.ts"
import type { PortCall } from "../detection/PortCall.ts"
import { isOfClass } from "../detection/VesselClassification.ts"
import { currentStayKind } from "../ledger/PortCallTimeline.ts"
import type { WaitingByClass, WaitingFigures } from "./CongestionAggregate.ts"
import { Hours } from "./Figure.ts"
import { statisticsOf } from "./Statistics.ts"

const isAtAnchor = (call: PortCall): boolean => Option.contains(currentStayKind(call), "anchorage")

/** Hours at anchor so far: from the start of the present stay. */
const hoursAtAnchor = ({ stays }: PortCall, asOf: Instant): number =>
  (asOf - (stays[stays.length - 1]?.from ?? asOf)) / HOUR_MILLIS

const figuresOf = (calls: ReadonlyArray<PortCall>, asOf: Instant): WaitingFigures => {
  const hours = statisticsOf(calls.map((call) => Math.max(0, hoursAtAnchor(call, asOf))))
  return {
    vessels: calls.length,
    unassigned: calls.filter(({ assignment }) => assignment === "shared").length,
    medianHours: Option.map(hours, ({ median }) => Hours.make(median)),
    longestHours: Option.map(hours, ({ max }) => Hours.make(max))
  }
}

/** The vessels of open calls, and of waits whose port is unknown, that are at anchor: their number and times so far. */
export const waitingByClass = (calls: ReadonlyArray<PortCall>, asOf: Instant): WaitingByClass => {
  const atAnchor = calls.filter(isAtAnchor)
  const of = (vesselClass: VesselClass) =>
    figuresOf(
      atAnchor.filter(({ vessel }) => isOfClass(vessel, vesselClass)),
      asOf
    )
  return { commercialVessels: of("commercialVessels"), cargo: of("cargo"), tanker: of("tanker"), roro: of("roro") }
}
