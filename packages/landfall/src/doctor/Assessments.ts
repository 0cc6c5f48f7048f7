import type { Backlog } from "@landfall/core/alerts/delivery/DueBacklog"
import { countWorkers, isActive, type WorkerHeartbeat } from "@landfall/core/alerts/dispatch/WorkerHeartbeats"
import type { DetectorId } from "@landfall/core/congestion/fleet/FleetLease"
import { formatCount } from "@landfall/core/listing/Count"
import { Option } from "effect"
import { type Finding, failed, ok, warning } from "./Finding.ts"

/** Receivers reject a signature whose timestamp differs from their clock by more than 5 minutes (Standard Webhooks). */
const MAX_CLOCK_LEAD_MILLIS = 300_000
const NOTABLE_CLOCK_LEAD_MILLIS = 2_000

const seconds = (millis: number): string => `${(Math.abs(millis) / 1000).toFixed(1)} s`

/** Assesses the lead of the clock of this machine over that of the database; negative when it is behind. */
export const assessClock = (leadMillis: number): Finding => {
  const check = "clock"
  const fix = "Synchronise the clocks of both machines, for example with systemd-timesyncd or chrony."
  const difference = `The clock of this machine is ${seconds(leadMillis)} ${leadMillis > 0 ? "ahead of" : "behind"} the database`
  if (Math.abs(leadMillis) > MAX_CLOCK_LEAD_MILLIS) {
    return failed(check, `${difference}; receivers reject alerts whose timestamp differs by more than 5 minutes.`, fix)
  }
  if (Math.abs(leadMillis) > NOTABLE_CLOCK_LEAD_MILLIS) return warning(check, `${difference}.`, fix)
  return ok(check, "The clock of this machine agrees with the database to within 2 s.")
}

const GIBIBYTE = 2 ** 30
const FAILING_FREE_BYTES = GIBIBYTE / 10
const NOTABLE_FREE_BYTES = GIBIBYTE

const gibibytes = (bytes: number): string => `${(bytes / GIBIBYTE).toFixed(1)} GiB`

/** Assesses the free space of the disk with the database, of the given size. */
export const assessDisk = (folder: string, freeBytes: number, databaseBytes: number): Finding => {
  const check = "disk space"
  const space = `${gibibytes(freeBytes)} free in ${folder}`
  if (freeBytes < FAILING_FREE_BYTES) {
    return failed(
      check,
      `${space}: writes are rejected with 503 when the disk is full.`,
      "Free disk space, or move the database to another disk."
    )
  }
  if (freeBytes < NOTABLE_FREE_BYTES || freeBytes < databaseBytes) {
    return warning(
      check,
      `${space}, and the database has ${gibibytes(databaseBytes)}.`,
      "Free disk space, or set LANDFALL_RETENTION_DAYS to fewer days."
    )
  }
  return ok(check, `${space}.`)
}

/** A server with 256 deliveries in flight and a few hundred callers needs about this many. */
const NEEDED_OPEN_FILES = 1_024
const RECOMMENDED_OPEN_FILES = 4_096

/** Assesses the limit of open files, which includes connections. */
export const assessOpenFiles = (limit: number): Finding => {
  const check = "open files"
  const observation = `This user may open ${limit === Number.POSITIVE_INFINITY ? "any number of" : limit} files and connections`
  const fix = `Raise the limit to ${RECOMMENDED_OPEN_FILES} or more: ulimit -n in a shell, LimitNOFILE= in a systemd unit, ulimits in compose.yaml.`
  if (limit < NEEDED_OPEN_FILES) return failed(check, `${observation}; a busy server needs ${NEEDED_OPEN_FILES}.`, fix)
  return limit < RECOMMENDED_OPEN_FILES ? warning(check, `${observation}.`, fix) : ok(check, `${observation}.`)
}

const MEBIBYTE = 2 ** 20
const NEEDED_MEMORY_BYTES = 256 * MEBIBYTE
const RECOMMENDED_MEMORY_BYTES = 512 * MEBIBYTE

/** Assesses the memory that a process may use. */
export const assessMemory = (bytes: number): Finding => {
  const check = "memory"
  const observation = `A process can use ${Math.floor(bytes / MEBIBYTE)} MiB of memory`
  const fix = `Give each process ${RECOMMENDED_MEMORY_BYTES / MEBIBYTE} MiB or more.`
  if (bytes < NEEDED_MEMORY_BYTES)
    return failed(
      check,
      `${observation}; an idle server needs about half of ${NEEDED_MEMORY_BYTES / MEBIBYTE} MiB.`,
      fix
    )
  return bytes < RECOMMENDED_MEMORY_BYTES ? warning(check, `${observation}.`, fix) : ok(check, `${observation}.`)
}

