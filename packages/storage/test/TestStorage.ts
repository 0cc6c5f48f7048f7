import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import * as DeliverySignal from "../src/alerts/queue/DeliverySignal.ts"
import * as Migrations from "../src/Migrations.ts"
import * as SqliteStorage from "../src/SqliteStorage.ts"
import * as Stores from "../src/Stores.ts"
import * as AesGcmSecretBox from "../src/secrets/AesGcmSecretBox.ts"
import * as LeaseClock from "../src/sql/LeaseClock.ts"
import * as NodeSqliteClient from "../src/sqlite/NodeSqliteClient.ts"
import * as SqliteDatabase from "../src/sqlite/SqliteDatabase.ts"

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

/** Every store on a new database file each time the layer is built. */
export const onFile = Layer.unwrap(Effect.map(migratedFile, storageOn))

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

const memoryDatabase = SqliteDatabase.layer({ filename: ":memory:" })

/** Every store on a new database in memory each time the layer is built. */
export const inMemory = Stores.layer.pipe(
  Layer.provide(Layer.effectDiscard(copyMigrated)),
  Layer.provide([memoryDatabase, secretBox])
)

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
