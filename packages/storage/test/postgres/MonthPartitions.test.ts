import { assert, describe, it } from "@effect/vitest"
import { AccountStore } from "@landfall/core/accounts/Account"
import { ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import { EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { MessageId } from "@landfall/core/alerts/Message"
import { DeliveryTasks } from "@landfall/core/alerts/operations/DeliveryTasks"
import { Retention } from "@landfall/core/alerts/operations/Retention"
import { type PortCall, PortCallId } from "@landfall/core/congestion/detection/PortCall"
import { PortCallLog } from "@landfall/core/congestion/ledger/PortCallLog"
import { Instant } from "@landfall/core/time/Instant"
import { samplePortCall } from "@landfall/testing/samples/CongestionSamples"
import { accountOf, applicationOf, endpointCredentialsOf, endpointOf } from "@landfall/testing/samples/Samples"
import { Context, DateTime, Effect, Layer, Option, Redacted } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import { firstMessageIdAt } from "../../src/alerts/messages/MessageIdRange.ts"
import { MIGRATION_TABLE, migrate, migrationsUpTo } from "../../src/Migrations.ts"
import { initial } from "../../src/migrations/0001_initial.ts"
import * as PostgresStorage from "../../src/PostgresStorage.ts"
import * as PostgresClient from "../../src/postgres/PostgresClient.ts"
import { monthOf } from "../../src/retention/MonthPartitions.ts"
import * as AesGcmSecretBox from "../../src/secrets/AesGcmSecretBox.ts"
import { newSchema, skipReason, withServer } from "./TestServer.ts"

const account = accountOf(1)
const application = applicationOf(account, 1)
const endpoint = endpointOf(application, 1)

const secretBox = AesGcmSecretBox.layer({ key: Redacted.make("a key for tests") })

/** All stores, with an account, on a new schema. */
const inNewSchema = <A, E>(
  test: Effect.Effect<A, E, SqlClient.SqlClient | Retention | DeliveryTasks | EndpointStore | PortCallLog>
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const url = yield* newSchema
      const stores = yield* Layer.build(Layer.provide(PostgresStorage.layer({ url }), secretBox))
      yield* Context.get(stores, AccountStore).create(account)
      yield* Context.get(stores, ApplicationStore).create(application)
      yield* Context.get(stores, EndpointStore).create(endpoint, endpointCredentialsOf(1))
      return yield* Effect.provide(test, Layer.merge(Layer.succeedContext(stores), PostgresClient.layer({ url })))
    })
  )

const DIGITS = "0000000000000000"

/** Stores a message that was created in the middle of a month, with a delivery and an attempt. */
const store = Effect.fnUntraced(function* (month: DateTime.Utc, state: "succeeded" | "pending") {
  const sql = yield* SqlClient.SqlClient
  const at = DateTime.add(month, { days: 14 })
  const id = `${firstMessageIdAt(at.epochMilliseconds)}${DIGITS}`
  const millis = at.epochMilliseconds
  yield* sql`INSERT INTO message (id, account_id, type, body, example, created_at)
    VALUES (${id}, ${account.id}, 'test', '{}', 0, ${millis})`
  yield* sql`INSERT INTO delivery (message_id, endpoint_id, state, due_at, settled_at, attempts)
    VALUES (${id}, ${endpoint.id}, ${state}, ${state === "pending" ? millis : null}, ${state === "pending" ? null : millis}, 1)`
  yield* sql`INSERT INTO attempt (message_id, endpoint_id, number, started_at, duration_millis, response_status, detail)
    VALUES (${id}, ${endpoint.id}, 1, ${millis}, 1, 200, '')`
})

const callAt = (id: string, month: DateTime.Utc): PortCall => ({
  ...samplePortCall(1),
  id: PortCallId.make(id),
  startedAt: Instant.make(DateTime.add(month, { days: 14 }).epochMilliseconds)
})

/** The partition of each port call, in the order of their ids. */
const callPlaces = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql`SELECT id, tableoid::regclass::text FROM port_call ORDER BY id`.values, (rows) =>
    rows.map(([id, table]) => `${id} in ${String(table).replace("port_call_", "")}`)
  )
)

const suffixOf = (month: DateTime.Utc): string => DateTime.formatIsoDateUtc(month).slice(0, 7).replace("-", "_")

const tablesOf = (
  statement: (sql: SqlClient.SqlClient) => Effect.Effect<ReadonlyArray<ReadonlyArray<unknown>>, unknown>
) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(statement(sql), (rows) => rows.map(([name]) => String(name).replace(/^(message|attempt)_/, "")))
  )

