import type { AccountId } from "@landfall/core/accounts/Account"
import {
  isExpired,
  nextPruneStart,
  type Prunable,
  type PruneResult,
  Retention
} from "@landfall/core/alerts/operations/Retention"
import { type ClockRecord, observeClock, trustedClock } from "@landfall/core/alerts/operations/RetentionClock"
import { Limits } from "@landfall/core/limits/Limits"
import { exceedsUntracked, type UntrackedSize } from "@landfall/core/tracking/compaction/UntrackedEvents"
import { DateTime, Effect, Layer, Option, type Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { accountFences } from "../sql/AccountFences.ts"
import { ID_COLUMN, insertRows, jsonColumns, jsonRows } from "../sql/JsonRows.ts"
import { LeaseClock } from "../sql/LeaseClock.ts"
import { rowLocks } from "../sql/RowLocks.ts"
import { mapToStorageError } from "../sql/StorageErrorMapping.ts"
import { TrackingRows } from "../tracking/shipments/TrackingRows.ts"
import type { UntrackedEvent } from "../tracking/shipments/UntrackedRows.ts"
import { maintainMonths } from "./MonthPartitions.ts"

const HOUR_KEY_COLUMNS = jsonColumns({ endpoint_id: "TEXT", starts_at: "BIGINT" })

interface IdRow {
  readonly id: string
}

interface DatedRow extends IdRow {
  /** When it was created or ended, in milliseconds since the epoch; null while it is open. */
  readonly at: number | null
}

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

const idOf = ({ id }: IdRow): string => id

const expiredIds = (rows: ReadonlyArray<DatedRow>, before: number): ReadonlyArray<string> =>
  rows.filter(({ at }) => at !== null && isExpired(at, before)).map(idOf)

/** One step over rows in the order of their ids. Instants in milliseconds since the epoch. */
type PruneBatch = (
  before: number,
  after: string,
  limit: number
) => Effect.Effect<PruneResult, SqlError.SqlError | Schema.SchemaError>

interface StoredInstant {
  readonly name: string
  readonly at: number
}

const INSTANT_COLUMNS = jsonColumns({ name: "TEXT", at: "BIGINT" })

const recordOf = (rows: ReadonlyArray<StoredInstant>): ClockRecord => {
  const find = (name: string) => Option.fromUndefinedOr(rows.find((row) => row.name === name)?.at)
  return {
    trustedAt: find("retention"),
    suspect: Option.zipWith(find("retention.suspect-since"), find("retention.suspect"), (since, at) => ({ since, at }))
  }
}

const rowsOf = ({ trustedAt, suspect }: ClockRecord): ReadonlyArray<readonly [name: string, at: number]> => [
  ...Option.toArray(trustedAt).map((at) => ["retention", at] as const),
  ...Option.toArray(suspect).flatMap(
    ({ since, at }) =>
      [
        ["retention.suspect", at],
        ["retention.suspect-since", since]
      ] as const
  )
]

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const clock = yield* LeaseClock
  const limits = yield* Limits
  const tracking = yield* TrackingRows
  const locks = rowLocks(sql)
  const { skipLocked, forChange, lockName } = locks
  const { andUnfenced } = accountFences(sql)
  const idsOf = (ids: ReadonlyArray<string>) =>
    jsonRows(
      sql,
      ID_COLUMN,
      ids.map((id) => [id])
    )

  /**
   * The messages without an open delivery. On Postgres their rows are locked and read again: a task may be about to send
   * one of them again, or to an endpoint that it was not addressed to.
   */
  const finished = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    const unfinished = sql`EXISTS (SELECT 1 FROM delivery WHERE message_id = message.id AND settled_at IS NULL)`
    const among = (messageIds: ReadonlyArray<string>) =>
      sql<IdRow>`SELECT id FROM message WHERE id IN (SELECT id FROM ${idsOf(messageIds)} AS requested) AND NOT ${unfinished}
        ORDER BY id ${skipLocked}`
    const settled = (yield* among(ids)).map(idOf)
    return yield* sql.onDialectOrElse({
      pg: () =>
        sql`SELECT 1 FROM delivery WHERE message_id IN (SELECT id FROM ${idsOf(settled)} AS requested)
          ORDER BY message_id, endpoint_id ${forChange}`.pipe(
          Effect.andThen(among(settled)),
          Effect.map((rows) => rows.map(idOf))
        ),
      orElse: () => Effect.succeed(settled)
    })
  })

  const messages: PruneBatch = Effect.fnUntraced(function* (before, after, limit) {
    const read = yield* sql<DatedRow>`SELECT id, created_at AS at FROM message
      WHERE id > ${after} ${andUnfenced()} ORDER BY id LIMIT ${limit}`
    const expired = expiredIds(read, before)
    // Ids ascend with the time of creation: after a page without an expired message there are only younger ones.
    if (expired.length === 0) return { removed: 0, next: Option.none() }
    const done = idsOf(yield* finished(expired))
    yield* sql`DELETE FROM attempt WHERE message_id IN (SELECT id FROM ${done} AS done)`
    yield* sql`DELETE FROM delivery WHERE message_id IN (SELECT id FROM ${done} AS done)`
    const removed = yield* sql`DELETE FROM message WHERE id IN (SELECT id FROM ${done} AS done) RETURNING id`.values
    return { removed: removed.length, next: nextPruneStart(read.map(idOf), limit) }
  })

  // Hours are found by their endpoints, a page of endpoints in each step. A page with more hours than the step may remove
  // is read again.
  const hours: PruneBatch = Effect.fnUntraced(function* (before, after, limit) {
    const endpoints =
      yield* sql<IdRow>`SELECT id FROM endpoint WHERE id > ${after} ${andUnfenced()} ORDER BY id LIMIT ${limit}`
    const ofPage = idsOf(endpoints.map(idOf))
    const rows = yield* sql`SELECT endpoint_id, starts_at FROM endpoint_hour
      WHERE endpoint_id IN (SELECT id FROM ${ofPage} AS page) AND starts_at < ${before} LIMIT ${limit} ${skipLocked}`
      .values
    const keys = rows.map(([endpointId, startsAt]) => [String(endpointId), Number(startsAt)])
    yield* sql`DELETE FROM endpoint_hour WHERE (endpoint_id, starts_at) IN (
      SELECT endpoint_id, starts_at FROM ${jsonRows(sql, HOUR_KEY_COLUMNS, keys)} AS done)`
    return {
      removed: keys.length,
      next: keys.length < limit ? nextPruneStart(endpoints.map(idOf), limit) : Option.some(after)
    }
  })

  const tasks: PruneBatch = Effect.fnUntraced(function* (before, after, limit) {
    const read = yield* sql<DatedRow>`SELECT id, finished_at AS at FROM delivery_task
      WHERE id > ${after} ${andUnfenced()} ORDER BY id LIMIT ${limit}`
    const expired = expiredIds(read, before)
    yield* sql`DELETE FROM delivery_task WHERE id IN (SELECT id FROM ${idsOf(expired)} AS expired)`
    return { removed: expired.length, next: nextPruneStart(read.map(idOf), limit) }
  })

  // Their primary key contains no time, so that each step reads the ones that expired first by their index.
  const responses: PruneBatch = Effect.fnUntraced(function* (before, after, limit) {
    const removed = yield* sql`DELETE FROM idempotent_response WHERE (owner, operation, idempotency_key) IN (
      SELECT owner, operation, idempotency_key FROM idempotent_response WHERE expires_at < ${before} ${andUnfenced("owner")}
      ORDER BY expires_at LIMIT ${limit} ${skipLocked}) RETURNING expires_at`.values
    yield* sql`DELETE FROM idempotent_bytes WHERE (owner, counts_until) IN (
      SELECT owner, counts_until FROM idempotent_bytes WHERE counts_until < ${before} ${andUnfenced("owner")} LIMIT ${limit} ${skipLocked})`
    return { removed: removed.length, next: removed.length < limit ? Option.none() : Option.some(after) }
  })

  /** The events of a page that are still marked, now that the account is locked. */
  const lockMarked = Effect.fnUntraced(function* (accountId: AccountId, ids: ReadonlyArray<string>) {
    yield* locks.lockAccount(accountId)
    return yield* sql<UntrackedEvent>`SELECT id, untracked_bytes FROM carrier_event
      WHERE account_id = ${accountId} AND id IN (SELECT id FROM ${idsOf(ids)} AS page) AND untracked_bytes IS NOT NULL ORDER BY id`
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
    const [largest] = yield* sql<AccountRow>`SELECT id AS account_id FROM account
      WHERE 1 = 1 ${andUnfenced("id")} ORDER BY untracked_bytes DESC, id LIMIT 1`.withoutTransform
    if (largest === undefined) return { removed: 0, next: Option.none() }
    yield* locks.lockAccount(largest.account_id)
    const marked = yield* tracking.untracked.oldest(largest.account_id, limit)
    const removed = yield* tracking.untracked.settle(largest.account_id, marked)
    return { removed, next: marked.length === 0 ? Option.none() : Option.some(AFTER_ALL) }
  })

  // The events are read by account and id, which ascends with the time of receipt: after one that has not expired, the
  // others of its account have not either.
  const events: PruneBatch = Effect.fnUntraced(function* (before, after, limit) {
    const [account = "", id = ""] = after.split(" ")
    const page = yield* sql<MarkedRow>`SELECT account_id, id, received_at FROM carrier_event
      WHERE untracked_bytes IS NOT NULL AND (account_id, id) > (${account}, ${id}) ${andUnfenced()}
      ORDER BY account_id, id LIMIT ${limit}`.withoutTransform
    let removed = 0
    for (const [accountId, rows] of Map.groupBy(page, (row) => row.account_id)) {
      const expired = rows.filter((row) => isExpired(row.received_at, before)).map(idOf)
      if (expired.length === 0) continue
      removed += yield* tracking.untracked.settle(accountId, yield* lockMarked(accountId, expired))
    }
    const last = page.at(-1)
    if (last === undefined || page.length < limit) {
      const excess = yield* untrackedExcess(limit)
      return { removed: removed + excess.removed, next: excess.next }
    }
    const isLastExpired = isExpired(last.received_at, before)
    return { removed, next: Option.some(`${last.account_id} ${isLastExpired ? last.id : AFTER_ALL}`) }
  })

  const instants = sql<StoredInstant>`SELECT name, at FROM stored_instant WHERE name IN ('retention', 'retention.suspect', 'retention.suspect-since')`

  const storeInstants = (rows: ReadonlyArray<readonly [name: string, at: number]>) =>
    Effect.andThen(
      sql`DELETE FROM stored_instant WHERE name IN ('retention', 'retention.suspect', 'retention.suspect-since')`,
      insertRows(sql, "stored_instant", INSTANT_COLUMNS, rows)
    )

  const now = Effect.gen(function* () {
    yield* lockName("retention clock")
    const time = yield* clock.now
    const { record, isTrusted } = observeClock(recordOf(yield* instants), time)
    yield* storeInstants(rowsOf(record))
    return isTrusted ? DateTime.make(time) : Option.none()
  })

  const trustClock = Effect.gen(function* () {
    yield* lockName("retention clock")
    const time = yield* clock.now
    yield* storeInstants(rowsOf(trustedClock(time)))
    return DateTime.makeUnsafe(time)
  })

  /** Changes of partitions stand in transactions of their own, before the first step of a pass over messages. */
  const beforePass = Effect.fnUntraced(function* (what: Prunable, before: DateTime.Utc) {
    if (what === "messages") yield* maintainMonths(sql, DateTime.makeUnsafe(yield* clock.now), before)
  })

  const onPostgres = <A, E>(work: Effect.Effect<A, E>) =>
    sql.onDialectOrElse({ pg: () => Effect.asVoid(work), orElse: () => Effect.void })

  const batches: Readonly<Record<Prunable, PruneBatch>> = { messages, hours, tasks, responses, events }

  return Retention.of({
    now: mapToStorageError("Retention.now")(sql.withTransaction(now)),
    trustClock: mapToStorageError("Retention.trustClock")(sql.withTransaction(trustClock)),
    prune: Effect.fn("Retention.prune")(
      (what: Prunable, before: DateTime.Utc, after: string, limit: number) =>
        Effect.andThen(
          after === "" ? onPostgres(beforePass(what, before)) : Effect.void,
          sql.withTransaction(batches[what](before.epochMilliseconds, after, limit))
        ),
      mapToStorageError("Retention.prune")
    )
  })
})

/** `Retention` over the tables of messages, figures, tasks, stored responses and carrier events. */
export const layer = Layer.effect(Retention, make).pipe(Layer.provide(TrackingRows.layer))
