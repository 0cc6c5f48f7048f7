import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Adds when a receiver at the URL of an endpoint first responded with 2xx. Endpoints with a success in the log or in their
 * figures count as verified.
 */
export const endpointVerification = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`ALTER TABLE endpoint ADD COLUMN verified_at BIGINT`
  // One pass over the deliveries and one over the figures, which may be older or younger than the log.
  yield* sql`UPDATE endpoint SET verified_at = succeeded.first_at
    FROM (
      SELECT endpoint_id, min(at) AS first_at FROM (
        SELECT endpoint_id, min(settled_at) AS at FROM delivery WHERE state = 'succeeded' GROUP BY endpoint_id
        UNION ALL SELECT endpoint_id, min(starts_at) AS at FROM endpoint_hour WHERE succeeded > 0 GROUP BY endpoint_id
      ) AS successes GROUP BY endpoint_id
    ) AS succeeded
    WHERE endpoint.id = succeeded.endpoint_id`
  yield* sql`UPDATE endpoint SET verified_at = created_at WHERE verified_at < created_at`
})