/** The partitions of messages, which attempts have too. */
const partitions = Effect.gen(function* () {
  const [ofMessages, ofAttempts] = yield* Effect.forEach(["message", "attempt"], (table) =>
    tablesOf(
      (sql) =>
        sql`SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = to_regclass(${table}) ORDER BY 1`.values
    )
  )
  assert.deepStrictEqual(ofAttempts, ofMessages)
  return ofMessages
})

/** The partition of each message, by its age; that of its attempt is the same. */
const places = Effect.gen(function* () {
  const ofMessages = yield* tablesOf((sql) => sql`SELECT tableoid::regclass::text FROM message ORDER BY id`.values)
  const ofAttempts = yield* tablesOf(
    (sql) => sql`SELECT tableoid::regclass::text FROM attempt ORDER BY message_id`.values
  )
  assert.deepStrictEqual(ofAttempts, ofMessages)
  return ofMessages
})

/** One pass over messages. */
const prune = Effect.fnUntraced(function* (before: DateTime.Utc) {
  const retention = yield* Retention
  for (let next = Option.some(""); Option.isSome(next); ) {
    next = (yield* retention.prune("messages", before, next.value, 100)).next
  }
})

const months = (count: number) =>
  Effect.map(DateTime.now, (now) => monthOf(DateTime.add(monthOf(now), { months: count })))

describe.skipIf(skipReason !== undefined)("messages and attempts on Postgres", () => {
  withServer()

  it.live("are stored by month, two months ahead, and under the others where no month has a partition", () =>
    inNewSchema(
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* partitions, ["default", "first"])
        yield* prune(DateTime.subtract(yield* DateTime.now, { days: 90 }))
        const second = yield* months(2)
        const expected = [suffixOf(second), "default", "first"]
        assert.deepStrictEqual(yield* partitions, expected)
        for (const count of [0, 2, 5]) yield* store(yield* months(count), "succeeded")
        assert.deepStrictEqual(yield* places, ["first", suffixOf(second), "default"])
        yield* prune(DateTime.subtract(yield* DateTime.now, { days: 90 }))
        assert.deepStrictEqual(yield* partitions, expected, "none is created twice")
      })
    )
  )

  it.live("leave their partition when they are pruned, which is dropped when the last one has", () =>
    inNewSchema(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const after = yield* months(4)
        yield* prune(DateTime.subtract(yield* DateTime.now, { days: 90 }))
        const second = suffixOf(yield* months(2))
        yield* store(yield* months(0), "succeeded")
        yield* store(yield* months(1), "pending")
        yield* store(yield* months(2), "succeeded")

        yield* prune(after)
        yield* prune(after)
        assert.deepStrictEqual(yield* places, ["first"], "an open delivery retains its message")
        assert.deepStrictEqual(yield* partitions, ["default", "first"], `${second} is empty`)

        yield* sql`UPDATE delivery SET state = 'succeeded', due_at = NULL, settled_at = 1`
        yield* prune(after)
        yield* prune(after)
        assert.deepStrictEqual(yield* partitions, ["default"])
        yield* store(yield* months(0), "succeeded")
        assert.deepStrictEqual(yield* places, ["default"], "as a message that is restored or moved")
      })
    )
  )

  it.live("are not pruned while a delivery to another endpoint is added", () =>
    inNewSchema(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const after = yield* months(4)
        const tasks = yield* DeliveryTasks
        const other = endpointOf(application, 2)
        yield* (yield* EndpointStore).create(other, endpointCredentialsOf(2))
        yield* store(yield* months(0), "succeeded")
        const [[id] = []] = yield* sql`SELECT id FROM message`.values
        const messageId = MessageId.make(String(id))

        // Another process has locked the message, as a resend does.
        const lock = sql`SELECT id FROM message WHERE id = ${messageId} FOR SHARE`
        yield* sql.withTransaction(Effect.andThen(lock, prune(after)))
        assert.deepStrictEqual(yield* places, ["first"])

        yield* tasks.resend(account.id, messageId, other.id)
        yield* prune(after)
        assert.deepStrictEqual(yield* places, ["first"], "a delivery of it is open")
      })
    )
  )

  it.live("of an earlier version become the first partition, whatever their ids", () =>
    Effect.gen(function* () {
      const context = yield* Layer.build(PostgresClient.layer({ url: yield* newSchema }))
      const sql = Context.get(context, SqlClient.SqlClient)
      const firstVersion = Migrator.make({})({
        loader: Migrator.fromRecord({ "0001_initial": initial }),
        table: "landfall_migration"
      })
      yield* Effect.provide(firstVersion, context)
      yield* sql`INSERT INTO account VALUES ('acc_1', 'A', 'free', NULL, 1)`
      const late = yield* months(7)
      for (const id of ["msg_000", `${firstMessageIdAt(late.epochMilliseconds)}${DIGITS}`]) {
        yield* sql`INSERT INTO message (id, account_id, type, body, example, created_at)
          VALUES (${id}, 'acc_1', 'test', '{}', 0, 1)`
      }
      yield* Effect.provide(migrate, context)
      const run = Effect.provide(
        Effect.all([partitions, tablesOf((of) => of`SELECT tableoid::regclass::text FROM message`.values)]),
        context
      )
      assert.deepStrictEqual(yield* run, [
        ["default", "first"],
        ["first", "first"]
      ])
    }).pipe(Effect.scoped)
  )
})

