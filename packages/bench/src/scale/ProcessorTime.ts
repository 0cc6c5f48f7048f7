import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Option, Result } from "effect"

/** Linux counts the processor time of processes in hundredths of a second. */
const TICKS_PER_SECOND = 100

interface ProcessTicks {
  readonly parent: number
  readonly own: number
  /** Those of its children that have ended. */
  readonly ended: number
}

/** The fields of `/proc/PID/stat` after the name, which can contain blanks: man 5 proc_pid_stat, from field 3. */
const readTicks = (pid: number): Option.Option<ProcessTicks> =>
  Result.getSuccess(
    Result.try(() => {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
      const at = (index: number) => Number(fields[index])
      return { parent: at(1), own: at(11) + at(12), ended: at(13) + at(14) }
    })
  )

const processIds = (): ReadonlyArray<number> =>
  readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0)

/** Whether this system counts the processor time of other processes. */
export const hasProcessorTimes = process.platform === "linux"

/** The process of a Postgres server, by the folder of the server. */
export const postmasterOf = (folder: string): number =>
  Number(readFileSync(join(folder, "data", "postmaster.pid"), "utf8").split("\n")[0])

/** The processor seconds of processes so far. */
export const secondsOf = (pids: ReadonlyArray<number>): number =>
  pids.reduce((sum, pid) => sum + Option.match(readTicks(pid), { onNone: () => 0, onSome: ({ own }) => own }), 0) /
  TICKS_PER_SECOND

/** The processor seconds of a server and all of its sessions so far, those that have ended included. */
export const serverSecondsOf = (postmaster: number): number => {
  const all = processIds().flatMap((pid) => Option.toArray(Option.map(readTicks(pid), (ticks) => ({ pid, ...ticks }))))
  return (
    all.reduce((sum, { pid, parent, own, ended }) => {
      if (pid === postmaster) return sum + own + ended
      return parent === postmaster ? sum + own : sum
    }, 0) / TICKS_PER_SECOND
  )
}
