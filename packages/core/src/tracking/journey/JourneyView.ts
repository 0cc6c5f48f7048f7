import { Option, Schema } from "effect"
import { MilestoneType } from "../../alerts/EventType.ts"
import { type FindPlace, findNoPlace } from "../../geo/PlaceDirectory.ts"
import { isoOf } from "../../time/Instant.ts"
import { IsoDateTime } from "../../time/IsoDateTime.ts"
import { Classifier, type Place, type ReportedVessel } from "../carriers/CarrierEvent.ts"
import type { Journey, JourneyPort } from "./Journey.ts"
import type { Milestone, ReportedDate, SourceEvent } from "./Milestone.ts"
import { MilestoneRule } from "./MilestoneRule.ts"

/** A place as responses and alerts contain it. */
export const LocationView = Schema.Struct({
  unlocode: Schema.String.annotate({ description: "The UN/LOCODE of the place." }),
  name: Schema.NullOr(Schema.String).annotate({ description: "The name of the place." }),
  facility: Schema.NullOr(Schema.String).annotate({ description: "The carrier's code of the terminal or depot." })
}).annotate({ identifier: "JourneyLocation" })
export type LocationView = typeof LocationView.Type

/** A vessel and its voyage as responses and alerts contain them. */
export const VesselView = Schema.Struct({
  imo: Schema.NullOr(Schema.String).annotate({ description: "The IMO number of the vessel." }),
  name: Schema.NullOr(Schema.String).annotate({ description: "The name of the vessel." }),
  voyage: Schema.NullOr(Schema.String).annotate({ description: "The number of the voyage, assigned by the carrier." })
}).annotate({ identifier: "JourneyVessel" })
export type VesselView = typeof VesselView.Type

/** The carrier's event behind a date as responses and alerts contain it. */
export const SourceEventView = Schema.Struct({
  id: Schema.String.annotate({
    description: "The carrier's id of the event, or a key of its content when the carrier assigns none."
  }),
  receivedAt: IsoDateTime.annotate({ description: "When the event was received." }),
  createdAt: Schema.NullOr(IsoDateTime).annotate({ description: "When the carrier created the event." }),
  delayReason: Schema.NullOr(Schema.String).annotate({ description: "The carrier's code of the reason of a delay." }),
  remark: Schema.NullOr(Schema.String).annotate({ description: "The carrier's remark on the change." })
}).annotate({ identifier: "SourceEvent" })
export type SourceEventView = typeof SourceEventView.Type

/** One date that a carrier reported for a milestone. */
export const ReportedDateView = Schema.Struct({
  date: IsoDateTime.annotate({ description: "The date of the milestone." }),
  classifier: Classifier.annotate({ description: "`ACT`: actual; `EST`: estimated; `PLN`: planned." }),
  sourceEvent: SourceEventView.annotateKey({ description: "The event that states the date." })
}).annotate({ identifier: "ReportedDate" })

/** A milestone as responses and alerts contain it, with the history of its dates. */
export const MilestoneView = Schema.Struct({
  milestone: MilestoneType.annotate({ description: "The milestone." }),
  location: LocationView.annotateKey({ description: "The place of the milestone." }),
  visit: Schema.Int.annotate({ description: "1 for the first call of the container at this port, 2 for the second." }),
  date: IsoDateTime.annotate({ description: "The current date of the milestone." }),
  classifier: Classifier.annotate({ description: "`ACT`: actual; `EST`: estimated; `PLN`: planned." }),
  vessel: Schema.NullOr(VesselView).annotate({ description: "The vessel; null when there is none." }),
  rule: MilestoneRule.annotate({ description: "The condition under which the event became the milestone." }),
  sourceEvent: SourceEventView.annotateKey({ description: "The event that states the current date." }),
  history: Schema.Array(ReportedDateView).annotate({ description: "Every reported date, in the order of receipt." })
}).annotate({ identifier: "Milestone" })
export type MilestoneView = typeof MilestoneView.Type

