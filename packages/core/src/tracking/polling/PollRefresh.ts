import { Option } from "effect"
import { Instant } from "../../time/Instant.ts"
import { MIN_POLL_INTERVAL_MILLIS } from "./NextPoll.ts"

/** The polls of a shipment, as far as they decide when a refresh is due. */
export interface PollDueDate {
  /** When the next poll is due; under a lease, when that ends. None when no poll follows. */
  readonly dueAt: Option.Option<Instant>
  /** The token of the lease of a poll in progress. */
  readonly leaseToken: Option.Option<string>
  readonly lastPolledAt: Option.Option<Instant>
}

/**
 * The effect of a request to refresh a shipment.
 *
 * - `Scheduled`: its next poll is due earlier than before.
 * - `AlreadyDue`: its next poll is due as early as the limits allow, or is in progress.
 */
export type PollRefresh =
  | { readonly _tag: "Scheduled"; readonly at: Instant }
  | { readonly _tag: "AlreadyDue"; readonly at: Instant }

/**
 * Decides when a shipment is polled for a requested refresh: immediately, but at least the shortest interval after
 * the poll before. None when the shipment is not polled any longer. Pure.
 */
export const refreshPoll = (
  { dueAt, leaseToken, lastPolledAt }: PollDueDate,
  now: Instant
): Option.Option<PollRefresh> =>
  Option.map(dueAt, (due): PollRefresh => {
    const earliest = Option.match(lastPolledAt, {
      onNone: () => now,
      onSome: (last) => Instant.make(Math.max(now, last + MIN_POLL_INTERVAL_MILLIS))
    })
    return Option.isSome(leaseToken) || due <= earliest
      ? { _tag: "AlreadyDue", at: due }
      : { _tag: "Scheduled", at: earliest }
  })
