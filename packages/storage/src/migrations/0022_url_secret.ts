import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The encrypted credentials in the URL of an endpoint; null without any. */
export const urlSecret = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`ALTER TABLE endpoint ADD COLUMN url_secret TEXT`
})
