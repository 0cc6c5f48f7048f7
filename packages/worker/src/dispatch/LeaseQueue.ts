import type { DeliveryLease } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { type AccountWork, type EndpointWork, type QueuedLease, removeWaiting } from "./EndpointWork.ts"

/** A lease that was removed from the queue, and the endpoint that it is for. */
export interface EndpointLease {
  readonly work: EndpointWork
  readonly lease: DeliveryLease
}

/**
 * The queue of the leases that a worker sends. Accounts take turns, and so do the endpoints of an account, one lease at each
 * turn, in the order of their leases. Mutable.
 */
export class LeaseQueue {
  /** Accounts with waiting leases, in the order of their turns. */
  #accounts: Array<AccountWork> = []
  #size = 0

  get size(): number {
    return this.#size
  }
  get accounts(): ReadonlyArray<AccountWork> {
    return this.#accounts
  }

  add(work: EndpointWork, waiting: QueuedLease): void {
    const { account } = work
    if (account.turns.length === 0) this.#accounts.push(account)
    if (work.waiting.length === 0) account.turns.push(work)
    work.waiting.push(waiting)
    account.waiting++
    this.#size++
  }

  /** Removes and returns the next lease that may be sent: the oldest of the first admitted endpoint of the first admitted account. */
  next(
    admitsAccount: (account: AccountWork) => boolean,
    admits: (work: EndpointWork, oldest: QueuedLease) => boolean
  ): EndpointLease | undefined {
    for (const [turn, account] of this.#accounts.entries()) {
      if (!admitsAccount(account)) continue
      const lease = nextOf(account, admits)
      if (lease === undefined) continue
      this.#size--
      this.#accounts.splice(turn, 1)
      if (account.turns.length > 0) this.#accounts.push(account)
      return lease
    }
    return undefined
  }

  /** Removes and returns the leases that match. */
  remove(matches: (waiting: QueuedLease) => boolean): ReadonlyArray<EndpointLease> {
    const removed: Array<EndpointLease> = []
    for (const account of this.#accounts) {
      for (const work of account.turns) {
        for (const lease of removeWaiting(work, matches)) removed.push({ work, lease })
      }
      account.turns = account.turns.filter(({ waiting }) => waiting.length > 0)
    }
    this.#accounts = this.#accounts.filter(({ turns }) => turns.length > 0)
    this.#size -= removed.length
    return removed
  }
}

const nextOf = (
  account: AccountWork,
  admits: (work: EndpointWork, oldest: QueuedLease) => boolean
): EndpointLease | undefined => {
  for (const [turn, work] of account.turns.entries()) {
    const [oldest] = work.waiting
    if (oldest === undefined || !admits(work, oldest)) continue
    account.turns.splice(turn, 1)
    work.waiting.shift()
    if (work.waiting.length > 0) account.turns.push(work)
    account.waiting--
    return { work, lease: oldest.lease }
  }
  return undefined
}
