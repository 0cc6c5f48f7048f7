import type { DeliveryLease } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { SEND_DEADLINE_MILLIS } from "@landfall/core/alerts/sending/AlertTransport"
import type { LimitValues } from "@landfall/core/limits/Limits"

/**
 * The maximum number of endpoints whose windows are retained; an endpoint of which the worker holds leases is always
 * retained.
 */
export const MAX_RETAINED_ENDPOINTS = 10_000
/** The maximum number of batches of unrecorded outcomes with which the worker still claims. */
const UNRECORDED_BATCHES = 4
/** The part of a lease that is reserved for recording the outcome. */
const RECORDING_MILLIS = 5_000
/** The longest sleep: a clock that was set back, or a lost wake-up, costs a minute at most. */
export const LONGEST_SLEEP_MILLIS = 60_000
/** The first and the longest sleep after a claim that returned nothing although a delivery is due. */
const FIRST_EMPTY_SLEEP_MILLIS = 5
const LONGEST_EMPTY_SLEEP_MILLIS = 1_000
/** The interval between searches for stale leases while leases wait. */
export const STALE_CHECK_MILLIS = 1_000

/** The limits of one worker that sends deliveries. */
export interface DispatchLimits {
  /** The maximum number of deliveries that are sent at the same time. */
  readonly concurrency: number
  /** The maximum number of these to one endpoint. */
  readonly concurrencyPerEndpoint: number
  /** The part of these that is reserved for first attempts to endpoints that are known to respond soon. */
  readonly reservedForResponsive: number
  /** The maximum number of these to one origin, which accounts share. */
  readonly connectionsPerOrigin: number
  /** The maximum number of deliveries leased by one claim. */
  readonly claimBatch: number
  readonly leaseMillis: number
}

/** The maximum number of sends to one endpoint at the same time. */
const MAX_SENDS_PER_ENDPOINT = 64

/** The send lanes of a worker. */
type LaneLimits = Pick<
  DispatchLimits,
  "concurrency" | "concurrencyPerEndpoint" | "reservedForResponsive" | "connectionsPerOrigin"
>

/** The send lanes of a worker by the limits of the service. Half of them are reserved for endpoints that respond soon. */
export const laneLimits = (limits: LimitValues): LaneLimits => ({
  concurrency: limits["worker.sends"],
  concurrencyPerEndpoint: MAX_SENDS_PER_ENDPOINT,
  reservedForResponsive: Math.floor(limits["worker.sends"] / 2),
  connectionsPerOrigin: limits["worker.originConnections"]
})

/** Whether the policy has made an attempt before; a delivery that was resent begins with a first attempt. */
export const isRetry = ({ attempt, attemptsBefore }: DeliveryLease): boolean => attempt > attemptsBefore + 1

/** The work in progress of a worker that decides about its next claim. */
export interface Workload {
  /** The number of further deliveries that may be sent at the same time. */
  readonly capacity: number
  /** Waiting leases that can be sent as soon as the worker's concurrency allows. */
  readonly ready: number
  /** Sends that ended since the last claim. */
  readonly ended: number
  /** Outcomes that are not recorded. */
  readonly unrecorded: number
}

/**
 * The number of deliveries to lease now; 0: none yet. It suffices for the free capacity, and rises while sends end
 * quickly to twice the number of ended sends since the last claim. A busy worker thus soon claims whole batches, and a
 * worker whose receivers hang holds no lease that another worker could send.
 */
export const claimSize = (workload: Workload, limits: Pick<DispatchLimits, "concurrency" | "claimBatch">): number => {
  const { capacity, ready, ended, unrecorded } = workload
  if (unrecorded >= limits.claimBatch * UNRECORDED_BATCHES) return 0
  if (ready >= Math.min(limits.concurrency, ended)) return Math.max(0, Math.min(capacity - ready, limits.claimBatch))
  return Math.min(Math.max(capacity, 2 * ended), limits.claimBatch)
}

/**
 * The time after its claim within which a lease may be sent: the rest of the lease must suffice for the send and the
 * recording.
 */
export const sendWithinNanos = (leaseMillis: number): bigint =>
  BigInt(Math.round(Math.max(leaseMillis - SEND_DEADLINE_MILLIS - RECORDING_MILLIS, leaseMillis / 5))) * 1_000_000n

/** The sleep after consecutive empty claims although deliveries are due: it doubles with each. */
export const emptySleepMillis = (emptyClaims: number): number =>
  emptyClaims === 0 ? 0 : Math.min(FIRST_EMPTY_SLEEP_MILLIS * 2 ** (emptyClaims - 1), LONGEST_EMPTY_SLEEP_MILLIS)
