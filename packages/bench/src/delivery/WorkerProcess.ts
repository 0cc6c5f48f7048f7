import { fork } from "node:child_process"
import { Deferred, Effect, Redacted, Schema } from "effect"
import { LAUNCHER_FLAGS } from "../report/LauncherFlags.ts"

const Ready = Schema.Struct({ ready: Schema.Literal(true) })
const Progress = Schema.Struct({ succeeded: Schema.Int, residentBytes: Schema.Int })
const decodeWorkerMessage = Schema.decodeUnknownSync(Schema.Union([Ready, Progress]))

/** A delivery worker in a separate process. */
export interface WorkerProcess {
  readonly pid: number
  /** Starts the delivery. */
  readonly startDelivering: () => void
  /** Pauses the delivery; completes when the worker has paused. */
  readonly pause: Effect.Effect<void>
  /** The number of deliveries recorded as succeeded. */
  readonly succeededCount: () => number
  /** The peak resident memory in bytes. */
  readonly peakResidentBytes: () => number
}

/** Starts a worker on a database; completes when the worker has opened it. `program` is a module that reports as `worker.ts`. */
export const startWorker = Effect.fnUntraced(function* (
  url: Redacted.Redacted,
  program = new URL("./worker.ts", import.meta.url)
) {
  const ready = yield* Deferred.make<void>()
  let [succeeded, largestBytes] = [0, 0]
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      fork(program, [Redacted.value(url)], {
        execArgv: LAUNCHER_FLAGS
      })
    ),
    (child) => Effect.sync(() => child.kill("SIGKILL"))
  )
  child.on("message", (message) => {
    const report = decodeWorkerMessage(message)
    if ("ready" in report) return void Deferred.doneUnsafe(ready, Effect.void)
    succeeded = report.succeeded
    largestBytes = Math.max(largestBytes, report.residentBytes)
  })
  yield* Deferred.await(ready)
  const worker: WorkerProcess = {
    pid: child.pid ?? 0,
    startDelivering: () => void child.send({ begin: true }),
    pause: Effect.gen(function* () {
      child.send({ rest: true })
      while (succeeded > 0) yield* Effect.sleep(1)
    }),
    succeededCount: () => succeeded,
    peakResidentBytes: () => largestBytes
  }
  return worker
})
