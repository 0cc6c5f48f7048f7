import { AccountId } from "@landfall/core/accounts/Account"
import { Plan } from "@landfall/core/accounts/Plan"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { EndpointNotFound, FilterTypes } from "@landfall/core/alerts/endpoints/Endpoint"
import type { MessageDraft } from "@landfall/core/alerts/Message"
import {
  CongestionThreshold,
  CongestionThresholdId,
  CongestionThresholdNotFound,
  MAX_THRESHOLDS,
  ThresholdState,
  TooManyThresholds
} from "@landfall/core/congestion/thresholds/CongestionThreshold"
import {
  CongestionThresholdStore,
  type ThresholdDecision,
  type ThresholdSnapshot
} from "@landfall/core/congestion/thresholds/CongestionThresholdStore"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import type { PageRequest } from "@landfall/core/listing/Page"
import { type DateTime, Effect, Layer, Option, Schema, Struct } from "effect"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import { makeOutboxRows } from "../../alerts/messages/OutboxRows.ts"
import { listPage } from "../../sql/ListPage.ts"
import { rowLocks } from "../../sql/RowLocks.ts"
import { mapToStorageError } from "../../sql/StorageErrorMapping.ts"

/** A row of `port_watch`: what a watch has seen lies in three columns, which are null together. */
export const CongestionThresholdRow = Schema.Struct({
  ...Struct.omit(CongestionThreshold.fields, ["seen", "createdAt"]),
  side: Schema.OptionFromNullOr(ThresholdState.fields.side),
  value: Schema.OptionFromNullOr(ThresholdState.fields.value),
  asOf: Schema.OptionFromNullOr(ThresholdState.fields.asOf),
  createdAt: Schema.DateTimeUtcFromMillis
})
export type CongestionThresholdRow = typeof CongestionThresholdRow.Type

/** The columns of `CongestionThresholdRow`, as SQL names them. */
export const CONGESTION_THRESHOLD_COLUMNS =
  "id, account_id, endpoint_id, port, figure, threshold, hysteresis, side, value, as_of, crossings, created_at"

/** The watch that a row holds. */
export const congestionThresholdOf = ({ side, value, asOf, ...row }: CongestionThresholdRow): CongestionThreshold =>
  new CongestionThreshold({
    ...row,
    seen: Option.map(Option.all({ side, value, asOf }), (seen) => ThresholdState.make(seen))
  })

/** The cells of what a watch has seen. */
export const lastEvaluationCells = ({ seen }: CongestionThreshold) => ({
  side: Option.getOrNull(Option.map(seen, ({ side }) => side)),
  value: Option.getOrNull(Option.map(seen, ({ value }) => value)),
  asOf: Option.getOrNull(Option.map(seen, ({ asOf }) => asOf))
})

const EndpointKey = Schema.Struct({ accountId: AccountId, endpointId: EndpointId })
const CongestionThresholdKey = Schema.Struct({ ...EndpointKey.fields, id: CongestionThresholdId })

