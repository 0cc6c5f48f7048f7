import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The form of the bodies that an endpoint receives. */
export const deliveryFormat = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`ALTER TABLE endpoint ADD COLUMN format TEXT NOT NULL DEFAULT 'standard'`
})
