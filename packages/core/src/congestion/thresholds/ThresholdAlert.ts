import { DateTime, Option, Schema } from "effect"
import { includesAlerts } from "../../accounts/Plan.ts"
import { CONGESTION_THRESHOLD_EVENT } from "../../alerts/EventType.ts"
import { matchesFilter } from "../../alerts/endpoints/Endpoint.ts"
import { renderBody, type SkipReason } from "../../alerts/Message.ts"
import { AGE_OUT_HOURS } from "../detection/DetectionThresholds.ts"
import { MEAN_DAYS } from "../detection/PortCoverage.ts"
import { type CongestionAggregate, CongestionQuality } from "../figures/CongestionAggregate.ts"
import { TIME_IN_PORT_DAYS } from "../figures/PortLedger.ts"
import { type CongestionThreshold, evaluateThreshold, type ThresholdCrossing } from "./CongestionThreshold.ts"
import type { ThresholdDecision, ThresholdSnapshot } from "./CongestionThresholdStore.ts"
import { FigureUnit, figureUnitOf, ThresholdFigure } from "./ThresholdFigure.ts"

const QualityView = Schema.toEncoded(CongestionQuality).annotate({
  description: "As in congestionAggregate: what the figure rests on"
})

/** What is told of a figure that has crossed its threshold. */
export const ThresholdData = Schema.Struct({
  watchId: Schema.String,
  portCode: Schema.String.annotate({ description: "UN/LOCODE" }),
  figure: ThresholdFigure.annotate({ description: "The path of the figure in congestionAggregate" }),
  unit: FigureUnit,
  direction: Schema.Literals(["up", "down"]),
  value: Schema.Finite,
  previousValue: Schema.Finite.annotate({ description: "The value that was seen before" }),
  threshold: Schema.Finite,
  hysteresis: Schema.Finite.annotate({ description: "It falls when it comes below the threshold by more than this" }),
  sequence: Schema.Int.annotate({ description: "Numbers the alerts of one watch, from 1" }),
  asOf: Schema.String.annotate({ description: "The instant of the value, ISO 8601 in UTC", format: "date-time" }),
  quality: QualityView,
  example: Schema.optionalKey(Schema.Literal(true))
})
export type ThresholdData = typeof ThresholdData.Type

const encodeQuality = Schema.encodeSync(CongestionQuality)

/** What is told of a watch whose figure has just crossed its threshold. */
export const thresholdData = (
  watch: CongestionThreshold,
  crossing: ThresholdCrossing,
  aggregate: CongestionAggregate
): ThresholdData => {
  const quality = encodeQuality(aggregate.quality)
  return {
    watchId: watch.id,
    portCode: watch.port,
    figure: watch.figure,
    unit: figureUnitOf(watch.figure),
    direction: crossing.direction,
    value: crossing.value,
    previousValue: crossing.previousValue,
    threshold: watch.threshold,
    hysteresis: watch.hysteresis,
    sequence: watch.crossings,
    asOf: quality.asOf,
    quality
  }
}

const skipReasonOf = ({ endpoint, plan }: ThresholdSnapshot): Option.Option<SkipReason> => {
  if (!matchesFilter(endpoint.filterTypes, CONGESTION_THRESHOLD_EVENT)) return Option.some("filter")
  if (!includesAlerts(plan)) return Option.some("plan")
  return endpoint.disabled ? Option.some("endpoint_disabled") : Option.none()
}

/** Decides what the figures of a port mean for one watch of it. Pure. */
export const decideThreshold =
  (aggregate: CongestionAggregate, now: DateTime.Utc) =>
  (snapshot: ThresholdSnapshot): ThresholdDecision => {
    const { threshold, crossing } = evaluateThreshold(snapshot.threshold, aggregate)
    return {
      threshold: threshold,
      messages: Option.toArray(crossing).map((crossed) => ({
        shipmentId: Option.none(),
        type: CONGESTION_THRESHOLD_EVENT,
        body: renderBody(CONGESTION_THRESHOLD_EVENT, now, thresholdData(threshold, crossed, aggregate)),
        example: false,
        recipients: [{ endpointId: snapshot.endpoint.id, skip: skipReasonOf(snapshot) }]
      }))
    }
  }

/** What would be told of a full port, marked as an example. */
export const exampleThresholdData = (now: DateTime.Utc): ThresholdData => {
  const asOf = DateTime.formatIso(now)
  return {
    watchId: "pwt_example",
    portCode: "NLRTM",
    figure: "rateOccupation.cargo.rateOccupationPercentage",
    unit: "percent",
    direction: "up",
    value: 91.25,
    previousValue: 88.75,
    threshold: 90,
    hysteresis: 5,
    sequence: 1,
    asOf,
    quality: {
      asOf,
      window: { timeInPortDays: TIME_IN_PORT_DAYS, meanDays: MEAN_DAYS },
      samples: { completedCalls: 1240, openCalls: 131, coveredDays: 365 },
      capacity: [
        { vesselClass: "commercialVessels", berths: 140, source: "operator" },
        { vesselClass: "cargo", berths: 80, source: "operator" },
        { vesselClass: "tanker", berths: 45, source: "operator" },
        { vesselClass: "roro", berths: 12, source: "operator" }
      ],
      berthsKnownBy: "zones",
      vessels: { lyingUnknown: 2, agedOut: 1, typedByName: 0 },
      ageOutHours: AGE_OUT_HOURS,
      openCallStatistics: { max: 168.5, median: 21.4, min: 0.3 },
      confidence: "high",
      lastPositionHeard: asOf,
      unknown: []
    },
    example: true
  }
}
