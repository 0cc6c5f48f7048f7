import type { EndpointId } from "../EndpointId.ts"
import type { ClaimQuota } from "./DeliveryQueue.ts"
import { type RateLimit, reserveSlots } from "./RateLimit.ts"

/** The queue of an endpoint when its turn has come. Instants in milliseconds since the epoch; undefined where there is none. */
export interface QueueState {
  readonly endpointId: EndpointId
  /** The endpoint is disabled or removed. */
  readonly inactive: boolean
  /** Until when its receiver asked for quiet. */
  readonly pausedUntil: number | undefined
  readonly rateLimit: RateLimit | undefined
  /** Under a rate limit, when the next attempt may begin. */
  readonly slotAt: number
  /** It was enabled again, and no delivery has succeeded since: one at a time goes to it. */
  readonly probing: boolean
  /** While it is probed, when the lease of the delivery on its way ends. */
  readonly probedUntil: number | undefined
}

/** What is to be done with a queue whose turn has come. */
export type QueueTurn =
  /** Its endpoint takes nothing any more: what waits is skipped. */
  | { readonly _tag: "Close" }
  | { readonly _tag: "Wait"; readonly until: number }
  /** Up to `quota` of it may be leased. */
  | { readonly _tag: "Take"; readonly quota: number }

const applyRateLimit = ({ rateLimit, slotAt }: QueueState, quota: number, now: number): QueueTurn => {
  if (rateLimit === undefined) return { _tag: "Take", quota }
  const { granted, nextAt } = reserveSlots(rateLimit, slotAt, now, quota)
  return granted === 0 ? { _tag: "Wait", until: nextAt } : { _tag: "Take", quota: granted }
}

/** What the turn of a queue comes to, of which at most `quota` may be leased. */
export const decideTurn = (queue: QueueState, quota: number, now: number, shares: ClaimQuota): QueueTurn => {
  if (queue.inactive) return { _tag: "Close" }
  if (queue.pausedUntil !== undefined && queue.pausedUntil > now) return { _tag: "Wait", until: queue.pausedUntil }
  if (queue.probing && queue.probedUntil !== undefined && queue.probedUntil > now) {
    return { _tag: "Wait", until: queue.probedUntil }
  }
  const share = queue.probing ? 1 : shares.limitFor(queue.endpointId)
  return applyRateLimit(queue, Math.min(quota, share), now)
}

/** Where a queue stands after its turn: it is not to be looked at again before `notBefore`. */
export interface QueuePosition {
  readonly endpointId: EndpointId
  readonly slotAt: number
  readonly notBefore: number
}

/** The place of a queue of which `taken` were leased. */
export const positionAfter = (
  { endpointId, rateLimit, slotAt }: QueueState,
  taken: number,
  now: number
): QueuePosition => {
  if (rateLimit === undefined || taken === 0) return { endpointId, slotAt, notBefore: now }
  const slots = reserveSlots(rateLimit, slotAt, now, taken)
  return { endpointId, slotAt: slots.slotAt, notBefore: slots.nextAt }
}
