import { Option, Schema } from "effect"
import { MilestoneType } from "../../alerts/EventType.ts"
import type { FindPlace } from "../../geo/PlaceDirectory.ts"
import { HOUR_MILLIS } from "../../time/Durations.ts"
import { hoursBetween, Instant, isoOf } from "../../time/Instant.ts"
import { IsoDateTime } from "../../time/IsoDateTime.ts"
import { Classifier } from "../carriers/CarrierEvent.ts"
import { exampleEventsAtSea, journeyOfExample } from "../journey/ExampleJourney.ts"
import type { Journey } from "../journey/Journey.ts"
import { SourceEventView, sourceEventView, VesselView, vesselView } from "../journey/JourneyView.ts"
import { isActual, type Milestone } from "../journey/Milestone.ts"
import { NOTHING_NOTIFIED, type NotifiedState, type NotifiedUpdate } from "../shipments/NotifiedState.ts"
import {
  AlertLocation,
  alertLocation,
  containerField,
  journeyFields,
  LocalDate,
  localDateOf,
  type OptInEvent
} from "./AlertFields.ts"

/** When a vessel is predicted to berth with a container. */
export interface PredictedArrival {
  readonly container: Option.Option<string>
  /** The arrival or discharge that the carrier expects next, with the carrier's date. */
  readonly milestone: Milestone
  readonly date: Instant
  /** `level` is the share of arrivals within it; none when its evidence does not suffice. */
  readonly interval: Option.Option<{ readonly level: number; readonly low: Instant; readonly high: Instant }>
}

/** A predicted arrival moved by more than the threshold of an endpoint. */
export interface PredictedArrivalChanged {
  readonly _tag: "PredictedArrivalChanged"
  readonly type: "eta.predicted.changed"
  readonly arrival: PredictedArrival
  /** The prediction that was notified last, or the first one. */
  readonly previous: Instant
  readonly hours: number
  readonly thresholdHours: number
}

/** The keys of milestones that are still to come, whose predictions are compared later. */
const awaitedKeys = (journeys: ReadonlyArray<Journey>): ReadonlySet<string> =>
  new Set(
    journeys.flatMap(({ milestones }) => milestones.filter((milestone) => !isActual(milestone)).map(({ key }) => key))
  )

/**
 * The predicted arrivals that moved by more than `thresholdHours` since an endpoint was notified of them, and its notified
 * state after them. The first prediction of an arrival is the date to compare with, and is not notified; shifts add up, as they
 * do with dates of carriers. Predictions of arrivals that are no longer to come are dropped from the state. Pure.
 */
export const updatePredictions = (
  arrivals: ReadonlyArray<PredictedArrival>,
  journeys: ReadonlyArray<Journey>,
  notified: NotifiedState,
  thresholdHours: number
): NotifiedUpdate<PredictedArrivalChanged> => {
  const predictions = notified.predicted ?? {}
  const awaited = awaitedKeys(journeys)
  const predicted = new Map(Object.entries(predictions).filter(([key]) => awaited.has(key)))
  const alerts: Array<PredictedArrivalChanged> = []
  for (const arrival of arrivals) {
    const { key } = arrival.milestone
    const previous = predicted.get(key)
    if (previous !== undefined) {
      const hours = hoursBetween(previous, arrival.date)
      if (Math.abs(hours) <= thresholdHours) continue
      alerts.push({
        _tag: "PredictedArrivalChanged",
        type: "eta.predicted.changed",
        arrival,
        previous,
        hours,
        thresholdHours
      })
    }
    predicted.set(key, arrival.date)
  }
  const isSame =
    predicted.size === Object.keys(predictions).length && [...predicted].every(([key, at]) => predictions[key] === at)
  return { alerts, notified: isSame ? notified : { ...notified, predicted: Object.fromEntries(predicted) } }
}

const RULE = "predicted-arrival-moved-beyond-threshold" as const

