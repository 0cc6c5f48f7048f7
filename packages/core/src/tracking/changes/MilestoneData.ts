import { Option, Schema } from "effect"
import { MilestoneType } from "../../alerts/EventType.ts"
import type { FindPlace } from "../../geo/PlaceDirectory.ts"
import { Instant, isoOf } from "../../time/Instant.ts"
import { IsoDateTime } from "../../time/IsoDateTime.ts"
import { type CarrierEvent, Classifier } from "../carriers/CarrierEvent.ts"
import { exampleEvents, isExampleEventAt, journeyOfExample } from "../journey/ExampleJourney.ts"
import type { Journey } from "../journey/Journey.ts"
import { FinalPodEvidence, isAssumption } from "../journey/JourneyParts.ts"
import {
  JourneyView,
  journeyView,
  SourceEventView,
  sourceEventView,
  VesselView,
  vesselView
} from "../journey/JourneyView.ts"
import type { Milestone } from "../journey/Milestone.ts"
import { MilestoneRule } from "../journey/MilestoneRule.ts"
import { NOTHING_NOTIFIED } from "../shipments/NotifiedState.ts"
import type { Shipment } from "../shipments/Shipment.ts"
import {
  AlertLocation,
  AlertPort,
  alertFields,
  alertLocation,
  alertPort,
  containerField,
  journeyFields,
  journeySummary,
  LocalDate,
  localDateOf,
  type OptInEvent,
  shipmentData,
  sourceEventField
} from "./AlertFields.ts"
import { type DateChanged, diffJourney, type MilestoneAlert, type MilestoneRetracted } from "./JourneyDiff.ts"
import { milestonePlace, SupersededView, supersededView } from "./SupersededAlerts.ts"

const milestoneFields = {
  ...journeyFields,
  container: containerField,
  milestone: MilestoneType,
  location: AlertLocation,
  date: IsoDateTime,
  localDate: LocalDate,
  classifier: Classifier,
  planned: Schema.NullOr(Schema.Struct({ date: IsoDateTime, classifier: Classifier })).annotate({
    description: "For an actual date, the last planned or estimated one before it; null when there was none."
  }),
  vessel: Schema.NullOr(VesselView),
  rule: MilestoneRule,
  finalPod: Schema.optionalKey(
    Schema.Struct({
      confidence: Schema.Literals(["confirmed", "assumed"]).annotate({
        description: "`assumed`: no evidence arrived within the hold of the endpoint."
      }),
      evidence: FinalPodEvidence.annotate({
        description:
          "Why the port of discharge counts as the final one; `none` when it is the last port known, `leg-plan` when the plans of the carrier end there and a feeder may follow."
      })
    })
  ).annotate({
    description:
      "For an actual discharge at the final POD and what follows it: how certain it is that the port is the final one."
  }),
  equipment: Schema.Struct({
    isoType: Schema.NullOr(Schema.String).annotate({
      description: "The type of the container by ISO 6346, such as 45G1; null while it is unknown."
    }),
    seals: Schema.Array(Schema.String).annotate({ description: "The numbers of its seals, as last reported." })
  }),
  supersedes: Schema.optionalKey(SupersededView).annotate({
    description: "The alert that was sent before, is no longer right, and is superseded by this one."
  }),
  sourceEvent: SourceEventView
}

/** `data` of the sixteen milestones. Encoded and decoded forms are the same JSON. */
export const MilestoneData = Schema.Struct(milestoneFields)
export type MilestoneData = typeof MilestoneData.Type

/** `data` of the sixteen changes of date. `date` equals `current`. */
export const DateChangeData = Schema.Struct({
  ...milestoneFields,
  previous: IsoDateTime.annotate({ description: "The date of the last notification, or the first known date." }),
  current: IsoDateTime,
  initial: IsoDateTime.annotate({ description: "The first known date." }),
  hours: Schema.Finite.annotate({
    description: "Hours from previous to current: positive is later, negative is earlier."
  }),
  direction: Schema.Literals(["earlier", "later"]),
  thresholdHours: Schema.Finite.annotate({
    description: "The threshold of the endpoint in hours; the date moved by more."
  })
})
export type DateChangeData = typeof DateChangeData.Type

/** `data` of `shipment.added.to.endpoint`: the journey so far of every known container. */
export const AddedData = Schema.Struct({ ...alertFields, journeys: Schema.Array(JourneyView) })
export type AddedData = typeof AddedData.Type

/** The fields of an alert beside its milestone. */
export interface AlertContext {
  /** The journey of the container. */
  readonly journey: Journey | undefined
  readonly findPlace: FindPlace
}

const finalPodOf = ({ finalPodEvidence: evidence }: Milestone) =>
  evidence === undefined
    ? {}
    : { finalPod: { confidence: isAssumption(evidence) ? ("assumed" as const) : ("confirmed" as const), evidence } }

const plannedOf = ({ classifier, history }: Milestone) => {
  const planned = classifier === "ACT" ? history.findLast((reported) => reported.classifier !== "ACT") : undefined
  return planned === undefined ? null : { date: isoOf(planned.date), classifier: planned.classifier }
}

