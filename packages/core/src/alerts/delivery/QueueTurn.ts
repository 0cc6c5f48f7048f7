import type { EndpointId } from "../EndpointId.ts"
import { type RateLimit, reserveSlots } from "./RateLimit.ts"

/** The queue of an endpoint whose turn has come. Instants in milliseconds since the epoch; undefined for none. */
export interface QueueState {
  readonly endpointId: EndpointId
  /** The endpoint is disabled or removed. */
  readonly inactive: boolean
  /** Until when its receiver asked for no requests. */
  readonly pausedUntil: number | undefined
  readonly rateLimit: RateLimit | undefined
  /** Under a rate limit, when the next attempt may begin. */
  readonly slotAt: number
  /** It was enabled again, and no delivery has succeeded since: one delivery at a time is sent to it. */
  readonly probing: boolean
  /** While it is probed, when the lease of the delivery that is being sent ends. */
  readonly probedUntil: number | undefined
}

/** What a claim does with a queue whose turn has come. */
export type QueueTurn =
  /** The endpoint is inactive: its deliveries are skipped. */
  | { readonly _tag: "Close" }
  | { readonly _tag: "Wait"; readonly until: number }
  /** Up to `quota` of its deliveries may be leased. */
  | { readonly _tag: "Take"; readonly quota: number }

const applyRateLimit = ({ rateLimit, slotAt }: QueueState, quota: number, now: number): QueueTurn => {
  if (rateLimit === undefined) return { _tag: "Take", quota }
  const { granted, nextAt } = reserveSlots(rateLimit, slotAt, now, quota)
  return granted === 0 ? { _tag: "Wait", until: nextAt } : { _tag: "Take", quota: granted }
}

/** Decides the turn of a queue, of which at most `quota` deliveries may be leased. */
export const decideTurn = (queue: QueueState, quota: number, now: number): QueueTurn => {
  if (queue.inactive) return { _tag: "Close" }
  if (queue.pausedUntil !== undefined && queue.pausedUntil > now) return { _tag: "Wait", until: queue.pausedUntil }
  if (queue.probing && queue.probedUntil !== undefined && queue.probedUntil > now) {
    return { _tag: "Wait", until: queue.probedUntil }
  }
  return applyRateLimit(queue, queue.probing ? Math.min(quota, 1) : quota, now)
}

/** The position of a queue after its turn: its next turn comes at `notBefore` or later. */
export interface QueuePosition {
  readonly endpointId: EndpointId
  readonly slotAt: number
  readonly notBefore: number
}

/** The position of a queue of which `leased` deliveries were leased. */
export const positionAfter = (
  { endpointId, rateLimit, slotAt }: QueueState,
  leased: number,
  now: number
): QueuePosition => {
  if (rateLimit === undefined || leased === 0) return { endpointId, slotAt, notBefore: now }
  const slots = reserveSlots(rateLimit, slotAt, now, leased)
  return { endpointId, slotAt: slots.slotAt, notBefore: slots.nextAt }
}
