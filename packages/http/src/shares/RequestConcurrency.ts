import { mayTake } from "@landfall/core/limits/FairShare"
import { baseWeight, isHeavy } from "./RequestWeight.ts"

/** The requests of one account on a server. */
export interface AccountRequests {
  /** The total weight of the running requests that hold a slot. */
  readonly weight: number
  /** The requests that wait for a slot. */
  readonly waiting: number
  /** The requests in progress: those that wait, those with a slot, and those that have run for long. */
  readonly inProgress: number
}

/** The decision on a request that arrives. */
export type RequestDecision = "run" | "wait" | "reject"

/**
 * The time for which a running request holds its slot, in milliseconds. A longer one waits for something else than the
 * processor, such as a name server, a lock or a slow database, and continues without a slot. So requests that hang
 * delay no others: the 24 slots that an account may hold by default still start 480 requests a second.
 */
export const SLOT_MILLIS = 50

/** The items of a page that take as long as another request. */
const ITEMS_PER_SLOT = 10

/**
 * The weight of the slot of a request, by the time that it takes: more than one where it carries items or names a long
 * page. A large batch has weight one, because it takes one of the places of heavy requests too.
 *
 * @param items the weight of the request for its rates
 * @param pageItems the items of the page that it names; 0 for one that names none
 */
export const slotWeightOf = (operation: string, items: number, pageItems: number): number => {
  const byItems = 1 + items - baseWeight(operation)
  return Math.max(isHeavy(byItems) ? 1 : byItems, Math.ceil(pageItems / ITEMS_PER_SLOT))
}

/**
 * Decides on a request of an account. The slots of a server are shared by `mayTake`: alone, an account holds at most three
 * quarters of them, fewer where its requests count as more than one; an account without one may take the last. Requests
 * without a slot wait in the order of their arrival, until an account has `maxInProgress` in progress.
 *
 * @param free the free slots
 */
export const decideRequest = (
  free: number,
  { weight, waiting, inProgress }: AccountRequests,
  maxInProgress: number
): RequestDecision => {
  if (inProgress >= maxInProgress) return "reject"
  return waiting === 0 && mayTake(free, weight) ? "run" : "wait"
}
