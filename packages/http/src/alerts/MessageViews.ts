import type { DeliveryView, MessageView } from "@landfall/api/alerts/MessagesApi"
import {
  type DeliveryRecord,
  type DeliveryRecords,
  deliveryStatusOf,
  type MessageSummary
} from "@landfall/core/alerts/operations/MessageSummary"
import { Option } from "effect"

const toDeliveryView = ({ endpointId, state }: DeliveryRecord): typeof DeliveryView.Type => ({
  endpointId,
  status: deliveryStatusOf(state),
  attempts: state.attempts,
  nextAttemptAt: state._tag === "Pending" ? state.dueAt : null,
  skipReason: state._tag === "Skipped" ? state.reason : null,
  settledAt: state._tag === "Pending" || state._tag === "Leased" ? null : state.at
})

/** The deliveries of a message in their wire form. */
export const toDeliveryFields = ({ deliveries, more }: DeliveryRecords) => ({
  deliveries: deliveries.map(toDeliveryView),
  moreDeliveries: more
})

/** A message in its wire form, without its body. */
export const toMessageView = ({
  id,
  type,
  shipmentId,
  shipmentNumber,
  example,
  createdAt,
  ...records
}: MessageSummary): typeof MessageView.Type => ({
  id,
  type,
  shipmentId: Option.getOrNull(shipmentId),
  shipmentNumber: Option.getOrNull(shipmentNumber),
  example,
  createdAt,
  ...toDeliveryFields(records)
})
