import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer, ManagedRuntime, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import { afterAll } from "vitest"
import { DeliverySignal } from "../src/alerts/queue/DeliverySignal.ts"
import * as Migrations from "../src/Migrations.ts"
import * as SqliteStorage from "../src/SqliteStorage.ts"
import * as Stores from "../src/Stores.ts"
import * as AesGcmSecretBox from "../src/secrets/AesGcmSecretBox.ts"
import * as LeaseClock from "../src/sql/LeaseClock.ts"
import * as NodeSqliteClient from "../src/sqlite/NodeSqliteClient.ts"

const secretBox = AesGcmSecretBox.layer({ key: Redacted.make("a key for tests") })

/** A new folder, which is removed with the scope. */
export const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "landfall-storage-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** The path of a database file that does not exist yet. Its folder is removed with the scope. */
export const temporaryFile = Effect.map(temporaryFolder, (folder) => join(folder, "landfall.db"))

/** Every store on a database, composed as in a server. */
export const storageOn = (filename: string) => SqliteStorage.layer({ filename }).pipe(Layer.provide(secretBox))

// Suites build hundreds of empty stores. Each is a copy of one file that was migrated once.
let migrated: Uint8Array | undefined

const migratedFile = Effect.gen(function* () {
  const filename = yield* temporaryFile
  if (migrated === undefined) {
    yield* Effect.scoped(Layer.build(storageOn(filename)))
    migrated = readFileSync(filename)
  } else {
    writeFileSync(filename, migrated)
  }
  return filename
})

/** The statements that create what a database in memory consists of once it is migrated. */
const migratedStatements = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Migrations.migrate
  const objects = yield* sql<{ readonly name: string; readonly type: string; readonly sql: string }>`
    SELECT name, type, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid`
  const tables = objects.filter(({ type }) => type === "table").map(({ name }) => name)
  const rowsOf = (table: string) =>
    Effect.map(sql<Record<string, unknown>>`SELECT * FROM ${sql(table)}`.withoutTransform, (rows) =>
      rows.map((row) => sql`INSERT INTO ${sql(table)} ${sql.insert(row)}`.compile(true))
    )
  const inserts = yield* Effect.forEach(tables, rowsOf)
  return [...objects.map((object) => [object.sql, []] as const), ...inserts.flat()]
}).pipe(Effect.provide(NodeSqliteClient.layer({ filename: ":memory:" })))

let statements: Effect.Success<typeof migratedStatements> | undefined

/** Brings a new database in memory to where its migrations bring it. */
const copyMigrated = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  statements ??= yield* migratedStatements
  yield* Effect.forEach(statements, ([statement, parameters]) => sql.unsafe(statement, parameters), { discard: true })
})

const memoryClient = Layer.provideMerge(
  Layer.effectDiscard(copyMigrated),
  NodeSqliteClient.layer({ filename: ":memory:" })
)

const fileClient = Layer.unwrap(Effect.map(migratedFile, (filename) => NodeSqliteClient.layer({ filename })))

/** Every store on a client. */
const storesOn = <E, R>(client: Layer.Layer<Layer.Success<typeof memoryClient>, E, R>) =>
  Stores.layer.pipe(
    Layer.provide([DeliverySignal.layer, LeaseClock.processLayer]),
    Layer.provide([client, SecureRandom.layerWebCrypto, secretBox])
  )

/** Every store on a new database in memory each time the layer is built. */
export const inNewMemory = storesOn(memoryClient)

/** Deletes every row except those about migrations. */
const emptyTables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ readonly name: string }>`SELECT name FROM sqlite_schema
    WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'landfall_migration'`
  const ifFilled = tables.map(({ name }) => `SELECT '${name}' AS name WHERE EXISTS (SELECT 1 FROM ${name})`)
  const filled = yield* sql.unsafe<{ readonly name: string }>(ifFilled.join(" UNION ALL "))
  yield* sql`PRAGMA foreign_keys = OFF`
  yield* sql.withTransaction(Effect.forEach(filled, ({ name }) => sql`DELETE FROM ${sql(name)}`, { discard: true }))
  yield* sql`PRAGMA foreign_keys = ON`
})

/**
 * Every store on a database without rows, each time the layer is built. The databases of a file of tests stay open until its
 * tests end: a thread and a migrated copy for each would take longer than a test.
 */
const onSharedClient = <E>(client: Layer.Layer<Layer.Success<typeof memoryClient>, E>) => {
  const open = () => ManagedRuntime.make(client)
  type Client = ReturnType<typeof open>
  const all: Array<Client> = []
  const free: Array<Client> = []
  afterAll(async () => {
    for (const opened of all) await opened.dispose()
  })
  const take = Effect.sync(() => {
    const client = free.pop() ?? open()
    if (!all.includes(client)) all.push(client)
    return client
  })
  const giveBack = (client: Client) =>
    Effect.promise(async () => {
      await client.runPromise(emptyTables)
      free.push(client)
    })
  const shared = Effect.map(Effect.acquireRelease(take, giveBack), (client) =>
    Layer.effectContext(client.contextEffect)
  )
  return storesOn(Layer.unwrap(shared))
}

/** Every store on a database in memory, for one file of tests. */
export const inMemory = () => onSharedClient(memoryClient)

/** Every store on a database file, for one file of tests. */
export const onFile = () => onSharedClient(fileClient)

/** The stores with their `SqlClient` and delivery signal, for tests that inspect them. */
export const openStorageOn = (filename: string) =>
  Stores.layer.pipe(
    Layer.provideMerge(DeliverySignal.layer),
    Layer.provide(LeaseClock.processLayer),
    Layer.provideMerge(NodeSqliteClient.layer({ filename })),
    Layer.provide([secretBox, SecureRandom.layerWebCrypto])
  )

/** `openStorageOn` with a new database file each time the layer is built. */
export const openOnFile = Layer.unwrap(Effect.map(migratedFile, openStorageOn))