const milestoneData = (
  shipment: Shipment,
  alert: MilestoneAlert,
  sequence: number,
  { journey, findPlace }: AlertContext
): MilestoneData => {
  const { container, milestone } = alert
  return {
    shipment: shipmentData(shipment),
    container: Option.getOrNull(container),
    milestone: milestone.type,
    location: alertLocation(milestone.place, findPlace),
    date: isoOf(milestone.date),
    localDate: localDateOf(milestone.date, findPlace(milestone.place.unlocode)),
    classifier: milestone.classifier,
    planned: plannedOf(milestone),
    vessel: vesselView(milestone.vessel, milestone.voyage),
    rule: milestone.rule,
    ...finalPodOf(milestone),
    equipment: { isoType: journey?.isoType ?? null, seals: journey?.seals ?? [] },
    journey: journey === undefined ? null : journeySummary(journey, findPlace),
    ...(alert.supersedes === undefined ? {} : { supersedes: supersededView(alert.supersedes) }),
    sourceEvent: sourceEventView(milestone.source),
    sequence
  }
}

const dateChangeFields = (change: DateChanged) => ({
  previous: isoOf(change.previous),
  current: isoOf(change.current),
  initial: isoOf(change.initial),
  hours: change.hours,
  direction: change.direction,
  thresholdHours: change.thresholdHours
})

/** The `data` of a milestone or of a change of its date. */
export const milestoneAlertData = (
  shipment: Shipment,
  alert: MilestoneAlert,
  sequence: number,
  context: AlertContext
): MilestoneData | DateChangeData => {
  const data = milestoneData(shipment, alert, sequence, context)
  return alert._tag === "DateChanged" ? { ...data, ...dateChangeFields(alert) } : data
}

/** The `data` of `shipment.added.to.endpoint`. */
export const addedData = (
  shipment: Shipment,
  journeys: ReadonlyArray<Journey>,
  sequence: number,
  findPlace: FindPlace
): AddedData => ({
  shipment: shipmentData(shipment),
  journeys: journeys.map((journey) => journeyView(journey, findPlace)),
  sequence
})

const MilestoneRetractedData = Schema.Struct({
  ...journeyFields,
  container: containerField,
  milestone: MilestoneType,
  location: AlertPort,
  date: IsoDateTime.annotate({ description: "The date that was notified as actual." }),
  localDate: LocalDate,
  current: Schema.NullOr(Schema.Struct({ date: IsoDateTime, classifier: Classifier })).annotate({
    description: "The milestone as it is now; null when the journey no longer has it."
  }),
  rule: Schema.Literal("notified-actual-retracted"),
  sourceEvent: sourceEventField,
  notifiedFrom: Schema.NullOr(
    Schema.Struct({ id: Schema.String, receivedAt: IsoDateTime, rule: Schema.String })
  ).annotate({
    description: "The event and the rule from which the milestone was notified."
  }),
  supersedes: Schema.optionalKey(SupersededView).annotate({
    description: "The alert that notified the milestone; absent when none did since ids are recorded."
  })
})

const retractedData = (
  { container, key, actual, notifiedFrom, current, alert }: MilestoneRetracted,
  findPlace: FindPlace
) => {
  const { milestone, location } = milestonePlace(key)
  return {
    container: Option.getOrNull(container),
    milestone,
    location: alertPort(location, findPlace),
    date: isoOf(actual),
    localDate: localDateOf(actual, findPlace(location.unlocode)),
    current: Option.isSome(current) ? { date: isoOf(current.value.date), classifier: current.value.classifier } : null,
    rule: "notified-actual-retracted",
    sourceEvent: Option.isSome(current) ? sourceEventView(current.value.source) : null,
    notifiedFrom: Option.isSome(notifiedFrom)
      ? { ...notifiedFrom.value, receivedAt: isoOf(notifiedFrom.value.receivedAt) }
      : null,
    ...(Option.isSome(alert) ? { supersedes: supersededView(alert.value) } : {})
  }
}

/** The carrier reported the discharge at Rotterdam and retracts it. */
const exampleRetraction = (events: ReadonlyArray<CarrierEvent>): MilestoneRetracted | undefined => {
  const discharge = events.findIndex((event) => isExampleEventAt(event, "NLRTM", "DISC"))
  const terms = { thresholdHours: 24, registeredAt: Instant.make(0), firstResponse: false, notifiesRetractions: true }
  const { notified } = diffJourney(journeyOfExample(events.slice(0, discharge + 1)), NOTHING_NOTIFIED, terms)
  return diffJourney(journeyOfExample(events.slice(0, discharge)), notified, terms).retractions[0]
}

interface RetractionEvents {
  readonly "shipment.milestone.retracted": OptInEvent<MilestoneRetracted, typeof MilestoneRetractedData>
}

/** The opt-in event type that `diffJourney` emits. */
export const RETRACTION_EVENTS: RetractionEvents = {
  "shipment.milestone.retracted": {
    schema: MilestoneRetractedData,
    data: retractedData,
    example: (now) => exampleRetraction(exampleEvents(now))
  }
}
