import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The IMO number that a vessel transmits, to find its state by. A row has it from the next report of its vessel on. */
export const vesselStateImo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`ALTER TABLE vessel_state ADD COLUMN imo TEXT`
  yield* sql`CREATE INDEX vessel_state_imo ON vessel_state (imo)`
})
