import type { Attempt } from "@landfall/core/alerts/delivery/Delivery"
import type { MessageId } from "@landfall/core/alerts/Message"
import type { DateTime } from "effect"

type Headers = Attempt["requestHeaders"]

/** The part of the request headers that is stored: the id and the timestamp are in other columns of the attempt. */
export const storedRequestHeaders = (headers: Headers): Headers => {
  if (headers === undefined) return undefined
  const { "webhook-id": _id, "webhook-timestamp": _timestamp, ...stored } = headers
  return stored
}

/** The request headers of an attempt, from the part that is stored. */
export const requestHeadersOf = (stored: Headers, messageId: MessageId, startedAt: DateTime.Utc) => ({
  "webhook-id": messageId,
  "webhook-timestamp": String(Math.floor(startedAt.epochMilliseconds / 1000)),
  ...stored
})