const PredictedArrivalChangedData = Schema.Struct({
  ...journeyFields,
  container: containerField,
  milestone: MilestoneType.annotate({ description: "The arrival or discharge that the carrier expects next." }),
  location: AlertLocation,
  vessel: Schema.NullOr(VesselView),
  classifier: Schema.Literal("PRE").annotate({ description: "Always `PRE`, predicted." }),
  date: IsoDateTime.annotate({ description: "The predicted arrival at berth." }),
  localDate: LocalDate,
  previous: IsoDateTime.annotate({ description: "The prediction that was notified last, or the first one." }),
  hours: Schema.Finite.annotate({
    description: "Hours from previous to date: positive is later, negative is earlier."
  }),
  direction: Schema.Literals(["earlier", "later"]),
  thresholdHours: Schema.Finite.annotate({
    description: "The threshold of the endpoint in hours; the prediction moved by more."
  }),
  interval: Schema.NullOr(
    Schema.Struct({
      level: Schema.Finite.annotate({ description: "The share of arrivals within it." }),
      low: IsoDateTime,
      high: IsoDateTime
    })
  ).annotate({ description: "The interval of the arrival at berth; null without sufficient evidence." }),
  carrier: Schema.Struct({ date: IsoDateTime, classifier: Classifier }).annotate({
    description: "The date of the carrier for the same milestone, which a prediction never changes."
  }),
  rule: Schema.Literal(RULE),
  sourceEvent: SourceEventView.annotate({ description: "The event that contained the date of the carrier." })
})

const changedData = ({ arrival, previous, hours, thresholdHours }: PredictedArrivalChanged, findPlace: FindPlace) => {
  const { container, date, interval, milestone } = arrival
  return {
    container: Option.getOrNull(container),
    milestone: milestone.type,
    location: alertLocation(milestone.place, findPlace),
    vessel: vesselView(milestone.vessel, milestone.voyage),
    classifier: "PRE",
    date: isoOf(date),
    localDate: localDateOf(date, findPlace(milestone.place.unlocode)),
    previous: isoOf(previous),
    hours,
    direction: hours < 0 ? "earlier" : "later",
    thresholdHours,
    interval: Option.isSome(interval)
      ? { level: interval.value.level, low: isoOf(interval.value.low), high: isoOf(interval.value.high) }
      : null,
    carrier: { date: isoOf(milestone.date), classifier: milestone.classifier },
    rule: RULE,
    sourceEvent: sourceEventView(milestone.source)
  }
}

const EXAMPLE_HOURS = { before: 6, after: 40, spread: 14 }
const EXAMPLE_THRESHOLD_HOURS = 24

/** The example container on its way to Rotterdam, whose predicted arrival moves by 34 hours. */
const exampleChange = (now: Instant): PredictedArrivalChanged | undefined => {
  const journey = journeyOfExample(exampleEventsAtSea(now))
  const milestone = journey.milestones.find(({ type }) => type === "vessel.arrival.at.final.pod")
  if (milestone === undefined) return undefined
  const after = (hours: number): Instant => Instant.make(milestone.date + hours * HOUR_MILLIS)
  const { after: moved, before, spread } = EXAMPLE_HOURS
  const arrivalAt = (hours: number): PredictedArrival => ({
    container: journey.container,
    milestone,
    date: after(hours),
    interval: Option.some({ level: 0.8, low: after(hours - spread), high: after(hours + spread) })
  })
  const { notified } = updatePredictions([arrivalAt(before)], [journey], NOTHING_NOTIFIED, EXAMPLE_THRESHOLD_HOURS)
  return updatePredictions([arrivalAt(moved)], [journey], notified, EXAMPLE_THRESHOLD_HOURS).alerts[0]
}

interface PredictionEvents {
  readonly "eta.predicted.changed": OptInEvent<PredictedArrivalChanged, typeof PredictedArrivalChangedData>
}

/** The event type that `updatePredictions` emits. */
export const PREDICTION_EVENTS: PredictionEvents = {
  "eta.predicted.changed": { schema: PredictedArrivalChangedData, data: changedData, example: exampleChange }
}
