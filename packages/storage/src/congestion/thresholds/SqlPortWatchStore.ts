import { AccountId } from "@landfall/core/accounts/Account"
import { Plan } from "@landfall/core/accounts/Plan"
import { EndpointId } from "@landfall/core/alerts/EndpointId"
import { EndpointNotFound, FilterTypes } from "@landfall/core/alerts/endpoints/Endpoint"
import type { MessageDraft } from "@landfall/core/alerts/Message"
import {
  MAX_WATCHES,
  type PortWatch,
  PortWatchId,
  PortWatchNotFound,
  TooManyWatches
} from "@landfall/core/congestion/thresholds/PortWatch"
import {
  PortWatchStore,
  type WatchDecision,
  type WatchSnapshot
} from "@landfall/core/congestion/thresholds/PortWatchStore"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import type { PageRequest } from "@landfall/core/listing/Page"
import { type DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema, type Statement } from "effect/sql"
import { makeOutboxRows } from "../../alerts/messages/OutboxRows.ts"
import { listPage } from "../../sql/Listing.ts"
import { rowLocks } from "../../sql/RowLocks.ts"
import { storageFaults } from "../../sql/StorageFaults.ts"
import { PORT_WATCH_COLUMNS, PortWatchRow, seenCells, watchOf } from "./PortWatchRow.ts"

const OwnedEndpoint = Schema.Struct({ accountId: AccountId, endpointId: EndpointId })
const Owned = Schema.Struct({ ...OwnedEndpoint.fields, id: PortWatchId })

/** A watch with what decides whether its endpoint is told. */
const SnapshotRow = Schema.Struct({
  ...PortWatchRow.fields,
  filterTypes: Schema.OptionFromNullOr(Schema.fromJsonString(FilterTypes)),
  disabled: Schema.BooleanFromBit,
  plan: Plan
})

const snapshotOf = ({ filterTypes, disabled, plan, ...row }: typeof SnapshotRow.Type): WatchSnapshot => ({
  watch: watchOf(row),
  endpoint: { id: row.endpointId, filterTypes, disabled },
  plan
})

const makeStatements = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const locks = rowLocks(sql)
  const columns = sql.literal(PORT_WATCH_COLUMNS)
  const ofWatch = sql.literal(
    PORT_WATCH_COLUMNS.split(", ")
      .map((column) => `watch.${column}`)
      .join(", ")
  )

  const findEndpoint = (lock: Statement.Fragment) =>
    SqlSchema.findOneOption({
      Request: OwnedEndpoint,
      Result: Schema.Struct({ id: EndpointId }),
      execute: ({ accountId, endpointId }) =>
        sql`SELECT id FROM endpoint WHERE id = ${endpointId} AND account_id = ${accountId} AND removed_at IS NULL ${lock}`
    })

  return {
    findEndpoint: findEndpoint(locks.unlocked),
    lockEndpoint: findEndpoint(locks.forChange),
    ofEndpoint: SqlSchema.findAll({
      Request: EndpointId,
      Result: PortWatchRow,
      execute: (id) => sql`SELECT ${columns} FROM port_watch WHERE endpoint_id = ${id} ORDER BY id`
    }),
    find: SqlSchema.findOneOption({
      Request: Owned,
      Result: PortWatchRow,
      execute: ({ accountId, endpointId, id }) =>
        sql`SELECT ${ofWatch} FROM port_watch AS watch JOIN endpoint ON endpoint.id = watch.endpoint_id
          WHERE watch.id = ${id} AND watch.endpoint_id = ${endpointId} AND watch.account_id = ${accountId}
            AND endpoint.removed_at IS NULL`
    }),
    drop: SqlSchema.findAll({
      Request: Owned,
      Result: Schema.Struct({ id: PortWatchId }),
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
    insert: (watch: PortWatch) => {
      const { id, accountId, endpointId, port, figure, threshold, hysteresis, crossings } = watch
      const row = { id, accountId, endpointId, port, figure, threshold, hysteresis, crossings, ...seenCells(watch) }
      return sql`INSERT INTO port_watch ${sql.insert({ ...row, createdAt: watch.createdAt.epochMilliseconds })}`
    },
    update: (watch: PortWatch) => {
      const { id, hysteresis, crossings } = watch
      return sql`UPDATE port_watch SET ${sql.update({ hysteresis, crossings, ...seenCells(watch) })} WHERE id = ${id}`
    }
  }
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const outbox = yield* makeOutboxRows
  const statements = yield* makeStatements
  const decodeRows = Schema.decodeUnknownEffect(Schema.Array(PortWatchRow))

  const create = Effect.fn("PortWatchStore.create")(
    function* (watch: PortWatch) {
      const { endpointId, port, figure, threshold, hysteresis } = watch
      if (Option.isNone(yield* statements.lockEndpoint(watch))) return yield* new EndpointNotFound({ id: endpointId })
      const rows = yield* statements.ofEndpoint(endpointId)
      const same = rows.find((row) => row.port === port && row.figure === figure && row.threshold === threshold)
      if (same !== undefined) {
        const known = watchOf({ ...same, hysteresis })
        yield* statements.update(known)
        return known
      }
      if (rows.length >= MAX_WATCHES) return yield* new TooManyWatches({ endpointId })
      yield* statements.insert(watch)
      return watch
    },
    sql.withTransaction,
    storageFaults("PortWatchStore.create")
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
          sql`SELECT ${sql.literal(PORT_WATCH_COLUMNS)} FROM port_watch
            WHERE endpoint_id = ${endpointId} AND ${where} ${orderAndLimit}`,
          decodeRows
        ),
        (rows) => rows.map(watchOf)
      )
    )
  }, storageFaults("PortWatchStore.list"))

  const look = Effect.fn("PortWatchStore.look")(
    function* (port: Unlocode, decide: (snapshot: WatchSnapshot) => WatchDecision, now: DateTime.Utc) {
      const told = new Map<AccountId, Array<MessageDraft>>()
      for (const row of yield* statements.snapshots(port)) {
        const snapshot = snapshotOf(row)
        const { watch, messages } = decide(snapshot)
        if (watch === snapshot.watch) continue
        yield* statements.update(watch)
        told.set(watch.accountId, [...(told.get(watch.accountId) ?? []), ...messages])
      }
      let count = 0
      for (const [accountId, drafts] of told) {
        yield* outbox.postAll(accountId, drafts, now)
        count += drafts.length
      }
      return count
    },
    sql.withTransaction,
    storageFaults("PortWatchStore.look")
  )

  return PortWatchStore.of({
    create,
    list,
    find: Effect.fn("PortWatchStore.find")(function* (accountId, endpointId, id) {
      const found = yield* statements.find({ accountId, endpointId, id })
      return Option.isSome(found) ? watchOf(found.value) : yield* new PortWatchNotFound({ id })
    }, storageFaults("PortWatchStore.find")),
    remove: Effect.fn("PortWatchStore.remove")(function* (accountId, endpointId, id) {
      const dropped = yield* statements.drop({ accountId, endpointId, id })
      if (dropped.length === 0) return yield* new PortWatchNotFound({ id })
    }, storageFaults("PortWatchStore.remove")),
    ports: Effect.suspend(() => statements.ports()).pipe(
      Effect.map((rows) => rows.map(({ port }) => port)),
      storageFaults("PortWatchStore.ports"),
      Effect.withSpan("PortWatchStore.ports")
    ),
    look
  })
})

/** `PortWatchStore` in the table `port_watch`, with its messages in the outbox. */
export const layer = Layer.effect(PortWatchStore, make)
