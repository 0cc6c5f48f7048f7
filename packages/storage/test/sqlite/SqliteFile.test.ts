import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as NodeSqliteClient from "../../src/sqlite/NodeSqliteClient.ts"
import { temporaryFile, temporaryFolder } from "../TestStorage.ts"

const rejectionMessage = (filename: string) =>
  Effect.map(Effect.flip(Effect.scoped(Layer.build(NodeSqliteClient.layer({ filename })))), (error) => error.message)

const assertOneLineWith = (message: string, ...parts: ReadonlyArray<string>) => {
  for (const part of parts) assert.include(message, part)
  assert.notInclude(message, "\n")
}

describe("a database file", () => {
  it.effect("is created with its folders when it does not exist", () =>
    Effect.gen(function* () {
      const filename = join(yield* temporaryFolder, "data", "of", "landfall.db")
      yield* Effect.scoped(Layer.build(NodeSqliteClient.layer({ filename })))
      assert.isTrue(existsSync(filename))
    })
  )

  it.effect("has no write-ahead log after it is closed", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      yield* Effect.scoped(
        Effect.gen(function* () {
          const context = yield* Layer.build(NodeSqliteClient.layer({ filename }))
          const sql = yield* Effect.provide(SqlClient.SqlClient, context)
          yield* sql`CREATE TABLE container (id INTEGER)`
          assert.isTrue(existsSync(`${filename}-wal`))
        })
      )
      assert.isFalse(existsSync(`${filename}-wal`))
    })
  )
})

describe("an unusable database is rejected with a one-line message that names the fix", () => {
  it.effect("when the file is not a database, which stays unchanged", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const text = "this is plain text and not a database. ".repeat(100)
      writeFileSync(filename, text)
      assertOneLineWith(yield* rejectionMessage(filename), filename, "is not a SQLite database", "name another")
      assert.strictEqual(readFileSync(filename, "utf8"), text)
    })
  )

  it.effect("when the path is a folder", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      assertOneLineWith(yield* rejectionMessage(folder), folder, "is not a file", "landfall.db")
    })
  )

  it.effect("when its folder cannot be created", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      writeFileSync(join(folder, "file"), "")
      assertOneLineWith(
        yield* rejectionMessage(join(folder, "file", "landfall.db")),
        join(folder, "file"),
        "cannot be created"
      )
    })
  )

  it.effect("when it is damaged", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const database = new DatabaseSync(filename)
      database.exec("CREATE TABLE container (id INTEGER)")
      database.close()
      const bytes = readFileSync(filename)
      bytes.fill(0xff, 100, 200)
      writeFileSync(filename, bytes)
      assertOneLineWith(yield* rejectionMessage(filename), filename, "is damaged", "backup")
    })
  )

  it.live("when another program holds an exclusive lock", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      mkdirSync(dirname(filename), { recursive: true })
      const other = new DatabaseSync(filename)
      other.exec("PRAGMA locking_mode = EXCLUSIVE; CREATE TABLE container (id INTEGER); BEGIN EXCLUSIVE")
      assertOneLineWith(yield* rejectionMessage(filename), filename, "is locked by another process")
      other.close()
    })
  )
})
