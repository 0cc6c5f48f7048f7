/** The number of accounts beyond which those without a debt are dropped. */
const MAX_ACCOUNTS = 10_000

/**
 * The time that accounts have used of something that serves them one after another, such as the event loop: by
 * start-time fair queueing (Goyal, Vin and Cheng, 1996), the waiting account that has used the least comes next.
 */
export class UsedTime<Account> {
  // Accounts get equal time whatever their requests take; one whose requests are short gets more of them. Idle time
  // gives no credit: an account that begins to wait starts at what the last one served had used.
  readonly #used = new Map<Account, number>()
  #served = 0

  /** The time that the account has used; at least that of the account that was served last. */
  of(account: Account): number {
    return Math.max(this.#used.get(account) ?? 0, this.#served)
  }

  /** Serves the account next. */
  serve(account: Account): void {
    this.#served = this.of(account)
  }

  add(account: Account, millis: number): void {
    if (millis <= 0) return
    const used = this.of(account) + millis
    if (this.#used.size >= MAX_ACCOUNTS) {
      for (const [other, time] of this.#used) if (time <= this.#served) this.#used.delete(other)
    }
    this.#used.set(account, used)
  }
}
