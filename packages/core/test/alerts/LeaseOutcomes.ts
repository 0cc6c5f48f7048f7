import { Option, Redacted } from "effect"
import { AccountId } from "../../src/accounts/Account.ts"
import type { LeaseOutcome } from "../../src/alerts/delivery/DeliveryQueue.ts"
import type { RetryDecision } from "../../src/alerts/delivery/RetryPolicy.ts"
import { EndpointId } from "../../src/alerts/EndpointId.ts"
import { MessageId } from "../../src/alerts/Message.ts"
import { NO_HEADERS } from "../../src/alerts/sending/CustomHeaders.ts"
import { SigningSecretText } from "../../src/alerts/sending/SigningSecret.ts"

export const endpointId = EndpointId.make("ep_1")
const secret = Redacted.make(SigningSecretText.make(`whsec_${"AAAA".repeat(8)}`))

/** The outcome of a third attempt that took 100 ms. `startedAt` in milliseconds since the epoch. */
export const outcomeOf = (
  next: RetryDecision,
  startedAt: number,
  { message = 1, endpoint = endpointId }: { readonly message?: number; readonly endpoint?: EndpointId } = {}
): LeaseOutcome => ({
  lease: {
    messageId: MessageId.make(`msg_${message}`),
    endpointId: endpoint,
    accountId: AccountId.make("acc_1"),
    token: "token",
    attempt: 3,
    attemptsBefore: 0,
    trigger: "automatic",
    url: "https://example.com/hook",
    body: "{}",
    format: "standard",
    secrets: { current: secret, previous: [] },
    headers: NO_HEADERS,
    retryPolicy: Option.none()
  },
  startedAt,
  durationMillis: 100,
  responseStartMillis: undefined,
  outcome: { _tag: "Responded", status: 200, body: "" },
  next
})

export const succeed: RetryDecision = { _tag: "Succeed" }
export const exhaust = (pauseUntil?: number): RetryDecision =>
  pauseUntil === undefined ? { _tag: "Exhaust" } : { _tag: "Exhaust", pauseUntil }
export const retry = (pauseUntil?: number): RetryDecision => ({ _tag: "Retry", dueAt: 1_700_000_000_000, pauseUntil })
