import { DateTime, Option, Schema } from "effect"
import { includesAlerts } from "../../accounts/Plan.ts"
import { CONGESTION_THRESHOLD_EVENT } from "../../alerts/EventType.ts"
import { matchesFilter } from "../../alerts/endpoints/Endpoint.ts"
import { renderBody, type SkipReason } from "../../alerts/Message.ts"
import { AGE_OUT_HOURS } from "../detection/DetectionThresholds.ts"
import { MEAN_DAYS } from "../detection/PortCoverage.ts"
import { type CongestionAggregate, CongestionQuality } from "../figures/CongestionAggregate.ts"
import { TIME_IN_PORT_DAYS } from "../ledger/PortLedger.ts"
import { type CongestionThreshold, evaluateThreshold, type ThresholdCrossing } from "./CongestionThreshold.ts"
import type { ThresholdDecision, ThresholdSnapshot } from "./CongestionThresholdStore.ts"
import { FigureUnit, figureUnitOf, ThresholdFigure } from "./ThresholdFigure.ts"

const QualityView = Schema.toEncoded(CongestionQuality).annotate({
  description: "As in congestionAggregate: the data behind the figure."
})

/** The data of a `port.congestion.threshold` event. */
export const ThresholdData = Schema.Struct({
  watchId: Schema.String,
  portCode: Schema.String.annotate({ description: "UN/LOCODE." }),
  figure: ThresholdFigure.annotate({ description: "The path of the figure in congestionAggregate." }),
  unit: FigureUnit,
  direction: Schema.Literals(["up", "down"]),
  value: Schema.Finite,
  previousValue: Schema.Finite.annotate({ description: "The value at the evaluation before." }),
  threshold: Schema.Finite,
  hysteresis: Schema.Finite.annotate({
    description: "The figure crosses downwards when it is below the threshold by more than this."
  }),
  sequence: Schema.Int.annotate({ description: "Numbers the alerts of one port threshold, from 1." }),
  asOf: Schema.String.annotate({ description: "The instant of the value, ISO 8601 in UTC.", format: "date-time" }),
  quality: QualityView,
  example: Schema.optionalKey(Schema.Literal(true))
})
export type ThresholdData = typeof ThresholdData.Type

const encodeQuality = Schema.encodeSync(CongestionQuality)

/** Makes the data of the alert for a crossing. */
const thresholdData = (
  threshold: CongestionThreshold,
  crossing: ThresholdCrossing,
  aggregate: CongestionAggregate
): ThresholdData => {
  const quality = encodeQuality(aggregate.quality)
  return {
    watchId: threshold.id,
    portCode: threshold.port,
    figure: threshold.figure,
    unit: figureUnitOf(threshold.figure),
    direction: crossing.direction,
    value: crossing.value,
    previousValue: crossing.previousValue,
    threshold: threshold.threshold,
    hysteresis: threshold.hysteresis,
    sequence: threshold.crossings,
    asOf: quality.asOf,
    quality
  }
}

const skipReasonOf = ({ endpoint, plan }: ThresholdSnapshot): Option.Option<SkipReason> => {
  if (!matchesFilter(endpoint.filterTypes, CONGESTION_THRESHOLD_EVENT)) return Option.some("filter")
  if (!includesAlerts(plan)) return Option.some("plan")
  return endpoint.disabled ? Option.some("endpoint_disabled") : Option.none()
}

/** Evaluates one threshold against the figures of its port and drafts the message of a crossing. Pure. */
export const decideThreshold =
  (aggregate: CongestionAggregate, now: DateTime.Utc) =>
  (snapshot: ThresholdSnapshot): ThresholdDecision => {
    const { threshold, crossing } = evaluateThreshold(snapshot.threshold, aggregate)
    return {
      threshold,
      messages: Option.toArray(crossing).map((crossed) => ({
        shipmentId: Option.none(),
        type: CONGESTION_THRESHOLD_EVENT,
        body: renderBody(CONGESTION_THRESHOLD_EVENT, now, thresholdData(threshold, crossed, aggregate)),
        example: false,
        recipients: [{ endpointId: snapshot.endpoint.id, skip: skipReasonOf(snapshot) }]
      }))
    }
  }

/** Makes the data of an example alert of a full port. */
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
      waiting: {
        commercialVessels: { vessels: 12, unassigned: 2, medianHours: 9.5, longestHours: 41.2 },
        cargo: { vessels: 9, unassigned: 1, medianHours: 8.1, longestHours: 41.2 },
        tanker: { vessels: 3, unassigned: 1, medianHours: 14, longestHours: 22.6 },
        roro: { vessels: 0, unassigned: 0, medianHours: null, longestHours: null }
      },
      anchorages: ["NLRTM-maas-north-anchorages"],
      area: { source: "operator", complex: null, confidence: "high" },
      berthEvidence: "zones",
      vessels: { stationaryUnclassified: 2, agedOut: 1, unclassified: 0, classifiedByName: 0 },
      ageOutHours: AGE_OUT_HOURS,
      openCallStatistics: { max: 168.5, median: 21.4, min: 0.3 },
      confidence: "high",
      lastPositionReceivedAt: asOf,
      lagSeconds: 4,
      positionsSkippedAt: null,
      unknown: []
    },
    example: true
  }
}
