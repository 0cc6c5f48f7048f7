import type { DateTime, Option } from "effect"
import { Schema } from "effect"
import type { DeliveryState } from "../delivery/Delivery.ts"
import type { EndpointId } from "../EndpointId.ts"
import type { Message, MessageId } from "../Message.ts"
import type { ShipmentId } from "../ShipmentId.ts"

/** What has become of a delivery, in a word: what waits, be it for the first attempt or the next, is pending. */
export const DeliveryStatus = Schema.Literals(["pending", "sending", "succeeded", "exhausted", "skipped"])
export type DeliveryStatus = typeof DeliveryStatus.Type

const STATUS_BY_TAG = {
  Pending: "pending",
  Leased: "sending",
  Succeeded: "succeeded",
  Exhausted: "exhausted",
  Skipped: "skipped"
} as const satisfies Record<DeliveryState["_tag"], DeliveryStatus>

/** The word for a state. */
export const deliveryStatusOf = (state: DeliveryState): DeliveryStatus => STATUS_BY_TAG[state._tag]

/** What has become of a message at one endpoint; instants are those of the caller's clock. */
export interface DeliveryRecord {
  readonly endpointId: EndpointId
  readonly state: DeliveryState
}

/** The deliveries of a message: the first of them by endpoint, and whether there are others. */
export interface DeliveryRecords {
  readonly deliveries: ReadonlyArray<DeliveryRecord>
  readonly more: boolean
}

/** How many deliveries are shown of each message of a list. */
export const MAX_DELIVERIES_IN_LIST = 100

/** How many deliveries are shown of a message that is read by itself. */
export const MAX_DELIVERIES_OF_MESSAGE = 1000

/** A message as a list shows it: without its payload. */
export interface MessageSummary extends DeliveryRecords {
  readonly id: MessageId
  readonly type: string
  readonly shipmentId: Option.Option<ShipmentId>
  readonly example: boolean
  readonly createdAt: DateTime.Utc
}

/** A message with what has become of it. */
export interface MessageRecord extends DeliveryRecords {
  readonly message: Message
}
