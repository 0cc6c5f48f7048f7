import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** When an endpoint is notified of a final POD without evidence. */
export const finalPod = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`ALTER TABLE endpoint ADD COLUMN final_pod TEXT NOT NULL DEFAULT 'confirmed'`
  yield* sql`ALTER TABLE endpoint ADD COLUMN final_pod_hold_hours DOUBLE PRECISION NOT NULL DEFAULT 24`
})
