import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { connect, createServer } from "node:net"
import { join } from "node:path"
import { assert, describe } from "@effect/vitest"
import { type PostgresServer, postgresUnavailableReason, startPostgres } from "@landfall/postgres-server/PostgresServer"
import { applyMigrations, MOVE_TABLE } from "@landfall/storage/Migrations"
import * as SecretKeyCheck from "@landfall/storage/secrets/SecretKeyCheck"
import { beginMove, recordMove } from "@landfall/storage/transfer/MoveProgress"
import { countOtherSessions } from "@landfall/storage/transfer/PostgresSessions"
import { copyTables } from "@landfall/storage/transfer/TableCopy"
import { newestTableLayouts } from "@landfall/storage/transfer/TableLayout"
import { TABLE_START } from "@landfall/storage/transfer/TablePages"
import { Effect, Layer, Option, Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll } from "vitest"
import { storageLayer } from "../../src/settings/Database.ts"
import { DatabaseUrl, formatDatabase } from "../../src/settings/DatabaseLocation.ts"
import { createBackup } from "../../src/transfer/CreateBackup.ts"
import { moveDatabase } from "../../src/transfer/MoveDatabase.ts"
import { openDatabase } from "../../src/transfer/OpenDatabase.ts"
import { restoreBackup } from "../../src/transfer/RestoreBackup.ts"
import { run, start } from "../support/Command.ts"
import { repeatUntil } from "../support/Eventually.ts"
import {
  digestsOf,
  fill,
  KEY,
  live,
  makeInstallation,
  messageOf,
  settingsOf,
  sqliteSettings,
  temporaryFolder
} from "./Installation.ts"

const noPostgres = await postgresUnavailableReason()
if (noPostgres !== undefined) console.log(`skipped, moves to and from Postgres: ${noPostgres}`)

let server: PostgresServer | undefined
beforeAll(async () => {
  if (noPostgres === undefined) server = await startPostgres({ durable: false })
})
afterAll(() => server?.destroy())

let databases = 0
const newDatabase = Effect.promise(async () => {
  if (server === undefined) throw new Error("There is no Postgres server")
  databases += 1
  return await server.makeDatabase(`move_${databases}`)
})

const locationOf = (url: string) => Schema.decodeSync(DatabaseUrl)(url)

/** A proxy in front of a Postgres server, which forwards that many bytes to the server, then no more, and reports that. */
const proxyOf = async (url: string, bytes: number) => {
  const { promise: reached, resolve } = Promise.withResolvers<void>()
  const target = new URL(url)
  const [port, host] = [Number(target.port), target.hostname]
  let sent = 0
  const listener = createServer((client) => {
    const upstream = connect(port, host)
    client.on("data", (chunk) => {
      sent += chunk.length
      if (sent > bytes) resolve()
      else upstream.write(chunk)
    })
    upstream.pipe(client)
    for (const socket of [client, upstream]) {
      socket.on("error", () => socket.destroy())
      socket.on("close", () => {
        client.destroy()
        upstream.destroy()
      })
    }
  })
  await new Promise<void>((listening) => listener.listen(0, "127.0.0.1", listening))
  const address = listener.address()
  target.port = String(typeof address === "object" ? address?.port : "")
  return { url: target.href, reached, close: () => listener.close() }
}

/** Completes when the server has noticed that the connections of a killed command are closed. */
const sessionsEnded = (url: string) => {
  const others = Effect.scoped(Effect.flatMap(openDatabase(locationOf(url), { exclusive: false }), countOtherSessions))
  return repeatUntil(others, (count) => count === 0)
}

const rowsOf = (url: string, table: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const sql = yield* openDatabase(locationOf(url), { exclusive: false })
      const rows = yield* sql`SELECT count(*) FROM ${sql(table)}`.values
      return Number(rows[0]?.[0])
    })
  )

describe("a move between SQLite files", () => {
  live("copies every table and the key file, and rejects a database that is in use, is not empty, or is the same", () =>
    Effect.gen(function* () {
      const { settings } = yield* makeInstallation(30)
      const folder = yield* temporaryFolder
      const to = locationOf(`sqlite:${join(folder, "new.db")}`)
      assert.match(
        yield* messageOf(moveDatabase(settings, settings.database)),
        /is the source of the move: name another/
      )
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* openDatabase(settings.database, { exclusive: false })
          assert.match(yield* messageOf(moveDatabase(settings, to)), /is in use by another process: stop the servers/)
        })
      )
      writeFileSync(join(folder, "new.db.key"), "the key of something else")
      assert.match(yield* messageOf(moveDatabase(settings, to)), /new\.db\.key exists and differs from/)
      const other = locationOf(`sqlite:${join(folder, "other.db")}`)
      const moved = yield* moveDatabase(settings, other)
      assert.deepStrictEqual(yield* digestsOf(other), moved.tables)
      assert.strictEqual(readFileSync(join(folder, "other.db.key"), "utf8").trim(), Redacted.value(KEY))
      assert.match(yield* messageOf(moveDatabase(settings, other)), /is not empty: name an empty database/)
    })
  )
})

