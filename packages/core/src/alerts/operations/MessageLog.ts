import { Context, DateTime, type Effect, Option } from "effect"
import type { AccountId } from "../../accounts/Account.ts"
import type { StorageError } from "../../faults/StorageError.ts"
import type { IteratorInvalid, Page, PageRequest } from "../../listing/Page.ts"
import { type AttemptRecord, type AttemptStatus, attemptStatusOf } from "../delivery/AttemptRecord.ts"
import type { EndpointId, EndpointNotFound } from "../EndpointId.ts"
import type { ApplicationId } from "../endpoints/Application.ts"
import type { Message, MessageId, MessageNotFound } from "../Message.ts"
import type { ShipmentId } from "../ShipmentId.ts"
import type { EndpointStats } from "./EndpointStats.ts"
import {
  type DeliveryRecord,
  type DeliveryStatus,
  deliveryStatusOf,
  type MessageRecord,
  type MessageSummary
} from "./MessageSummary.ts"

/** From `since`, up to but without `until`. */
export interface TimeWindow {
  readonly since: DateTime.Utc
  readonly until: DateTime.Utc
}

/** Selects messages that match every given property. The window is one of `createdAt`. */
export interface MessageFilter extends Partial<TimeWindow> {
  readonly type?: string
  /** A delivery has this status: the one to `endpointId` when that is given too. */
  readonly status?: DeliveryStatus
  readonly shipmentId?: ShipmentId
  /** The message has a delivery to this endpoint, which may be skipped. */
  readonly endpointId?: EndpointId
  /** The message has a delivery to an endpoint of this application. Deliveries to others are neither matched nor listed. */
  readonly applicationId?: ApplicationId
  readonly example?: boolean
}

/** Selects attempts that match every given property. The window is one of `startedAt`. */
export interface AttemptFilter extends Partial<TimeWindow> {
  readonly status?: AttemptStatus
  /** The type of the message. */
  readonly type?: string
}

/** As `AttemptFilter`, for the attempts of one message. */
export interface MessageAttemptFilter extends Partial<TimeWindow> {
  readonly status?: AttemptStatus
  readonly endpointId?: EndpointId
  /** The endpoint is one of this application. */
  readonly applicationId?: ApplicationId
}

const isWithin = (at: DateTime.Utc, { since, until }: Partial<TimeWindow>): boolean =>
  (since === undefined || DateTime.isGreaterThanOrEqualTo(at, since)) &&
  (until === undefined || DateTime.isLessThan(at, until))

const isGiven = <A>(filter: A | undefined, value: A): boolean => filter === undefined || filter === value

/**
 * Whether a message with these deliveries, those to the application of the filter, matches it. SQL selects rows by the same
 * conditions.
 */
export const matchesMessageFilter = (
  { type, status, shipmentId, endpointId, applicationId, example, ...window }: MessageFilter,
  message: Message,
  deliveries: ReadonlyArray<DeliveryRecord>
): boolean =>
  isGiven(type, message.type) &&
  isGiven(example, message.example) &&
  isGiven(shipmentId, Option.getOrUndefined(message.shipmentId)) &&
  isWithin(message.createdAt, window) &&
  ((status === undefined && endpointId === undefined && applicationId === undefined) ||
    deliveries.some(
      (delivery) => isGiven(endpointId, delivery.endpointId) && isGiven(status, deliveryStatusOf(delivery.state))
    ))

/** Whether an attempt matches a filter. SQL selects rows by the same conditions. */
export const matchesAttemptFilter = (
  { status, type, endpointId, ...window }: AttemptFilter & MessageAttemptFilter,
  { attempt, ...record }: AttemptRecord
): boolean =>
  isGiven(type, record.type) &&
  isGiven(endpointId, record.endpointId) &&
  isGiven(status, attemptStatusOf(attempt.outcome)) &&
  isWithin(attempt.startedAt, window)

/**
 * Reads messages, their deliveries and attempts. Lists begin with the newest. One page reads a bounded number of rows:
 * where a filter finds too little among them, the page has fewer rows than its limit, even none, and is not done; its
 * iterator continues where the page ended. States are those at the time of reading.
 */
export class MessageLog extends Context.Service<
  MessageLog,
  {
    /** The account's messages, newest first, each with its first deliveries and the one to the filter's endpoint. */
    readonly messages: (
      accountId: AccountId,
      filter: MessageFilter,
      page: PageRequest
    ) => Effect.Effect<Page<MessageSummary>, StorageError>
    /** One message with its payload and its first deliveries: those to one application when that is given. */
    readonly message: (
      accountId: AccountId,
      id: MessageId,
      applicationId?: ApplicationId
    ) => Effect.Effect<MessageRecord, MessageNotFound | StorageError>
    /** The attempts to deliver a message, newest first. */
    readonly attemptsOfMessage: (
      accountId: AccountId,
      id: MessageId,
      filter: MessageAttemptFilter,
      page: PageRequest
    ) => Effect.Effect<Page<AttemptRecord>, IteratorInvalid | MessageNotFound | StorageError>
    /** The attempts to deliver to an endpoint, newest first. */
    readonly attemptsAtEndpoint: (
      accountId: AccountId,
      id: EndpointId,
      filter: AttemptFilter,
      page: PageRequest
    ) => Effect.Effect<Page<AttemptRecord>, EndpointNotFound | IteratorInvalid | StorageError>
    /**
     * The condition of an endpoint with the hours of a window, from the hour that contains `since`; the window has at
     * most `MAX_STATS_WINDOW`.
     */
    readonly stats: (
      accountId: AccountId,
      id: EndpointId,
      window: TimeWindow
    ) => Effect.Effect<EndpointStats, EndpointNotFound | StorageError>
  }
>()("@landfall/core/alerts/operations/MessageLog") {}
