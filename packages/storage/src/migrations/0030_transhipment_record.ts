import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What the completed shipments of each account show of carriers and ports of transhipment, as JSON. */
export const transhipmentRecord = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`CREATE TABLE transhipment_record (
    account_id TEXT PRIMARY KEY REFERENCES account (id),
    record TEXT NOT NULL
  )`
})
