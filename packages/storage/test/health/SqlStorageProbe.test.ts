import { copyFileSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { AccountStore } from "@landfall/core/accounts/Account"
import { StorageProbe } from "@landfall/core/health/StorageProbe"
import { accountOf } from "@landfall/testing/samples/Samples"
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { inNewMemory, openStorageOn, temporaryFile } from "../TestStorage.ts"

const openFile = Effect.gen(function* () {
  const filename = yield* temporaryFile
  const context = yield* Layer.build(openStorageOn(filename))
  const { run } = Context.get(context, StorageProbe)
  return { filename, context, sql: Context.get(context, SqlClient.SqlClient), run: Effect.map(run, Option.getOrNull) }
})

/** Overwrites every page after the first, or all of them, once nothing is left in the write-ahead log. */
const damage = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, filename: string, from: number) {
  yield* sql`PRAGMA wal_checkpoint(TRUNCATE)`
  const bytes = readFileSync(filename)
  bytes.fill(0xa5, from)
  writeFileSync(filename, bytes)
})

describe("a probe of a SQLite database", () => {
  it.effect("finds nothing wrong with a sound one, in a file and in memory", () =>
    Effect.gen(function* () {
      const { run } = yield* openFile
      assert.deepStrictEqual([yield* run, yield* run], [null, null])
      const { run: runInMemory } = Context.get(yield* Layer.build(inNewMemory), StorageProbe)
      assert.isTrue(Option.isNone(yield* runInMemory))
    })
  )

  it.effect("finds that the file was moved away, and that it is back", () =>
    Effect.gen(function* () {
      const { filename, run } = yield* openFile
      renameSync(filename, `${filename}.moved`)
      assert.strictEqual(yield* run, "moved")
      renameSync(`${filename}.moved`, filename)
      assert.isNull(yield* run)
    })
  )

  it.effect("finds that another file has replaced it", () =>
    Effect.gen(function* () {
      const { filename, run } = yield* openFile
      copyFileSync(filename, `${filename}.copy`)
      renameSync(`${filename}.copy`, filename)
      assert.strictEqual(yield* run, "moved")
    })
  )

  it.effect("finds damage of every page, although this process has them in its cache", () =>
    Effect.gen(function* () {
      const { filename, run, sql } = yield* openFile
      assert.isNull(yield* run)
      yield* damage(sql, filename, 0)
      assert.strictEqual(yield* run, "damaged")
    })
  )

  it.effect("reports the damage that any other statement found, until the database is opened again", () =>
    Effect.gen(function* () {
      const { context, filename, run, sql } = yield* openFile
      yield* Context.get(context, AccountStore).create(accountOf(1))
      const [row] = yield* sql`SELECT rootpage FROM sqlite_schema WHERE name = 'account'`.values
      const pageSize = Number((yield* sql`PRAGMA page_size`.values)[0]?.[0])
      yield* sql`PRAGMA wal_checkpoint(TRUNCATE)`
      const bytes = readFileSync(filename)
      const page = Number(row?.[0]) - 1
      bytes.fill(0xa5, page * pageSize, (page + 1) * pageSize)
      writeFileSync(filename, bytes)
      yield* sql`PRAGMA shrink_memory`
      assert.isNull(yield* run)
      yield* Effect.flip(sql`UPDATE account SET name = 'renamed'`)
      assert.strictEqual(yield* run, "damaged")
    })
  )
})
