import { assert, describe, it } from "@effect/vitest"
import { Effect, type Layer, Redacted, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { countRows, deleteRows, forEachAccountPage, keyOf, readRows, upsertRows } from "../../src/cells/AccountCopy.ts"
import { type AccountTable, accountTables } from "../../src/cells/AccountTables.ts"
import { makeSource } from "../../src/cells/MoveCells.ts"
import { earliestInstant, forEachAttempt, forEachMessage, forEachUsageHour } from "../../src/export/ExportRows.ts"
import {
  hasEndpoints,
  measureBacklog,
  measureClockLead,
  readEndpointUrls
} from "../../src/inspection/DatabaseInspection.ts"
import { applyMigrations } from "../../src/Migrations.ts"
import * as AesGcmSecretBox from "../../src/secrets/AesGcmSecretBox.ts"
import { checkSecretKey } from "../../src/secrets/SecretKeyCheck.ts"
import * as LeaseClock from "../../src/sql/LeaseClock.ts"
import { MOVING, seed } from "../cells/CellRows.ts"
import { faultsOf, misplacedTables, ownerColumns, type StatementRecord } from "./StatementRecord.ts"

const ALL_TIME = { from: 0, until: Number.MAX_SAFE_INTEGER }
const ignore = () => Effect.void

/** Runs what reads or copies rows of accounts and is not a method of a store: exports, checks and moves. */
const runOthers = Effect.fnUntraced(function* (tables: ReadonlyArray<AccountTable>) {
  const sql = yield* SqlClient.SqlClient
  yield* seed(sql, tables, MOVING)
  yield* forEachMessage(sql, ALL_TIME, ignore)
  yield* forEachAttempt(sql, ALL_TIME, ignore)
  yield* forEachUsageHour(sql, ALL_TIME, ignore)
  for (const kind of ["messages", "attempts", "usage"] as const) yield* earliestInstant(sql, kind)
  yield* hasEndpoints(sql)
  yield* readEndpointUrls(sql, 10)
  yield* measureClockLead(sql)
  yield* measureBacklog(sql)
  yield* Effect.provide(checkSecretKey, AesGcmSecretBox.layer({ key: Redacted.make("a key for tests") }))
  const clock = yield* LeaseClock.LeaseClock
  const source = makeSource({ sql, clock }, { id: MOVING, number: 1, tables })
  yield* source.countInFlight
  yield* source.readSecrets
  for (const table of tables.toReversed()) {
    yield* forEachAccountPage(sql, table, MOVING, null, (rows) =>
      Effect.gen(function* () {
        const keys = rows.map((row) => keyOf(table, row))
        yield* upsertRows(sql, table, MOVING, yield* readRows(sql, table, MOVING, keys))
        yield* deleteRows(sql, table, MOVING, keys)
      })
    )
    assert.strictEqual(yield* countRows(sql, table, MOVING), 0)
  }
}, Effect.provide(LeaseClock.processLayer))

/**
 * Registers the rule that every recorded statement on data of accounts names the account. To be called after the suites whose
 * statements are recorded; it fails when only some of them have run.
 *
 * @param client a separate database
 */
export const accountStatementRules = <E>(
  name: string,
  record: StatementRecord,
  dialect: "sqlite" | "pg",
  client: Effect.Effect<Layer.Layer<SqlClient.SqlClient, E>, unknown, Scope.Scope>
): void => {
  describe(`the statements on ${name}`, () => {
    it.live("name the account whose data they concern, or are listed with a reason", () =>
      Effect.gen(function* () {
        const tables = yield* accountTables
        yield* Effect.andThen(applyMigrations, record.record(runOthers(tables))).pipe(Effect.provide(yield* client))
        assert.deepStrictEqual(misplacedTables, [])
        assert.isAbove(record.statements.length, 200)
        const faults = faultsOf(record.statements, yield* ownerColumns, dialect)
        assert.deepStrictEqual(faults, { statements: [], unusedExceptions: [] })
      })
    )
  })
}
