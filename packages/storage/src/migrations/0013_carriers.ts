import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The health of carriers, the restart of polls, and the enrolment of every shipment on an endpoint. */
export const carriers = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The last poll of the carrier, the polls that failed since it last responded, and what identifies profile and keys.
  for (const column of [
    "outcome TEXT",
    "outcome_at BIGINT",
    "outcome_message TEXT",
    "responded_at BIGINT",
    "failures BIGINT NOT NULL DEFAULT 0",
    "failing_since BIGINT",
    "fingerprint TEXT"
  ]) {
    yield* sql`ALTER TABLE carrier_allowance ADD COLUMN ${sql.literal(column)}`
  }

  // When the polls of the shipment were restarted because the profile or a key of its carrier changed.
  yield* sql`ALTER TABLE shipment_check ADD COLUMN restarted_at BIGINT`

  // Whether shipments that the account tracks in the future are registered on the endpoint.
  yield* sql`ALTER TABLE endpoint ADD COLUMN enrol_future INTEGER NOT NULL DEFAULT 0`

  // The shipments that an enrolment has yet to read: those after the first id, up to the second one.
  for (const column of ["shipment_after TEXT", "shipment_last TEXT"]) {
    yield* sql`ALTER TABLE delivery_task ADD COLUMN ${sql.literal(column)}`
  }
})
