import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/**
 * Runs statements of a transaction that do not need each other's results. Postgres receives them together and runs them in
 * this order; on SQLite they run one after the other. A round trip costs a busy server a turn of its event loop, in which the
 * transaction holds its locks.
 */
export const inOneRoundTrip = <const Statements extends ReadonlyArray<Effect.All.EffectAny>>(
  sql: SqlClient.SqlClient,
  statements: Statements
) => Effect.all(statements, { concurrency: sql.onDialectOrElse({ pg: () => "unbounded" as const, orElse: () => 1 }) })
