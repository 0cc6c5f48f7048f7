import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { ConsumptionPeriodId } from "@landfall/core/usage/ConsumptionPeriod"
import { Context, Effect, Layer, Schema } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import { migrate } from "../src/Migrations.ts"
import { initial } from "../src/migrations/0001_initial.ts"
import * as NodeSqliteClient from "../src/sqlite/NodeSqliteClient.ts"
import { runProgram } from "./ChildProcess.ts"
import { storageOn, temporaryFile } from "./TestStorage.ts"

const applied = (filename: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return yield* sql`SELECT migration_id, name FROM landfall_migration ORDER BY migration_id`.values
  }).pipe(Effect.provide(NodeSqliteClient.layer({ filename })))

const DAY_MILLIS = 86_400_000

const open = (filename: string) => Effect.scoped(Layer.build(storageOn(filename)))

/** Creates a database of the first version: two endpoints, one of them disabled, and deliveries in every state. */
const createFirstVersion = (filename: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* Migrator.make({})({
      loader: Migrator.fromRecord({ "0001_initial": initial }),
      table: "landfall_migration"
    })
    const statements = [
      "INSERT INTO account VALUES ('acc_1', 'A', 'pay-as-you-go', NULL, 1)",
      "INSERT INTO application VALUES ('app_1', 'acc_1', 'A', 1, 1)",
      ...[0, 1].map(
        (
          disabled
        ) => `INSERT INTO endpoint (id, account_id, application_id, url, metadata, disabled, secret, created_at,
          updated_at) VALUES ('ep_${disabled + 1}', 'acc_1', 'app_1', 'https://example.com', '{}', ${disabled}, 's', 1, 7)`
      ),
      ...[1, 2, 3, 4].map(
        (n) => `INSERT INTO message VALUES ('msg_${n}', 'acc_1', NULL, 'vessel.arrival.at.final.pod', '{}', 0, 1)`
      ),
      ...["tracking", "completed", "stopped"].map(
        (status, index) => `INSERT INTO shipment (id, account_id, number, asked_type, asked_sealine, status, created_at,
          updated_at, sequence) VALUES ('shp_${index + 1}', 'acc_1', 'MSKU719430${index}', 'CT', '', '${status}', 1, 9, 0)`
      ),
      "INSERT INTO registration VALUES ('shp_1', 'ep_1', 1, 24, '{}', NULL)",
      "INSERT INTO consumption_period VALUES ('acc_1', 1769904000000, 1772323200000, 1000, 1000)",
      "INSERT INTO consumption_period VALUES ('acc_1', 1772323200000, 1775001600000, 999, 10)",
      "INSERT INTO usage_count VALUES ('acc_1', '2026-02-28', 'co2.compute', 7, 6)",
      "INSERT INTO usage_count VALUES ('acc_1', '2026-03-01', 'co2.compute', 5, 4)",
      "INSERT INTO delivery VALUES ('msg_1', 'ep_1', 'pending', 1000, NULL, 0, NULL, NULL)",
      "INSERT INTO delivery VALUES ('msg_2', 'ep_1', 'pending', 5000, NULL, 2, NULL, NULL)",
      "INSERT INTO delivery VALUES ('msg_3', 'ep_1', 'leased', 9000, 'token', 0, NULL, NULL)",
      "INSERT INTO delivery VALUES ('msg_4', 'ep_1', 'succeeded', NULL, NULL, 1, NULL, 1)"
    ]
    for (const statement of statements) yield* sql`${sql.literal(statement)}`
  }).pipe(Effect.provide(NodeSqliteClient.layer({ filename })))

