import type { AccountId } from "@landfall/core/accounts/Account"
import type { DeliveryLease } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { targetOriginOf } from "@landfall/core/alerts/targets/TargetServer"
import type { DispatchLimits } from "./DispatchRules.ts"

/** The window of an endpoint that the worker has not sent to yet, or whose last attempt failed. */
export const FIRST_WINDOW = 4
/** The widest window: a fast receiver processes as many deliveries within a fraction of a second. */
const WIDEST_WINDOW = 1024
/** An endpoint is slow, and a send is long, beyond this time. */
export const SLOW_MILLIS = 2_000
/** The part of the last duration in the smoothed one. */
const SMOOTHING = 0.25

/** A lease that waits to be sent, and the monotonic instant in nanoseconds after which a send could outlast the lease. */
export interface QueuedLease {
  readonly lease: DeliveryLease
  readonly sendBy: bigint
}

/** The leases of one account that the worker holds. */
export interface AccountWork {
  readonly accountId: AccountId
  /** Its endpoints with waiting leases, in the order of their turns. */
  turns: Array<EndpointWork>
  waiting: number
  sending: number
  /** Sends that ended since the last claim. */
  ended: number
  /** Waiting leases that only the shares of the account can delay, to responsive endpoints and to others. */
  readyResponsive: number
  readyUncertain: number
  /** The sends that have lasted for long. */
  longSends: number
}

/**
 * The leases of one endpoint that the worker holds. Its window bounds them and adapts to the speed of the receiver, as the
 * congestion window of TCP adapts to a connection (RFC 5681, slow start): it grows by one with each success, so that it
 * doubles with each round, and falls to the first window at a failure. So a receiver that hangs occupies few leases and
 * little of the concurrency, however many deliveries are due for it.
 */
export interface EndpointWork {
  readonly endpointId: EndpointId
  account: AccountWork
  url: string
  /** The origin of `url`: scheme, host and port. */
  origin: string
  waiting: Array<QueuedLease>
  sending: number
  /** Of these, the sends that have lasted for more than `SLOW_MILLIS`. */
  longSends: number
  window: number
  /** The smoothed duration of the successes since the last failure, in milliseconds; undefined before the first one. */
  durationMillis: number | undefined
  /** Its postponed leases are being returned. */
  postponed: boolean
  /** Its part of the ready leases of its account. */
  readyResponsive: number
  readyUncertain: number
}

export const newAccountWork = (accountId: AccountId): AccountWork => ({
  accountId,
  turns: [],
  waiting: 0,
  sending: 0,
  ended: 0,
  readyResponsive: 0,
  readyUncertain: 0,
  longSends: 0
})

/** Whether the worker holds leases of an account. */
export const holdsLeases = ({ waiting, sending }: AccountWork): boolean => waiting + sending > 0

export const newEndpointWork = (endpointId: EndpointId, account: AccountWork): EndpointWork => ({
  endpointId,
  account,
  url: "",
  origin: "",
  waiting: [],
  sending: 0,
  longSends: 0,
  window: FIRST_WINDOW,
  durationMillis: undefined,
  postponed: false,
  readyResponsive: 0,
  readyUncertain: 0
})

/** Sets the target of the deliveries of an endpoint. */
export const setTarget = (work: EndpointWork, url: string): void => {
  if (work.url === url) return
  work.url = url
  work.origin = targetOriginOf(url)
}

/** Removes and returns the waiting leases of an endpoint that match. */
export const removeWaiting = (
  work: EndpointWork,
  matches: (waiting: QueuedLease) => boolean
): ReadonlyArray<DeliveryLease> => {
  const removed = work.waiting.filter(matches)
  if (removed.length === 0) return []
  work.waiting = work.waiting.filter((waiting) => !matches(waiting))
  work.account.waiting -= removed.length
  return removed.map(({ lease }) => lease)
}

/** The leases of an endpoint that wait or are being sent. */
export const heldLeases = ({ waiting, sending }: EndpointWork): number => waiting.length + sending

/** Whether the window is full. It has capacity again once half of it is free: a claim of one delivery costs as much as of a hundred. */
export const isFull = (work: EndpointWork): boolean => work.postponed || heldLeases(work) * 2 > work.window

/** The number of further deliveries of an endpoint that may be leased. */
export const leaseCapacity = (work: EndpointWork): number => (isFull(work) ? 0 : work.window - heldLeases(work))

/** The number of further deliveries that may be sent to an endpoint at the same time. */
export const sendCapacity = (work: EndpointWork, limits: DispatchLimits): number =>
  Math.min(work.window, limits.concurrencyPerEndpoint) - work.sending

/** Whether the last attempt succeeded, attempts succeed within `SLOW_MILLIS` as a rule, and none lasts for longer now. */
export const isResponsive = ({ durationMillis, longSends }: EndpointWork): boolean =>
  durationMillis !== undefined && durationMillis <= SLOW_MILLIS && longSends === 0

/** Whether the worker has seen successes of an endpoint, and they took long. */
export const isSlow = ({ durationMillis }: EndpointWork): boolean =>
  durationMillis !== undefined && durationMillis > SLOW_MILLIS

/** Adapts an endpoint to the result of an attempt. */
export const adaptToAttempt = (work: EndpointWork, succeeded: boolean, durationMillis: number): void => {
  work.window = succeeded ? Math.min(work.window + 1, WIDEST_WINDOW) : FIRST_WINDOW
  const smoothedMillis = work.durationMillis ?? durationMillis
  work.durationMillis = succeeded ? smoothedMillis + SMOOTHING * (durationMillis - smoothedMillis) : undefined
}

/** Updates the part of an endpoint in the ready leases of its account. Call it after each change of the endpoint. */
export const countReady = (work: EndpointWork, limits: DispatchLimits): void => {
  const { account } = work
  const ready = Math.max(0, Math.min(work.waiting.length, sendCapacity(work, limits)))
  const responsive = isResponsive(work) ? ready : 0
  account.readyResponsive += responsive - work.readyResponsive
  account.readyUncertain += ready - responsive - work.readyUncertain
  work.readyResponsive = responsive
  work.readyUncertain = ready - responsive
}
