import { execFileSync } from "node:child_process"
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Stream } from "effect"
import { readNamedText, streamNamedFile } from "../../src/terminal/NamedFile.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "landfall-pipe-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const pipe = Effect.map(folder, (path) => {
  const name = join(path, "pipe")
  execFileSync("mkfifo", [name])
  return name
})

const textOf = (path: string, writerDeadlineMillis?: number) =>
  Stream.mkString(Stream.decodeText(streamNamedFile(path, writerDeadlineMillis)))

const run = <A, E>(effect: Effect.Effect<A, E, NodeServices.NodeServices>) => Effect.provide(effect, NodeServices.layer)

describe.skipIf(process.platform === "win32")("a file that a command names", () => {
  it.live("is read up to its end, also as a pipe whose writer opens it late and pauses", () =>
    Effect.gen(function* () {
      const name = yield* pipe
      const text = yield* Effect.forkChild(run(textOf(name)))
      yield* Effect.yieldNow
      const writer = createWriteStream(name)
      const half = "x".repeat(300_000)
      yield* Effect.callback<void>((resume) => void writer.write(half, () => resume(Effect.void)))
      yield* Effect.sleep("60 millis")
      writer.end("end")
      assert.strictEqual(yield* Fiber.join(text), `${half}end`)

      const file = join(yield* folder, "file")
      writeFileSync(file, half)
      assert.strictEqual(yield* run(textOf(file)), half)
    }).pipe(Effect.scoped)
  )

  it.live("that is a pipe without a writer fails at the deadline", () =>
    Effect.gen(function* () {
      const name = yield* pipe
      const error = yield* Effect.flip(run(textOf(name, 100)))
      assert.include(error.message, `no program has written to the pipe ${name} for 0.1 s`)
    }).pipe(Effect.scoped)
  )

  it.live("is read whole only up to a size, whatever it is, and fails as a pipe that no program writes", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "file")
      writeFileSync(file, "12345")
      assert.strictEqual(yield* run(readNamedText(file, 5)), "12345")
      assert.match((yield* Effect.flip(run(readNamedText(file, 4)))).message, /file has more than 4 bytes/u)
      assert.match((yield* Effect.flip(run(readNamedText("/dev/zero", 100_000)))).message, /more than 100000 bytes/u)
      const silent = yield* Effect.flip(run(readNamedText(yield* pipe, 100, 50)))
      assert.match(silent.message, /no program has written/u)
    }).pipe(Effect.scoped)
  )
})