describe.skipIf(noPostgres !== undefined)("a move to Postgres", () => {
  live("and back gives the same rows in every table, apart from characters that Postgres cannot store", () =>
    Effect.gen(function* () {
      const { folder, settings } = yield* makeInstallation(1_300)
      const postgres = yield* newDatabase
      const variables = { LANDFALL_SECRETS_KEY: Redacted.value(KEY) }
      const before = yield* digestsOf(settings.database)
      const moved = yield* moveDatabase(yield* sqliteSettings(folder, variables), locationOf(postgres))
      assert.deepStrictEqual(moved.tables, before)
      assert.strictEqual(moved.resumedRows, 0)

      const back = join(yield* temporaryFolder, "back.db")
      const fromPostgres = yield* settingsOf({ ...variables, LANDFALL_DATABASE_URL: postgres })
      const again = yield* moveDatabase(fromPostgres, locationOf(`sqlite:${back}`))
      assert.deepStrictEqual(again.tables, before)
      assert.isTrue(Option.isNone(again.keyFile))
      assert.isFalse(existsSync(`${back}.key`))
      assert.deepStrictEqual(yield* digestsOf(settings.database), before)
    })
  )

  live("and a restore write the key file of a Postgres database, in a folder that does not exist", () =>
    Effect.gen(function* () {
      const { folder, settings } = yield* makeInstallation(1)
      const keyIn = (data: string) => readFileSync(join(data, "landfall.key"), "utf8").trim()
      const moved = join(folder, "moved", "data")
      const postgres = yield* newDatabase
      yield* moveDatabase(yield* sqliteSettings(folder, { LANDFALL_DATA: moved }), locationOf(postgres))
      assert.strictEqual(keyIn(moved), Redacted.value(KEY))

      const backup = join(folder, "backup")
      yield* createBackup(settings, backup, false)
      const restored = join(folder, "restored", "data")
      const other = { LANDFALL_DATA: restored, LANDFALL_DATABASE_URL: yield* newDatabase }
      yield* restoreBackup(yield* settingsOf(other), backup, false)
      assert.strictEqual(keyIn(restored), Redacted.value(KEY))
    })
  )

  live("whose first process has another key leaves no key file of a later one behind", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const url = yield* newDatabase
      const start = Effect.fnUntraced(function* (data: string) {
        const settings = yield* settingsOf({ LANDFALL_DATABASE_URL: url, LANDFALL_DATA: join(folder, data) })
        yield* Effect.scoped(Layer.build(storageLayer(settings, SecretKeyCheck.claimLayer)))
      }, Effect.provide(SecureRandom.layerWebCrypto))
      yield* start("first")
      assert.match(yield* messageOf(start("second")), /with another key than this one has/)
      assert.deepStrictEqual(readdirSync(join(folder, "second")), [])
      yield* start("first")
      assert.deepStrictEqual(readdirSync(join(folder, "first")), ["landfall.key"])
    })
  )

  live("is needed before a command reads there: a database without tables stays without them", () =>
    Effect.gen(function* () {
      const url = yield* newDatabase
      const folder = yield* temporaryFolder
      const { code, stderr } = yield* Effect.promise(() =>
        run(folder, ["accounts", "list"], { LANDFALL_DATABASE_URL: url })
      )
      assert.strictEqual(code, 1)
      assert.match(stderr, /^landfall: The database postgres.* has no tables of Landfall: .* landfall migrate\n$/)
      assert.deepStrictEqual(readdirSync(folder, { recursive: true }), [])
      const sql = yield* openDatabase(locationOf(url), { exclusive: false })
      assert.deepStrictEqual(yield* sql`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`.values, [])
    })
  )

  live("is refused while a session of Landfall is open", () =>
    Effect.gen(function* () {
      const postgres = yield* newDatabase
      const { folder } = yield* makeInstallation(1)
      const settings = yield* sqliteSettings(folder, { LANDFALL_SECRETS_KEY: Redacted.value(KEY) })
      yield* openDatabase(locationOf(postgres), { exclusive: false })
      assert.match(
        yield* messageOf(moveDatabase(settings, locationOf(postgres))),
        /\(hidden\).* is in use by 1 other session of Landfall: stop the servers/
      )
    })
  )

  live("continues after a kill, and no server starts on the part that was copied", () =>
    Effect.gen(function* () {
      const { folder, settings } = yield* makeInstallation(30_000)
      const postgres = yield* newDatabase
      const variables = {
        LANDFALL_SECRETS_KEY: Redacted.value(KEY),
        LANDFALL_DATABASE_URL: `sqlite:${join(folder, "landfall.db")}`
      }
      yield* Effect.promise(async () => {
        const proxy = await proxyOf(postgres, 2_000_000)
        const killed = start(folder, ["move", "--to", proxy.url], variables)
        await Promise.race([proxy.reached, killed.ended])
        killed.child.kill("SIGKILL")
        const ended = await killed.ended
        assert.strictEqual(ended.code, null, ended.stderr)
        proxy.close()
      })
      yield* sessionsEnded(postgres)
      const part = yield* rowsOf(postgres, "attempt")
      assert.isTrue(part < 30_000, `${part} rows`)
      const migrated = yield* Effect.promise(() =>
        run(folder, ["migrate"], { ...variables, LANDFALL_DATABASE_URL: postgres })
      )
      assert.match(migrated.stderr, /A move into this database was not finished.*run the same landfall move again/)

      const other = yield* makeInstallation(1)
      const otherMove = moveDatabase(
        yield* sqliteSettings(other.folder, { LANDFALL_SECRETS_KEY: Redacted.value(KEY) }),
        locationOf(postgres)
      )
      assert.match(yield* messageOf(otherMove), /holds a part of sqlite:.*finish that move/)

      const continued = yield* Effect.promise(() => run(folder, ["move", "--to", postgres, "--json"], variables))
      assert.strictEqual(continued.code, 0, continued.stderr)
      const moved = JSON.parse(continued.stdout)
      assert.isAbove(moved.resumedRows, 1_000)
      assert.deepStrictEqual(moved.tables, yield* digestsOf(settings.database))
      assert.deepStrictEqual(yield* digestsOf(locationOf(postgres)), moved.tables)
      assert.isTrue((yield* Effect.exit(rowsOf(postgres, MOVE_TABLE)))._tag === "Failure")
    })
  )

  live("copies everything again when the source has changed since it was interrupted", () =>
    Effect.gen(function* () {
      const { folder } = yield* makeInstallation(600)
      const settings = yield* sqliteSettings(folder, { LANDFALL_SECRETS_KEY: Redacted.value(KEY) })
      const postgres = yield* newDatabase
      yield* Effect.scoped(
        Effect.gen(function* () {
          const source = yield* openDatabase(settings.database, { exclusive: false })
          const target = yield* openDatabase(locationOf(postgres), { exclusive: false })
          yield* Effect.provideService(applyMigrations, SqlClient.SqlClient, target)
          yield* beginMove(target, formatDatabase(settings.database))
          const interrupted = yield* Effect.exit(
            copyTables(source, target, yield* newestTableLayouts, {
              startOf: () => TABLE_START,
              record: (table, after) => recordMove(target, table, after),
              onProgress: ({ name }, { rows }) => (name === "attempt" && rows > 100 ? Effect.interrupt : Effect.void)
            })
          )
          assert.strictEqual(interrupted._tag, "Failure")
          yield* source`UPDATE account SET name = 'Renamed'`
          yield* source`DELETE FROM attempt WHERE message_id = (SELECT min(id) FROM message)`
        })
      )
      const outcome = yield* Effect.exit(moveDatabase(settings, locationOf(postgres)))
      assert.strictEqual(outcome._tag, "Success", String(outcome))
      assert.deepStrictEqual(yield* digestsOf(locationOf(postgres)), yield* digestsOf(settings.database))
    })
  )
})

