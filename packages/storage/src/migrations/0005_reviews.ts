import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const DAY_MILLIS = 86_400_000

/**
 * Adds reviews of shipments with the reason and time of their end, and moves the threshold for date changes from the
 * registration to the endpoint. Tracked shipments are reviewed within a day; completed ones stop after a week.
 */
export const reviews = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`ALTER TABLE endpoint ADD COLUMN date_change_threshold_hours DOUBLE PRECISION NOT NULL DEFAULT 24`
  yield* sql`ALTER TABLE registration DROP COLUMN threshold_hours`

  for (const column of ["stop_reason TEXT", "tracked_since BIGINT", "completed_at BIGINT", "review_at BIGINT"]) {
    yield* sql`ALTER TABLE shipment ADD COLUMN ${sql.literal(column)}`
  }
  yield* sql`UPDATE shipment SET tracked_since = created_at`
  yield* sql`UPDATE shipment SET stop_reason = 'requested' WHERE status = 'stopped'`
  yield* sql`UPDATE shipment SET completed_at = updated_at, review_at = updated_at + ${7 * DAY_MILLIS}
    WHERE status = 'completed'`
  yield* sql`UPDATE shipment SET review_at = updated_at + ${DAY_MILLIS} WHERE status = 'tracking'`
  yield* sql`CREATE INDEX shipment_review ON shipment (review_at, id) WHERE review_at IS NOT NULL`
})