/** A journey in API responses and alerts. Encoded and decoded forms are the same JSON; unknown values are null. */
export const JourneyView = Schema.Struct({
  container: Schema.NullOr(Schema.String).annotate({ description: "The container number; null while it is unknown." }),
  ended: Schema.NullOr(
    Schema.Struct({
      at: IsoDateTime.annotate({ description: "When the trip ended." }),
      reason: Schema.Literals(["returned-empty", "next-trip"]).annotate({
        description: "The event that ended the trip."
      })
    })
  ).annotate({ description: "The end of the trip; null while it continues." }),
  ports: Schema.Array(
    Schema.Struct({
      role: Schema.Literals(["first-pol", "transhipment", "final-pod"]).annotate({
        description: "The role of the port in the journey."
      }),
      location: LocationView.annotateKey({ description: "The port." }),
      visit: Schema.Int.annotate({
        description: "1 for the first call of the container at this port, 2 for the second."
      })
    })
  ).annotate({ description: "The sea ports, in the order of the journey." }),
  legs: Schema.Array(
    Schema.Struct({
      from: Schema.NullOr(LocationView).annotate({
        description: "The port where the leg begins; null while it is unknown."
      }),
      to: Schema.NullOr(LocationView).annotate({
        description: "The port where the leg ends; null while it is unknown."
      }),
      vessel: Schema.NullOr(VesselView).annotate({ description: "The vessel of the leg; null while it is unknown." })
    })
  ).annotate({ description: "The sea legs, in the order of the journey." }),
  milestones: Schema.Array(MilestoneView).annotate({ description: "The milestones, in the order of the journey." })
}).annotate({ identifier: "Journey" })
export type JourneyView = typeof JourneyView.Type

/** Encodes a place. The name that the carrier reports precedes the one that is known. */
export const locationView = (place: Place, findPlace: FindPlace = findNoPlace): LocationView => ({
  unlocode: place.unlocode,
  name: Option.getOrElse(place.name, () => findPlace(place.unlocode).name ?? null),
  facility: Option.getOrNull(place.facility)
})

/** Encodes a vessel and its voyage; null when neither is known. */
export const vesselView = (vessel: Option.Option<ReportedVessel>, voyage: Option.Option<string>): VesselView | null =>
  Option.isNone(vessel) && Option.isNone(voyage)
    ? null
    : {
        imo: Option.getOrNull(Option.flatMap(vessel, (known) => known.imo)),
        name: Option.getOrNull(Option.flatMap(vessel, (known) => known.name)),
        voyage: Option.getOrNull(voyage)
      }

/** Encodes the event behind a date. */
export const sourceEventView = (source: SourceEvent): SourceEventView => ({
  id: source.id,
  receivedAt: isoOf(source.receivedAt),
  createdAt: Option.getOrNull(Option.map(source.createdAt, isoOf)),
  delayReason: Option.getOrNull(source.delayReason),
  remark: Option.getOrNull(source.remark)
})

const reportedDateView = (reported: ReportedDate) => ({
  date: isoOf(reported.date),
  classifier: reported.classifier,
  sourceEvent: sourceEventView(reported.source)
})

/** Encodes a milestone. */
const milestoneView = (milestone: Milestone, findPlace: FindPlace = findNoPlace): MilestoneView => ({
  milestone: milestone.type,
  location: locationView(milestone.place, findPlace),
  visit: milestone.visit,
  date: isoOf(milestone.date),
  classifier: milestone.classifier,
  vessel: vesselView(milestone.vessel, milestone.voyage),
  rule: milestone.rule,
  sourceEvent: sourceEventView(milestone.source),
  history: milestone.history.map(reportedDateView)
})

const portView = ({ role, place, visit }: JourneyPort, findPlace: FindPlace) => ({
  role,
  location: locationView(place, findPlace),
  visit
})

/**
 * Encodes a journey as plain JSON, such as for a response or a file.
 *
 * @param findPlace names the places that the carrier does not name
 */
export const journeyView = (journey: Journey, findPlace: FindPlace = findNoPlace): JourneyView => ({
  container: Option.getOrNull(journey.container),
  ended: Option.isSome(journey.end) ? { at: isoOf(journey.end.value.at), reason: journey.end.value.reason } : null,
  ports: journey.ports.map((port) => portView(port, findPlace)),
  legs: journey.legs.map((leg) => ({
    from: Option.isSome(leg.from) ? locationView(leg.from.value, findPlace) : null,
    to: Option.isSome(leg.to) ? locationView(leg.to.value, findPlace) : null,
    vessel: vesselView(leg.vessel, leg.voyage)
  })),
  milestones: journey.milestones.map((milestone) => milestoneView(milestone, findPlace))
})
