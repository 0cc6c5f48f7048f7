import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The headers of responses without a 2xx status. */
export const responseHeaders = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`ALTER TABLE attempt ADD COLUMN response_headers TEXT`
})
