import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The newest position of each port that was skipped, because there were too many vessels. */
export const skippedPositions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`ALTER TABLE port_heard ADD COLUMN skipped_at BIGINT`
})
