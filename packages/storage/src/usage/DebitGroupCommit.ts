import type { AccountId } from "@landfall/core/accounts/Account"
import type { StorageError } from "@landfall/core/faults/StorageError"
import type { CreditsExhausted } from "@landfall/core/usage/Credits"
import type { Debit } from "@landfall/core/usage/Debit"
import { Effect, Exit, type Result } from "effect"

/** The maximum number of debits in one transaction. */
const MAX_GROUP_SIZE = 500

type DebitError = CreditsExhausted | StorageError

/** A debit that waits for the commit of its group. */
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
  outcome === undefined ? Effect.die(new Error("a debit of the group has no outcome")) : Effect.fromResult(outcome)

/** The debits of one account that wait for the next group. */
interface AccountGroup {
  waiting: Array<PendingDebit>
}

/**
 * Group commit of debits. A group holds the debits of one account of one turn of the event loop, and those that arrived
 * while its previous group was being committed. A single debit is committed immediately. Each completes when its group is
 * stored. Groups have one account, because a transaction of an account can lock its credit period for long: in a group of
 * several, the others would wait for it.
 *
 * Every metered call waits here, so that this is written by hand: `effect`'s request resolvers cost three times as much.
 */
export const makeDebitGroupCommit = (commit: CommitDebits) => {
  /** The accounts whose groups are being committed. */
  const groups = new Map<AccountId, AccountGroup>()

  const commitAll = (accountId: AccountId, account: AccountGroup) => {
    const commitGroup = Effect.suspend(() => {
      const group = account.waiting.slice(0, MAX_GROUP_SIZE)
      account.waiting = account.waiting.slice(MAX_GROUP_SIZE)
      return Effect.map(Effect.exit(commit(group.map(({ debit }) => debit))), (exit) => {
        for (const [index, { complete }] of group.entries()) {
          complete(Exit.isSuccess(exit) ? toOutcome(exit.value[index]) : Exit.asVoid(exit))
        }
      })
    })
    // Yields before it takes a group, so that the group holds all debits of this turn of the event loop.
    const nextGroup = Effect.andThen(Effect.yieldNow, commitGroup)
    return Effect.whileLoop({
      while: () => {
        if (account.waiting.length > 0) return true
        groups.delete(accountId)
        return false
      },
      body: () => nextGroup,
      step: () => undefined
    })
  }

  // Uninterruptible: a caller whose group is being stored always gets the outcome of its debit.
  return (debit: Debit): Effect.Effect<void, DebitError> =>
    Effect.uninterruptible(
      Effect.suspend(() => {
        const { accountId } = debit
        const committing = groups.get(accountId)
        const account = committing ?? { waiting: [] }
        const stored = Effect.callback<void, DebitError>(
          (resume) => void account.waiting.push({ debit, complete: resume })
        )
        if (committing !== undefined) return stored
        groups.set(accountId, account)
        return Effect.andThen(
          Effect.suspend(() => Effect.forkDetach(commitAll(accountId, account))),
          stored
        )
      })
    )
}
