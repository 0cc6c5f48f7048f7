import type { AccountId } from "../../accounts/Account.ts"
import { EVENTS_PER_BATCH } from "./EventBatches.ts"

/**
 * The maximum number of steps of one transaction: events and decisions for endpoints together, each about 0.15 ms of a
 * processor. On SQLite nothing else is written meanwhile.
 */
const STEPS_PER_BATCH = 200

/** The assumed steps for each event of an account without a recorded batch: some shipments have many endpoints. */
const ASSUMED_STEPS = 4

/** The accounts whose figures are retained. */
const MAX_ACCOUNTS = 10_000

/**
 * The number of events of an account in one transaction, by the decisions that its previous batch caused: an event of a
 * shipment on a hundred endpoints causes a hundred decisions. Mutable and synchronous.
 */
export class BatchSizes {
  /** The steps for each event, by account; those recorded last come last. */
  readonly #steps = new Map<AccountId, number>()

  /** The number of events that the next batch of an account should have at most. */
  sizeFor(account: AccountId): number {
    const steps = this.#steps.get(account) ?? ASSUMED_STEPS
    return Math.max(1, Math.min(EVENTS_PER_BATCH, Math.floor(STEPS_PER_BATCH / steps)))
  }

  /** Records the events of a batch, and the decisions for endpoints that they caused. */
  record(account: AccountId, events: number, decisions: number): void {
    if (events === 0) return
    this.#steps.delete(account)
    this.#steps.set(account, 1 + decisions / events)
    if (this.#steps.size <= MAX_ACCOUNTS) return
    for (const oldest of this.#steps.keys()) {
      this.#steps.delete(oldest)
      return
    }
  }
}
