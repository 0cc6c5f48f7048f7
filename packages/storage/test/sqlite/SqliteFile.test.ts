import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as NodeSqliteClient from "../../src/sqlite/NodeSqliteClient.ts"
import { temporaryFile, temporaryFolder } from "../TestStorage.ts"

const refusal = (filename: string) =>
  Effect.map(Effect.flip(Effect.scoped(Layer.build(NodeSqliteClient.layer({ filename })))), (error) => error.message)

const assertHelpful = (message: string, ...parts: ReadonlyArray<string>) => {
  for (const part of parts) assert.include(message, part)
  assert.notInclude(message, "\n")
}

describe("a database file", () => {
  it.effect("is made with its folders when there is none", () =>
    Effect.gen(function* () {
      const filename = join(yield* temporaryFolder, "data", "of", "landfall.db")
      yield* Effect.scoped(Layer.build(NodeSqliteClient.layer({ filename })))
      assert.isTrue(existsSync(filename))
    })
  )

  it.effect("leaves no log behind when it is closed", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      yield* Effect.scoped(
        Effect.gen(function* () {
          const context = yield* Layer.build(NodeSqliteClient.layer({ filename }))
          const sql = yield* Effect.provide(SqlClient.SqlClient, context)
          yield* sql`CREATE TABLE box (id INTEGER)`
          assert.isTrue(existsSync(`${filename}-wal`))
        })
      )
      assert.isFalse(existsSync(`${filename}-wal`))
    })
  )
})

describe("a database that cannot be used is refused with one line that says what to do", () => {
  it.effect("when the file is something else, which stays as it is", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const text = "this is a letter to my aunt, and no database. ".repeat(100)
      writeFileSync(filename, text)
      assertHelpful(yield* refusal(filename), filename, "is not a SQLite database", "name another")
      assert.strictEqual(readFileSync(filename, "utf8"), text)
    })
  )

  it.effect("when the name is that of a folder", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      assertHelpful(yield* refusal(folder), folder, "is not a file", "landfall.db")
    })
  )

  it.effect("when its folder cannot be made", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      writeFileSync(join(folder, "file"), "")
      assertHelpful(yield* refusal(join(folder, "file", "landfall.db")), join(folder, "file"), "cannot be created")
    })
  )

  it.effect("when it is damaged", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const database = new DatabaseSync(filename)
      database.exec("CREATE TABLE box (id INTEGER)")
      database.close()
      const bytes = readFileSync(filename)
      bytes.fill(0xff, 100, 200)
      writeFileSync(filename, bytes)
      assertHelpful(yield* refusal(filename), filename, "is damaged", "backup")
    })
  )

  it.live(
    "when another program keeps it to itself",
    () =>
      Effect.gen(function* () {
        const filename = yield* temporaryFile
        mkdirSync(dirname(filename), { recursive: true })
        const other = new DatabaseSync(filename)
        other.exec("PRAGMA locking_mode = EXCLUSIVE; CREATE TABLE box (id INTEGER); BEGIN EXCLUSIVE")
        assertHelpful(yield* refusal(filename), filename, "is locked by another process")
        other.close()
      }),
    20_000
  )
})