describe.skipIf(skipReason !== undefined)("port calls on Postgres", () => {
  withServer()

  it.live("are stored by the month of their beginning, once each when it changes, and are retained", () =>
    inNewSchema(
      Effect.gen(function* () {
        const log = yield* PortCallLog
        const [now, second, fifth] = [yield* months(0), yield* months(2), yield* months(5)]
        yield* prune(DateTime.subtract(now, { days: 90 }))
        yield* log.put([callAt("a", now), callAt("b", second), callAt("c", fifth)])
        assert.deepStrictEqual(yield* callPlaces, ["a in first", `b in ${suffixOf(second)}`, "c in default"])
        yield* log.put([callAt("a", second), callAt("b", second)])
        assert.deepStrictEqual(yield* callPlaces, [
          `a in ${suffixOf(second)}`,
          `b in ${suffixOf(second)}`,
          "c in default"
        ])
        const latest = yield* log.latestAt(callAt("a", now).port, 2)
        assert.deepStrictEqual(
          latest.map(({ startedAt }) => startedAt),
          [callAt("c", fifth).startedAt, callAt("a", second).startedAt]
        )
        yield* prune(fifth)
        assert.deepStrictEqual(yield* callPlaces, [
          `a in ${suffixOf(second)}`,
          `b in ${suffixOf(second)}`,
          "c in default"
        ])
        const left = yield* tablesOf(
          (sql) =>
            sql`SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = to_regclass('port_call') ORDER BY 1`
              .values
        )
        assert.notInclude(left, "port_call_first", "an expired month without a call is dropped")
        assert.include(left, `port_call_${suffixOf(second)}`)
      })
    )
  )

  it.live("of a window are read from the months of the window, and before it only those of long calls", () =>
    inNewSchema(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const log = yield* PortCallLog
        const second = yield* months(2)
        yield* prune(yield* months(0))
        yield* log.put([callAt("a", yield* months(0)), callAt("b", second)])
        const plan = yield* sql`EXPLAIN SELECT body FROM port_call
          WHERE port = 'NLRTM' AND started_at >= ${second.epochMilliseconds} AND started_at < ${DateTime.add(second, { days: 9 }).epochMilliseconds}`
          .values
        const text = plan.flat().join("\n")
        assert.include(text, `port_call_${suffixOf(second)}`)
        assert.notInclude(text, "port_call_first")
      })
    )
  )

  it.live("of an earlier version become the first partition, with their indexes", () =>
    Effect.gen(function* () {
      const context = yield* Layer.build(PostgresClient.layer({ url: yield* newSchema }))
      const sql = Context.get(context, SqlClient.SqlClient)
      yield* Effect.provide(Migrator.make({})({ loader: migrationsUpTo(46), table: MIGRATION_TABLE }), context)
      const late = yield* months(7)
      for (const [id, at] of [
        ["a", 1],
        ["b", late.epochMilliseconds]
      ]) {
        yield* sql`INSERT INTO port_call (id, port, started_at, revision, body) VALUES (${id}, 'NLRTM', ${at}, 1, '{}')`
      }
      yield* Effect.provide(migrate, context)
      assert.deepStrictEqual(yield* Effect.provide(callPlaces, context), ["a in first", "b in first"])
      const indexes = yield* sql`SELECT tablename, count(*)::int FROM pg_indexes
        WHERE schemaname = current_schema() AND tablename LIKE 'port\\_call%' GROUP BY tablename ORDER BY tablename`
        .values
      assert.deepStrictEqual(indexes, [
        ["port_call", 7],
        ["port_call_default", 7],
        ["port_call_first", 7]
      ])
    }).pipe(Effect.scoped)
  )
})
