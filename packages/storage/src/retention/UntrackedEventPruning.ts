import type { AccountId } from "@landfall/core/accounts/Account"
import { isExpired } from "@landfall/core/alerts/operations/Retention"
import type { LimitValues } from "@landfall/core/limits/Limits"
import { exceedsUntracked, type UntrackedSize } from "@landfall/core/tracking/compaction/UntrackedEvents"
import { Effect, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { accountFences } from "../sql/AccountFences.ts"
import { rowLocks } from "../sql/RowLocks.ts"
import type { TrackingRows } from "../tracking/shipments/TrackingRows.ts"
import type { UntrackedEvent } from "../tracking/shipments/UntrackedRows.ts"
import { type IdRow, idOf, idTable, type PruneBatch } from "./PruneBatch.ts"

/** The type of an account's id, as rows have it. */
interface AccountRow {
  readonly account_id: AccountId
}

/** A carrier event that concerned no shipment when it was stored. */
interface MarkedRow extends IdRow, AccountRow {
  readonly received_at: number
}

/** Follows every id in their order. */
const AFTER_ALL = "~"

/**
 * Makes the steps that delete carrier events that concern no shipment: expired ones, and then the oldest ones while all
 * accounts together have too many.
 */
export const makeUntrackedEventPruning = (
  sql: SqlClient.SqlClient,
  { untracked }: TrackingRows["Service"],
  limits: LimitValues
): PruneBatch => {
  const { lockAccount } = rowLocks(sql)
  const { andUnfenced } = accountFences(sql)

  /** The events of a page that are still marked, now that the account is locked. */
  const lockMarked = Effect.fnUntraced(function* (accountId: AccountId, ids: ReadonlyArray<string>) {
    yield* lockAccount(accountId)
    return yield* sql<UntrackedEvent>`SELECT id, untracked_bytes FROM carrier_event
      WHERE account_id = ${accountId} AND id IN (SELECT id FROM ${idTable(sql, ids)} AS page) AND untracked_bytes IS NOT NULL ORDER BY id`
      .withoutTransform
  })

  /** Removes the oldest marked events of the account with the most, while all accounts together have too many. */
  const untrackedExcess = Effect.fnUntraced(function* (limit: number) {
    const sum = (column: string) =>
      sql.onDialectOrElse({
        pg: () => sql.literal(`coalesce(sum(${column}), 0)::BIGINT`),
        orElse: () => sql.literal(`coalesce(sum(${column}), 0)`)
      })
    const [total] = yield* sql<UntrackedSize>`SELECT ${sum("untracked_events")} AS events,
      ${sum("untracked_bytes")} AS bytes FROM account`
    if (total === undefined || !exceedsUntracked(total, limits, "storage")) return { removed: 0, next: Option.none() }
    // The rule of `largestUntracked`, in a statement that reads one row.
    const [largest] = yield* sql<AccountRow>`SELECT id AS account_id FROM account
      WHERE 1 = 1 ${andUnfenced("id")} ORDER BY untracked_bytes DESC, id LIMIT 1`.withoutTransform
    if (largest === undefined) return { removed: 0, next: Option.none() }
    yield* lockAccount(largest.account_id)
    const marked = yield* untracked.oldest(largest.account_id, limit)
    const removed = yield* untracked.settle(largest.account_id, marked)
    return { removed, next: marked.length === 0 ? Option.none() : Option.some(AFTER_ALL) }
  })

  // The events are read by account and id, which ascends with the time of receipt: after one that has not expired, the
  // others of its account have not either.
  return Effect.fnUntraced(function* (before, after, limit) {
    const [account = "", id = ""] = after.split(" ")
    const page = yield* sql<MarkedRow>`SELECT account_id, id, received_at FROM carrier_event
      WHERE untracked_bytes IS NOT NULL AND (account_id, id) > (${account}, ${id}) ${andUnfenced()}
      ORDER BY account_id, id LIMIT ${limit}`.withoutTransform
    let removed = 0
    for (const [accountId, rows] of Map.groupBy(page, (row) => row.account_id)) {
      const expired = rows.filter((row) => isExpired(row.received_at, before)).map(idOf)
      if (expired.length === 0) continue
      removed += yield* untracked.settle(accountId, yield* lockMarked(accountId, expired))
    }
    const last = page.at(-1)
    if (last === undefined || page.length < limit) {
      const excess = yield* untrackedExcess(limit)
      return { removed: removed + excess.removed, next: excess.next }
    }
    const isLastExpired = isExpired(last.received_at, before)
    return { removed, next: Option.some(`${last.account_id} ${isLastExpired ? last.id : AFTER_ALL}`) }
  })
}
