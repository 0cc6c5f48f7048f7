import { Option, Schema } from "effect"
import { MilestoneType } from "../../alerts/EventType.ts"
import { type Instant, isoOf } from "../../time/Instant.ts"
import { IsoDateTime } from "../../time/IsoDateTime.ts"
import { Classifier, type Place, type ReportedVessel } from "../carriers/CarrierEvent.ts"
import type { Journey, JourneyPort } from "./Journey.ts"
import { type Milestone, MilestoneRule, type ReportedDate, type SourceEvent } from "./Milestone.ts"

export const LocationView = Schema.Struct({
  unlocode: Schema.String.annotate({ description: "UN/LOCODE" }),
  name: Schema.NullOr(Schema.String),
  facility: Schema.NullOr(Schema.String).annotate({ description: "The carrier's code of the terminal or depot" })
})
export type LocationView = typeof LocationView.Type

export const VesselView = Schema.Struct({
  imo: Schema.NullOr(Schema.String),
  name: Schema.NullOr(Schema.String),
  voyage: Schema.NullOr(Schema.String)
})
export type VesselView = typeof VesselView.Type

export const SourceEventView = Schema.Struct({
  id: Schema.String.annotate({
    description: "The carrier's id of the event, or a key of its content when the carrier assigns none"
  }),
  receivedAt: IsoDateTime,
  createdAt: Schema.NullOr(IsoDateTime),
  delayReason: Schema.NullOr(Schema.String),
  remark: Schema.NullOr(Schema.String)
})
export type SourceEventView = typeof SourceEventView.Type

export const ReportedDateView = Schema.Struct({
  date: IsoDateTime,
  classifier: Classifier,
  sourceEvent: SourceEventView
})

export const MilestoneView = Schema.Struct({
  milestone: MilestoneType,
  location: LocationView,
  visit: Schema.Int.annotate({ description: "1 for the first call of the container at this port, 2 for the second" }),
  date: IsoDateTime,
  classifier: Classifier,
  vessel: Schema.NullOr(VesselView),
  rule: MilestoneRule,
  sourceEvent: SourceEventView,
  history: Schema.Array(ReportedDateView).annotate({ description: "Every reported date, in the order received" })
})
export type MilestoneView = typeof MilestoneView.Type

/** A journey in API responses and alerts. Encoded and decoded forms are the same JSON; unknown values are null. */
export const JourneyView = Schema.Struct({
  container: Schema.NullOr(Schema.String),
  ended: Schema.NullOr(Schema.Struct({ at: IsoDateTime, reason: Schema.Literals(["returned-empty", "next-trip"]) })),
  ports: Schema.Array(
    Schema.Struct({
      role: Schema.Literals(["first-pol", "transhipment", "final-pod"]),
      location: LocationView,
      visit: Schema.Int
    })
  ),
  legs: Schema.Array(
    Schema.Struct({
      from: Schema.NullOr(LocationView),
      to: Schema.NullOr(LocationView),
      vessel: Schema.NullOr(VesselView)
    })
  ),
  milestones: Schema.Array(MilestoneView)
})
export type JourneyView = typeof JourneyView.Type

const isoOrNull = (instant: Option.Option<Instant>): string | null =>
  Option.isSome(instant) ? isoOf(instant.value) : null

export const locationView = (place: Place): LocationView => ({
  unlocode: place.unlocode,
  name: Option.getOrNull(place.name),
  facility: Option.getOrNull(place.facility)
})

export const vesselView = (vessel: Option.Option<ReportedVessel>, voyage: Option.Option<string>): VesselView | null =>
  Option.isNone(vessel) && Option.isNone(voyage)
    ? null
    : {
        imo: Option.getOrNull(Option.flatMap(vessel, (known) => known.imo)),
        name: Option.getOrNull(Option.flatMap(vessel, (known) => known.name)),
        voyage: Option.getOrNull(voyage)
      }

export const sourceEventView = (source: SourceEvent): SourceEventView => ({
  id: source.id,
  receivedAt: isoOf(source.receivedAt),
  createdAt: isoOrNull(source.createdAt),
  delayReason: Option.getOrNull(source.delayReason),
  remark: Option.getOrNull(source.remark)
})

const reportedDateView = (reported: ReportedDate) => ({
  date: isoOf(reported.date),
  classifier: reported.classifier,
  sourceEvent: sourceEventView(reported.source)
})

export const milestoneView = (milestone: Milestone): MilestoneView => ({
  milestone: milestone.type,
  location: locationView(milestone.place),
  visit: milestone.visit,
  date: isoOf(milestone.date),
  classifier: milestone.classifier,
  vessel: vesselView(milestone.vessel, milestone.voyage),
  rule: milestone.rule,
  sourceEvent: sourceEventView(milestone.source),
  history: milestone.history.map(reportedDateView)
})

const portView = (port: JourneyPort) => ({ role: port.role, location: locationView(port.place), visit: port.visit })

export const journeyView = (journey: Journey): JourneyView => ({
  container: Option.getOrNull(journey.container),
  ended: Option.isSome(journey.end) ? { at: isoOf(journey.end.value.at), reason: journey.end.value.reason } : null,
  ports: journey.ports.map(portView),
  legs: journey.legs.map((leg) => ({
    from: Option.isSome(leg.from) ? locationView(leg.from.value) : null,
    to: Option.isSome(leg.to) ? locationView(leg.to.value) : null,
    vessel: vesselView(leg.vessel, leg.voyage)
  })),
  milestones: journey.milestones.map(milestoneView)
})
