import { type Prunable, type PruneResult, Retention } from "@landfall/core/alerts/operations/Retention"
import { type DateTime, Effect, Layer, Option } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { ID_COLUMN, jsonColumns, jsonRows } from "../../sql/JsonRows.ts"
import { rowLocks } from "../../sql/RowLocks.ts"
import { mapToStorageError } from "../../sql/StorageErrorMapping.ts"

const HOUR_KEY_COLUMNS = jsonColumns({ endpoint_id: "TEXT", starts_at: "BIGINT" })

interface AgedRow {
  readonly id: string
  readonly old: number
}

interface IdRow {
  readonly id: string
}

/** One step over what is in the order of its ids: instants in milliseconds since the epoch. */
type PruneBatch = (before: number, after: string, limit: number) => Effect.Effect<PruneResult, SqlError.SqlError>

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { skipLocked, forChange } = rowLocks(sql)
  const idsOf = (ids: ReadonlyArray<string>) =>
    jsonRows(
      sql,
      ID_COLUMN,
      ids.map((id) => [id])
    )

  /** Where the step after one that saw these begins. */
  const nextAfter = (seen: ReadonlyArray<IdRow>, limit: number): Option.Option<string> =>
    seen.length < limit ? Option.none() : Option.fromUndefinedOr(seen.at(-1)?.id)

  /**
   * Those of some messages that nothing is left to do for. On Postgres what was read is locked and read again: a task may
   * be about to send one of them again, or to an endpoint that it never went to.
   */
  const finished = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    const unfinished = sql`EXISTS (SELECT 1 FROM delivery WHERE message_id = message.id AND settled_at IS NULL)`
    const among = (asked: ReadonlyArray<string>) =>
      sql<IdRow>`SELECT id FROM message WHERE id IN (SELECT id FROM ${idsOf(asked)} AS asked) AND NOT ${unfinished}
        ORDER BY id ${skipLocked}`
    const settled = (yield* among(ids)).map(({ id }) => id)
    return yield* sql.onDialectOrElse({
      pg: () =>
        sql`SELECT 1 FROM delivery WHERE message_id IN (SELECT id FROM ${idsOf(settled)} AS asked)
          ORDER BY message_id, endpoint_id ${forChange}`.pipe(
          Effect.andThen(among(settled)),
          Effect.map((rows) => rows.map(({ id }) => id))
        ),
      orElse: () => Effect.succeed(settled)
    })
  })

  const messages: PruneBatch = Effect.fnUntraced(function* (before, after, limit) {
    const seen = yield* sql<AgedRow>`SELECT id, CASE WHEN created_at < ${before} THEN 1 ELSE 0 END AS old
      FROM message WHERE id > ${after} ORDER BY id LIMIT ${limit}`
    const old = seen.filter((message) => message.old === 1).map(({ id }) => id)
    // Ids ascend with the time they were made at: after a page of young ones there are only younger.
    if (old.length === 0) return { removed: 0, next: Option.none() }
    const done = idsOf(yield* finished(old))
    yield* sql`DELETE FROM attempt WHERE message_id IN (SELECT id FROM ${done} AS done)`
    yield* sql`DELETE FROM delivery WHERE message_id IN (SELECT id FROM ${done} AS done)`
    const removed = yield* sql`DELETE FROM message WHERE id IN (SELECT id FROM ${done} AS done) RETURNING id`.values
    return { removed: removed.length, next: nextAfter(seen, limit) }
  })

  // Hours are found by their endpoints, a page of these in each step; a page with more than the step may remove is
  // looked at again.
  const hours: PruneBatch = Effect.fnUntraced(function* (before, after, limit) {
    const endpoints = yield* sql<IdRow>`SELECT id FROM endpoint WHERE id > ${after} ORDER BY id LIMIT ${limit}`
    const of = idsOf(endpoints.map(({ id }) => id))
    const rows = yield* sql`SELECT endpoint_id, starts_at FROM endpoint_hour
      WHERE endpoint_id IN (SELECT id FROM ${of} AS asked) AND starts_at < ${before} LIMIT ${limit} ${skipLocked}`
      .values
    const keys = rows.map(([endpointId, startsAt]) => [String(endpointId), Number(startsAt)])
    yield* sql`DELETE FROM endpoint_hour WHERE (endpoint_id, starts_at) IN (
      SELECT endpoint_id, starts_at FROM ${jsonRows(sql, HOUR_KEY_COLUMNS, keys)} AS done)`
    return { removed: keys.length, next: keys.length < limit ? nextAfter(endpoints, limit) : Option.some(after) }
  })

  const tasks: PruneBatch = Effect.fnUntraced(function* (before, after, limit) {
    const seen = yield* sql<AgedRow>`SELECT id, CASE WHEN finished_at < ${before} THEN 1 ELSE 0 END AS old
      FROM delivery_task WHERE id > ${after} ORDER BY id LIMIT ${limit}`
    const done = seen.filter((task) => task.old === 1).map(({ id }) => id)
    yield* sql`DELETE FROM delivery_task WHERE id IN (SELECT id FROM ${idsOf(done)} AS done)`
    return { removed: done.length, next: nextAfter(seen, limit) }
  })

  const steps: Readonly<Record<Prunable, PruneBatch>> = { messages, hours, tasks }

  return Retention.of({
    prune: Effect.fn("Retention.prune")(
      (what: Prunable, before: DateTime.Utc, after: string, limit: number) =>
        sql.withTransaction(steps[what](before.epochMilliseconds, after, limit)),
      mapToStorageError("Retention.prune")
    )
  })
})

/** `Retention` over the tables of messages, figures and tasks, each walked by its primary key. */
export const layer = Layer.effect(Retention, make)
