import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process"
import { existsSync, globSync, readFileSync } from "node:fs"
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { get } from "node:http"
import { join } from "node:path"
import process from "node:process"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import { isRoot, runUser } from "./PostgresBinaries.ts"
import { findFreePort, MAX_CONNECTIONS, PASSWORD, USER } from "./PostgresServer.ts"
import { sharedTemporaryFolder } from "./TemporaryFolder.ts"

const execute = promisify(execFile)

/** Where Debian installs the programs of Postgres, of which the package for tests has only some. */
const BINARIES = "/usr/lib/postgresql/*/bin"

const runs = (program: string): boolean => {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" })
    return true
  } catch {
    // The program does not exist, or does not run here.
    return false
  }
}

const findBinaries = (): string | undefined =>
  globSync(BINARIES)
    .sort()
    .reverse()
    .find((folder) => existsSync(join(folder, "pg_rewind")))

/** Why no cluster with automatic failover can be started on this machine; undefined when one can. */
export const clusterUnavailableReason = (): string | undefined => {
  if (!runs("patroni")) return "Patroni is not installed (apt-get install patroni)"
  if (!runs("etcd")) return "etcd is not installed (apt-get install etcd-server)"
  return findBinaries() === undefined ? "Postgres is not installed (apt-get install postgresql)" : undefined
}

/** A node of a cluster: Patroni with its Postgres server. */
interface ClusterNode {
  readonly name: string
  readonly start: () => void
  /** Kills Patroni and its Postgres server immediately, as when a machine fails. */
  readonly kill: () => Promise<void>
  /** Its role according to Patroni: `primary`, `replica`, or none while it does not respond. */
  readonly role: () => Promise<string | undefined>
  /** Whether it is the standby without whose confirmation the primary commits nothing. */
  readonly isSynchronous: () => Promise<boolean>
  readonly log: () => string
}

/** Two Postgres servers with synchronous replication, of which Patroni promotes the standby when the primary fails. */
export interface PatroniCluster {
  /** The URL of both servers, in the form of libpq. */
  readonly url: string
  /** Creates an empty database, and returns its URL, with both servers. */
  readonly makeDatabase: (name: string) => Promise<string>
  /** Kills the primary with its Patroni. Returns its node. */
  readonly killPrimary: () => Promise<ClusterNode>
  /** Waits until a node other than the given one is the primary. */
  readonly awaitPromotion: (killed: ClusterNode) => Promise<void>
  /** Waits until one server is the primary and the other its synchronous standby. */
  readonly awaitReplication: () => Promise<void>
  readonly destroy: () => Promise<void>
}

/** The shortest time after which Patroni accepts that a primary is dead. */
const LEADER_SECONDS = 20
const POLL_MILLIS = 100
/** The polls that a state of the cluster may take: at least four minutes, on a slow machine. */
const MAX_POLLS = 2_400
const RESPONSE_MILLIS = 2_000

interface Place {
  readonly folder: string
  readonly binaries: string
  readonly etcdPort: number
}

const settingsOf = (name: string, port: number, restPort: number, { folder, binaries, etcdPort }: Place) => ({
  scope: "landfall",
  name,
  restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
  etcd3: { host: `127.0.0.1:${etcdPort}` },
  bootstrap: {
    dcs: {
      ttl: LEADER_SECONDS,
      loop_wait: 1,
      retry_timeout: 3,
      synchronous_mode: true,
      postgresql: { use_pg_rewind: true, parameters: { max_connections: MAX_CONNECTIONS } }
    },
    initdb: [{ encoding: "UTF8" }, "data-checksums"],
    pg_hba: ["host replication all 127.0.0.1/32 scram-sha-256", "host all all 127.0.0.1/32 scram-sha-256"]
  },
  postgresql: {
    listen: `127.0.0.1:${port}`,
    connect_address: `127.0.0.1:${port}`,
    data_dir: join(folder, name),
    bin_dir: binaries,
    // Without it, the base backup of the standby waits for a checkpoint that Postgres spreads over minutes.
    basebackup: [{ checkpoint: "fast" }],
    pgpass: join(folder, `${name}.pgpass`),
    authentication: {
      superuser: { username: USER, password: PASSWORD },
      replication: { username: "replicator", password: PASSWORD }
    },
    parameters: { unix_socket_directories: "" }
  }
})

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once("exit", () => resolve())
  })

const textOf = (path: string): string => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return ""
  }
}

/** The process id in the first line of a server's lock file; undefined while it is not running. */
const postmasterOf = (dataFolder: string): number | undefined => {
  const pid = Number(textOf(join(dataFolder, "postmaster.pid")).split("\n")[0])
  return pid > 0 ? pid : undefined
}

/** The ids of the processes that a process started and that still run. */
const childrenOf = (pid: number): ReadonlyArray<number> =>
  textOf(`/proc/${pid}/task/${pid}/children`)
    .split(" ")
    .map(Number)
    .filter((child) => child > 0)

