import type { AccountId } from "@landfall/core/accounts/Account"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import type { FilterTypes } from "@landfall/core/alerts/endpoints/Endpoint"
import type { MessageId, SkipReason } from "@landfall/core/alerts/Message"
import { isInScope, type ResendCandidate, type ResendScope } from "@landfall/core/alerts/operations/ResendSelection"
import { DateTime, Effect, type Option } from "effect"
import type { SqlClient } from "effect/sql"
import { stateOf } from "../queue/DeliveryColumns.ts"

/** The candidates that are not read yet: after a delivery, up to an instant. Milliseconds since the epoch. */
export interface CandidateRange {
  readonly settledAfter: number
  readonly messageAfter: string
  readonly settledLast: number
}

/** Candidates in the order in which they became undelivered, with those that are in the scope. */
export interface CandidatePage {
  readonly read: number
  readonly selected: ReadonlyArray<MessageId>
  /** The range after this page. */
  readonly rest: CandidateRange
}

/** The deliveries that one statement reads: it takes some milliseconds, during which SQLite runs no other statement. */
const COUNT_BATCH_SIZE = 2_000

interface CandidateRow {
  readonly message_id: MessageId
  readonly attempts: number
  readonly skip_reason: SkipReason | null
  readonly settled_at: number
  readonly type: string
  readonly example: number
  readonly created_at: number
}

const candidateOf = (row: CandidateRow): ResendCandidate => ({
  state:
    row.skip_reason === null
      ? stateOf({ state: "exhausted", attempts: row.attempts, settledAt: row.settled_at }, 0)
      : stateOf(
          { state: "skipped", attempts: row.attempts, settledAt: row.settled_at, skipReason: row.skip_reason },
          0
        ),
  type: row.type,
  example: row.example === 1,
  createdAt: DateTime.makeUnsafe(row.created_at)
})

/** Reads the undelivered deliveries of an endpoint, in the order of the index `delivery_missed`. */
export const makeResendCandidates = (sql: SqlClient.SqlClient) => {
  const setAsideAt = (endpointId: EndpointId) =>
    sql`d.endpoint_id = ${endpointId} AND d.state IN ('exhausted', 'skipped')`

  // This package alone writes these columns: decoding thousands of rows by schema would cost more than reading them.
  const readRows = (
    accountId: AccountId,
    endpointId: EndpointId,
    { settledAfter, messageAfter, settledLast }: CandidateRange,
    limit: number
  ) =>
    sql<CandidateRow>`SELECT d.message_id, d.attempts, d.skip_reason, d.settled_at, m.type, m.example, m.created_at
      FROM delivery AS d CROSS JOIN message AS m
      WHERE m.account_id = ${accountId} AND m.id = d.message_id AND ${setAsideAt(endpointId)} AND (d.settled_at, d.message_id) > (${settledAfter}, ${messageAfter})
        AND d.settled_at <= ${settledLast}
      ORDER BY d.settled_at, d.message_id LIMIT ${limit}`.withoutTransform

  /** The next candidates of a range. At most `limit` are read, also where few of them are in the scope. */
  const page = (
    accountId: AccountId,
    scope: ResendScope,
    filterTypes: Option.Option<FilterTypes>,
    range: CandidateRange,
    limit: number
  ) =>
    Effect.map(readRows(accountId, scope.endpointId, range, limit), (rows): CandidatePage => {
      const last = rows.at(-1)
      return {
        read: rows.length,
        selected: rows.filter((row) => isInScope(scope, filterTypes, candidateOf(row))).map((row) => row.message_id),
        rest: last === undefined ? range : { ...range, settledAfter: last.settled_at, messageAfter: last.message_id }
      }
    })

  /** The range of a scope: up to the latest candidate, which a worker whose clock is ahead dates in the future. */
  const rangeOf = Effect.fnUntraced(function* ({ endpointId, since }: ResendScope, now: number) {
    const rows = yield* sql<{ readonly settled_at: number }>`SELECT d.settled_at FROM delivery AS d
      WHERE ${setAsideAt(endpointId)} ORDER BY d.settled_at DESC LIMIT 1`.withoutTransform
    const settledLast = Math.max(now, rows[0]?.settled_at ?? 0)
    const range: CandidateRange = { settledAfter: since.epochMilliseconds, messageAfter: "", settledLast }
    return range
  })

  /** Counts the candidates in a scope, in short steps. Do not run it in a transaction. */
  const count = Effect.fnUntraced(function* (
    accountId: AccountId,
    scope: ResendScope,
    filterTypes: Option.Option<FilterTypes>,
    range: CandidateRange
  ) {
    let total = 0
    let rest = range
    for (let read = COUNT_BATCH_SIZE; read === COUNT_BATCH_SIZE; ) {
      const candidates = yield* page(accountId, scope, filterTypes, rest, COUNT_BATCH_SIZE)
      total += candidates.selected.length
      rest = candidates.rest
      read = candidates.read
    }
    return total
  })

  return { rangeOf, count, page }
}

export type ResendCandidates = ReturnType<typeof makeResendCandidates>
