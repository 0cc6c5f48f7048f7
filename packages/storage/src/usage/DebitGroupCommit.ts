import type { StorageError } from "@landfall/core/faults/StorageError"
import type { CreditsExhausted } from "@landfall/core/usage/Credits"
import type { Debit } from "@landfall/core/usage/Debit"
import { Effect, Exit, type Result } from "effect"

/** The most debits in one transaction. */
const MAX_GROUP_SIZE = 500

type DebitError = CreditsExhausted | StorageError

/** A debit that waits for its group's commit. */
interface PendingDebit {
  readonly debit: Debit
  readonly complete: (outcome: Effect.Effect<void, DebitError>) => void
}

type CommitDebits = (
  debits: ReadonlyArray<Debit>
) => Effect.Effect<ReadonlyArray<Result.Result<void, CreditsExhausted>>, StorageError>

const toOutcome = (
  outcome: Result.Result<void, CreditsExhausted> | undefined
): Effect.Effect<void, CreditsExhausted> =>
  outcome === undefined ? Effect.die(new Error("a debit of the group was not settled")) : Effect.fromResult(outcome)

/**
 * Commits debits that come at the same time together: those of one turn of the event loop, and those that came while the
 * group before them was being committed. Nobody waits for company: a debit that comes alone is committed alone, at once.
 * Each is answered when its group is stored, and not before.
 *
 * Every metered call waits here, so it is plain: requests and resolvers of `effect` do the same at three times the price.
 */
export const makeDebitGroupCommit = (commit: CommitDebits) => {
  let waiting: Array<PendingDebit> = []
  let committing = false

  const commitGroup = Effect.suspend(() => {
    const group = waiting.slice(0, MAX_GROUP_SIZE)
    waiting = waiting.slice(MAX_GROUP_SIZE)
    return Effect.map(Effect.exit(commit(group.map(({ debit }) => debit))), (exit) => {
      for (const [place, { complete }] of group.entries()) {
        complete(Exit.isSuccess(exit) ? toOutcome(exit.value[place]) : Exit.asVoid(exit))
      }
    })
  })
  // The turn of the event loop ends before a group is taken, so that what comes in it is in the group.
  const nextGroup = Effect.andThen(Effect.yieldNow, commitGroup)
  const commitAll = Effect.whileLoop({
    while: () => {
      committing = waiting.length > 0
      return committing
    },
    body: () => nextGroup,
    step: () => undefined
  })

  const awaitCommit = (debit: Debit) =>
    Effect.callback<void, DebitError>((resume) => void waiting.push({ debit, complete: resume }))

  // A group that is being stored is not given up: whoever waits for it learns what became of the credits.
  return (debit: Debit): Effect.Effect<void, DebitError> =>
    Effect.uninterruptible(
      Effect.suspend(() => {
        if (committing) return awaitCommit(debit)
        committing = true
        return Effect.andThen(Effect.forkDetach(commitAll), awaitCommit(debit))
      })
    )
}
