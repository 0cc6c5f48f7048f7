import { execFileSync } from "node:child_process"
import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { createServer, type Server } from "node:net"
import { userInfo } from "node:os"
import { join } from "node:path"
import { assert, describe } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { runExport } from "../../src/export/RunExport.ts"
import { secretsKeyPath } from "../../src/settings/SecretsKey.ts"
import { BackupEntry } from "../../src/transfer/BackupArchive.ts"
import { createBackup } from "../../src/transfer/CreateBackup.ts"
import { restoreBackup } from "../../src/transfer/RestoreBackup.ts"
import { applyKeyPlan } from "../../src/transfer/RestoreKey.ts"
import { reasonOf } from "../../src/transfer/TransferFailed.ts"
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

  live("replaces regular files only, and none that the installation uses", () =>
    Effect.gen(function* () {
      const { folder, settings } = yield* makeInstallation(1)
      mkdirSync(join(folder, "folder"))
      linkSync(join(folder, "landfall.db"), join(folder, "hard.tar"))
      symlinkSync(join(folder, "landfall.db"), join(folder, "soft.tar"))
      const before = yield* digestsOf(settings.database)
      for (const [name, fault] of [
        ["folder", /folder is a folder: name another file for the backup\.$/],
        ["landfall.db", /landfall\.db is .*landfall\.db, which this installation uses: name another file/],
        ["hard.tar", /hard\.tar is .*landfall\.db, which this installation uses/],
        ["soft.tar", /soft\.tar is .*landfall\.db, which this installation uses/],
        ["landfall.db.key", /landfall\.db\.key is .*landfall\.db\.key, which this installation uses/]
      ] as const) {
        assert.match(yield* messageOf(createBackup(settings, join(folder, name), true)), fault)
      }
      if (process.platform !== "win32") {
        const socket = join(folder, "socket")
        yield* Effect.acquireRelease(
          Effect.callback<Server>((resume) => {
            const server = createServer().listen(socket, () => resume(Effect.succeed(server)))
          }),
          (server) => Effect.sync(() => server.close())
        )
        assert.match(yield* messageOf(createBackup(settings, socket, true)), /socket is a socket: /)
        assert.match(yield* messageOf(restoreBackup(settings, "/dev/zero", true)), /^\/dev\/zero is a device: /)
      }
      assert.match(yield* messageOf(restoreBackup(settings, join(folder, "folder"), true)), /folder is a folder: /)
      assert.deepStrictEqual(yield* digestsOf(settings.database), before)
      assert.strictEqual(readFileSync(join(folder, "landfall.db.key"), "utf8").trim(), Redacted.value(KEY))
    })
  )

  live("removes no file that a backup does not create", () =>
    Effect.gen(function* () {
      const { folder, settings } = yield* makeInstallation(1)
      const file = join(folder, "b.tar")
      mkdirSync(`${file}.partial`)
      writeFileSync(join(`${file}.partial`, "notes.txt"), "mine")
      const message = yield* messageOf(createBackup(settings, file, false))
      assert.match(message, /works in the folder .*b\.tar\.partial, and it contains notes\.txt, .*: move it away/)
      assert.strictEqual(readFileSync(join(`${file}.partial`, "notes.txt"), "utf8"), "mine")
      const other = yield* makeInstallation(1)
      yield* createBackup(other.settings, join(other.folder, "b.tar"), false)
      writeFileSync(join(folder, "landfall.db.restoring"), "mine")
      const restored = yield* messageOf(restoreBackup(settings, join(other.folder, "b.tar"), true))
      assert.match(restored, /landfall\.db\.restoring, and there is a file of this name: move it away/)
      assert.strictEqual(readFileSync(join(folder, "landfall.db.restoring"), "utf8"), "mine")
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

/** A file system of 1 MiB. */
const smallDisk = Effect.gen(function* () {
  const disk = yield* temporaryFolder
  yield* Effect.acquireRelease(
    Effect.sync(() => execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk], { stdio: "ignore" })),
    () => Effect.sync(() => execFileSync("umount", ["--lazy", disk]))
  )
  return disk
})

const FILLING = "filling"

/** Writes until the disk is full. */
const fillDisk = (disk: string): void => {
  assert.throws(() => {
    for (;;) appendFileSync(join(disk, FILLING), Buffer.alloc(4_096))
  }, "ENOSPC")
}

describe.skipIf(!canMount)("a disk that is full", () => {
  live("stops a backup with one sentence, and retains the earlier backup", () =>
    Effect.gen(function* () {
      const { settings } = yield* makeInstallation(3_000)
      const disk = yield* smallDisk
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

  live("stops an export with one sentence, and does not stop the next one", () =>
    Effect.gen(function* () {
      const { settings } = yield* makeInstallation(1)
      const disk = yield* smallDisk
      const folder = join(disk, "export")
      mkdirSync(folder)
      fillDisk(disk)
      const message = yield* messageOf(runExport(settings, folder, ["messages"]))
      assert.match(message, /^The export to .* failed: the disk is full: free space, or name another disk\.$/)
      assert.deepStrictEqual(readdirSync(folder), [])
      rmSync(join(disk, FILLING))
      yield* runExport(settings, folder, ["messages"])
    })
  )

  live("leaves no part of a key file, and the former one in its place", () =>
    Effect.gen(function* () {
      const disk = yield* smallDisk
      const settings = yield* sqliteSettings(disk)
      const path = secretsKeyPath(settings, settings.database)
      writeFileSync(path, "the former key")
      fillDisk(disk)
      const plan = { _tag: "WriteKeyFile", key: KEY, replaces: true } as const
      assert.include(reasonOf(yield* Effect.flip(applyKeyPlan(settings, plan, ".replaced"))), "the disk is full")
      assert.strictEqual(readFileSync(path, "utf8"), "the former key")
      rmSync(path)
      fillDisk(disk)
      const first = { ...plan, replaces: false }
      assert.include(reasonOf(yield* Effect.flip(applyKeyPlan(settings, first, ".replaced"))), "the disk is full")
      assert.deepStrictEqual(readdirSync(disk), [FILLING])
    })
  )
})
