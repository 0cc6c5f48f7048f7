import type { DeliveryLease } from "../delivery/DeliveryQueue.ts"
import type { EndpointId } from "../EndpointId.ts"
import { SEND_DEADLINE_MILLIS } from "../sending/AlertTransport.ts"

/** The window of an endpoint that the worker has not sent to yet, or whose last attempt failed. */
export const FIRST_WINDOW = 4
/** The widest window: a fast receiver processes as many deliveries within a fraction of a second. */
const WIDEST_WINDOW = 1024
/** The most endpoints whose windows are retained; an endpoint of which the worker holds leases is always retained. */
export const MAX_RETAINED_ENDPOINTS = 10_000
/** How many batches of outcomes may wait to be recorded before the worker stops claiming. */
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

export interface DispatchLimits {
  /** The most deliveries that are sent at once. */
  readonly concurrency: number
  /** The most of these to one endpoint. */
  readonly concurrencyPerEndpoint: number
  /** How many of these are reserved for first attempts to endpoints whose last attempt did not fail. */
  readonly reservedForFirstAttempts: number
  /** The most deliveries leased by one claim. */
  readonly claimBatch: number
  readonly leaseMillis: number
}

/** A waiting lease, and the monotonic instant in nanoseconds after which a send could outlast the lease. */
export interface WaitingLease {
  readonly lease: DeliveryLease
  readonly sendBy: bigint
}

/**
 * The leases of one endpoint that the worker holds. Its window bounds them and adapts to the speed of the receiver, as the
 * congestion window of TCP adapts to a connection (RFC 5681, slow start): it grows by one with each success, so that it
 * doubles with each round, and falls to the first window at a failure. So a receiver that hangs occupies few leases and
 * little of the concurrency, however many deliveries are due for it.
 */
export interface EndpointWork {
  readonly endpointId: EndpointId
  waiting: Array<WaitingLease>
  sending: number
  window: number
  /** The last attempt failed. */
  failing: boolean
}

export const newEndpointWork = (endpointId: EndpointId): EndpointWork => ({
  endpointId,
  waiting: [],
  sending: 0,
  window: FIRST_WINDOW,
  failing: false
})

/** The leases of an endpoint that wait or are being sent. */
export const heldLeases = ({ waiting, sending }: EndpointWork): number => waiting.length + sending

/** Whether the window is full. It has capacity again once half of it is free: a claim of one delivery costs as much as of a hundred. */
export const isFull = (work: EndpointWork): boolean => heldLeases(work) * 2 > work.window

/** How many more deliveries of an endpoint may be leased. */
export const leaseCapacity = (work: EndpointWork): number => (isFull(work) ? 0 : work.window - heldLeases(work))

/** How many more deliveries may be sent to an endpoint at once. */
export const sendCapacity = (work: EndpointWork, limits: DispatchLimits): number =>
  Math.min(work.window, limits.concurrencyPerEndpoint) - work.sending

/** Adapts the window of an endpoint to the result of an attempt. */
export const adaptWindow = (work: EndpointWork, succeeded: boolean): void => {
  work.failing = !succeeded
  work.window = succeeded ? Math.min(work.window + 1, WIDEST_WINDOW) : FIRST_WINDOW
}

/** Whether the policy has made an attempt before; a delivery that was resent begins with a first attempt. */
export const isRetry = ({ attempt, attemptsBefore }: DeliveryLease): boolean => attempt > attemptsBefore + 1

export interface Workload {
  /** How many more deliveries may be sent at once. */
  readonly capacity: number
  /** Waiting leases that can be sent as soon as the worker's concurrency allows. */
  readonly ready: number
  /** Sends that ended since the last claim. */
  readonly ended: number
  /** Outcomes that are not recorded. */
  readonly unrecorded: number
}

/**
 * How many deliveries to lease now; 0: none yet. Enough for the free capacity, and more while sends end quickly: twice as
 * many as have ended since the last claim. So a busy worker soon claims whole batches, and one whose receivers hang holds
 * no lease that another worker could send.
 */
export const claimSize = (workload: Workload, limits: Pick<DispatchLimits, "concurrency" | "claimBatch">): number => {
  const { capacity, ready, ended, unrecorded } = workload
  if (unrecorded >= limits.claimBatch * UNRECORDED_BATCHES) return 0
  if (ready >= Math.min(limits.concurrency, ended)) return Math.max(0, Math.min(capacity - ready, limits.claimBatch))
  return Math.min(Math.max(capacity, 2 * ended), limits.claimBatch)
}

/** How long after its claim a lease may still be sent: the rest of the lease must suffice for the send and the recording. */
export const sendWithinNanos = (leaseMillis: number): bigint =>
  BigInt(Math.round(Math.max(leaseMillis - SEND_DEADLINE_MILLIS - RECORDING_MILLIS, leaseMillis / 5))) * 1_000_000n

/** The sleep after consecutive empty claims although deliveries are due: it doubles with each. */
export const emptySleepMillis = (emptyClaims: number): number =>
  emptyClaims === 0 ? 0 : Math.min(FIRST_EMPTY_SLEEP_MILLIS * 2 ** (emptyClaims - 1), LONGEST_EMPTY_SLEEP_MILLIS)
