import { assert, describe, it } from "@effect/vitest"
import { StorageProbe } from "@landfall/core/health/StorageProbe"
import { Context, Effect, Layer, Logger, Option, type Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as SqlStorageProbe from "../../src/health/SqlStorageProbe.ts"
import * as PostgresClient from "../../src/postgres/PostgresClient.ts"
import * as LeaseClock from "../../src/sql/LeaseClock.ts"
import { newSchema, openProcess, skipReason, withServer } from "./TestServer.ts"

/** A table that has room for its rows and for no further one, as on a full disk. */
const FULL = `CREATE FUNCTION reject_row() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$`
const REJECT = `CREATE TRIGGER full_disk BEFORE INSERT ON stored_instant
  FOR EACH ROW WHEN (NEW.name <> 'probe') EXECUTE FUNCTION reject_row()`

const probeOn = (url: Redacted.Redacted) =>
  SqlStorageProbe.layer.pipe(Layer.provide(LeaseClock.processLayer), Layer.provideMerge(PostgresClient.layer({ url })))

describe.skipIf(skipReason !== undefined)("a Postgres server whose disk is full", () => {
  withServer()

  it.live("is unwritable once a statement found it full, until rows that need room are stored again", () =>
    Effect.gen(function* () {
      const url = yield* newSchema
      yield* openProcess({ url })
      const context = yield* Layer.build(probeOn(url))
      const sql = Context.get(context, SqlClient.SqlClient)
      const { run } = Context.get(context, StorageProbe)
      const problem = Effect.map(run, Option.getOrNull)
      assert.isNull(yield* problem)
      yield* sql`${sql.literal(FULL)}`.unprepared
      yield* sql`${sql.literal(REJECT)}`.unprepared
      assert.isNull(yield* problem, "the row of the probe needs no room")

      const store = sql`INSERT INTO stored_instant (name, at) VALUES ('other', 1)`
      assert.isTrue((yield* Effect.exit(store))._tag === "Failure")
      assert.strictEqual(yield* problem, "unwritable")
      assert.strictEqual(yield* problem, "unwritable")

      yield* sql`DROP TRIGGER full_disk ON stored_instant`
      assert.isNull(yield* problem)
      const rows = yield* sql`SELECT name FROM stored_instant WHERE name LIKE 'probe %'`
      assert.deepStrictEqual(rows, [], "the rows that needed room are rolled back")
    }).pipe(Effect.scoped, Effect.provide(Logger.layer([])))
  )
})