/** A watch with what decides whether its endpoint is told. */
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
  const locks = rowLocks(sql)
  const columns = sql.literal(CONGESTION_THRESHOLD_COLUMNS)
  const ofWatch = sql.literal(
    CONGESTION_THRESHOLD_COLUMNS.split(", ")
      .map((column) => `watch.${column}`)
      .join(", ")
  )

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
      Request: EndpointId,
      Result: CongestionThresholdRow,
      execute: (id) => sql`SELECT ${columns} FROM port_watch WHERE endpoint_id = ${id} ORDER BY id`
    }),
    find: SqlSchema.findOneOption({
      Request: CongestionThresholdKey,
      Result: CongestionThresholdRow,
      execute: ({ accountId, endpointId, id }) =>
        sql`SELECT ${ofWatch} FROM port_watch AS watch JOIN endpoint ON endpoint.id = watch.endpoint_id
          WHERE watch.id = ${id} AND watch.endpoint_id = ${endpointId} AND watch.account_id = ${accountId}
            AND endpoint.removed_at IS NULL`
    }),
    drop: SqlSchema.findAll({
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
        sql`SELECT DISTINCT port FROM port_watch JOIN endpoint ON endpoint.id = endpoint_id
          WHERE endpoint.removed_at IS NULL ORDER BY port`
    }),
    // Whoever looks at the same watch at the same time decides about it.
    snapshots: SqlSchema.findAll({
      Request: Unlocode,
      Result: SnapshotRow,
      execute: (port) =>
        sql`SELECT ${ofWatch}, endpoint.filter_types, endpoint.disabled, account.plan FROM port_watch AS watch
          JOIN endpoint ON endpoint.id = watch.endpoint_id JOIN account ON account.id = watch.account_id
          WHERE watch.port = ${port} AND endpoint.removed_at IS NULL ORDER BY watch.id ${locks.skipLockedOf("watch")}`
    }),
    insert: (watch: CongestionThreshold) => {
      const { id, accountId, endpointId, port, figure, threshold, hysteresis, crossings } = watch
      const row = {
        id,
        accountId,
        endpointId,
        port,
        figure,
        threshold,
        hysteresis,
        crossings,
        ...lastEvaluationCells(watch)
      }
      return sql`INSERT INTO port_watch ${sql.insert({ ...row, createdAt: watch.createdAt.epochMilliseconds })}`
    },
    update: (watch: CongestionThreshold) => {
      const { id, hysteresis, crossings } = watch
      return sql`UPDATE port_watch SET ${sql.update({ hysteresis, crossings, ...lastEvaluationCells(watch) })} WHERE id = ${id}`
    }
  }
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const outbox = yield* makeOutboxRows
  const statements = yield* makeStatements
  const decodeRows = Schema.decodeUnknownEffect(Schema.Array(CongestionThresholdRow))

  const create = Effect.fn("PortWatchStore.create")(
    function* (watch: CongestionThreshold) {
      const { endpointId, port, figure, threshold, hysteresis } = watch
      if (Option.isNone(yield* statements.lockEndpoint(watch))) return yield* new EndpointNotFound({ id: endpointId })
      const rows = yield* statements.ofEndpoint(endpointId)
      const same = rows.find((row) => row.port === port && row.figure === figure && row.threshold === threshold)
      if (same !== undefined) {
        const known = congestionThresholdOf({ ...same, hysteresis })
        yield* statements.update(known)
        return known
      }
      if (rows.length >= MAX_THRESHOLDS) return yield* new TooManyThresholds({ endpointId })
      yield* statements.insert(watch)
      return watch
    },
    sql.withTransaction,
    mapToStorageError("PortWatchStore.create")
  )

  const list = Effect.fn("PortWatchStore.list")(function* (
    accountId: AccountId,
    endpointId: EndpointId,
    page: PageRequest
  ) {
    const endpoint = yield* statements.findEndpoint({ accountId, endpointId })
    if (Option.isNone(endpoint)) return yield* new EndpointNotFound({ id: endpointId })
    return yield* listPage(sql, page, "oldest first", ({ where, orderAndLimit }) =>
      Effect.map(
        Effect.flatMap(
          sql`SELECT ${sql.literal(CONGESTION_THRESHOLD_COLUMNS)} FROM port_watch
            WHERE endpoint_id = ${endpointId} AND ${where} ${orderAndLimit}`,
          decodeRows
        ),
        (rows) => rows.map(congestionThresholdOf)
      )
    )
  }, mapToStorageError("PortWatchStore.list"))

  const look = Effect.fn("PortWatchStore.look")(
    function* (port: Unlocode, decide: (snapshot: ThresholdSnapshot) => ThresholdDecision, now: DateTime.Utc) {
      const told = new Map<AccountId, Array<MessageDraft>>()
      for (const row of yield* statements.snapshots(port)) {
        const snapshot = snapshotOf(row)
        const { threshold, messages } = decide(snapshot)
        if (threshold === snapshot.threshold) continue
        yield* statements.update(threshold)
        told.set(threshold.accountId, [...(told.get(threshold.accountId) ?? []), ...messages])
      }
      let count = 0
      for (const [accountId, drafts] of told) {
        yield* outbox.postAll(accountId, drafts, now)
        count += drafts.length
      }
      return count
    },
    sql.withTransaction,
    mapToStorageError("PortWatchStore.look")
  )

  return CongestionThresholdStore.of({
    create,
    list,
    find: Effect.fn("PortWatchStore.find")(function* (accountId, endpointId, id) {
      const found = yield* statements.find({ accountId, endpointId, id })
      return Option.isSome(found) ? congestionThresholdOf(found.value) : yield* new CongestionThresholdNotFound({ id })
    }, mapToStorageError("PortWatchStore.find")),
    remove: Effect.fn("PortWatchStore.remove")(function* (accountId, endpointId, id) {
      const dropped = yield* statements.drop({ accountId, endpointId, id })
      if (dropped.length === 0) return yield* new CongestionThresholdNotFound({ id })
    }, mapToStorageError("PortWatchStore.remove")),
    ports: Effect.suspend(() => statements.ports()).pipe(
      Effect.map((rows) => rows.map(({ port }) => port)),
      mapToStorageError("PortWatchStore.ports"),
      Effect.withSpan("PortWatchStore.ports")
    ),
    evaluate: look
  })
})

/** `PortWatchStore` in the table `port_watch`, with its messages in the outbox. */
export const layer = Layer.effect(CongestionThresholdStore, make)
