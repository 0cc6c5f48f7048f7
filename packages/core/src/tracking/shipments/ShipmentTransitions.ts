import { type DateTime, Option } from "effect"
import type { AccountId } from "../../accounts/Account.ts"
import type { ShipmentId } from "../../alerts/ShipmentId.ts"
import type { Scac } from "../references/Sealine.ts"
import { referenceTypeOf, sealineOf } from "../references/ShipmentReference.ts"
import type { Shipment, ShipmentLabels, StopReason } from "./Shipment.ts"
import type { TrackRequest } from "./ShipmentStore.ts"

/** The fields of a shipment whose tracking starts. Without a registration nothing is decided yet: its review is due. */
const startTracking = ({ endpointId, label, metadata }: TrackRequest, now: DateTime.Utc) => ({
  reference: label,
  metadata,
  status: "tracking" as const,
  stopReason: Option.none(),
  trackedSince: now,
  completedAt: Option.none(),
  reviewAt: Option.isNone(endpointId) ? Option.some(now) : Option.none(),
  updatedAt: now
})

/** The shipment that a request creates. */
export const createShipment = (
  id: ShipmentId,
  accountId: AccountId,
  request: TrackRequest,
  now: DateTime.Utc
): Shipment => ({
  ...startTracking(request, now),
  id,
  accountId,
  number: request.reference.number,
  type: referenceTypeOf(request.reference),
  sealine: sealineOf(request.reference),
  createdAt: now,
  sequence: 0
})

/** A stopped shipment that a request resumes, with the label and metadata of the request. */
export const resumeShipment = (shipment: Shipment, request: TrackRequest, now: DateTime.Utc): Shipment => ({
  ...shipment,
  ...startTracking(request, now)
})

/** A shipment with other labels, which its later alerts repeat. */
export const relabelShipment = (shipment: Shipment, labels: ShipmentLabels, now: DateTime.Utc): Shipment => ({
  ...shipment,
  ...labels,
  updatedAt: now
})

/** A shipment whose tracking ends. A stopped shipment is unchanged, with the reason for which it was stopped. */
export const stopShipment = (shipment: Shipment, reason: StopReason, now: DateTime.Utc): Shipment =>
  shipment.status === "stopped"
    ? shipment
    : {
        ...shipment,
        status: "stopped",
        stopReason: Option.some(reason),
        reviewAt: Option.none(),
        updatedAt: now
      }

/**
 * A shipment whose carrier is no longer configured. A sealine from a response is removed, one from the request is
 * retained. A review is due, since no carrier may know the shipment now.
 */
export const releaseShipment = (
  shipment: Shipment,
  requestedSealine: Option.Option<Scac>,
  now: DateTime.Utc
): Shipment => ({
  ...shipment,
  sealine: requestedSealine,
  reviewAt: shipment.status === "tracking" ? Option.some(now) : shipment.reviewAt,
  updatedAt: Option.isNone(requestedSealine) ? now : shipment.updatedAt
})
