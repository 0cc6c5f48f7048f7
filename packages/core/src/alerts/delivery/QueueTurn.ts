import type { AccountId } from "../../accounts/Account.ts"
import type { EndpointId } from "../EndpointId.ts"
import { type RateLimit, reserveSlots } from "./RateLimit.ts"

/** The queue of an endpoint whose turn has come. Instants in milliseconds since the epoch; undefined for none. */
export interface QueueState {
  readonly endpointId: EndpointId
  readonly accountId: AccountId
  /** The endpoint is disabled or removed. */
  readonly inactive: boolean
  /** The end of the pause that its receiver requested. */
  readonly pausedUntil: number | undefined
  /** The end of its postponement. */
  readonly postponedUntil: number | undefined
  readonly rateLimit: RateLimit | undefined
  /**
   * The maximum number of attempts a minute before a receiver at the endpoint's URL has responded with 2xx; undefined
   * afterwards.
   */
  readonly unverifiedAttemptsPerMinute: number | undefined
  /** Under a rate limit, or before the verification, when the next attempt may begin. */
  readonly slotAt: number
  /** The endpoint was enabled again and no delivery has succeeded since: one delivery is sent at a time. */
  readonly probing: boolean
  /** While it is probed, when the lease of the delivery that is being sent ends. */
  readonly probedUntil: number | undefined
}

/** The decision of a claim on a queue whose turn has come. */
export type QueueTurn =
  /** The endpoint is inactive: its deliveries are skipped. */
  | { readonly _tag: "Skip" }
  | { readonly _tag: "Wait"; readonly until: number }
  /** Up to `quota` of its deliveries may be leased. */
  | { readonly _tag: "Lease"; readonly quota: number }

/** The maximum number of attempts per second; undefined when nothing limits them. */
const attemptsPerSecond = ({ rateLimit, unverifiedAttemptsPerMinute }: QueueState): number | undefined =>
  unverifiedAttemptsPerMinute === undefined
    ? rateLimit
    : Math.min(unverifiedAttemptsPerMinute / 60, rateLimit ?? Number.POSITIVE_INFINITY)

const applyRateLimit = (queue: QueueState, quota: number, now: number): QueueTurn => {
  const perSecond = attemptsPerSecond(queue)
  if (perSecond === undefined) return { _tag: "Lease", quota }
  const { granted, nextAt } = reserveSlots(perSecond, queue.slotAt, now, quota)
  return granted === 0 ? { _tag: "Wait", until: nextAt } : { _tag: "Lease", quota: granted }
}

/** Decides the turn of a queue. A claim may lease at most `quota` of its deliveries. */
export const decideTurn = (queue: QueueState, quota: number, now: number): QueueTurn => {
  if (queue.inactive) return { _tag: "Skip" }
  if (queue.pausedUntil !== undefined && queue.pausedUntil > now) return { _tag: "Wait", until: queue.pausedUntil }
  if (queue.postponedUntil !== undefined && queue.postponedUntil > now) {
    return { _tag: "Wait", until: queue.postponedUntil }
  }
  if (queue.probing && queue.probedUntil !== undefined && queue.probedUntil > now) {
    return { _tag: "Wait", until: queue.probedUntil }
  }
  return applyRateLimit(queue, queue.probing ? Math.min(quota, 1) : quota, now)
}

/** The schedule of a queue after its turn: the next turn comes at `notBefore` or later. */
export interface NextTurn {
  readonly endpointId: EndpointId
  readonly slotAt: number
  readonly notBefore: number
}

/** The next turn of a queue after `leased` of its deliveries were leased. */
export const nextTurnAfter = (queue: QueueState, leased: number, now: number): NextTurn => {
  const { endpointId, slotAt } = queue
  const perSecond = attemptsPerSecond(queue)
  if (perSecond === undefined || leased === 0) return { endpointId, slotAt, notBefore: now }
  const slots = reserveSlots(perSecond, slotAt, now, leased)
  return { endpointId, slotAt: slots.slotAt, notBefore: slots.nextAt }
}
