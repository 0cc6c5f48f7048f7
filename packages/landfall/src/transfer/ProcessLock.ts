import { hostname } from "node:os"
import { Effect, FileSystem, Schema } from "effect"
import { writeNewFile } from "../settings/NewFile.ts"
import { TransferFailed } from "./TransferFailed.ts"

const LockOwner = Schema.fromJsonString(Schema.Struct({ pid: Schema.Int, host: Schema.String }))
type LockOwner = typeof LockOwner.Type

/** Whether the process that holds a lock has ended; false for one on another machine. */
const hasEnded = ({ host, pid }: LockOwner): Effect.Effect<boolean> =>
  host === hostname()
    ? Effect.match(
        Effect.try(() => process.kill(pid, 0)),
        { onFailure: () => true, onSuccess: () => false }
      )
    : Effect.succeed(false)

/**
 * Holds a lock file, which names this process, until the scope closes. It takes over the lock of a process of this machine
 * that has ended.
 *
 * @param running what another process that holds the lock does, as the subject of a sentence
 */
export const acquireProcessLock = Effect.fnUntraced(function* (lock: string, running: string) {
  const files = yield* FileSystem.FileSystem
  const owner = yield* Schema.encodeEffect(LockOwner)({ pid: process.pid, host: hostname() })
  const create = writeNewFile(lock, owner)
  const takeOver = Effect.gen(function* () {
    const holder = yield* Effect.flatMap(files.readFileString(lock), Schema.decodeUnknownEffect(LockOwner))
    if (!(yield* hasEnded(holder))) return yield* Effect.fail(holder)
    yield* files.remove(lock, { force: true })
    yield* create
  })
  yield* Effect.acquireRelease(
    Effect.catchReason(create, "PlatformError", "AlreadyExists", () =>
      Effect.mapError(
        takeOver,
        () =>
          new TransferFailed({
            message: `${running} is running: wait until it has ended. If none is, on any machine, delete ${lock} and try again.`
          })
      )
    ),
    () => Effect.orDie(files.remove(lock, { force: true }))
  )
})
