import { DateTime, Option, Schema } from "effect"
import { AccountId } from "../accounts/Account.ts"
import type { Instant } from "../time/Instant.ts"
import type { EndpointId } from "./EndpointId.ts"
import { ShipmentId } from "./ShipmentId.ts"

/** `msg_` and a ULID; the `webhook-id` of every attempt to deliver this message. */
export const MessageId = Schema.String.pipe(Schema.check(Schema.isStartingWith("msg_")), Schema.brand("MessageId"))
export type MessageId = typeof MessageId.Type

/** One alert, with the body that is stored once and sent byte for byte. */
export class Message extends Schema.Class<Message>("@landfall/core/alerts/Message")({
  id: MessageId,
  accountId: AccountId,
  shipmentId: Schema.Option(ShipmentId),
  type: Schema.String,
  body: Schema.String,
  /** True for an example, which is sent on request and describes no real shipment. */
  example: Schema.Boolean,
  createdAt: Schema.DateTimeUtc
}) {}

/** No message of this account has this id, or it has expired. */
export class MessageNotFound extends Schema.TaggedError<MessageNotFound>()("MessageNotFound", {
  id: Schema.String
}) {}

/**
 * The reason for not sending a message to an endpoint: its filter, a disabled or removed endpoint, or the account's
 * plan.
 */
export const SkipReason = Schema.Literals(["filter", "endpoint_disabled", "endpoint_deleted", "plan"])
export type SkipReason = typeof SkipReason.Type

/** An endpoint to which a message is addressed; `skip` is the reason why it is not sent there. */
export interface Recipient {
  readonly endpointId: EndpointId
  readonly skip: Option.Option<SkipReason>
  /** The endpoint receives the alerts of a shipment in the order of their `sequence`. */
  readonly ordered?: boolean
}

/** The statement of a message about a milestone: it is recorded with the id of the message for every recipient. */
export interface MessageStatement {
  readonly milestone: string
  readonly date: Instant
  readonly actual: boolean
}

/** A message without its id, which the outbox assigns. */
export interface MessageDraft {
  readonly shipmentId: Option.Option<ShipmentId>
  readonly type: string
  readonly body: string
  readonly example: boolean
  readonly recipients: ReadonlyArray<Recipient>
  /** The number of the alert among those of its shipment; absent for other messages. */
  readonly sequence?: number
  /** Absent where the message is not about a milestone. */
  readonly states?: MessageStatement
}

/** The body of a delivery, minified: `{type, timestamp, data}` (Standard Webhooks 1.0, "Payload structure"). */
export const renderBody = (type: string, at: DateTime.Utc, data: unknown): string =>
  JSON.stringify({ type, timestamp: DateTime.formatIso(at), data })

/** A message of an event type of the caller's own, for `draftMessage`. */
export interface CustomMessage {
  /** The event type in the body, such as `payment.settled`. Filters of endpoints do not apply to it. */
  readonly type: string
  /** When the event happened: the `timestamp` of the body. */
  readonly at: DateTime.Utc
  /** The `data` of the body: anything that `JSON.stringify` encodes; null in place of undefined. */
  readonly data: unknown
  /** The endpoints that receive it, each once. `Outbox.post` rejects endpoints of another account. */
  readonly endpointIds: ReadonlyArray<EndpointId>
}

/** Drafts a message about an event of the caller's own, which `Outbox.post` stores and the worker delivers. */
export const draftMessage = ({ type, at, data, endpointIds }: CustomMessage): MessageDraft => ({
  shipmentId: Option.none(),
  type,
  body: renderBody(type, at, data ?? null),
  example: false,
  recipients: [...new Set(endpointIds)].map((endpointId) => ({ endpointId, skip: Option.none() }))
})
