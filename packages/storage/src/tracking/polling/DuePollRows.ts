import type { AccountId } from "@landfall/core/accounts/Account"
import type { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import type { PollAllocation } from "@landfall/core/tracking/polling/PollAllocation"
import type { CarrierQueue } from "@landfall/core/tracking/polling/PollQueue"
import { ACCOUNTS_PER_CLAIM, isScarce, selectDuePolls } from "@landfall/core/tracking/polling/PollSelection"
import type { Scac } from "@landfall/core/tracking/references/Sealine"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { accountFences } from "../../sql/AccountFences.ts"
import { readByIndex } from "../../sql/IndexPlans.ts"
import { ID_COLUMN, jsonColumns, jsonRows } from "../../sql/JsonRows.ts"
import { inOneRoundTrip } from "../../sql/RoundTrips.ts"
import { rowLocks } from "../../sql/RowLocks.ts"
import { DUE_POLL_COLUMNS, type DuePollRow } from "../shipments/PollRow.ts"

const TURN_COLUMNS = jsonColumns({ scac: "TEXT", turn_after: "TEXT" })

interface AccountRow {
  readonly account_id: AccountId
  readonly longest_due: ShipmentId | null
}

/** Reads the due polls that a claim leases; use it inside its transaction. */
export const makeDuePollRows = (sql: SqlClient.SqlClient) => {
  const locks = rowLocks(sql)
  const { andUnfenced } = accountFences(sql)

  const dueOf = (columns: string, scac: Scac, now: number, limit: number) =>
    sql`SELECT ${sql.literal(columns)} FROM shipment_check
      WHERE scac = ${scac} AND due_at <= ${now} ${andUnfenced()} ORDER BY due_at, shipment_id LIMIT ${limit}`

  // The longest due polls of each carrier. Postgres locks no rows of a union; on SQLite a statement for each carrier would take longer than the rest of the claim.
  const findDue = (shares: ReadonlyArray<readonly [Scac, number]>, now: number) => {
    if (shares.length === 0) return Effect.succeed([])
    const each = shares.map(([scac, share]) => dueOf(DUE_POLL_COLUMNS, scac, now, share))
    return sql.onDialectOrElse({
      pg: () =>
        Effect.map(
          Effect.forEach(each, (one) => sql<DuePollRow>`${one} ${locks.skipLocked}`.withoutTransform),
          (rows) => rows.flat()
        ),
      orElse: () =>
        sql<DuePollRow>`${sql.join(" UNION ALL ", false)(each.map((one) => sql`SELECT * FROM (${one})`))}`
          .withoutTransform
    })
  }

  const findByIds = (ids: ReadonlyArray<ShipmentId>) => {
    const rows = ids.map((id) => [id])
    return sql<DuePollRow>`SELECT ${sql.literal(DUE_POLL_COLUMNS)} FROM shipment_check
      WHERE shipment_id IN (SELECT id FROM ${jsonRows(sql, ID_COLUMN, rows)} AS taken) ${locks.skipLocked}`
      .withoutTransform
  }

  /** The accounts of a carrier after one, each found by one search of an index: some have many shipments. */
  const findAccounts = (scac: Scac, turnAfter: string, now: number) => {
    const nextAfter = (account: Statement.Fragment) =>
      sql`(SELECT min(c.account_id) FROM shipment_check AS c
        WHERE c.scac = ${scac} AND c.due_at IS NOT NULL AND c.account_id > ${account})`
    return sql<AccountRow>`WITH RECURSIVE visited (account_id, number) AS (
        SELECT ${nextAfter(sql`${turnAfter}`)}, 1
        UNION ALL
        SELECT ${nextAfter(sql.literal("visited.account_id"))}, number + 1 FROM visited
        WHERE account_id IS NOT NULL AND number < ${ACCOUNTS_PER_CLAIM})
      SELECT account_id, (SELECT c.shipment_id FROM shipment_check AS c
          WHERE c.scac = ${scac} AND c.account_id = visited.account_id AND c.due_at <= ${now}
            ${andUnfenced("c.account_id")}
          ORDER BY c.due_at, c.shipment_id LIMIT 1) AS longest_due
      FROM visited WHERE account_id IS NOT NULL`.withoutTransform
  }

  /** The polls of carriers at which more are due than their shares: their accounts take turns. */
  const takeInTurns = Effect.fnUntraced(function* (shares: ReadonlyArray<readonly [Scac, number]>, now: number) {
    if (shares.length === 0) return []
    const [, positions] = yield* inOneRoundTrip(sql, [
      readByIndex(sql),
      sql<{ readonly scac: Scac; readonly turn_after: string }>`SELECT scac, turn_after
        FROM carrier_allowance WHERE scac IN ${sql.in(shares.map(([scac]) => scac))}`.withoutTransform
    ])
    const positionOf = new Map(positions.map(({ scac, turn_after }) => [scac, turn_after]))
    const turns = yield* Effect.forEach(
      shares,
      Effect.fnUntraced(function* ([scac, share]) {
        const accounts = yield* findAccounts(scac, positionOf.get(scac) ?? "", now)
        const due = yield* sql<Pick<DuePollRow, "shipment_id">>`${dueOf("shipment_id", scac, now, share)}`
          .withoutTransform
        const inOrder = accounts.toSorted((a, b) => (a.account_id < b.account_id ? -1 : 1))
        const polls = inOrder.map(({ account_id, longest_due }) => ({
          accountId: account_id,
          longestDue: longest_due ?? undefined
        }))
        const longestDue = due.map(({ shipment_id }) => shipment_id)
        return { scac, ...selectDuePolls(share, polls, longestDue) }
      })
    )
    const rows = turns.map(({ scac, turnAfter }) => [scac, turnAfter])
    yield* sql`UPDATE carrier_allowance SET turn_after = taken.turn_after
      FROM ${jsonRows(sql, TURN_COLUMNS, rows)} AS taken WHERE carrier_allowance.scac = taken.scac`
    return yield* findByIds(turns.flatMap(({ shipments }) => shipments))
  })

  /** The due polls that an allocation leases, of carriers with these queues. */
  const take = Effect.fnUntraced(function* (
    allocation: PollAllocation,
    queues: ReadonlyArray<CarrierQueue>,
    now: number
  ) {
    const dueCounts = new Map(queues.map(({ scac, due }) => [scac, due]))
    const takeTurns = ([scac, share]: readonly [Scac, number]) => isScarce(dueCounts.get(scac) ?? 0, share)
    const shares = [...allocation]
    const whole = yield* findDue(
      shares.filter((entry) => !takeTurns(entry)),
      now
    )
    return [...whole, ...(yield* takeInTurns(shares.filter(takeTurns), now))]
  })

  return { take }
}
