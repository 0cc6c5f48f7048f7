import { AccountId } from "@landfall/core/accounts/Account"
import { Plan } from "@landfall/core/accounts/Plan"
import { EndpointId, EndpointNotFound } from "@landfall/core/alerts/EndpointId"
import { FilterTypes } from "@landfall/core/alerts/endpoints/Endpoint"
import {
  CongestionThreshold,
  CongestionThresholdId,
  CongestionThresholdNotFound,
  planThresholdCreation,
  ThresholdState
} from "@landfall/core/congestion/thresholds/CongestionThreshold"
import {
  CongestionThresholdStore,
  decideThresholds,
  type ThresholdDecision,
  type ThresholdRange,
  type ThresholdSnapshot
} from "@landfall/core/congestion/thresholds/CongestionThresholdStore"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import type { PageRequest } from "@landfall/core/listing/Page"
import { type DateTime, Effect, Layer, Option, Schema, Struct } from "effect"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import { makeOutboxRows } from "../../alerts/messages/OutboxRows.ts"
import { makeAccountCounts } from "../../limits/AccountCounts.ts"
import { accountFences } from "../../sql/AccountFences.ts"
import { listPage } from "../../sql/ListPage.ts"
import { rowLocks } from "../../sql/RowLocks.ts"
import { mapToStorageError } from "../../sql/StorageErrorMapping.ts"

/** A row of `port_watch`. The last evaluation has three columns, which are null together. */
const CongestionThresholdRow = Schema.Struct({
  ...Struct.omit(CongestionThreshold.fields, ["state", "createdAt"]),
  side: Schema.OptionFromNullOr(ThresholdState.fields.side),
  value: Schema.OptionFromNullOr(ThresholdState.fields.value),
  asOf: Schema.OptionFromNullOr(ThresholdState.fields.asOf),
  createdAt: Schema.DateTimeUtcFromMillis
})
export type CongestionThresholdRow = typeof CongestionThresholdRow.Type

/** The columns of `CongestionThresholdRow` in SQL. */
const CONGESTION_THRESHOLD_COLUMNS =
  "id, account_id, endpoint_id, port, figure, threshold, hysteresis, side, value, as_of, crossings, created_at"

/** Reads the threshold of a row. */
const congestionThresholdOf = ({ side, value, asOf, ...row }: CongestionThresholdRow): CongestionThreshold =>
  new CongestionThreshold({
    ...row,
    state: Option.map(Option.all({ side, value, asOf }), (state) => ThresholdState.make(state))
  })

/** The cells of the last evaluation. */
const lastEvaluationCells = ({ state }: CongestionThreshold) => ({
  side: Option.getOrNull(Option.map(state, ({ side }) => side)),
  value: Option.getOrNull(Option.map(state, ({ value }) => value)),
  asOf: Option.getOrNull(Option.map(state, ({ asOf }) => asOf))
})

const EndpointKey = Schema.Struct({ accountId: AccountId, endpointId: EndpointId })
const RangeOfRows = Schema.Struct({ port: Unlocode, after: Schema.String, limit: Schema.Int })
const CongestionThresholdKey = Schema.Struct({ ...EndpointKey.fields, id: CongestionThresholdId })
const SelectedRow = Schema.Struct({ accountId: AccountId, id: CongestionThresholdId })

/** A threshold with the data that decide whether its endpoint is notified. */
const SnapshotRow = Schema.Struct({
  ...CongestionThresholdRow.fields,
  filterTypes: Schema.OptionFromNullOr(Schema.fromJsonString(FilterTypes)),
  disabled: Schema.BooleanFromBit,
  plan: Plan
})

const snapshotOf = ({ filterTypes, disabled, plan, ...row }: typeof SnapshotRow.Type): ThresholdSnapshot => ({
  threshold: congestionThresholdOf(row),
  endpoint: { id: row.endpointId, filterTypes, disabled },
  plan
})

