import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { type Running, start } from "../support/Command.ts"

/** A process of the service that can be killed and started again at any time. */
export interface Member {
  readonly name: string
  /** The URL of a server that is up; undefined before and after, and for a worker. */
  readonly url: () => string | undefined
  /** Sends SIGKILL, and waits until the process has ended. */
  readonly kill: () => Promise<void>
  readonly sendKill: () => void
  /** Suspend and resume the process, as on a machine that hangs. */
  readonly freeze: () => void
  readonly thaw: () => void
  readonly start: () => void
  /** Completes when the last started process is up. */
  readonly up: () => Promise<void>
  /** Its output on standard error since the first start. */
  readonly log: () => string
}

/** Processes of the service on one database, or on the databases of its cells. */
export interface Fleet {
  readonly folder: string
  /** The settings of its processes. */
  readonly settings: Readonly<Record<string, string>>
  readonly members: ReadonlyArray<Member>
  /** Kills all processes and removes their folder. */
  readonly destroy: () => Promise<void>
}

export const API_KEY = "a-key-for-fault-runs-alone"

interface Role {
  readonly name: string
  readonly args: ReadonlyArray<string>
}

const SERVE: Role = { name: "serve", args: ["serve"] }
const SERVE_ALONE: Role = { name: "serve --no-worker", args: ["serve", "--no-worker"] }
const WORKER: Role = { name: "worker", args: ["worker"] }

/** The processes on each store. */
export const ROLES = {
  sqlite: [SERVE, WORKER],
  postgres: [SERVE, SERVE_ALONE, WORKER]
} as const satisfies Record<string, ReadonlyArray<Role>>

const WORKERS: ReadonlyArray<Role> = [
  { ...WORKER, name: "worker 1" },
  { ...WORKER, name: "worker 2" }
]

export const TWO_WORKERS: ReadonlyArray<Role> = [SERVE_ALONE, ...WORKERS]

/** Two servers, of which one delivers too, and two workers. */
export const CELL_ROLES: ReadonlyArray<Role> = [SERVE, SERVE_ALONE, ...WORKERS]

/** The times that a process is started again, as by the supervisor of an operator, when the database fails during its start. */
const MAX_RESTARTS = 10
const RESTART_MILLIS = 1_000

/** A process takes a free port at each start: the one that it had before can belong to another process since. */
const memberOf = (role: Role, folder: string, settings: Record<string, string>): Member => {
  const past: Array<string> = []
  let running: Running | undefined
  let url: string | undefined
  const launch = () => {
    const started = start(folder, role.args, { ...settings, PORT: "0" })
    running = started
    void started.ended.then(({ stderr }) => past.push(stderr))
    void started.printed(/is up at \S+/).then(
      (printed) => {
        if (running === started) url = /is up at (\S+)/.exec(printed)?.[1]
      },
      // A worker has no URL, and a process can be killed before it is up.
      () => undefined
    )
  }
  const up = async (restarts = 0): Promise<void> => {
    const started = running
    try {
      await started?.printed(/Landfall \S+ (?:is up|delivers)/)
    } catch (error) {
      const failed = started?.stderr().includes("landfall: The database failed in ") === true
      if (!failed || started !== running || restarts === MAX_RESTARTS) throw error
      await sleep(RESTART_MILLIS)
      launch()
      await up(restarts + 1)
    }
  }
  return {
    name: role.name,
    url: () => url,
    start: launch,
    kill: async () => {
      url = undefined
      running?.child.kill("SIGKILL")
      await running?.ended
    },
    sendKill: () => running?.child.kill("SIGKILL"),
    freeze: () => running?.child.kill("SIGSTOP"),
    thaw: () => running?.child.kill("SIGCONT"),
    up: () => up(),
    log: () => past.join("") + (running?.stderr() ?? "")
  }
}

/** The setting that names the database. */
export const onDatabase = (url = "sqlite:landfall.db") => ({ LANDFALL_DATABASE_URL: url })

/** Makes a fleet without starting its processes, on the databases of a setting. */
export const makeFleet = (roles: ReadonlyArray<Role>, databases: Record<string, string> = onDatabase()): Fleet => {
  const folder = mkdtempSync(join(tmpdir(), "landfall-faults-"))
  const settings = {
    ...databases,
    LANDFALL_API_KEY: API_KEY,
    LANDFALL_SECRETS_KEY: "a secrets key for fault runs alone",
    LANDFALL_LOG_LEVEL: "warn",
    LANDFALL_TARGET_SCHEMES: "http,nats,amqp,sqs+http",
    // One account registers and reads as fast as the machine serves.
    LANDFALL_LIMITS: "key.requests=1000000000,account.requests=1000000000,account.heavyRequests=1000000000",
    // Cached compiled code makes a hundred starts faster.
    NODE_COMPILE_CACHE: join(folder, "compiled")
  }
  const members = roles.map((role) => memberOf(role, folder, settings))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  // When this process is interrupted, nothing is left behind.
  const cleanUp = () => {
    for (const { sendKill } of members) sendKill()
    remove()
  }
  process.once("exit", cleanUp)
  const destroy = async () => {
    await Promise.all(members.map(({ kill }) => kill()))
    process.off("exit", cleanUp)
    remove()
  }
  return { folder, settings, members, destroy }
}

/** Starts the given processes of a fleet, all by default, and waits until they are up. */
export const startAll = async ({ members }: Fleet, selected: ReadonlyArray<Member> = members): Promise<void> => {
  for (const member of selected) member.start()
  await Promise.all(selected.map(({ up }) => up()))
}
