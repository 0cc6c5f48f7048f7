import {
  type ArrivalPrediction,
  INTERVAL_LEVEL,
  NoIntervalReason,
  type PredictedCall,
  PredictionClassifier,
  type UsualHours,
  type VesselPosition
} from "@landfall/core/eta/ArrivalPrediction"
import { TimeBasis } from "@landfall/core/eta/CallTimes"
import { CallsBasis } from "@landfall/core/eta/RemainingCalls"
import { SpeedBasis } from "@landfall/core/eta/SailingSpeed"
import { NauticalMiles } from "@landfall/core/geo/Distance"
import type { FindPlace } from "@landfall/core/geo/PlaceDirectory"
import { Latitude, Longitude, Position, roundDegrees } from "@landfall/core/geo/Position"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { isoOf } from "@landfall/core/time/Instant"
import { IsoDateTime } from "@landfall/core/time/IsoDateTime"
import { Option, Schema } from "effect"

const UsualHoursView = Schema.Struct({
  hours: Schema.Finite.annotateKey({ description: "The median, in hours." }),
  basis: TimeBasis.annotateKey({
    description:
      "`vessel`: past calls of this vessel at the port. `port`: calls of other cargo vessels there. `default`: too few calls are known."
  }),
  calls: Schema.Int.annotateKey({ description: "The number of calls behind it; 0 for the default." })
}).annotate({ identifier: "UsualHours" })

const PredictedCallView = Schema.Struct({
  port: Unlocode.annotateKey({ description: "UN/LOCODE of the port." }),
  name: Schema.NullOr(Schema.String).annotateKey({ description: "The name of the port; null when unknown." }),
  arrival: IsoDateTime.annotateKey({ description: "The predicted arrival at the port." }),
  inPort: Schema.NullOr(UsualHoursView).annotateKey({
    description: "The usual time in port, the wait for a berth included; null at the last port."
  })
}).annotate({ identifier: "PredictedCall" })

/** A prediction in API responses and alerts. */
export const ArrivalPredictionView = Schema.Struct({
  classifier: PredictionClassifier.annotateKey({
    description: "Always `PRE`, predicted. Carriers' dates are `ACT`, `EST` or `PLN`."
  }),
  port: Unlocode.annotateKey({ description: "UN/LOCODE of the port of arrival." }),
  eta: IsoDateTime.annotateKey({
    description:
      "The predicted arrival at berth: the median of the arrival at the port and the wait together. It is later than `portArrival` plus `waiting.hours` where a few waits are long."
  }),
  portArrival: IsoDateTime.annotateKey({
    description: "The predicted arrival at the port, before the wait there: the median."
  }),
  interval: Schema.NullOr(
    Schema.Struct({
      level: Schema.Finite.annotateKey({ description: `The share of arrivals within it: ${INTERVAL_LEVEL}.` }),
      low: IsoDateTime.annotateKey({ description: "10 % of arrivals are earlier." }),
      high: IsoDateTime.annotateKey({ description: "10 % of arrivals are later." })
    })
  ).annotateKey({ description: "The interval of the arrival at berth; null without sufficient evidence." }),
  noIntervalReason: Schema.NullOr(NoIntervalReason).annotateKey({
    description:
      "Why there is no interval. `too_few_legs`: the vessel has fewer than five past legs. `too_few_calls`: a time is the default. Null with an interval."
  }),
  lastPort: Unlocode.annotateKey({
    description: "UN/LOCODE of the port in which the vessel is, or which it left last."
  }),
  inPort: Schema.Boolean.annotateKey({ description: "Whether the vessel is still in that port." }),
  calls: Schema.Array(PredictedCallView).annotateKey({
    description: "The remaining calls, in order; the last one is at the port of arrival."
  }),
  callsBasis: CallsBasis.annotateKey({
    description:
      "How the calls are known. `plan`: the carrier names them. `rotation`: the last rounds of the vessel. `direct`: the carrier's plan leaves no time for a call on the way."
  }),
  rounds: Schema.Int.annotateKey({ description: "For `rotation`: the past rounds with exactly these calls." }),
  roundsKnown: Schema.Int.annotateKey({ description: "For `rotation`: the past rounds that were compared." }),
  waiting: UsualHoursView.annotateKey({ description: "The usual wait for a berth at the port." }),
  distanceNm: NauticalMiles.annotateKey({ description: "The nautical miles that remain over all legs." }),
  speedKnots: Schema.Finite.annotateKey({ description: "The speed on the present leg." }),
  speedBasis: SpeedBasis.annotateKey({
    description:
      "`present-leg`: the progress since the last port. `past-legs`: the median of past legs. `speed-over-ground`: the last reported speed."
  }),
  position: Schema.NullOr(
    Schema.Struct({
      ...Position.fields,
      receivedAt: IsoDateTime.annotateKey({ description: "The time of the position." })
    })
  ).annotateKey({ description: "The last position of the vessel; null when only its port is known." }),
  predictedAt: IsoDateTime.annotateKey({ description: "When it was predicted." })
}).annotate({ identifier: "ArrivalPrediction" })
export type ArrivalPredictionView = typeof ArrivalPredictionView.Type

const tenths = (value: number): number => Math.round(value * 10) / 10

const usualHoursView = ({ basis, calls, hours }: UsualHours) => ({ hours: tenths(hours), basis, calls })

const callView = ({ arrival, inPort, port }: PredictedCall, findPlace: FindPlace) => ({
  port,
  name: findPlace(port).name ?? null,
  arrival: isoOf(arrival),
  inPort: Option.getOrNull(Option.map(inPort, usualHoursView))
})

const positionView = ({ at, position }: VesselPosition) => ({
  latitude: Latitude.make(roundDegrees(position.latitude)),
  longitude: Longitude.make(roundDegrees(position.longitude)),
  receivedAt: isoOf(at)
})

/** Encodes a prediction as plain JSON. */
export const arrivalPredictionView = (prediction: ArrivalPrediction, findPlace: FindPlace): ArrivalPredictionView => {
  const { callsKnownBy, interval, speed } = prediction
  return {
    classifier: "PRE",
    port: prediction.port,
    eta: isoOf(prediction.eta),
    portArrival: isoOf(prediction.portArrival),
    interval:
      interval._tag === "Known"
        ? { level: INTERVAL_LEVEL, low: isoOf(interval.low), high: isoOf(interval.high) }
        : null,
    noIntervalReason: interval._tag === "Known" ? null : interval.reason,
    lastPort: prediction.lastPort,
    inPort: prediction.inPort,
    calls: prediction.calls.map((call) => callView(call, findPlace)),
    callsBasis: callsKnownBy.basis,
    rounds: callsKnownBy.rounds,
    roundsKnown: callsKnownBy.roundsKnown,
    waiting: usualHoursView(prediction.waiting),
    distanceNm: NauticalMiles.make(tenths(prediction.distanceNm)),
    speedKnots: tenths(speed.knots),
    speedBasis: speed.basis,
    position: Option.getOrNull(Option.map(prediction.position, positionView)),
    predictedAt: isoOf(prediction.predictedAt)
  }
}
