import { Context, type DateTime, type Effect } from "effect"
import type { AccountId } from "../../accounts/Account.ts"
import type { StorageError } from "../../faults/StorageError.ts"
import type { IteratorInvalid, Page, PageRequest } from "../../listing/Page.ts"
import type { AttemptRecord, AttemptStatus } from "../delivery/AttemptRecord.ts"
import type { EndpointId } from "../EndpointId.ts"
import type { EndpointNotFound } from "../endpoints/Endpoint.ts"
import type { MessageId, MessageNotFound } from "../Message.ts"
import type { ShipmentId } from "../ShipmentId.ts"
import type { EndpointStats } from "./EndpointStats.ts"
import type { DeliveryStatus, MessageRecord, MessageSummary } from "./MessageSummary.ts"

/** From `since`, up to but without `until`. */
export interface TimeWindow {
  readonly since: DateTime.Utc
  readonly until: DateTime.Utc
}

/** Which messages: those that all of this is true of. A window is one of `createdAt`. */
export interface MessageFilter extends Partial<TimeWindow> {
  readonly type?: string
  /** A delivery of it has this status; the one to `endpointId` when that is given too. */
  readonly status?: DeliveryStatus
  readonly shipmentId?: ShipmentId
  /** It has a delivery to this endpoint, or was skipped there. */
  readonly endpointId?: EndpointId
  readonly example?: boolean
}

/** Which attempts: those that all of this is true of. A window is one of `startedAt`. */
export interface AttemptFilter extends Partial<TimeWindow> {
  readonly status?: AttemptStatus
  /** The type of the message. */
  readonly type?: string
}

/** As `AttemptFilter` of the attempts of one message, which have its type. */
export interface MessageAttemptFilter extends Partial<TimeWindow> {
  readonly status?: AttemptStatus
  readonly endpointId?: EndpointId
}

/**
 * What has become of messages, to be read. Lists begin with the newest. One page looks at a bounded number of rows: where
 * a filter finds too little among them, the page has fewer rows than its limit, even none, and is not done; its iterator
 * goes on from where the look ended. States are those of the moment at which they are read.
 */
export class MessageLog extends Context.Service<
  MessageLog,
  {
    /** The account's messages, newest first, each with its first deliveries and the one to the endpoint of the filter. */
    readonly messages: (
      accountId: AccountId,
      filter: MessageFilter,
      page: PageRequest
    ) => Effect.Effect<Page<MessageSummary>, StorageError>
    /** One message with its payload and its first deliveries. */
    readonly message: (
      accountId: AccountId,
      id: MessageId
    ) => Effect.Effect<MessageRecord, MessageNotFound | StorageError>
    /** The attempts to deliver a message, newest first. */
    readonly attemptsOfMessage: (
      accountId: AccountId,
      id: MessageId,
      filter: MessageAttemptFilter,
      page: PageRequest
    ) => Effect.Effect<Page<AttemptRecord>, IteratorInvalid | MessageNotFound | StorageError>
    /** The attempts made at an endpoint, newest first. */
    readonly attemptsAtEndpoint: (
      accountId: AccountId,
      id: EndpointId,
      filter: AttemptFilter,
      page: PageRequest
    ) => Effect.Effect<Page<AttemptRecord>, EndpointNotFound | IteratorInvalid | StorageError>
    /** How an endpoint is, and the hours of a window, from the one that `since` is in; at most `MAX_STATS_WINDOW` of them. */
    readonly stats: (
      accountId: AccountId,
      id: EndpointId,
      window: TimeWindow
    ) => Effect.Effect<EndpointStats, EndpointNotFound | StorageError>
  }
>()("@landfall/core/alerts/operations/MessageLog") {}
