import { DueBacklog, MAX_DUE_COUNTED } from "@landfall/core/alerts/delivery/DueBacklog"
import { Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { accountFences } from "../../sql/AccountFences.ts"
import { LeaseClock } from "../../sql/LeaseClock.ts"
import { mapToStorageError } from "../../sql/StorageErrorMapping.ts"

/** The maximum number of queues that are read, the longest waiting first. */
const MAX_ENDPOINTS = 1000

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const clock = yield* LeaseClock
  const { andUnfencedIn } = accountFences(sql)

  /** The states of waiting deliveries for each endpoint whose turn has come; a lease that has ended is due again. */
  const queues = (now: number) => sql`(
    SELECT endpoint_id, state
    FROM (SELECT endpoint_id FROM endpoint_queue WHERE next_at <= ${now}
        ${andUnfencedIn("endpoint", "endpoint_id")} ORDER BY next_at LIMIT ${MAX_ENDPOINTS}) AS due
      CROSS JOIN (SELECT 'pending' AS state UNION ALL SELECT 'retry' UNION ALL SELECT 'leased') AS states
  ) AS queue`
  const dueIn = (now: number) =>
    sql`delivery.endpoint_id = queue.endpoint_id AND delivery.state = queue.state AND delivery.due_at <= ${now}`

  // Queue by queue along their index, so that retries that are not due yet are not read.
  const countDue = SqlSchema.findOne({
    Request: Schema.Number,
    Result: Schema.Struct({ due: Schema.Int, oldest: Schema.NullOr(Schema.Number) }),
    execute: (now) => sql`SELECT
      (SELECT count(*) FROM (
        SELECT 1 FROM ${queues(now)} JOIN delivery ON ${dueIn(now)} LIMIT ${MAX_DUE_COUNTED}
      ) AS counted) AS due,
      (SELECT min(oldest) FROM (
        SELECT (SELECT min(due_at) FROM delivery WHERE ${dueIn(now)}) AS oldest FROM ${queues(now)}
      ) AS oldest_by_queue) AS oldest`
  })

  const measure = Effect.gen(function* () {
    const now = yield* clock.now
    const { due, oldest } = yield* countDue(now)
    return { due, oldestDueMillis: oldest === null ? 0 : Math.max(0, now - oldest) }
  }).pipe(Effect.catchTag("NoSuchElementError", Effect.die), mapToStorageError("DueBacklog.measure"))

  return DueBacklog.of({ measure })
})

/** `DueBacklog` in the tables `endpoint_queue` and `delivery`, by the time of `LeaseClock`. */
export const layer = Layer.effect(DueBacklog, make)
