import { closeSync, fdatasync, openSync } from "node:fs"
import { Context, Effect, type Scope } from "effect"
import { SqlError } from "effect/sql"

/** Syncs the commits of one connection to disk. */
export interface LogSync {
  /** A statement has ended that may have committed. */
  readonly committed: () => void
  /** Waits until every commit so far is on disk. */
  readonly wait: Effect.Effect<void, SqlError.SqlError>
}

type SyncWaiter = (result: Effect.Effect<void, SqlError.SqlError>) => void

/** A sync for several waiting commits. */
interface SyncRound {
  /** The number of commits that it covers, counted from the first. */
  included: number
  /** Whether a sync that ran at the same time failed. The kernel reports a lost page to one of them alone. */
  isDoubtful: boolean
  readonly waiters: Array<SyncWaiter>
}

/**
 * The maximum number of syncs that run at the same time. The end of a sync is noticed in the next turn of the event loop: with one at
 * a time, a commit behind the sync of another account waits for two turns, which take up to 30 ms each on a busy server.
 */
const MAX_RUNNING = 2

const syncError = (cause: unknown): SqlError.SqlError =>
  new SqlError.SqlError({
    reason: new SqlError.UnknownError({
      cause,
      message: "A change may not be on disk: the write-ahead log of the database could not be synced",
      operation: "sync"
    })
  })

/**
 * Groups the syncs of commits: a commit waits for a sync that starts after it, and the commits that wait while two syncs run share
 * the next.
 *
 * @param sync syncs everything that was written before it was called, and then calls its argument
 */
export const makeLogSync = (sync: (done: (error: Error | null) => void) => void): LogSync => {
  let commits = 0
  let synced = 0
  const running = new Set<SyncRound>()
  let newest: SyncRound | undefined
  let next: SyncRound | undefined

  const makeRound = (waiter: SyncWaiter): SyncRound => ({ included: commits, isDoubtful: false, waiters: [waiter] })

  const run = (round: SyncRound): void => {
    round.included = commits
    running.add(round)
    newest = round
    sync((cause) => {
      running.delete(round)
      if (newest === round) newest = undefined
      const error = cause ?? (round.isDoubtful ? new Error("A sync of the log at the same time failed.") : null)
      // A sync that started later may have ended earlier.
      if (error === null) synced = Math.max(synced, round.included)
      if (cause !== null) for (const other of running) other.isDoubtful = true
      const waiting = next
      next = undefined
      if (waiting !== undefined) run(waiting)
      const result = error === null ? Effect.void : Effect.fail(syncError(error))
      for (const resume of round.waiters) resume(result)
    })
  }

  return {
    committed: () => {
      commits++
    },
    wait: Effect.callback((resume) => {
      if (commits === synced) return resume(Effect.void)
      if (newest?.included === commits) newest.waiters.push(resume)
      else if (running.size < MAX_RUNNING) run(makeRound(resume))
      else {
        if (next === undefined) next = makeRound(resume)
        else next.waiters.push(resume)
      }
    })
  }
}

/** Syncs an open file to disk, in a thread of the runtime. */
export const FileSync = Context.Reference<(descriptor: number, done: (error: Error | null) => void) => void>(
  "@landfall/storage/sqlite/FileSync",
  { defaultValue: () => fdatasync }
)

/**
 * Syncs the write-ahead log of a database in a thread of the runtime, so that neither the event loop nor the next writer waits for
 * the disk. SQLite itself takes no locks on the log, so that a second descriptor of it releases none.
 */
export const syncLogOf = Effect.fnUntraced(function* (path: string): Effect.fn.Return<LogSync, never, Scope.Scope> {
  const syncFile = yield* FileSync
  let descriptor: number | undefined
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      if (descriptor !== undefined) closeSync(descriptor)
    })
  )
  return makeLogSync((done) => {
    try {
      // SQLite creates the log with the first commit. Windows syncs only files that are open for writing.
      descriptor ??= openSync(`${path}-wal`, "r+")
      syncFile(descriptor, done)
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  })
})
