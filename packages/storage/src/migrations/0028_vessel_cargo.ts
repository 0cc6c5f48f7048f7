import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The CO2 per transport work of a vessel's report, from which its cargo follows. */
export const vesselCargo = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`ALTER TABLE vessel ADD COLUMN reported_co2_grams_per_tonne_mile DOUBLE PRECISION`
})
