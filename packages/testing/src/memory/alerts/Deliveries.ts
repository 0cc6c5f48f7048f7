import type { AccountId } from "@landfall/core/accounts/Account"
import type { Delivery } from "@landfall/core/alerts/delivery/Delivery"
import {
  type DeliveryEvent,
  initialDelivery,
  isOpen,
  type SkipEvent,
  transition
} from "@landfall/core/alerts/delivery/DeliveryStateMachine"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { Message, type MessageDraft, MessageId } from "@landfall/core/alerts/Message"
import { DateTime, Option } from "effect"
import type { DeliveryRow } from "../state/MemoryRows.ts"
import { joinKey, type MemoryState } from "../state/MemoryState.ts"

type State = MemoryState["Service"]

/** Makes the queue of an endpoint due. Call it inside a transaction. */
export const wakeQueue = (state: State, id: EndpointId): void => {
  const target = state.endpoints.get(id)
  if (target !== undefined) state.endpoints.set(id, { ...target, nextTurnAt: 0 })
  state.arrivals.openUnsafe()
}

/** Stores a new delivery. Call it inside a transaction. */
export const addDelivery = (
  state: State,
  messageId: MessageId,
  endpointId: EndpointId,
  delivery: Delivery,
  line?: DeliveryRow["line"]
): void => {
  const order = state.deliveries.size
  state.deliveries.set(joinKey(messageId, endpointId), {
    messageId,
    endpointId,
    order,
    ...(line === undefined ? {} : { line }),
    ...delivery,
    token: "",
    attempts: []
  })
  if (isOpen(delivery.state)) wakeQueue(state, endpointId)
}

/** Stores a message with one delivery for each recipient. Call it inside a transaction. */
export const postMessage = (state: State, accountId: AccountId, draft: MessageDraft, now: DateTime.Utc): Message => {
  const { shipmentId, type, body, example } = draft
  const id = MessageId.make(`msg_${state.nextUlid(DateTime.toEpochMillis(now))}`)
  const message = new Message({ id, accountId, shipmentId, type, body, example, createdAt: now })
  state.messages.set(message.id, message)
  for (const recipient of draft.recipients) {
    const isOrdered = recipient.ordered === true && draft.sequence !== undefined && Option.isSome(shipmentId)
    const line = isOrdered ? { shipmentId: shipmentId.value, sequence: draft.sequence } : undefined
    addDelivery(state, message.id, recipient.endpointId, initialDelivery(recipient, now), line)
  }
  return message
}

/**
 * Stores a delivery after an event, with further changes; false when the event does not apply to it. Call it inside a
 * transaction.
 */
export const applyEvent = (
  state: State,
  row: DeliveryRow,
  event: DeliveryEvent,
  changes: Partial<Pick<DeliveryRow, "token" | "attempts">> = {}
): boolean => {
  const after = transition(row, event)
  if (after === row) return false
  state.deliveries.set(joinKey(row.messageId, row.endpointId), { ...row, ...after, token: "", ...changes })
  return true
}

/** Applies an event to every delivery of an endpoint. Call it inside a transaction. */
export const skipDeliveries = (state: State, endpointId: EndpointId, event: SkipEvent): void => {
  for (const row of state.deliveries.filter((row) => row.endpointId === endpointId)) applyEvent(state, row, event)
}