/** The connections of one process to Postgres. */
const SESSIONS_OF_PROCESS = 10

/** Assesses whether a Postgres server allows the sessions of one more process. */
export const assessSessions = ({ most, used }: { readonly used: number; readonly most: number }): Finding => {
  const check = "database connections"
  const observation = `The Postgres server has ${used} of at most ${most} connections`
  return most - used < SESSIONS_OF_PROCESS
    ? warning(
        check,
        `${observation}; each server and worker uses up to ${SESSIONS_OF_PROCESS}.`,
        "Raise max_connections of the Postgres server, or use a connection pooler in session mode."
      )
    : ok(check, `${observation}.`)
}

/** Deliveries that wait for longer are a sign that no worker runs. */
const LATE_MILLIS = 5 * 60_000

/** Assesses whether workers send the due deliveries. */
export const assessBacklog = ({ due, oldestDueMillis }: Backlog): Finding => {
  const check = "deliveries"
  const late = Math.floor(oldestDueMillis / 60_000)
  return oldestDueMillis > LATE_MILLIS
    ? warning(
        check,
        `${due === 1 ? "1 delivery is" : `${due} deliveries are`} due, the oldest for ${formatCount(late, "minute")}.`,
        "Check that landfall serve, or a landfall worker, runs on this database, and read its log."
      )
    : ok(check, "No delivery has been due for more than 5 minutes.")
}

/** Assesses whether the workers of the database are active. That none is active is not a finding: a server may not run yet. */
export const assessWorkers = (heartbeats: ReadonlyArray<WorkerHeartbeat>): Finding => {
  const check = "workers"
  const { active, silent } = countWorkers(heartbeats)
  const longest = Math.max(0, ...heartbeats.filter((one) => !isActive(one)).map(({ seenMillisAgo }) => seenMillisAgo))
  return silent === 0
    ? ok(check, active === 0 ? "No worker runs." : `${formatCount(active, "worker")} ${active === 1 ? "runs" : "run"}.`)
    : warning(
        check,
        `${formatCount(silent, "worker")} of ${active + silent} ${silent === 1 ? "is" : "are"} not active, seen up to ${Math.floor(longest / 1000)} s ago.`,
        "Nothing to do if it was killed: others take over, and it is removed after 10 minutes. Restart it if it hangs, and read its log."
      )
}

/** Assesses the schema of a database against the newest one that this version knows. */
export const assessSchema = (applied: number, newest: number): Finding => {
  const check = "migrations"
  if (applied > newest) {
    return failed(
      check,
      `The database has schema ${applied}, and this version supports ${newest}.`,
      "Install the version of Landfall that the other processes run, or a newer one."
    )
  }
  return applied < newest
    ? warning(
        check,
        `The database has schema ${applied}, and the next start brings it to ${newest}.`,
        "Make a backup, then run: landfall migrate"
      )
    : ok(check, `The database has schema ${applied}, the newest of this version.`)
}

/**
 * Assesses the parts into which vessels are divided: `count` by the settings of this process, which receives AIS or not, and
 * `holders` by the running processes.
 */
export const assessParts = (
  count: number,
  receives: boolean,
  holders: ReadonlyArray<Option.Option<DetectorId>>
): ReadonlyArray<Finding> => {
  const check = "AIS parts"
  if (holders.length === 0) {
    return count === 1 || !receives
      ? []
      : [
          warning(
            check,
            `No process detects vessels in ${count} parts.`,
            `Start a server or worker with LANDFALL_AIS and LANDFALL_AIS_PARTS=${count}; its log names a process that it waits for.`
          )
        ]
  }
  if (receives && count !== holders.length) {
    return [
      failed(
        check,
        `LANDFALL_AIS_PARTS is ${count}, and the running processes divide vessels into ${holders.length} parts.`,
        "Set LANDFALL_AIS_PARTS to the same number for every process: one with another number waits until the others have stopped."
      )
    ]
  }
  const missing = holders.flatMap((holder, index) => (Option.isNone(holder) ? [index + 1] : []))
  if (missing.length > 0) {
    return [
      warning(
        check,
        `Parts that no process detects: ${missing.join(", ")} of ${holders.length}.`,
        "Check the servers and workers with LANDFALL_AIS: a running one takes over within 35 s."
      )
    ]
  }
  const processes = new Set(holders.flatMap(Option.toArray)).size
  return [
    ok(
      check,
      `The ${holders.length} parts are detected by ${processes === 1 ? "one process" : `${processes} processes`}.`
    )
  ]
}
