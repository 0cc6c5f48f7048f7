import { DateTime, Duration, Option, Schema } from "effect"
import type { EndpointId } from "../EndpointId.ts"
import { isOperationalEventType, type OperationalEventType } from "../EventType.ts"
import { type MessageDraft, MessageId, renderBody } from "../Message.ts"
import { DISABLED_AFTER, WARNED_AFTER } from "./EndpointHealth.ts"

/** Why an endpoint was disabled: its owner did it, its receiver answered 410 Gone, or it did nothing but fail. */
export const DisabledReason = Schema.Literals(["owner", "gone", "failing"])
export type DisabledReason = typeof DisabledReason.Type

/** Something that became of an endpoint or a delivery. Instants in milliseconds since the epoch. */
export type OperationalEvent =
  | {
      readonly type: "endpoint.failing"
      readonly endpointId: EndpointId
      readonly failingSince: number
      /** When it will be disabled unless a delivery succeeds before. */
      readonly disabledFrom: number
    }
  | {
      readonly type: "endpoint.disabled"
      readonly endpointId: EndpointId
      readonly reason: DisabledReason
      readonly failingSince: number | undefined
    }
  | {
      readonly type: "delivery.exhausted"
      readonly endpointId: EndpointId
      readonly messageId: MessageId
      readonly messageType: string
      readonly attempts: number
    }

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

/** What an event of a type would say of an endpoint, marked as an example. */
export const exampleOperationalData = (type: OperationalEventType, endpointId: EndpointId, now: number) => ({
  ...dataOf(exampleEvent(type, endpointId, now)),
  example: true
})

const exampleEvent = (type: OperationalEventType, endpointId: EndpointId, now: number): OperationalEvent => {
  const failingSince = now - Duration.toMillis(WARNED_AFTER)
  switch (type) {
    case "endpoint.failing":
      return { type, endpointId, failingSince, disabledFrom: failingSince + Duration.toMillis(DISABLED_AFTER) }
    case "endpoint.disabled":
      return { type, endpointId, reason: "failing", failingSince }
    case "delivery.exhausted": {
      const messageId = MessageId.make("msg_example")
      return { type, endpointId, messageId, messageType: "vessel.arrival.at.final.pod", attempts: 10 }
    }
  }
}

/** An endpoint of the account with the operational types that its filter names. */
export interface OperationalSubscriber {
  readonly endpointId: EndpointId
  readonly types: ReadonlyArray<string>
}

/**
 * The message that tells an account's listeners of an event; none when nobody asked. The endpoint that an event is about
 * is never told itself, and what becomes of an operational message is no event: so however receivers fail, one event
 * never causes another without end.
 *
 * @param now the message's instant
 */
export const draftOperationalMessage = (
  event: OperationalEvent,
  listeners: ReadonlyArray<OperationalSubscriber>,
  now: DateTime.Utc
): Option.Option<MessageDraft> => {
  if (event.type === "delivery.exhausted" && isOperationalEventType(event.messageType)) return Option.none()
  const told = listeners.filter(
    ({ endpointId, types }) => endpointId !== event.endpointId && types.includes(event.type)
  )
  if (told.length === 0) return Option.none()
  return Option.some({
    shipmentId: Option.none(),
    type: event.type,
    body: renderBody(event.type, now, dataOf(event)),
    example: false,
    recipients: told.map(({ endpointId }) => ({ endpointId, skip: Option.none() }))
  })
}