/** Kills a Postgres server with its children, which are in process groups of their own. */
const killPostgres = (dataFolder: string): void => {
  const pid = postmasterOf(dataFolder)
  if (pid === undefined) return
  for (const target of [pid, ...childrenOf(pid)]) {
    try {
      process.kill(target, "SIGKILL")
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** The status of a response of Patroni; undefined while it does not respond. */
const statusOf = (port: number, path: string): Promise<number | undefined> =>
  new Promise((resolve) => {
    const request = get({ host: "127.0.0.1", port, path, timeout: RESPONSE_MILLIS }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    request.once("timeout", () => request.destroy())
    request.once("error", () => resolve(undefined))
  })

const until = async (state: string, holds: () => Promise<boolean>, log: () => string): Promise<void> => {
  for (let polled = 0; polled < MAX_POLLS; polled++) {
    if (await holds()) return
    await sleep(POLL_MILLIS)
  }
  throw new Error(`The cluster has no ${state}:\n${log()}`)
}

/** Starts etcd and two nodes on free ports of the loopback interface. Rejects with their output when they do not start. */
export const startCluster = async (): Promise<PatroniCluster> => {
  const binaries = findBinaries()
  if (binaries === undefined) throw new Error(clusterUnavailableReason())
  const user = isRoot ? await runUser() : {}
  const folder = await mkdtemp(join(sharedTemporaryFolder(), "landfall-patroni-"))
  await chmod(folder, 0o755)
  if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid)
  const lines: Array<string> = []
  const children = new Set<ChildProcess>()
  const launch = (program: string, args: ReadonlyArray<string>): ChildProcess => {
    const child = spawn(program, args, { ...user, cwd: folder, stdio: ["ignore", "pipe", "pipe"] })
    children.add(child)
    for (const output of [child.stdout, child.stderr]) output?.on("data", (chunk) => lines.push(String(chunk)))
    child.once("exit", () => children.delete(child))
    return child
  }
  const log = () => lines.join("").slice(-4_000)

  const etcdPort = await findFreePort()
  const peerPort = await findFreePort()
  const [clients, peers] = [`http://127.0.0.1:${etcdPort}`, `http://127.0.0.1:${peerPort}`]
  launch("etcd", [
    ...["--name", "etcd", "--data-dir", join(folder, "etcd"), "--logger", "zap", "--log-level", "error"],
    ...["--listen-client-urls", clients, "--advertise-client-urls", clients],
    ...["--listen-peer-urls", peers, "--initial-advertise-peer-urls", peers, "--initial-cluster", `etcd=${peers}`]
  ])

  const makeNode = async (name: string) => {
    const [port, restPort] = [await findFreePort(), await findFreePort()]
    const settings = join(folder, `${name}.yml`)
    // JSON is YAML too.
    await writeFile(settings, JSON.stringify(settingsOf(name, port, restPort, { folder, binaries, etcdPort })))
    const dataFolder = join(folder, name)
    await mkdir(dataFolder, { mode: 0o700 })
    if (user.uid !== undefined && user.gid !== undefined) await chown(dataFolder, user.uid, user.gid)
    let patroni: ChildProcess | undefined
    const report = (path: string) => statusOf(restPort, path)
    const node: ClusterNode = {
      name,
      start: () => {
        patroni = launch("patroni", [settings])
      },
      kill: async () => {
        patroni?.kill("SIGKILL")
        killPostgres(dataFolder)
        if (patroni !== undefined) await ended(patroni)
        await rm(join(dataFolder, "postmaster.pid"), { force: true })
      },
      role: async () => {
        const status = await report("/primary")
        return status === undefined ? undefined : status === 200 ? "primary" : "replica"
      },
      isSynchronous: async () => (await report("/synchronous")) === 200,
      log
    }
    return { node, port, dataFolder }
  }
  const nodes = [await makeNode("one"), await makeNode("two")]

  const killAll = () => {
    for (const child of children) child.kill("SIGKILL")
    for (const { dataFolder } of nodes) killPostgres(dataFolder)
  }
  process.once("exit", killAll)
  const destroy = async () => {
    process.off("exit", killAll)
    await Promise.all(nodes.map(({ node }) => node.kill()))
    const remaining = [...children]
    killAll()
    await Promise.all(remaining.map(ended))
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }

  const primaryOf = async (some: ReadonlyArray<ClusterNode>): Promise<ClusterNode | undefined> => {
    for (const node of some) if ((await node.role()) === "primary") return node
    return undefined
  }
  const all = nodes.map(({ node }) => node)
  const awaitReplication = () =>
    until(
      "primary with a synchronous standby",
      async () =>
        (await primaryOf(all)) !== undefined && (await Promise.all(all.map((n) => n.isSynchronous()))).some(Boolean),
      log
    )
  const urlOf = (database: string) =>
    `postgres://${USER}:${PASSWORD}@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(",")}/${database}`
  const cluster: PatroniCluster = {
    url: urlOf("postgres"),
    makeDatabase: async (name) => {
      const primary = `${urlOf("postgres")}?target_session_attrs=read-write`
      await execute(join(binaries, "psql"), ["--quiet", primary, "--command", `CREATE DATABASE "${name}"`])
      return urlOf(name)
    },
    killPrimary: async () => {
      const primary = await primaryOf(all)
      if (primary === undefined) throw new Error(`The cluster has no primary:\n${log()}`)
      await primary.kill()
      return primary
    },
    awaitPromotion: (killed) =>
      until("promoted server", async () => (await primaryOf(all.filter((node) => node !== killed))) !== undefined, log),
    awaitReplication,
    destroy
  }
  try {
    nodes[0]?.node.start()
    await until("primary", async () => (await primaryOf(all)) !== undefined, log)
    nodes[1]?.node.start()
    await awaitReplication()
    return cluster
  } catch (cause) {
    await destroy()
    throw cause
  }
}
