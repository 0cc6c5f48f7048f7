import { Context, Effect } from "effect"
import type { SqlError } from "effect/sql"

/**
 * Work that a transaction has deferred to its end: rows that many transactions change are locked last, once, and in one
 * order, so that no two transactions wait for each other, and for a short time.
 */
export interface TransactionEnd {
  readonly steps: Array<Effect.Effect<void, SqlError.SqlError>>
}

/** The end of the current transaction; undefined outside transactions, and on databases without row locks. */
export const CurrentTransactionEnd = Context.Reference<TransactionEnd | undefined>(
  "@landfall/storage/sql/CurrentTransactionEnd",
  { defaultValue: () => undefined }
)

/** Runs an effect as the body of a transaction, and then its deferred work. */
export const withTransactionEnd = <A, E, R>(body: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
  Effect.suspend(() => {
    const end: TransactionEnd = { steps: [] }
    return Effect.provideService(body, CurrentTransactionEnd, end).pipe(
      Effect.tap(() => Effect.forEach(end.steps, (step) => step, { discard: true }))
    )
  })
