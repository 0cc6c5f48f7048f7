import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { assert, describe } from "@effect/vitest"
import { MIGRATION_TABLE, NEWEST_MIGRATION } from "@landfall/storage/Migrations"
import { initial } from "@landfall/storage/migrations/0001_initial"
import { Effect, Redacted } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import { BackupEntry, packArchive } from "../../src/transfer/BackupArchive.ts"
import { createBackup } from "../../src/transfer/CreateBackup.ts"
import { openDatabase } from "../../src/transfer/OpenDatabase.ts"
import { restoreBackup } from "../../src/transfer/RestoreBackup.ts"
import {
  digestsOf,
  inFolder,
  KEY,
  live,
  makeInstallation,
  messageOf,
  sqliteSettings,
  temporaryFolder
} from "./Installation.ts"

/** A new archive of an extracted one, after a change. */
const repack = Effect.fnUntraced(function* (file: string, change: (folder: string) => void) {
  const folder = yield* temporaryFolder
  execFileSync("tar", ["xf", file, "-C", folder])
  change(folder)
  const names = readdirSync(folder).filter((name) => name !== BackupEntry.sums)
  const repacked = join(yield* temporaryFolder, "repacked.tar")
  yield* packArchive(folder, names, repacked)
  return repacked
})

describe("a restore", () => {
  live("rejects every damage, and changes nothing then", () =>
    Effect.gen(function* () {
      const { folder, settings } = yield* makeInstallation(50)
      const file = join(folder, "b.tar")
      yield* createBackup(settings, file, false)
      const bytes = readFileSync(file)
      const other = yield* inFolder()
      const restore = (content: Uint8Array) => {
        const path = join(folder, "damaged.tar")
        writeFileSync(path, content)
        return messageOf(restoreBackup(other.settings, path, false))
      }
      // In the manifest, in the middle and at the end of the database, in the key, in the digests.
      const keyAt = bytes.indexOf(Redacted.value(KEY))
      const sumsAt = bytes.indexOf("  manifest.json")
      for (const at of [600, Math.floor(bytes.length / 2), keyAt - 600, keyAt + 3, sumsAt - 5]) {
        const flipped = Uint8Array.from(bytes)
        flipped[at] = (flipped[at] ?? 0) ^ 1
        assert.match(
          yield* restore(flipped),
          /is not a complete backup of Landfall: .* Nothing was changed/,
          String(at)
        )
      }
      for (const length of [0, 100, 512, 5_000, Math.floor(bytes.length / 2), bytes.length - 2_000]) {
        assert.match(yield* restore(bytes.subarray(0, length)), /Nothing was changed/, String(length))
      }
      assert.match(yield* restore(Buffer.from("just a text".repeat(1_000))), /is not a complete backup of Landfall/)
      assert.match(yield* restore(readFileSync(join(folder, "landfall.db"))), /is not a complete backup of Landfall/)
      assert.deepStrictEqual(readdirSync(other.folder), [])
      const missing = yield* messageOf(restoreBackup(other.settings, join(folder, "none.tar"), false))
      assert.match(missing, /^The file .*none\.tar does not exist/)
    })
  )

  live(
    "rejects triggers, views and tables that Landfall does not create, except the triggers of an account that moves",
    () =>
      Effect.gen(function* () {
        const { folder, settings } = yield* makeInstallation(1)
        const file = join(folder, "b.tar")
        yield* createBackup(settings, file, false)
        const restoreWith = Effect.fnUntraced(function* (statement: string) {
          const changed = yield* repack(file, (extracted) => {
            const database = new DatabaseSync(join(extracted, BackupEntry.database))
            database.exec(statement)
            database.close()
          })
          const { settings: other } = yield* inFolder()
          return restoreBackup(other, changed, false)
        })
        for (const [statement, part] of [
          ["CREATE TRIGGER harmless AFTER INSERT ON application BEGIN DELETE FROM endpoint; END", 'trigger "harmless"'],
          ["CREATE VIEW names AS SELECT name FROM application", 'view "names"'],
          ["CREATE VIRTUAL TABLE search USING fts5(text)", 'table "search"'],
          [
            "CREATE TRIGGER landfall_fence_endpoint_insert BEFORE INSERT ON endpoint WHEN NEW.account_id = 'acc_1' BEGIN DELETE FROM endpoint; END",
            'trigger "landfall_fence_endpoint_insert"'
          ],
          ["CREATE TABLE pictures (content BLOB)", "The column content of pictures has the type BLOB"]
        ] as const) {
          const message = yield* messageOf(yield* restoreWith(statement))
          assert.match(
            message,
            /has parts that Landfall does not create \(.*Nothing was changed; use another backup\.$/
          )
          assert.include(message, part)
        }
      })
  )

  live("rejects entries that no backup has, so that an archive cannot write elsewhere", () =>
    Effect.gen(function* () {
      const { folder, settings } = yield* makeInstallation(1)
      const file = join(folder, "b.tar")
      yield* createBackup(settings, file, false)
      const other = yield* inFolder()
      const hostile = yield* repack(file, (unpacked) => writeFileSync(join(unpacked, "evil.sh"), "rm"))
      assert.match(yield* messageOf(restoreBackup(other.settings, hostile, false)), /unknown entry "evil\.sh"/)
      assert.deepStrictEqual(readdirSync(other.folder), [])
    })
  )

  live("rejects rows that differ from the manifest even when every digest of a file is right", () =>
    Effect.gen(function* () {
      const { folder, settings } = yield* makeInstallation(3)
      const file = join(folder, "b.tar")
      yield* createBackup(settings, file, false)
      const changed = yield* repack(file, (unpacked) => {
        const database = new DatabaseSync(join(unpacked, BackupEntry.database))
        database.exec("UPDATE message SET type = 'other' WHERE id = (SELECT min(id) FROM message)")
        database.close()
      })
      const other = yield* inFolder()
      assert.match(yield* messageOf(restoreBackup(other.settings, changed, false)), /the rows of message differ/)
    })
  )

  live("rejects a backup of a newer schema", () =>
    Effect.gen(function* () {
      const { folder, settings } = yield* makeInstallation(3)
      const file = join(folder, "b.tar")
      yield* createBackup(settings, file, false)
      const newer = yield* repack(file, (unpacked) => {
        const path = join(unpacked, BackupEntry.manifest)
        writeFileSync(
          path,
          JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), landfall: "9.9.9", schema: 9_999 })
        )
      })
      const other = yield* inFolder()
      const message = yield* messageOf(restoreBackup(other.settings, newer, false))
      assert.match(
        message,
        /was made by Landfall 9\.9\.9 with schema 9999, and this version supports schema \d+: install/
      )
      assert.deepStrictEqual(readdirSync(other.folder), [])
    })
  )

  live("updates a backup of an older schema, which the backup leaves as it is", () =>
    Effect.gen(function* () {
      const { folder, settings } = yield* inFolder()
      yield* Effect.scoped(
        Effect.gen(function* () {
          const sql = yield* openDatabase(settings.database, { exclusive: true })
          const first = Migrator.make({})({
            loader: Migrator.fromRecord({ "0001_initial": initial }),
            table: MIGRATION_TABLE
          })
          yield* Effect.provideService(first, SqlClient.SqlClient, sql)
          yield* sql`INSERT INTO account (id, name, plan, created_at) VALUES ('acc_1', 'First', 'free', 1)`
        })
      )
      const file = join(folder, "b.tar")
      assert.strictEqual((yield* createBackup(settings, file, false)).manifest.schema, 1)
      const other = yield* inFolder()
      const restored = yield* restoreBackup(other.settings, file, false)
      assert.deepStrictEqual(yield* digestsOf(other.settings.database), restored.tables)
      const database = new DatabaseSync(join(other.folder, "landfall.db"), { readOnly: true })
      assert.deepInclude(database.prepare("SELECT max(migration_id) AS newest FROM landfall_migration").get(), {
        newest: NEWEST_MIGRATION
      })
      assert.deepInclude(database.prepare("SELECT name FROM account").get(), { name: "First" })
      database.close()
    })
  )

  live("replaces a database that is not empty only with --force, and retains it and its key under other names", () =>
    Effect.gen(function* () {
      const { folder, settings } = yield* makeInstallation(20)
      const file = join(folder, "b.tar")
      yield* createBackup(settings, file, false)
      const backedUp = yield* digestsOf(settings.database)
      const other = yield* makeInstallation(5)
      const otherKey = join(other.folder, "landfall.db.key")
      const otherRows = yield* digestsOf(other.settings.database)
      assert.match(
        yield* messageOf(restoreBackup(other.settings, file, false)),
        /is not empty: .*--force.* Nothing was changed/
      )
      assert.deepStrictEqual(yield* digestsOf(other.settings.database), otherRows)

      writeFileSync(otherKey, "another key than that of the backup")
      assert.match(
        yield* messageOf(restoreBackup(other.settings, file, false)),
        /differs from the key in the backup.*--force/
      )
      const { retained } = yield* restoreBackup(other.settings, file, true)
      assert.deepStrictEqual(yield* digestsOf(other.settings.database), backedUp)
      assert.strictEqual(readFileSync(otherKey, "utf8").trim(), Redacted.value(KEY))
      const [retainedKey = "", retainedDatabase = ""] = retained
      assert.strictEqual(readFileSync(retainedKey, "utf8"), "another key than that of the backup")
      assert.deepStrictEqual(yield* digestsOf({ _tag: "SqliteFile", path: retainedDatabase }), otherRows)
    })
  )

  live("never replaces a database that another connection has open, nor one of another program", () =>
    Effect.gen(function* () {
      const { folder, settings } = yield* makeInstallation(1)
      const file = join(folder, "b.tar")
      yield* createBackup(settings, file, false)
      const other = yield* makeInstallation(1)
      const before = yield* digestsOf(other.settings.database)
      const server = new DatabaseSync(join(other.folder, "landfall.db"))
      server.prepare("SELECT count(*) FROM account").all()
      assert.match(
        yield* messageOf(restoreBackup(other.settings, file, true)),
        /is in use by another process: stop the servers/
      )
      server.close()
      assert.deepStrictEqual(yield* digestsOf(other.settings.database), before)

      const foreign = yield* inFolder()
      const database = new DatabaseSync(join(foreign.folder, "landfall.db"))
      database.exec("CREATE TABLE invoices (n)")
      database.close()
      assert.match(yield* messageOf(restoreBackup(foreign.settings, file, true)), /belongs to another program/)
    })
  )

  live("needs the key of the backup: from the file, from the variable, or its error names which is missing", () =>
    Effect.gen(function* () {
      const { folder } = yield* makeInstallation(1)
      const variable = { LANDFALL_SECRETS_KEY: Redacted.value(KEY) }
      const withVariable = yield* sqliteSettings(folder, variable)
      const file = join(folder, "b.tar")
      const { manifest } = yield* createBackup(withVariable, file, false)
      assert.strictEqual(manifest.secretsKey, "not included")
      assert.notInclude(readFileSync(file).toString("latin1"), Redacted.value(KEY))

      const without = yield* inFolder()
      assert.match(
        yield* messageOf(restoreBackup(without.settings, file, false)),
        /set LANDFALL_SECRETS_KEY to that key/
      )
      const wrong = yield* inFolder({ LANDFALL_SECRETS_KEY: "not the key of that time" })
      assert.match(
        yield* messageOf(restoreBackup(wrong.settings, file, false)),
        /LANDFALL_SECRETS_KEY does not decrypt/
      )
      assert.deepStrictEqual([...readdirSync(without.folder), ...readdirSync(wrong.folder)], [])
      const right = yield* inFolder(variable)
      assert.strictEqual((yield* restoreBackup(right.settings, file, false)).key, "UseSetting")
    })
  )
})
