import type { AttemptView } from "@landfall/api/alerts/AttemptView"
import { messages } from "../../text/messages.ts"
import type { Endpoint } from "../endpoints/operations/EndpointQueries.ts"

const texts = messages.logs.message

type Attempt = typeof AttemptView.Encoded

const CONTENT_TYPES: Readonly<Record<Endpoint["format"], string>> = {
  standard: "application/json",
  cloudevents: "application/cloudevents+json; charset=utf-8"
}

/** The headers of the request of an attempt, one a line: those of Standard Webhooks, and those that the owner has set. */
export const requestHeadersOf = ({ messageId, startedAt }: Attempt, endpoint: Endpoint | undefined): string =>
  [
    `content-type: ${CONTENT_TYPES[endpoint?.format ?? "standard"]}`,
    `webhook-id: ${messageId}`,
    `webhook-timestamp: ${Math.floor(Date.parse(startedAt) / 1000)}`,
    `webhook-signature: ${texts.signature}`,
    "landfall-hop: 1",
    ...Object.entries(endpoint?.headers ?? {}).map(([name, value]) => `${name}: ${value}`)
  ].join("\n")
