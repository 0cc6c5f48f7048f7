import { AccountId } from "@landfall/core/accounts/Account"
import type { DeliveryLease, LeaseOutcome } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { RetryDecision } from "@landfall/core/alerts/delivery/RetryPolicy"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { MessageId } from "@landfall/core/alerts/Message"
import { SigningSecretText } from "@landfall/core/alerts/sending/SigningSecret"
import { Option, Redacted } from "effect"
import type { DispatchLimits } from "../../src/dispatch/DispatchRules.ts"
import { DispatchState } from "../../src/dispatch/DispatchState.ts"

export const limits: DispatchLimits = {
  concurrency: 8,
  concurrencyPerEndpoint: 3,
  reservedForResponsive: 2,
  connectionsPerOrigin: 8,
  claimBatch: 4_096,
  leaseMillis: 25_000
}
/** Five seconds after its claim a lease of 25 s is stale: a send may take 15 s and the recording 5 s. */
export const STALE_NANOS = 5_000_000_001n
const secrets = { current: Redacted.make(SigningSecretText.make(`whsec_${"A".repeat(32)}`)), previous: [] }

export const idOf = (name: string) => EndpointId.make(`ep_${name}`)
export const accountOf = (name: string) => AccountId.make(`acc_${name}`)

/** A lease of the endpoint of an account of the same name, at a separate origin. */
export const leaseTo = (endpoint: string, n: number, attempt = 1): DeliveryLease => ({
  messageId: MessageId.make(`msg_${n}`),
  endpointId: idOf(endpoint),
  accountId: accountOf(endpoint),
  token: `${endpoint}-${n}`,
  attempt,
  attemptsBefore: 0,
  trigger: "automatic",
  url: `https://${endpoint}.example/`,
  body: "{}",
  format: "standard",
  secrets,
  headers: Redacted.make({}),
  retryPolicy: Option.none()
})

export const outcomeOf = (
  lease: DeliveryLease,
  next: RetryDecision = { _tag: "Succeed" },
  durationMillis = 1
): LeaseOutcome => ({
  lease,
  startedAt: 0,
  durationMillis,
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

/** Delivers a message to an endpoint, which responds after a millisecond. */
export const warmUp = (state: DispatchState, ...endpoints: ReadonlyArray<string>): void => {
  for (const name of endpoints) {
    state.claimed([leaseTo(name, 0)], 0n)
    for (const lease of sendAll(state)) state.sendEnded(lease, outcomeOf(lease))
  }
}
