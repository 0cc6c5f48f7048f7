import type { AccountId } from "@landfall/core/accounts/Account"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { Message, type MessageDraft, MessageId, type SkipReason } from "@landfall/core/alerts/Message"
import { DateTime, Option } from "effect"
import { type DeliveryRow, joinKey, type MemoryState } from "../state/MemoryState.ts"

type State = MemoryState["Service"]

/** Stores a message with one delivery for each recipient. To be called inside a transaction. */
export const postMessage = (state: State, accountId: AccountId, draft: MessageDraft, now: DateTime.Utc): Message => {
  const { shipmentId, type, body, example } = draft
  const id = MessageId.make(`msg_${state.nextUlid(DateTime.toEpochMillis(now))}`)
  const message = new Message({ id, accountId, shipmentId, type, body, example, createdAt: now })
  state.messages.set(message.id, message)
  for (const { endpointId, skip } of draft.recipients) {
    state.deliveries.set(joinKey(message.id, endpointId), {
      messageId: message.id,
      endpointId,
      order: state.deliveries.size,
      state: Option.match(skip, {
        onNone: () => ({ _tag: "Pending" as const, attempts: 0, dueAt: now }),
        onSome: (reason) => ({ _tag: "Skipped" as const, attempts: 0, reason, at: now })
      }),
      token: "",
      attempts: [],
      attemptsBefore: 0,
      trigger: "automatic"
    })
  }
  state.arrivals.openUnsafe()
  return message
}

export const isPending = (row: DeliveryRow): boolean => row.state._tag === "Pending"
export const isOpen = (row: DeliveryRow): boolean => row.state._tag === "Pending" || row.state._tag === "Leased"

/** Records that deliveries of an endpoint are given up. To be called inside a transaction. */
export const skipDeliveries = (
  state: State,
  endpointId: EndpointId,
  which: (row: DeliveryRow) => boolean,
  reason: SkipReason,
  at: DateTime.Utc
): void => {
  for (const row of state.deliveries.filter((row) => row.endpointId === endpointId && which(row))) {
    state.deliveries.set(joinKey(row.messageId, endpointId), {
      ...row,
      state: { _tag: "Skipped", attempts: row.state.attempts, reason, at },
      token: ""
    })
  }
}
