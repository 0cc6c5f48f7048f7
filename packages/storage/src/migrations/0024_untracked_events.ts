import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Marks the events that concern no shipment with the bytes that they count as, and counts them for each account. Stored
 * events that no number of a shipment names are marked; whether another event links them to a shipment is decided
 * before they are deleted.
 */
export const untrackedEvents = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`ALTER TABLE carrier_event ADD COLUMN untracked_bytes BIGINT`
  yield* sql`ALTER TABLE account ADD COLUMN untracked_events BIGINT NOT NULL DEFAULT 0`
  yield* sql`ALTER TABLE account ADD COLUMN untracked_bytes BIGINT NOT NULL DEFAULT 0`
  yield* sql`UPDATE carrier_event SET untracked_bytes = length(body) + 300 WHERE id NOT IN (
    SELECT n.event_id FROM shipment AS s JOIN carrier_event_name AS n ON n.account_id = s.account_id AND n.value = s.number
    WHERE n.type IN ('EQ', 'BKG', 'TRD'))`
  // The marked events of each account in the order in which they were stored, which is that of their ids.
  yield* sql`CREATE INDEX carrier_event_untracked ON carrier_event (account_id, id) WHERE untracked_bytes IS NOT NULL`
  // Deleted endpoints stay for the log; how many an account deletes in a day is limited.
  yield* sql`CREATE INDEX endpoint_removed ON endpoint (account_id, removed_at) WHERE removed_at IS NOT NULL`
  yield* sql`UPDATE account SET untracked_events = marked.events, untracked_bytes = marked.bytes
    FROM (SELECT account_id, count(*) AS events, sum(untracked_bytes) AS bytes FROM carrier_event
      WHERE untracked_bytes IS NOT NULL GROUP BY account_id) AS marked
    WHERE account.id = marked.account_id`
})
