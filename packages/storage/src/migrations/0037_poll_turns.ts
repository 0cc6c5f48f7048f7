import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Accounts take turns where more of their shipments are due than a carrier may be polled for. */
export const pollTurns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The account after which the next turn of the carrier begins; empty for the first account.
  yield* sql`ALTER TABLE carrier_allowance ADD COLUMN turn_after TEXT NOT NULL DEFAULT ''`
  // The accounts of each carrier, each with its longest due shipment first.
  yield* sql`CREATE INDEX shipment_check_turn ON shipment_check (scac, account_id, due_at, shipment_id)
    WHERE scac IS NOT NULL AND due_at IS NOT NULL`
})
