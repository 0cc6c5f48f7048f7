import { DateTime, Duration, Option, Schema } from "effect"
import { IsoDateTime } from "../../time/IsoDateTime.ts"
import type { EndpointId } from "../EndpointId.ts"
import { isOperationalEventType, type OperationalEventType } from "../EventType.ts"
import { type MessageDraft, MessageId, renderBody } from "../Message.ts"
import { DISABLE_AFTER, DisabledReason, type HealthEvent, WARN_AFTER } from "./EndpointHealth.ts"

/** A health event as it is sent: an exhausted delivery names the type of its message. Instants in milliseconds. */
export type OperationalEvent =
  | Exclude<HealthEvent, { readonly type: "delivery.exhausted" }>
  | (Extract<HealthEvent, { readonly type: "delivery.exhausted" }> & { readonly messageType: string })

const sharedFields = {
  endpointId: Schema.String.annotate({ description: "The endpoint that the event is about." }),
  example: Schema.optionalKey(Schema.Literal(true))
}

const EndpointFailingData = Schema.Struct({
  ...sharedFields,
  failingSince: IsoDateTime,
  disabledFrom: IsoDateTime.annotate({
    description: "When the endpoint is disabled unless a delivery succeeds before."
  })
})

const EndpointDisabledData = Schema.Struct({
  ...sharedFields,
  reason: DisabledReason,
  failingSince: Schema.NullOr(IsoDateTime)
})

const DeliveryExhaustedData = Schema.Struct({
  ...sharedFields,
  messageId: Schema.String,
  messageType: Schema.String,
  attempts: Schema.Int
})

/** The schema of `data` by event type. */
export const OPERATIONAL_DATA = {
  "endpoint.failing": EndpointFailingData,
  "endpoint.disabled": EndpointDisabledData,
  "delivery.exhausted": DeliveryExhaustedData
} satisfies Readonly<Record<OperationalEventType, Schema.Top>>

const formatInstant = (millis: number): string => DateTime.formatIso(DateTime.makeUnsafe(millis))

const dataOf = (event: OperationalEvent): Readonly<Record<string, unknown>> => {
  const { endpointId } = event
  switch (event.type) {
    case "endpoint.failing":
      return {
        endpointId,
        failingSince: formatInstant(event.failingSince),
        disabledFrom: formatInstant(event.disabledFrom)
      }
    case "endpoint.disabled": {
      const since = event.failingSince
      return { endpointId, reason: event.reason, failingSince: since === undefined ? null : formatInstant(since) }
    }
    case "delivery.exhausted": {
      const { messageId, messageType, attempts } = event
      return { endpointId, messageId, messageType, attempts }
    }
  }
}

/** The `data` of an example of an event type. */
export const exampleOperationalData = (type: OperationalEventType, endpointId: EndpointId, now: number) => ({
  ...dataOf(exampleEvent(type, endpointId, now)),
  example: true
})

const exampleEvent = (type: OperationalEventType, endpointId: EndpointId, now: number): OperationalEvent => {
  const failingSince = now - Duration.toMillis(WARN_AFTER)
  switch (type) {
    case "endpoint.failing":
      return { type, endpointId, failingSince, disabledFrom: failingSince + Duration.toMillis(DISABLE_AFTER) }
    case "endpoint.disabled":
      return { type, endpointId, reason: "failing", failingSince }
    case "delivery.exhausted": {
      const messageId = MessageId.make("msg_example")
      return { type, endpointId, messageId, messageType: "vessel.arrival.at.final.pod", attempts: 10 }
    }
  }
}

/** An active endpoint of the account with the types that its filter names. */
export interface OperationalSubscriber {
  readonly endpointId: EndpointId
  readonly types: ReadonlyArray<string>
}

/**
 * The message that notifies an account's subscribers of an event; none without a subscriber. The endpoint that an event
 * is about is not notified, and an exhausted operational message causes no event, so that failing receivers never cause
 * an endless sequence of events.
 */
const draftOperationalMessage = (
  event: OperationalEvent,
  subscribers: ReadonlyArray<OperationalSubscriber>,
  now: DateTime.Utc
): Option.Option<MessageDraft> => {
  if (event.type === "delivery.exhausted" && isOperationalEventType(event.messageType)) return Option.none()
  const notified = subscribers.filter(
    ({ endpointId, types }) => endpointId !== event.endpointId && types.includes(event.type)
  )
  if (notified.length === 0) return Option.none()
  return Option.some({
    shipmentId: Option.none(),
    type: event.type,
    body: renderBody(event.type, now, dataOf(event)),
    example: false,
    recipients: notified.map(({ endpointId }) => ({ endpointId, skip: Option.none() }))
  })
}

/** The messages whose types `draftOperationalMessages` needs. */
export const exhaustedMessageIds = (events: ReadonlyArray<HealthEvent>): ReadonlyArray<MessageId> =>
  events.flatMap((event) => (event.type === "delivery.exhausted" ? [event.messageId] : []))

/**
 * The messages that notify an account's subscribers of events, in the order of the events.
 *
 * @param typeOf the type of a message; undefined when it is no longer stored
 * @param now the timestamp of the messages
 */
export const draftOperationalMessages = (
  events: ReadonlyArray<HealthEvent>,
  subscribers: ReadonlyArray<OperationalSubscriber>,
  typeOf: (id: MessageId) => string | undefined,
  now: DateTime.Utc
): ReadonlyArray<MessageDraft> =>
  events.flatMap((event) => {
    const operational =
      event.type === "delivery.exhausted" ? { ...event, messageType: typeOf(event.messageId) ?? "" } : event
    return Option.toArray(draftOperationalMessage(operational, subscribers, now))
  })
