import type { StorageError } from "@landfall/core/faults/StorageError"
import type { CreditsExhausted } from "@landfall/core/usage/Credits"
import type { Debit } from "@landfall/core/usage/Settlement"
import { Effect, Exit, Latch, Request, RequestResolver, Result } from "effect"

/** The most debits in one transaction. */
const GROUP_SIZE = 500

/** A debit that waits for its group's commit. */
class Waiting extends Request.Class<Debit, void, CreditsExhausted | StorageError> {}

type Commit = (
  debits: ReadonlyArray<Debit>
) => Effect.Effect<ReadonlyArray<Result.Result<void, CreditsExhausted>>, StorageError>

/**
 * Commits debits that come at the same time together: those of one turn of the event loop, and those that came while the
 * group before them was being committed. Nobody waits for company: a debit that comes alone is committed alone, at once.
 * Each is answered when its group is stored, and not before.
 */
export const debitGroups = (commit: Commit) => {
  const free = Latch.makeUnsafe(true)
  const resolver = RequestResolver.make<Waiting>((entries) =>
    free.close.pipe(
      Effect.andThen(commit(entries.map(({ request }) => request))),
      Effect.tap((outcomes) =>
        Effect.sync(() => {
          for (const [place, outcome] of outcomes.entries()) {
            entries[place]?.completeUnsafe(Result.isSuccess(outcome) ? Exit.void : Exit.fail(outcome.failure))
          }
        })
      ),
      Effect.asVoid,
      Effect.ensuring(free.open)
    )
  ).pipe(
    RequestResolver.setDelayEffect(Effect.andThen(Effect.yieldNow, free.await)),
    RequestResolver.batchN(GROUP_SIZE)
  )
  // A group that is being stored is not given up: whoever waits for it learns what became of the credits.
  return (debit: Debit) => Effect.uninterruptible(Effect.request(new Waiting(debit), resolver))
}