describe.skipIf(noPostgres !== undefined)("a backup of Postgres", () => {
  live("is restored into SQLite and into another Postgres database, which --force replaces in one transaction", () =>
    Effect.gen(function* () {
      const variables = { LANDFALL_SECRETS_KEY: Redacted.value(KEY) }
      const [postgres, other] = [yield* newDatabase, yield* newDatabase]
      yield* fill(locationOf(postgres), 800)
      const settings = yield* settingsOf({ ...variables, LANDFALL_DATABASE_URL: postgres })
      const file = join(yield* temporaryFolder, "b.tar")
      const { manifest } = yield* createBackup(settings, file, false)
      assert.deepStrictEqual(manifest.tables, yield* digestsOf(locationOf(postgres)))
      assert.notInclude(JSON.stringify(manifest), "for-tests")

      const sqlite = yield* sqliteSettings(yield* temporaryFolder, variables)
      yield* restoreBackup(sqlite, file, false)
      assert.deepStrictEqual(yield* digestsOf(sqlite.database), manifest.tables)

      yield* fill(locationOf(other), 10)
      const otherRows = yield* digestsOf(locationOf(other))
      const otherSettings = yield* settingsOf({ ...variables, LANDFALL_DATABASE_URL: other })
      assert.match(
        yield* messageOf(restoreBackup(otherSettings, file, false)),
        /is not empty: .*--force\. Nothing was changed/
      )
      assert.deepStrictEqual(yield* digestsOf(locationOf(other)), otherRows)
      yield* restoreBackup(otherSettings, file, true)
      assert.deepStrictEqual(yield* digestsOf(locationOf(other)), manifest.tables)
    })
  )
})
