import { chmodSync, statSync } from "node:fs"
import process from "node:process"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { databaseFiles } from "../../src/sqlite/FileIdentity.ts"
import { findWideMode, privateMode } from "../../src/sqlite/FileMode.ts"
import { storageOn, temporaryFile } from "../TestStorage.ts"

const modesOf = (filename: string) => databaseFiles(filename).map((path) => statSync(path).mode & 0o777)

const withUmask = (mask: number) =>
  Effect.acquireRelease(
    Effect.sync(() => process.umask(mask)),
    (before) => Effect.sync(() => process.umask(before))
  )

describe("the mode of a file", () => {
  it("excludes all others, except a group that may write", () => {
    const modes = [0o600, 0o644, 0o640, 0o666, 0o664, 0o660, 0o755].map(privateMode)
    assert.deepStrictEqual(modes, [0o600, 0o600, 0o600, 0o660, 0o660, 0o660, 0o700])
  })
})

const hasNoModes = process.getuid === undefined
if (hasNoModes) console.log("skipped, the modes of database files: this system has no users and modes of POSIX")

describe.skipIf(hasNoModes)("the files of a database", () => {
  it.effect("are readable by their owner alone, whatever the umask", () =>
    Effect.forEach([0o000, 0o022, 0o277], (mask) =>
      Effect.gen(function* () {
        const filename = yield* temporaryFile
        yield* withUmask(mask)
        yield* Layer.build(storageOn(filename))
        assert.deepStrictEqual(modesOf(filename), [0o600, 0o600, 0o600])
      }).pipe(Effect.scoped)
    )
  )

  it.effect("lose the access of other users when a service opens them", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      yield* Effect.scoped(Layer.build(storageOn(filename)))
      chmodSync(filename, 0o644)
      assert.deepStrictEqual(Option.getOrNull(findWideMode(filename)), { mode: "644", proper: "600" })
      yield* Layer.build(storageOn(filename))
      assert.deepStrictEqual(modesOf(filename), [0o600, 0o600, 0o600])
      assert.isTrue(Option.isNone(findWideMode(filename)))
    })
  )
})
