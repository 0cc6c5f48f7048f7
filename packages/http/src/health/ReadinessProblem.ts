import type { Backlog } from "@landfall/core/alerts/delivery/DueBacklog"
import type { DispatcherHealth } from "@landfall/core/alerts/dispatch/DispatcherHealth"
import { countWorkers, STALL_MILLIS, type WorkerHeartbeat } from "@landfall/core/alerts/dispatch/WorkerHeartbeats"
import type { StorageProblem } from "@landfall/core/health/StorageProbe"
import { formatCount } from "@landfall/core/listing/Count"
import { Option } from "effect"

/**
 * A reason why a process is not ready, with advice. Contains no path and no name of this installation: anyone may read
 * it.
 */
export interface ReadinessProblem {
  readonly check: "database" | "worker" | "backlog"
  readonly message: string
  readonly fix: string
}

const STORAGE_PROBLEMS: Readonly<Record<StorageProblem, Omit<ReadinessProblem, "check">>> = {
  unavailable: {
    message: "The database does not respond.",
    fix: "Check that the database server runs and that the network reaches it; the log names the error."
  },
  unwritable: {
    message: "The database accepts no writes.",
    fix: "Free disk space, restore write permission, or connect to the primary server; the log names the error."
  },
  moved: {
    message: "A file of the database is missing or was replaced while this process runs.",
    fix: "Put the original file back, or stop every process of this database, put the files in order and start again."
  },
  damaged: {
    message: "The database is damaged.",
    fix: "Stop every process of this database, run landfall doctor, and restore a backup."
  }
}

/** The problem of the storage, with advice. */
export const storageProblem = (problem: StorageProblem): ReadinessProblem => ({
  check: "database",
  ...STORAGE_PROBLEMS[problem]
})

/** The worker is not ready when its storage has been unavailable for longer. */
export const TOLERATED_OUTAGE_MILLIS = 5_000

/** Whether the storage of a worker has been unavailable for too long. `now` in milliseconds since the epoch. */
export const findWorkerOutage = (
  { storageUnavailableSince }: DispatcherHealth,
  now: number
): Option.Option<ReadinessProblem> =>
  Option.exists(storageUnavailableSince, (since) => now - since > TOLERATED_OUTAGE_MILLIS)
    ? Option.some({
        check: "worker",
        message: "The delivery worker has had no database for more than 5 s.",
        fix: "Check the database; the worker continues when it is available."
      })
    : Option.none()

/** Whether deliveries have been due for long while the worker claims none. `now` in milliseconds since the epoch. */
export const findStall = (
  { lastClaimAt }: DispatcherHealth,
  { due, oldestDueMillis }: Backlog,
  now: number
): Option.Option<ReadinessProblem> =>
  due > 0 && oldestDueMillis > STALL_MILLIS && !Option.exists(lastClaimAt, (at) => now - at <= STALL_MILLIS)
    ? Option.some({
        check: "backlog",
        message: `Deliveries have been due for ${Math.floor(oldestDueMillis / 1000)} s, and the worker has claimed none for more than ${STALL_MILLIS / 1000} s.`,
        fix: "Restart this process; report it with its log if it happens again."
      })
    : Option.none()

/**
 * Whether deliveries have been due for long while no worker of any process is active. This process can accept requests all the
 * same: what it accepts is stored, and sent once a worker runs.
 */
export const findWorkersStall = (
  heartbeats: ReadonlyArray<WorkerHeartbeat>,
  { due, oldestDueMillis }: Backlog
): Option.Option<ReadinessProblem> => {
  const { active, silent } = countWorkers(heartbeats)
  if (due === 0 || oldestDueMillis <= STALL_MILLIS || active > 0) return Option.none()
  const workers =
    silent === 0 ? "no worker runs" : `${formatCount(silent, "worker")} ${silent === 1 ? "is" : "are"} not active`
  return Option.some({
    check: "backlog",
    message: `Deliveries have been due for ${Math.floor(oldestDueMillis / 1000)} s, and ${workers}.`,
    fix: "Start landfall worker, or restart the one that hangs and report it with its log."
  })
}
