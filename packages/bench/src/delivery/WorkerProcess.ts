import { fork } from "node:child_process"
import { Deferred, Effect, Redacted, Schema } from "effect"

const Ready = Schema.Struct({ ready: Schema.Literal(true) })
const Progress = Schema.Struct({ succeeded: Schema.Int, residentBytes: Schema.Int })
const decodeWorkerMessage = Schema.decodeUnknownSync(Schema.Union([Ready, Progress]))

/** A delivery worker that runs in a process of its own. */
export interface WorkerProcess {
  /** Has it begin to deliver. */
  readonly startDelivering: () => void
  /** Has it end, until it is to begin again; it has ended when this completes. */
  readonly pause: Effect.Effect<void>
  /** How many deliveries it has recorded as succeeded. */
  readonly succeededCount: () => number
  /** The largest it has been, in bytes of resident memory. */
  readonly peakResidentBytes: () => number
}

/** Starts a worker on a database; it has opened it when this completes. */
export const startWorker = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const ready = yield* Deferred.make<void>()
  let [succeeded, largestBytes] = [0, 0]
  const child = yield* Effect.acquireRelease(
    Effect.sync(() =>
      fork(new URL("./worker.ts", import.meta.url), [Redacted.value(url)], {
        execArgv: ["--disable-warning=ExperimentalWarning"]
      })
    ),
    (child) => Effect.sync(() => child.kill("SIGKILL"))
  )
  child.on("message", (message) => {
    const told = decodeWorkerMessage(message)
    if ("ready" in told) return void Deferred.doneUnsafe(ready, Effect.void)
    succeeded = told.succeeded
    largestBytes = Math.max(largestBytes, told.residentBytes)
  })
  yield* Deferred.await(ready)
  const worker: WorkerProcess = {
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
