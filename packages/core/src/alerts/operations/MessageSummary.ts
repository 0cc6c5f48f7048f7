import type { DateTime, Option } from "effect"
import { Schema } from "effect"
import type { DeliveryState } from "../delivery/Delivery.ts"
import type { EndpointId } from "../EndpointId.ts"
import type { Message, MessageId } from "../Message.ts"
import type { ShipmentId } from "../ShipmentId.ts"

/** The state of a delivery as one word. A delivery that waits is pending, before the first attempt and between attempts. */
export const DeliveryStatus = Schema.Literals(["pending", "sending", "succeeded", "exhausted", "skipped"])
export type DeliveryStatus = typeof DeliveryStatus.Type

const STATUS_BY_TAG = {
  Pending: "pending",
  Leased: "sending",
  Succeeded: "succeeded",
  Exhausted: "exhausted",
  Skipped: "skipped"
} as const satisfies Record<DeliveryState["_tag"], DeliveryStatus>

/** The status of a state. */
export const deliveryStatusOf = (state: DeliveryState): DeliveryStatus => STATUS_BY_TAG[state._tag]

/** The delivery of a message to one endpoint; instants are those of the caller's clock. */
export interface DeliveryRecord {
  readonly endpointId: EndpointId
  readonly state: DeliveryState
}

/** The first deliveries of a message, by endpoint, and whether there are more. */
export interface DeliveryRecords {
  readonly deliveries: ReadonlyArray<DeliveryRecord>
  readonly more: boolean
}

/**
 * Cuts the deliveries of a message, sorted by endpoint, at `limit`. The delivery to the endpoint that a list is filtered
 * by is shown wherever it is.
 */
export const limitDeliveries = (
  deliveries: ReadonlyArray<DeliveryRecord>,
  limit: number,
  filteredBy?: EndpointId
): DeliveryRecords => {
  const selected = deliveries.filter(({ endpointId }, index) => index < limit || endpointId === filteredBy)
  return { deliveries: selected, more: deliveries.length > selected.length }
}

/** The maximum number of deliveries of each message in a list. */
export const MAX_DELIVERIES_IN_LIST = 100

/** The maximum number of deliveries of a single message in a response. */
export const MAX_DELIVERIES_OF_MESSAGE = 1000

/** A message as a list shows it: without its payload. */
export interface MessageSummary extends DeliveryRecords {
  readonly id: MessageId
  readonly type: string
  readonly shipmentId: Option.Option<ShipmentId>
  /** The number of the shipment. */
  readonly shipmentNumber: Option.Option<string>
  readonly example: boolean
  readonly createdAt: DateTime.Utc
}

/** A message with its payload and its deliveries. */
export interface MessageRecord extends DeliveryRecords {
  readonly message: Message
  /** The number of the shipment. */
  readonly shipmentNumber: Option.Option<string>
}
