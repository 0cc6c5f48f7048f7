import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** A text that is encrypted with the key of the signing secrets, which shows every process whether it has the same key. */
export const secretKeyProof = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // One row: what the first server or worker encrypted.
  yield* sql`CREATE TABLE secret_key_proof (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    sealed TEXT NOT NULL
  )`
})
