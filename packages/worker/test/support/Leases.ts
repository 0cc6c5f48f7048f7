import type { DeliveryLease, LeaseOutcome } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { MessageId } from "@landfall/core/alerts/Message"
import { confidentialOf } from "@landfall/testing/samples/Samples"
import { Option } from "effect"

export const leaseOf = (n: number): DeliveryLease => ({
  messageId: MessageId.make(`msg_${n}`),
  endpointId: EndpointId.make("ep_1"),
  token: `token-${n}`,
  attempt: 1,
  attemptsBefore: 0,
  trigger: "automatic",
  url: "https://receiver.example/",
  body: "{}",
  ...confidentialOf(1),
  retryPolicy: Option.none()
})

export const outcomeOf = (lease: DeliveryLease): LeaseOutcome => ({
  lease,
  startedAt: 0,
  durationMillis: 1,
  responseStartMillis: 1,
  outcome: { _tag: "Answered", status: 200, body: "" },
  next: { _tag: "Succeed" }
})