describe("migrations", () => {
  it.effect("run once, and not when the database is opened again", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      yield* open(filename)
      const first = yield* applied(filename)
      yield* open(filename)
      assert.deepStrictEqual(first[0], [1, "initial"])
      assert.deepStrictEqual(yield* applied(filename), first)
    })
  )

  it.live("run once when several processes start at the same time", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const exits = yield* Effect.all(
        Array.from({ length: 3 }, () => runProgram(new URL("./programs/openStorage.ts", import.meta.url), filename)),
        { concurrency: "unbounded" }
      )
      for (const { code, output } of exits) {
        assert.strictEqual(code, 0, output)
        assert.include(output, "opened")
      }
      assert.deepStrictEqual((yield* applied(filename))[0], [1, "initial"])
    })
  )

  it.effect("move due deliveries into the queues of endpoints, and fill new columns", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      yield* createFirstVersion(filename)
      const context = yield* Layer.build(NodeSqliteClient.layer({ filename }))
      yield* Effect.provide(migrate, context)
      const sql = Context.get(context, SqlClient.SqlClient)
      const queues = yield* sql`SELECT endpoint_id, next_at FROM endpoint_queue ORDER BY endpoint_id`.values
      assert.deepStrictEqual(queues, [
        ["ep_1", 1000],
        ["ep_2", null]
      ])
      const states = yield* sql`SELECT message_id, state FROM delivery ORDER BY message_id`.values
      assert.deepStrictEqual(states, [
        ["msg_1", "pending"],
        ["msg_2", "retry"],
        ["msg_3", "leased"],
        ["msg_4", "succeeded"]
      ])
      const thresholds = yield* sql`SELECT DISTINCT date_change_threshold_hours FROM endpoint`.values
      assert.deepStrictEqual(thresholds, [[24]])
      const shipments = yield* sql`SELECT id, stop_reason, tracked_since, completed_at, review_at FROM shipment
        ORDER BY id`.values
      assert.deepStrictEqual(shipments, [
        ["shp_1", null, 1, null, 9 + DAY_MILLIS],
        ["shp_2", null, 1, 9, 9 + 7 * DAY_MILLIS],
        ["shp_3", "requested", 1, null, null]
      ])
      const registrations = yield* sql`SELECT * FROM registration`.values
      assert.deepStrictEqual(registrations, [["acc_1", "shp_1", "ep_1", 1, "{}", null]])
      const hours = yield* sql`SELECT * FROM usage_hour ORDER BY hour`.values
      assert.deepStrictEqual(hours, [
        ["acc_1", Date.UTC(2026, 1, 28), "co2.compute", 7, 0, 0, 6],
        ["acc_1", Date.UTC(2026, 2, 1), "co2.compute", 5, 0, 0, 4]
      ])
      const periods = yield* sql`SELECT id, granted, topped_up, consumed, notified_level, carried_over, decide_from
        FROM credit_period ORDER BY starts_at`.values
      assert.deepStrictEqual(
        periods.map(([, ...rest]) => rest),
        [
          [1000, 0, 1000, 100, 0, 800],
          [999, 0, 10, 100, 0, 800]
        ]
      )
      for (const [id] of periods) assert.isTrue(Schema.is(ConsumptionPeriodId)(id))
      const disabled = yield* sql`SELECT id, disabled_at, disabled_reason FROM endpoint WHERE disabled = 1`.values
      assert.deepStrictEqual(disabled, [["ep_2", 7, "owner"]])
      assert.deepStrictEqual(yield* sql`SELECT id, shipment_count FROM account`.values, [["acc_1", 3]])
      const verified = yield* sql`SELECT id, verified_at FROM endpoint ORDER BY id`.values
      assert.deepStrictEqual(verified, [
        ["ep_1", 1],
        ["ep_2", null]
      ])
    })
  )

  it.effect("reject a database of a newer version and do not change it", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      yield* open(filename)
      const database = new DatabaseSync(filename)
      database.exec("INSERT INTO landfall_migration (migration_id, name) VALUES (9999, 'from_the_future')")
      database.close()
      const error = yield* Effect.flip(open(filename))
      assert.strictEqual(error._tag, "DatabaseUnusable")
      assert.include(error.message, "newer version of Landfall (schema 9999")
      assert.include(error.message, "install the newer version")
      assert.deepStrictEqual((yield* applied(filename)).at(-1), [9999, "from_the_future"])
    })
  )

  it.effect("reject the database of another program and do not change it", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const database = new DatabaseSync(filename)
      database.exec("CREATE TABLE delivery (something INTEGER)")
      database.close()
      const error = yield* Effect.flip(open(filename))
      assert.strictEqual(error._tag, "DatabaseUnusable")
      assert.include(error.message, "belongs to another program: it has the tables delivery")
      const tables = new DatabaseSync(filename).prepare("SELECT name FROM sqlite_schema").all()
      assert.deepStrictEqual(
        tables.map(({ name }) => name),
        ["delivery"]
      )
    })
  )

  it.effect("roll back completely when one fails", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      yield* createFirstVersion(filename)
      const database = new DatabaseSync(filename)
      database.exec("CREATE TABLE endpoint_queue (something INTEGER)")
      database.close()
      const error = yield* Effect.flip(open(filename))
      assert.strictEqual(error._tag, "DatabaseUnusable")
      assert.include(error.message, "migration of the database failed")
      assert.deepStrictEqual(yield* applied(filename), [[1, "initial"]])
    })
  )
})
