import { MilestoneType } from "@landfall/core/alerts/EventType"
import { Metadata } from "@landfall/core/alerts/endpoints/Endpoint"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { IsoDateTime } from "@landfall/core/time/IsoDateTime"
import { Classifier } from "@landfall/core/tracking/carriers/CarrierEvent"
import { JourneyView, LocationView, SourceEventView, VesselView } from "@landfall/core/tracking/journey/JourneyView"
import { ReferenceType } from "@landfall/core/tracking/references/ReferenceType"
import { ShipmentStatus, StopReason } from "@landfall/core/tracking/shipments/Shipment"
import { Schema } from "effect"
import { HandlingView } from "./ContainerTerms.ts"

const shipmentFields = {
  id: ShipmentId.annotateKey({ description: "The id of the shipment." }),
  number: Schema.String.annotateKey({ description: "The number of the container, booking or bill of lading." }),
  type: Schema.NullOr(ReferenceType).annotateKey({
    description: "The kind of the number: `CT` container, `BK` booking, `BL` bill of lading; null while unknown."
  }),
  sealine: Schema.NullOr(Schema.String).annotateKey({ description: "The SCAC of the carrier; null while unknown." }),
  reference: Schema.NullOr(Schema.String).annotateKey({
    description: "The caller's reference, which every alert repeats."
  }),
  metadata: Schema.NullOr(Metadata).annotateKey({ description: "The caller's metadata, which every alert repeats." }),
  status: ShipmentStatus.annotateKey({ description: "The state of tracking." }),
  statusReason: Schema.NullOr(StopReason).annotateKey({
    description:
      "Why tracking stopped: `requested` by the caller, or `completed` more than 7 days ago; null while the shipment is tracked."
  }),
  completedAt: Schema.NullOr(Schema.DateTimeUtcFromString).annotateKey({
    description: "When the end of the trip became known."
  }),
  createdAt: Schema.DateTimeUtcFromString.annotateKey({ description: "When the shipment was created." }),
  updatedAt: Schema.DateTimeUtcFromString.annotateKey({ description: "When the shipment was last changed." })
}

/** A tracked shipment without its journeys. */
export const ShipmentView = Schema.Struct(shipmentFields).annotate({ identifier: "Shipment" })

const summaryFields = {
  milestone: MilestoneType.annotateKey({ description: "The milestone." }),
  location: LocationView.annotateKey({ description: "Where it happens." }),
  date: IsoDateTime.annotateKey({ description: "Its current date." }),
  classifier: Classifier.annotateKey({ description: "`ACT` actual, `EST` estimated, `PLN` planned." })
}

/** The next milestone of a shipment, and its arrival. */
export const ShipmentSummaryView = Schema.Struct({
  container: Schema.NullOr(Schema.String).annotateKey({ description: "The container; null while it is unknown." }),
  ended: Schema.Boolean.annotateKey({ description: "Whether the trip has ended." }),
  nextMilestone: Schema.NullOr(Schema.Struct(summaryFields)).annotateKey({
    description: "The first milestone after the last actual one; null when none is expected."
  }),
  arrival: Schema.NullOr(
    Schema.Struct({
      ...summaryFields,
      firstDate: IsoDateTime.annotateKey({ description: "The date that was reported first." }),
      changes: Schema.Int.annotateKey({ description: "How often another date was reported." })
    })
  ).annotateKey({
    description: "The arrival of the vessel at the final port of discharge, or the discharge there; null while unknown."
  })
}).annotate({ identifier: "ShipmentSummary" })

/** A tracked shipment as lists contain it. */
export const ListedShipmentView = Schema.Struct({
  ...shipmentFields,
  summary: Schema.optionalKey(Schema.NullOr(ShipmentSummaryView)).annotateKey({
    description:
      "Present with `summary=true`: that of the trip in progress, of the last one after its end; null before the first milestone."
  })
}).annotate({ identifier: "ListedShipment" })

/** The state of polling carriers for a shipment. */
export const PollStatusView = Schema.Struct({
  carrier: Schema.NullOr(Schema.String).annotateKey({
    description: "The carrier that is polled next; null if no source covers the shipment, and until one is selected."
  }),
  lastPolledAt: Schema.NullOr(IsoDateTime).annotateKey({
    description: "When a carrier was last polled; null if none was."
  }),
  nextPollAt: Schema.NullOr(IsoDateTime).annotateKey({
    description: "When the carrier is polled next; null if no poll is planned."
  }),
  lastError: Schema.NullOr(Schema.String).annotateKey({
    description: "Why the last poll failed, or which events of its response cannot be read; null otherwise."
  }),
  warning: Schema.optionalKey(Schema.Literal("no_source")).annotateKey({
    description: "Present if no configured source covers the shipment: only events that the account sends change it."
  })
}).annotate({ identifier: "PollStatus" })

