import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { chmod, chown, mkdtemp, rm, writeFile } from "node:fs/promises"
import { connect } from "node:net"
import { join } from "node:path"
import process from "node:process"
import { setTimeout as sleep } from "node:timers/promises"
import { isRoot, runUser } from "./PostgresBinaries.ts"
import { findFreePort, PASSWORD, USER } from "./PostgresServer.ts"
import { sharedTemporaryFolder } from "./TemporaryFolder.ts"

/** Debian installs it outside of the path of ordinary users. */
const PROGRAMS = ["pgbouncer", "/usr/sbin/pgbouncer"]

const findProgram = (): string | undefined =>
  PROGRAMS.find((program) => {
    try {
      execFileSync(program, ["--version"], { stdio: "ignore" })
      return true
    } catch {
      // The program does not exist, or does not run here.
      return false
    }
  })

/** Why no pooler can be started on this machine; undefined when one can. */
export const poolerUnavailableReason = (): string | undefined =>
  findProgram() === undefined ? "PgBouncer is not installed (apt-get install pgbouncer)" : undefined

/** A PgBouncer in transaction mode. */
export interface PoolerServer {
  /** A URL of the server behind the pooler, by way of the pooler. */
  readonly urlOf: (url: string) => string
  /** Stops the pooler and removes its files. */
  readonly destroy: () => Promise<void>
}

/** The sessions that all clients of one database share. */
const POOL_SIZE = 20

const settingsOf = (folder: string, port: number, server: URL): string => `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, "users.txt")}
pool_mode = transaction
default_pool_size = ${POOL_SIZE}
max_client_conn = 500
`

const MILLIS_BETWEEN_CONNECTS = 20

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1")
    socket.once("error", () => resolve(false))
    socket.once("connect", () => {
      socket.destroy()
      resolve(true)
    })
  })

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once("exit", () => resolve())
  })

/** Starts PgBouncer in transaction mode in front of the server of a URL. Rejects with its output when it does not start. */
export const startPooler = async (serverUrl: string): Promise<PoolerServer> => {
  const program = findProgram()
  if (program === undefined) throw new Error(poolerUnavailableReason())
  const folder = await mkdtemp(join(sharedTemporaryFolder(), "landfall-pgbouncer-"))
  const port = await findFreePort()
  const settings = join(folder, "pgbouncer.ini")
  await writeFile(settings, settingsOf(folder, port, new URL(serverUrl)))
  await writeFile(join(folder, "users.txt"), `"${USER}" "${PASSWORD}"\n`)
  // PgBouncer does not run as root either.
  const user = isRoot ? await runUser() : {}
  if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid)
  await chmod(folder, 0o755)
  const lines: Array<string> = []
  const child = spawn(program, [settings], { ...user, stdio: ["ignore", "pipe", "pipe"] })
  for (const output of [child.stdout, child.stderr]) output.on("data", (chunk) => lines.push(String(chunk)))
  const kill = () => void child.kill("SIGKILL")
  process.once("exit", kill)
  const destroy = async () => {
    process.off("exit", kill)
    kill()
    await ended(child)
    await rm(folder, { recursive: true, force: true })
  }
  while (!(await listens(port))) {
    if (child.exitCode !== null) {
      await destroy()
      throw new Error(`PgBouncer did not start:\n${lines.join("")}`)
    }
    await sleep(MILLIS_BETWEEN_CONNECTS)
  }
  const urlOf = (url: string): string => {
    const pooled = new URL(url)
    pooled.port = String(port)
    return pooled.href
  }
  return { urlOf, destroy }
}
