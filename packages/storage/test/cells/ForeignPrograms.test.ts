import { assert, describe, it } from "@effect/vitest"
import { AccountId } from "@landfall/core/accounts/Account"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { accountTables } from "../../src/cells/AccountTables.ts"
import { findForeignPrograms } from "../../src/cells/ForeignPrograms.ts"
import { sqliteTriggersOf } from "../../src/cells/MoveTriggers.ts"
import { applyMigrations } from "../../src/Migrations.ts"
import * as NodeSqliteClient from "../../src/sqlite/NodeSqliteClient.ts"

describe("the triggers, views and virtual tables of a database", () => {
  it.effect("are foreign, except the triggers of an account that moves, word for word", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const run = (statement: string) => sql`${sql.literal(statement)}`.unprepared
      yield* applyMigrations
      assert.deepStrictEqual(yield* findForeignPrograms(sql), [])
      const triggers = [...sqliteTriggersOf(yield* accountTables, AccountId.make("acc_moving"))]
      assert.isAbove(triggers.length, 50)
      yield* Effect.forEach(triggers, run)
      assert.deepStrictEqual(yield* findForeignPrograms(sql), [])

      const [first = ""] = triggers
      const [, name = ""] = /^CREATE TRIGGER (\w+)/.exec(first) ?? []
      yield* run(`DROP TRIGGER ${name}`)
      yield* run(first.replace(/BEGIN/, "BEGIN DELETE FROM endpoint;"))
      yield* run("CREATE VIEW names AS SELECT name FROM application")
      assert.deepStrictEqual(yield* findForeignPrograms(sql), [`trigger "${name}"`, 'view "names"'])
    }).pipe(Effect.provide(Layer.fresh(NodeSqliteClient.layer({ filename: ":memory:" }))))
  )
})
