import type { AttemptOutcome } from "@landfall/core/alerts/delivery/Delivery"
import type { DeliveryLease, LeaseOutcome } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { RetryDecision } from "@landfall/core/alerts/delivery/RetryPolicy"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { type MessageDraft, renderBody } from "@landfall/core/alerts/Message"
import { Option } from "effect"
import { SAMPLE_TIME } from "../../samples/Samples.ts"

/** A message to send to these endpoints. */
export const draftTo = (endpointIds: ReadonlyArray<EndpointId>, changes: Partial<MessageDraft> = {}): MessageDraft => ({
  shipmentId: Option.none(),
  type: "vessel.arrival.at.final.pod",
  body: renderBody("vessel.arrival.at.final.pod", SAMPLE_TIME, {}),
  example: true,
  recipients: endpointIds.map((endpointId) => ({ endpointId, skip: Option.none() })),
  ...changes
})

export const responseOutcome = (status: number): AttemptOutcome => ({ _tag: "Responded", status, body: "" })

/** The outcome of a lease 100 ms after `startedAt` (milliseconds since the epoch). */
export const outcomeOf = (
  lease: DeliveryLease,
  next: RetryDecision,
  startedAt: number,
  outcome = responseOutcome(200)
): LeaseOutcome => ({
  lease,
  startedAt,
  durationMillis: 100,
  responseStartMillis: 90,
  outcome,
  next
})
