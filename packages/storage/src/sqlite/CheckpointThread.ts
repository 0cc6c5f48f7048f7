import { Worker } from "node:worker_threads"
import { Effect, type Scope } from "effect"

/** Commands that end before this time need no thread. */
const START_AFTER = "1 second"

/** The time for which the end of a checkpoint is awaited when the database is closed. */
const END_TIMEOUT = "2 seconds"

const INTERVAL_MILLIS = 2_000

/**
 * Copies the new pages of the write-ahead log into the database, without locking out its writer. The program of the
 * thread is a text, since the executable has no file that a thread could load.
 */
const PROGRAM = `
// The main thread has warned already, where Node's SQLite is experimental and the user wants to know.
process.removeAllListeners("warning")
const { statSync } = require("node:fs")
const { DatabaseSync } = require("node:sqlite")
const { parentPort, workerData } = require("node:worker_threads")
const database = new DatabaseSync(workerData.path)
const checkpoint = database.prepare("PRAGMA wal_checkpoint(PASSIVE)")
let writtenAt = 0
const timer = setInterval(() => {
  const log = statSync(workerData.path + "-wal", { throwIfNoEntry: false })
  if (log === undefined || log.mtimeMs === writtenAt) return
  writtenAt = log.mtimeMs
  try {
    checkpoint.all()
  } catch {
    // The log stays; the writer itself checkpoints it when it is long, and reports faults of the file.
  }
}, workerData.intervalMillis)
parentPort.once("message", () => {
  clearInterval(timer)
  database.close()
})
`

const startThread = (path: string): Effect.Effect<Worker> =>
  Effect.callback((resume) => {
    const worker = new Worker(PROGRAM, { eval: true, workerData: { path, intervalMillis: INTERVAL_MILLIS } })
    worker.unref()
    // A thread that cannot run is replaced by the checkpoints of the writer.
    worker.once("error", () => resume(Effect.never))
    worker.once("online", () => resume(Effect.succeed(worker)))
    return Effect.promise(() => worker.terminate())
  })

const endThread = (worker: Worker): Effect.Effect<void> =>
  Effect.callback<void>((resume) => {
    worker.once("exit", () => resume(Effect.void))
    worker.postMessage("close")
  }).pipe(Effect.timeoutOrElse({ duration: END_TIMEOUT, orElse: () => Effect.promise(() => worker.terminate()) }))

/**
 * Checkpoints a database in a separate thread while the scope is open. A checkpoint syncs the whole file: in the writer
 * it blocks the event loop for a tenth of a second where much is written.
 *
 * @param onStart called once the thread runs
 */
export const checkpointInThread = (path: string, onStart: () => void): Effect.Effect<void, never, Scope.Scope> =>
  Effect.sleep(START_AFTER).pipe(
    Effect.andThen(Effect.acquireRelease(startThread(path), endThread, { interruptible: true })),
    Effect.tap(() => Effect.sync(onStart)),
    Effect.forkScoped,
    Effect.asVoid
  )
