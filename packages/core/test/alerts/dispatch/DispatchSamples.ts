import { Option, Redacted } from "effect"
import type { DeliveryLease, LeaseOutcome } from "../../../src/alerts/delivery/DeliveryQueue.ts"
import type { RetryDecision } from "../../../src/alerts/delivery/RetryPolicy.ts"
import type { DispatchLimits } from "../../../src/alerts/dispatch/DispatchRules.ts"
import { DispatchState } from "../../../src/alerts/dispatch/DispatchState.ts"
import { EndpointId } from "../../../src/alerts/EndpointId.ts"
import { MessageId } from "../../../src/alerts/Message.ts"
import { SigningSecretText } from "../../../src/alerts/sending/SigningSecret.ts"

export const limits: DispatchLimits = {
  concurrency: 8,
  concurrencyPerEndpoint: 3,
  reservedForFirstAttempts: 2,
  claimBatch: 4_096,
  leaseMillis: 25_000
}
/** Five seconds after its claim a lease of 25 s is stale: a send may take 15 s and the recording 5 s. */
export const STALE_NANOS = 5_000_000_001n
const secrets = { current: Redacted.make(SigningSecretText.make(`whsec_${"A".repeat(32)}`)), previous: [] }

export const idOf = (name: string) => EndpointId.make(`ep_${name}`)

export const leaseTo = (endpoint: string, n: number, attempt = 1): DeliveryLease => ({
  messageId: MessageId.make(`msg_${n}`),
  endpointId: idOf(endpoint),
  token: `${endpoint}-${n}`,
  attempt,
  attemptsBefore: 0,
  trigger: "automatic",
  url: "https://receiver.example/",
  body: "{}",
  secrets,
  headers: Redacted.make({}),
  retryPolicy: Option.none()
})

export const outcomeOf = (lease: DeliveryLease, next: RetryDecision = { _tag: "Succeed" }): LeaseOutcome => ({
  lease,
  startedAt: 0,
  durationMillis: 1,
  responseStartMillis: 1,
  outcome: { _tag: "Responded", status: next._tag === "Succeed" ? 200 : 500, body: "" },
  next
})
export const retryAt = (dueAt: number): RetryDecision => ({ _tag: "Retry", dueAt, pauseUntil: undefined })

export const stateWith = (
  leases: ReadonlyArray<DeliveryLease>,
  changes: Partial<DispatchLimits> = {}
): DispatchState => {
  const state = new DispatchState({ ...limits, ...changes })
  state.claimed(leases, 0n)
  return state
}

/** Begins every send that may begin now. */
export const sendAll = (state: DispatchState, nowNanos = 0n): ReadonlyArray<DeliveryLease> => {
  const leases: Array<DeliveryLease> = []
  for (let lease = state.nextLease(nowNanos); lease !== undefined; lease = state.nextLease(nowNanos)) leases.push(lease)
  return leases
}
