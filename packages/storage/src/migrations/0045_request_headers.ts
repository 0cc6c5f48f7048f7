import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The headers of the requests of attempts. */
export const requestHeaders = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`ALTER TABLE attempt ADD COLUMN request_headers TEXT`
})
