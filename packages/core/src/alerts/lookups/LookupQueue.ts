/** The maximum number of look-ups that run at the same time, and that wait. */
export interface LookupLimits {
  readonly running: number
  /** The maximum number of running ones for one account. */
  readonly runningPerAccount: number
  readonly waiting: number
  /** The maximum number of waiting ones for one account. */
  readonly waitingPerAccount: number
}

/** The limits of a server. */
export const DEFAULT_LOOKUP_LIMITS: LookupLimits = {
  running: 128,
  runningPerAccount: 16,
  waiting: 2_048,
  waitingPerAccount: 128
}

/** The decision on an offered look-up: it runs, it waits, or it exceeds the limit of its account, or of all. */
export type LookupAdmission = "run" | "wait" | "account_full" | "full"

interface AccountLookups<L> {
  running: number
  readonly waiting: Set<L>
}

/**
 * Shares look-ups among accounts. An account has a fixed part of them at most; a look-up that ends frees its place for the
 * account that runs the fewest, so that name servers that never respond occupy the part of one account and no more.
 */
export class LookupQueue<L> {
  readonly #limits: LookupLimits
  readonly #accounts = new Map<string, AccountLookups<L>>()
  #running = 0
  #waiting = 0

  constructor(limits: LookupLimits = DEFAULT_LOOKUP_LIMITS) {
    this.#limits = limits
  }

  get running(): number {
    return this.#running
  }
  get waiting(): number {
    return this.#waiting
  }

  /** Offers a look-up for an account. */
  offer(account: string, lookup: L): LookupAdmission {
    const lookups = this.#lookupsOf(account)
    if (this.#running < this.#limits.running && lookups.running < this.#limits.runningPerAccount) {
      this.#start(lookups)
      return "run"
    }
    const admission = this.#admitWaiting(lookups)
    if (admission === "wait") {
      lookups.waiting.add(lookup)
      this.#waiting++
    }
    this.#releaseIdle(account, lookups)
    return admission
  }

  /** Ends a running look-up of an account, and begins and returns the next one with its account. */
  end(account: string): { readonly account: string; readonly lookup: L } | undefined {
    const ended = this.#lookupsOf(account)
    ended.running--
    this.#running--
    this.#releaseIdle(account, ended)
    return this.#startNext()
  }

  /** Whether an account runs as many look-ups as it may. */
  isAccountFull(account: string): boolean {
    return (this.#accounts.get(account)?.running ?? 0) >= this.#limits.runningPerAccount
  }

  /** Removes a waiting look-up; false when it does not wait. */
  remove(account: string, lookup: L): boolean {
    const lookups = this.#accounts.get(account)
    if (lookups === undefined || !lookups.waiting.delete(lookup)) return false
    this.#waiting--
    this.#releaseIdle(account, lookups)
    return true
  }

  #admitWaiting({ waiting }: AccountLookups<L>): LookupAdmission {
    if (waiting.size >= this.#limits.waitingPerAccount) return "account_full"
    return this.#waiting >= this.#limits.waiting ? "full" : "wait"
  }

  #startNext(): { readonly account: string; readonly lookup: L } | undefined {
    let next: { readonly account: string; readonly lookups: AccountLookups<L> } | undefined
    for (const [account, lookups] of this.#accounts) {
      if (lookups.waiting.size === 0 || lookups.running >= this.#limits.runningPerAccount) continue
      if (next === undefined || lookups.running < next.lookups.running) next = { account, lookups }
    }
    if (next === undefined) return undefined
    const { account, lookups } = next
    const [lookup] = lookups.waiting
    if (lookup === undefined) return undefined
    lookups.waiting.delete(lookup)
    this.#waiting--
    this.#start(lookups)
    // Accounts that run equally many take turns.
    this.#accounts.delete(account)
    this.#accounts.set(account, lookups)
    return { account, lookup }
  }

  #start(lookups: AccountLookups<L>): void {
    lookups.running++
    this.#running++
  }

  #lookupsOf(account: string): AccountLookups<L> {
    const existing = this.#accounts.get(account)
    if (existing !== undefined) return existing
    const lookups = { running: 0, waiting: new Set<L>() }
    this.#accounts.set(account, lookups)
    return lookups
  }

  #releaseIdle(account: string, { running, waiting }: AccountLookups<L>): void {
    if (running === 0 && waiting.size === 0) this.#accounts.delete(account)
  }
}
