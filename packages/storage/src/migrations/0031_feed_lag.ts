import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * How late the positions of each port arrive, and the end of each withdrawn wait at an anchorage, by which old ones are
 * found.
 */
export const feedLag = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`ALTER TABLE port_heard ADD COLUMN lag_seconds BIGINT`
  yield* sql`ALTER TABLE port_call ADD COLUMN wait_ended_at BIGINT`
  yield* sql`UPDATE port_call SET wait_ended_at = ended_at WHERE body LIKE '%"assignment":"withdrawn"%'`
  yield* sql`CREATE INDEX port_call_wait_ended ON port_call (wait_ended_at) WHERE wait_ended_at IS NOT NULL`
})
