import { Context, Effect } from "effect"
import type { SqlClient } from "effect/sql"

/** Statements of Postgres that lift its time limits for the rest of a transaction. */
const LIFT_LIMITS = [
  "SET LOCAL statement_timeout = 0",
  "SET LOCAL lock_timeout = 0",
  "SET LOCAL idle_in_transaction_session_timeout = 0"
]

/** Lifts the time limits of a client for long work. A client without limits runs it as it is. */
export class LongWork extends Context.Reference<{
  readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}>("@landfall/storage/sql/LongWork", { defaultValue: () => ({ run: (effect) => effect }) }) {}

/** Runs an effect in a transaction of Postgres to which no time limit applies, such as that of a migration. */
export const longTransaction =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(LongWork, ({ run }) =>
      run(
        sql.withTransaction(
          Effect.andThen(
            Effect.forEach(LIFT_LIMITS, (statement) => sql`${sql.literal(statement)}`.unprepared, { discard: true }),
            effect
          )
        )
      )
    )