/** An event that a carrier created and reported as actual more than 24 hours before its date. */
export const HeldEventView = Schema.Struct({
  code: Schema.String.annotateKey({ description: "The type of the event by DCSA, such as DISC." }),
  container: Schema.NullOr(Schema.String).annotateKey({ description: "The container; null if the event names none." }),
  location: Schema.NullOr(LocationView).annotateKey({ description: "The place; null if the event names none." }),
  date: IsoDateTime.annotateKey({ description: "The date that the carrier reports." }),
  sourceEvent: SourceEventView.annotateKey({ description: "The event of the carrier." })
}).annotate({ identifier: "HeldEvent" })

/** An event that a carrier pushed and that cannot be read. It has no effect. */
export const UnreadableEventView = Schema.Struct({
  code: Schema.NullOr(Schema.String).annotateKey({
    description: "The type of the event by DCSA; null if it has none."
  }),
  container: Schema.NullOr(Schema.String).annotateKey({ description: "The container; null if the event names none." }),
  location: Schema.NullOr(LocationView).annotateKey({ description: "The place; null if the event names none." }),
  reason: Schema.String.annotateKey({ description: "The property that is invalid, and why." }),
  sourceEvent: SourceEventView.annotateKey({ description: "The event of the carrier." })
}).annotate({ identifier: "UnreadableEvent" })

/** A tracked shipment with its journeys and the state of polling. */
export const ShipmentJourneyView = Schema.Struct({
  ...shipmentFields,
  endpoints: Schema.Array(Schema.String).annotateKey({
    description: "The endpoints that the shipment is registered on."
  }),
  polling: PollStatusView.annotateKey({ description: "The state of polling carriers for the shipment." }),
  summary: Schema.NullOr(ShipmentSummaryView).annotateKey({
    description: "What happens next, and when the shipment arrives; null before the first milestone."
  }),
  journeys: Schema.Array(JourneyView).annotateKey({
    description: "The journey of each container, with every milestone and its dates."
  }),
  handling: Schema.Array(HandlingView).annotateKey({
    description: "How each container is handled: empty pick-up and return, availability, last free day and holds."
  }),
  heldEvents: Schema.Array(HeldEventView).annotateKey({
    description:
      "Events that are reported as actual and dated in the future, by mistake. They have no effect before their date."
  }),
  unreadableEvents: Schema.Array(UnreadableEventView).annotateKey({
    description:
      "The newest events that a carrier pushed and that cannot be read, 20 at most, until the carrier reports the same again. `polling.lastError` names those of the last poll."
  })
}).annotate({ identifier: "ShipmentJourney" })

/** The vessel that carries a shipment now, and where it is. */
export const ShipmentVesselView = Schema.Struct({
  vessel: Schema.NullOr(VesselView).annotateKey({
    description: "The vessel and its voyage; null while the shipment is not at sea, and if the carrier names none."
  }),
  position: Schema.NullOr(
    Schema.Struct({
      mmsi: Schema.Int.annotateKey({ description: "The MMSI that the vessel sends." }),
      latitude: Schema.Finite.annotateKey({ description: "Degrees, north positive." }),
      longitude: Schema.Finite.annotateKey({ description: "Degrees, east positive." }),
      speedKnots: Schema.NullOr(Schema.Finite).annotateKey({ description: "Speed over ground; null if unknown." }),
      receivedAt: IsoDateTime.annotateKey({ description: "Time of the position." })
    })
  ).annotateKey({ description: "The last position in AIS; null if there is none, with the reason." }),
  reason: Schema.optionalKey(
    Schema.Literals(["not_at_sea", "vessel_unknown", "mmsi_unknown", "no_position"])
  ).annotateKey({
    description:
      "Why there is no position: the shipment is not on a vessel under way, the carrier gives no valid IMO number, neither the vessel registry nor AIS has an MMSI for it, or no position was received."
  })
}).annotate({ identifier: "ShipmentVessel" })

/** The result of a request to refresh a shipment. */
export const RefreshView = Schema.Struct({
  status: Schema.Literals(["scheduled", "already_due"]).annotateKey({
    description:
      "`scheduled`: the carrier is polled earlier than planned. `already_due`: the next poll was due as early already, or is in progress."
  }),
  polling: PollStatusView.annotateKey({ description: "The state of polling carriers for the shipment." })
}).annotate({ identifier: "Refresh" })