const makeStatements = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { andUnfenced } = accountFences(sql)
  const locks = rowLocks(sql)
  const columns = sql.literal(CONGESTION_THRESHOLD_COLUMNS)
  const qualifiedColumns = sql.literal(
    CONGESTION_THRESHOLD_COLUMNS.split(", ")
      .map((column) => `threshold.${column}`)
      .join(", ")
  )

  const snapshotsWhere = (condition: Statement.Fragment, suffix: Statement.Fragment) =>
    sql`SELECT ${qualifiedColumns}, endpoint.filter_types, endpoint.disabled, account.plan
      FROM port_watch AS threshold
      JOIN endpoint ON endpoint.account_id = threshold.account_id AND endpoint.id = threshold.endpoint_id
      JOIN account ON account.id = threshold.account_id
      WHERE ${condition} AND endpoint.removed_at IS NULL ${andUnfenced("threshold.account_id")} ${suffix}`

  const findEndpoint = (lock: Statement.Fragment) =>
    SqlSchema.findOneOption({
      Request: EndpointKey,
      Result: Schema.Struct({ id: EndpointId }),
      execute: ({ accountId, endpointId }) =>
        sql`SELECT id FROM endpoint WHERE id = ${endpointId} AND account_id = ${accountId} AND removed_at IS NULL ${lock}`
    })

  return {
    findEndpoint: findEndpoint(locks.unlocked),
    lockEndpoint: findEndpoint(locks.forChange),
    ofEndpoint: SqlSchema.findAll({
      Request: EndpointKey,
      Result: CongestionThresholdRow,
      execute: ({ accountId, endpointId }) =>
        sql`SELECT ${columns} FROM port_watch WHERE account_id = ${accountId} AND endpoint_id = ${endpointId} ORDER BY id`
    }),
    find: SqlSchema.findOneOption({
      Request: CongestionThresholdKey,
      Result: CongestionThresholdRow,
      execute: ({ accountId, endpointId, id }) =>
        sql`SELECT ${qualifiedColumns} FROM port_watch AS threshold
          JOIN endpoint ON endpoint.account_id = threshold.account_id AND endpoint.id = threshold.endpoint_id
          WHERE threshold.id = ${id} AND threshold.endpoint_id = ${endpointId} AND threshold.account_id = ${accountId}
            AND endpoint.removed_at IS NULL`
    }),
    remove: SqlSchema.findAll({
      Request: CongestionThresholdKey,
      Result: Schema.Struct({ id: CongestionThresholdId }),
      execute: ({ accountId, endpointId, id }) =>
        sql`DELETE FROM port_watch WHERE id = ${id} AND endpoint_id = ${endpointId} AND account_id = ${accountId}
          RETURNING id`
    }),
    ports: SqlSchema.findAll({
      Request: Schema.Void,
      Result: Schema.Struct({ port: Unlocode }),
      execute: () =>
        sql`SELECT DISTINCT port FROM port_watch AS threshold
          JOIN endpoint ON endpoint.account_id = threshold.account_id AND endpoint.id = threshold.endpoint_id
          WHERE endpoint.removed_at IS NULL ORDER BY port`
    }),
    // Skips a locked threshold: the process that holds the lock is evaluating it.
    snapshots: SqlSchema.findAll({
      Request: RangeOfRows,
      Result: SnapshotRow,
      execute: ({ port, after, limit }) =>
        snapshotsWhere(
          sql`threshold.port = ${port} AND threshold.id > ${after}`,
          sql`ORDER BY threshold.id LIMIT ${limit} ${locks.skipLockedOf("threshold")}`
        )
    }),
    // Waits: what another process evaluates may be older than the figures of this evaluation.
    snapshot: SqlSchema.findAll({
      Request: SelectedRow,
      Result: SnapshotRow,
      execute: ({ accountId, id }) =>
        snapshotsWhere(
          sql`threshold.account_id = ${accountId} AND threshold.id = ${id}`,
          locks.forChangeOf("threshold")
        )
    }),
    insert: (added: CongestionThreshold) => {
      const { id, accountId, endpointId, port, figure, threshold, hysteresis, crossings } = added
      const evaluation = lastEvaluationCells(added)
      const createdAt = added.createdAt.epochMilliseconds
      const row = {
        id,
        accountId,
        endpointId,
        port,
        figure,
        threshold,
        hysteresis,
        crossings,
        ...evaluation,
        createdAt
      }
      return sql`INSERT INTO port_watch ${sql.insert(row)}`
    },
    update: (changed: CongestionThreshold) => {
      const { id, accountId, hysteresis, crossings } = changed
      return sql`UPDATE port_watch SET ${sql.update({ hysteresis, crossings, ...lastEvaluationCells(changed) })}
        WHERE account_id = ${accountId} AND id = ${id}`
    }
  }
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const outbox = yield* makeOutboxRows
  const statements = yield* makeStatements
  const counts = yield* makeAccountCounts
  const { lockAccount } = rowLocks(sql)
  const decodeRows = Schema.decodeUnknownEffect(Schema.Array(CongestionThresholdRow))

  const create = Effect.fn("CongestionThresholdStore.create")(
    function* (added: CongestionThreshold) {
      const { accountId, endpointId } = added
      // Before the endpoint, as every transaction that locks both.
      yield* lockAccount(accountId)
      if (Option.isNone(yield* statements.lockEndpoint(added))) return yield* new EndpointNotFound({ id: endpointId })
      const rows = yield* statements.ofEndpoint(added)
      const creation = yield* Effect.fromResult(planThresholdCreation(rows.map(congestionThresholdOf), added))
      if (creation.isNew) yield* counts.checkPortWatches(accountId)
      yield* creation.isNew ? statements.insert(creation.threshold) : statements.update(creation.threshold)
      return creation.threshold
    },
    sql.withTransaction,
    mapToStorageError("CongestionThresholdStore.create")
  )

  const list = Effect.fn("CongestionThresholdStore.list")(function* (
    accountId: AccountId,
    endpointId: EndpointId,
    page: PageRequest
  ) {
    const endpoint = yield* statements.findEndpoint({ accountId, endpointId })
    if (Option.isNone(endpoint)) return yield* new EndpointNotFound({ id: endpointId })
    return yield* listPage(
      sql,
      page,
      "oldest first",
      ({ where, orderAndLimit }) => sql`SELECT ${sql.literal(CONGESTION_THRESHOLD_COLUMNS)} FROM port_watch
        WHERE account_id = ${accountId} AND endpoint_id = ${endpointId} AND ${where} ${orderAndLimit}`,
      (rows) => Effect.map(decodeRows(rows), (thresholds) => thresholds.map(congestionThresholdOf))
    )
  }, mapToStorageError("CongestionThresholdStore.list"))

  const evaluate = Effect.fn("CongestionThresholdStore.evaluate")(
    function* (
      selected: ThresholdRange | Pick<CongestionThreshold, "accountId" | "id">,
      decide: (snapshot: ThresholdSnapshot) => ThresholdDecision,
      now: DateTime.Utc
    ) {
      const rows = yield* "limit" in selected ? statements.snapshots(selected) : statements.snapshot(selected)
      const { changed, messages, messageCount } = decideThresholds(rows.map(snapshotOf), decide)
      for (const threshold of changed) yield* statements.update(threshold)
      for (const [accountId, drafts] of messages) yield* outbox.postAll(accountId, drafts, now)
      const next = "limit" in selected && rows.length === selected.limit ? rows.at(-1)?.id : undefined
      return { messages: messageCount, next }
    },
    sql.withTransaction,
    mapToStorageError("CongestionThresholdStore.evaluate")
  )

  return CongestionThresholdStore.of({
    create,
    list,
    find: Effect.fn("CongestionThresholdStore.find")(function* (accountId, endpointId, id) {
      const row = yield* statements.find({ accountId, endpointId, id })
      return Option.isSome(row) ? congestionThresholdOf(row.value) : yield* new CongestionThresholdNotFound({ id })
    }, mapToStorageError("CongestionThresholdStore.find")),
    remove: Effect.fn("CongestionThresholdStore.remove")(function* (accountId, endpointId, id) {
      const removed = yield* statements.remove({ accountId, endpointId, id })
      if (removed.length === 0) return yield* new CongestionThresholdNotFound({ id })
    }, mapToStorageError("CongestionThresholdStore.remove")),
    ports: Effect.suspend(() => statements.ports()).pipe(
      Effect.map((rows) => rows.map(({ port }) => port)),
      mapToStorageError("CongestionThresholdStore.ports"),
      Effect.withSpan("CongestionThresholdStore.ports")
    ),
    evaluate
  })
})

/** `CongestionThresholdStore` in the table `port_watch`; its messages go to the outbox. */
export const layer = Layer.effect(CongestionThresholdStore, make)
