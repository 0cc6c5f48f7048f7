import { Schema } from "effect"
import type { AccountId } from "../../accounts/Account.ts"
import type { MessageId } from "../Message.ts"

/**
 * The form of the bodies that an endpoint receives.
 *
 * - `standard`: `{type, timestamp, data}` (Standard Webhooks 1.0, "Payload structure").
 * - `cloudevents`: a CloudEvents 1.0 event in structured mode (JSON Event Format).
 *
 * Headers and signature are those of Standard Webhooks in both.
 */
export const DeliveryFormat = Schema.Literals(["standard", "cloudevents"])
export type DeliveryFormat = typeof DeliveryFormat.Type

/** The format of an endpoint that names none. */
export const DEFAULT_FORMAT: DeliveryFormat = "standard"

/** A body as it is sent, and its content type. */
export interface FormattedBody {
  readonly contentType: string
  readonly body: string
}

/** The message of a delivery, with its body in the standard format. */
export interface FormattedMessage {
  readonly messageId: MessageId
  readonly accountId: AccountId
  readonly body: string
}

const StandardBody = Schema.Struct({ type: Schema.String, timestamp: Schema.String, data: Schema.Unknown })

const decodeStandard = Schema.decodeSync(Schema.fromJsonString(StandardBody))

/**
 * The body of a message in a format. In CloudEvents 1.0, `id` is the `webhook-id`, and `source` is the account: together
 * they identify the event, and every attempt repeats them.
 */
export const formatBody = (format: DeliveryFormat, { messageId, accountId, body }: FormattedMessage): FormattedBody => {
  if (format === "standard") return { contentType: "application/json", body }
  const { type, timestamp, data } = decodeStandard(body)
  const event = {
    specversion: "1.0",
    id: messageId,
    source: `urn:landfall:${accountId}`,
    type,
    time: timestamp,
    datacontenttype: "application/json",
    data
  }
  return { contentType: "application/cloudevents+json; charset=utf-8", body: JSON.stringify(event) }
}
