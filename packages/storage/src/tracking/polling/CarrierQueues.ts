import { Instant } from "@landfall/core/time/Instant"
import { carrierQueueOf, type UsageIncrement, usageDayOf } from "@landfall/core/tracking/polling/CarrierUsage"
import type { Scac } from "@landfall/core/tracking/references/Sealine"
import { Effect, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { accountFences } from "../../sql/AccountFences.ts"
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

/** Reads and counts the usage of carriers; use it inside a transaction. */
export const makeCarrierQueues = (sql: SqlClient.SqlClient) => {
  const { andUnfenced } = accountFences(sql)
  /** The queue of every carrier that a shipment was ever enrolled at; `due` is counted up to `limit`. */
  const readAll = (now: number, limit: number) =>
    Effect.map(
      sql<QueueRow>`SELECT a.scac, a.day, a.used, a.quiet_until,
          (SELECT count(*) FROM (SELECT 1 FROM shipment_check AS c
            WHERE c.scac = a.scac AND c.due_at <= ${now} ${andUnfenced("c.account_id")} LIMIT ${limit}) AS due) AS due,
          (SELECT count(*) FROM shipment_check AS c
            WHERE c.scac = a.scac AND c.due_at > ${now} AND c.lease_token IS NOT NULL) AS running
        FROM carrier_allowance AS a ORDER BY a.scac`.withoutTransform,
      (rows) =>
        rows.map(({ scac, day, used, quiet_until, due, running }) => {
          const pausedUntil = Option.map(Option.fromNullOr(quiet_until), Instant.make)
          return carrierQueueOf(scac, { day, requests: used, pausedUntil }, { due, running }, now)
        })
    )

  /**
   * Adds to the usage of carriers by the rule of `addUsage`. It is one statement, since workers that record polls of one
   * carrier at the same time would lose counts between a read and a write.
   */
  const recordUsage = Effect.fnUntraced(function* (increments: ReadonlyArray<UsageIncrement>, now: number) {
    if (increments.length === 0) return
    // In the order of their keys, so that two workers never wait for each other.
    const ordered = increments.toSorted((a, b) => (a.scac < b.scac ? -1 : 1))
    const rows = ordered.map(({ scac, requests, pausedUntil }) => [
      scac,
      usageDayOf(now),
      requests,
      Option.getOrNull(pausedUntil)
    ])
    yield* sql`INSERT INTO carrier_allowance (scac, day, used, quiet_until)
      SELECT scac, day, requests, quiet_until FROM ${jsonRows(sql, USAGE_COLUMNS, rows)} AS added WHERE 1 = 1
      ON CONFLICT (scac) DO UPDATE SET
        used = excluded.used + CASE WHEN carrier_allowance.day = excluded.day THEN carrier_allowance.used ELSE 0 END,
        day = excluded.day,
        quiet_until = CASE WHEN excluded.quiet_until > coalesce(carrier_allowance.quiet_until, 0)
          THEN excluded.quiet_until ELSE carrier_allowance.quiet_until END`
  })

  return { readAll, recordUsage }
}
