import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { userInfo } from "node:os"
import { join } from "node:path"
import { assert, describe } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { BackupEntry } from "../../src/transfer/BackupArchive.ts"
import { createBackup } from "../../src/transfer/CreateBackup.ts"
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

describe("a backup", () => {
  live("restores every table and the key into an empty folder", () =>
    Effect.gen(function* () {
      const { folder, settings } = yield* makeInstallation()
      const file = join(folder, "b.tar")
      const { manifest } = yield* createBackup(settings, file, false)
      assert.strictEqual(statSync(file).mode & 0o777, 0o600)
      assert.deepStrictEqual(readdirSync(folder).sort(), ["b.tar", "landfall.db", "landfall.db.key"])

      const other = yield* inFolder()
      const restored = yield* restoreBackup(other.settings, file, false)
      const before = yield* digestsOf(settings.database)
      assert.isAbove(before.find(({ table }) => table === "message")?.rows ?? 0, 600)
      assert.deepStrictEqual(restored.tables, before)
      assert.deepStrictEqual(manifest.tables, before)
      assert.deepStrictEqual(yield* digestsOf(other.settings.database), before)
      assert.strictEqual(readFileSync(join(other.folder, "landfall.db.key"), "utf8").trim(), Redacted.value(KEY))
      assert.deepStrictEqual(readdirSync(other.folder).sort(), ["landfall.db", "landfall.db.key"])
    })
  )

  live("is a tar file that sha256sum verifies, so that standard tools are enough to use it", () =>
    Effect.gen(function* () {
      const { folder, settings } = yield* makeInstallation(1)
      yield* createBackup(settings, join(folder, "b.tar"), false)
      const unpacked = join(folder, "unpacked")
      mkdirSync(unpacked)
      execFileSync("tar", ["xf", join(folder, "b.tar"), "-C", unpacked])
      const checked = execFileSync("sha256sum", ["-c", BackupEntry.sums], { cwd: unpacked }).toString()
      assert.strictEqual(checked.match(/: OK/g)?.length, 3)
    })
  )

  live("does not replace a file without --force, and leaves no half file behind when it fails", () =>
    Effect.gen(function* () {
      const { folder, settings } = yield* makeInstallation(1)
      const file = join(folder, "b.tar")
      writeFileSync(file, "mine")
      assert.match(yield* messageOf(createBackup(settings, file, false)), /^The file .*b\.tar exists: .* --force\.$/)
      assert.strictEqual(readFileSync(file, "utf8"), "mine")
      yield* createBackup(settings, file, true)
      assert.isAbove(statSync(file).size, 10_000)
      const nowhere = yield* messageOf(createBackup(settings, join(folder, "none", "b.tar"), false))
      assert.match(nowhere, /^The folder .*none does not exist: create it, or name another file\.$/)
      const absent = yield* inFolder()
      assert.match(yield* messageOf(createBackup(absent.settings, join(folder, "c.tar"), false)), /does not exist/)
      assert.deepStrictEqual(readdirSync(absent.folder), [])
    })
  )

  live("replaces what a run that was killed has left", () =>
    Effect.gen(function* () {
      const { folder, settings } = yield* makeInstallation(1)
      const file = join(folder, "b.tar")
      mkdirSync(`${file}.partial`)
      writeFileSync(join(`${file}.partial`, "landfall.db"), "half a database")
      yield* createBackup(settings, file, false)
      const other = yield* inFolder()
      mkdirSync(join(other.folder, "landfall.db.restoring"))
      writeFileSync(join(other.folder, "landfall.db.restoring", "landfall.db"), "half a database")
      yield* restoreBackup(other.settings, file, false)
      assert.deepStrictEqual(yield* digestsOf(other.settings.database), yield* digestsOf(settings.database))
      assert.isFalse(existsSync(`${file}.partial`) || existsSync(join(other.folder, "landfall.db.restoring")))
    })
  )

  live("without a usable key is not written", () =>
    Effect.gen(function* () {
      const { folder } = yield* makeInstallation(1)
      const wrong = yield* sqliteSettings(folder, { LANDFALL_SECRETS_KEY: "not the key of that time" })
      const message = yield* messageOf(createBackup(wrong, join(folder, "b.tar"), false))
      assert.match(message, /^The key in LANDFALL_SECRETS_KEY does not decrypt .*no backup was written/)
      assert.isFalse(existsSync(join(folder, "b.tar")))
    })
  )
})

const canMount = process.platform === "linux" && userInfo().uid === 0
if (!canMount) console.log("skipped, the backup to a small disk: only root on Linux can mount one")

describe.skipIf(!canMount)("a disk that is full", () => {
  live("stops a backup with one sentence, and retains the earlier backup", () =>
    Effect.gen(function* () {
      const { settings } = yield* makeInstallation(3_000)
      const disk = yield* temporaryFolder
      yield* Effect.acquireRelease(
        Effect.sync(() => execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk], { stdio: "ignore" })),
        () => Effect.sync(() => execFileSync("umount", ["--lazy", disk]))
      )
      const file = join(disk, "b.tar")
      writeFileSync(file, "the backup of yesterday")
      const message = yield* messageOf(createBackup(settings, file, true))
      assert.match(
        message,
        /^The backup .*b\.tar was not written: the disk is full: free space, or name another disk\.$/
      )
      assert.deepStrictEqual(readdirSync(disk), ["b.tar"])
      assert.strictEqual(readFileSync(file, "utf8"), "the backup of yesterday")
    })
  )
})
