import { DAY_MILLIS, Instant } from "@landfall/core/time/Instant"
import type { CarrierQueue } from "@landfall/core/tracking/polling/PollQueue"
import type { Scac } from "@landfall/core/tracking/references/Sealine"
import { Effect, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { jsonColumns, jsonRows } from "../../sql/JsonRows.ts"

const USAGE_COLUMNS = jsonColumns({ scac: "TEXT", day: "BIGINT", requests: "BIGINT", quiet_until: "BIGINT" })

interface QueueRow {
  readonly scac: Scac
  readonly day: number
  readonly used: number
  readonly quiet_until: number | null
  readonly due: number
  readonly running: number
}

/** What was asked of a carrier, and until when it wants a rest. */
export interface CarrierUsage {
  readonly scac: Scac
  readonly requests: number
  readonly quietUntil: Option.Option<Instant>
}

const dayOf = (now: number): number => Math.floor(now / DAY_MILLIS)

/** The queues of carriers with what they allow; to be used inside a transaction. */
export const makeCarrierQueues = (sql: SqlClient.SqlClient) => {
  /** How the queue of every carrier stands that has ever been asked or is to be; what is due counted up to `limit`. */
  const standing = (now: number, limit: number) =>
    Effect.map(
      sql<QueueRow>`SELECT a.scac, a.day, a.used, a.quiet_until,
          (SELECT count(*) FROM (SELECT 1 FROM shipment_check AS c
            WHERE c.scac = a.scac AND c.due_at <= ${now} LIMIT ${limit}) AS due) AS due,
          (SELECT count(*) FROM shipment_check AS c
            WHERE c.scac = a.scac AND c.due_at > ${now} AND c.lease_token IS NOT NULL) AS running
        FROM carrier_allowance AS a ORDER BY a.scac`.withoutTransform,
      (rows) =>
        rows.map(
          (row): CarrierQueue => ({
            scac: row.scac,
            due: row.due,
            running: row.running,
            usedToday: row.day === dayOf(now) ? row.used : 0,
            quietUntil: row.quiet_until === null ? undefined : Instant.make(row.quiet_until)
          })
        )
    )

  /** Counts requests on their day, and keeps the latest rest that any of these names. A carrier new to it is added. */
  const use = Effect.fnUntraced(function* (uses: ReadonlyArray<CarrierUsage>, now: number) {
    if (uses.length === 0) return
    const rows = uses.map(({ scac, requests, quietUntil }) => [
      scac,
      dayOf(now),
      requests,
      Option.getOrNull(quietUntil)
    ])
    yield* sql`INSERT INTO carrier_allowance (scac, day, used, quiet_until)
      SELECT scac, day, requests, quiet_until FROM ${jsonRows(sql, USAGE_COLUMNS, rows)} AS made WHERE 1 = 1
      ON CONFLICT (scac) DO UPDATE SET
        used = excluded.used + CASE WHEN carrier_allowance.day = excluded.day THEN carrier_allowance.used ELSE 0 END,
        day = excluded.day,
        quiet_until = CASE WHEN excluded.quiet_until > coalesce(carrier_allowance.quiet_until, 0)
          THEN excluded.quiet_until ELSE carrier_allowance.quiet_until END`
  })

  return { readAll: standing, recordUsage: use }
}
