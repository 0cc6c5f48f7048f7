import type { AccountId } from "../../accounts/Account.ts"
import { EVENTS_PER_BATCH } from "./EventBatches.ts"

/**
 * The most steps of one transaction: events and decisions for endpoints together, each about 0.15 ms of a processor. On SQLite
 * nothing else is written meanwhile.
 */
const STEPS_PER_BATCH = 200

/** The steps that follow from an event of an account of which none is known: some shipments have many endpoints. */
const ASSUMED_STEPS = 4

/** The accounts whose figures are kept. */
const MAX_ACCOUNTS = 10_000

/**
 * How many events of an account one transaction takes, by what those of its batch before have led to: the events of a shipment that
 * is registered on a hundred endpoints lead to a hundred decisions. Mutable and synchronous.
 */
export class BatchSizes {
  /** The steps for each event, by account; those recorded last come last. */
  readonly #steps = new Map<AccountId, number>()

  /** The number of events that the next batch of an account should have at most. */
  sizeFor(account: AccountId): number {
    const steps = this.#steps.get(account) ?? ASSUMED_STEPS
    return Math.max(1, Math.min(EVENTS_PER_BATCH, Math.floor(STEPS_PER_BATCH / steps)))
  }

  /** Records what a batch has led to: its events, and the decisions for endpoints that followed. */
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
