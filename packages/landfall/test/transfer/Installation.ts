import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { it } from "@effect/vitest"
import { SecretBox } from "@landfall/core/alerts/sending/SecretBox"
import { migrate } from "@landfall/storage/Migrations"
import * as AesGcmSecretBox from "@landfall/storage/secrets/AesGcmSecretBox"
import { digestTables } from "@landfall/storage/transfer/TableDigest"
import { newestTableLayouts } from "@landfall/storage/transfer/TableLayout"
import { Array, ConfigProvider, Effect, Redacted, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import type { DatabaseLocation } from "../../src/settings/DatabaseLocation.ts"
import { readSettings } from "../../src/settings/Settings.ts"
import { writeKeyFile } from "../../src/transfer/DatabaseKey.ts"
import { openDatabase } from "../../src/transfer/OpenDatabase.ts"

export const KEY = Redacted.make("the key of a test installation")

export const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "landfall-transfer-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** The settings of an environment. */
export const settingsOf = (variables: Record<string, string>) =>
  Effect.provideService(readSettings, ConfigProvider.ConfigProvider, ConfigProvider.fromUnknown(variables))

export const sqliteSettings = (folder: string, variables: Record<string, string> = {}) =>
  settingsOf({ LANDFALL_DATABASE_URL: `sqlite:${join(folder, "landfall.db")}`, ...variables })

const MESSAGES_PER_STATEMENT = 500

/** Texts that a copy can damage: other scripts, quotes, line ends, and line separators. */
const AWKWARD = `Ünïcode 港 🚢 'quoted' "twice" \\ back\nline\u2028`

/** Rows in tables of every kind: with and without a primary key, with nulls, fractions, large numbers and references. */
export const fill = (location: DatabaseLocation, messages: number) =>
  Effect.gen(function* () {
    const sql = yield* openDatabase(location, { exclusive: false })
    yield* Effect.provideService(migrate, SqlClient.SqlClient, sql)
    // Postgres cannot store NUL, so that a move replaces it.
    const awkward = location._tag === "SqliteFile" ? `${AWKWARD}\0` : AWKWARD
    const box = yield* SecretBox
    const secret = yield* box.seal(Redacted.make(`whsec_${Buffer.alloc(24, 7).toString("base64")}`))
    yield* sql`INSERT INTO account (id, name, plan, monthly_credits, created_at)
      VALUES ('acc_1', ${awkward}, 'pay-as-you-go', NULL, 1763800000000)`
    yield* sql`INSERT INTO application (id, account_id, name, created_at, updated_at) VALUES ('app_1', 'acc_1', 'A', 1, 2)`
    yield* sql`INSERT INTO endpoint (id, account_id, application_id, url, metadata, disabled, secret, created_at, updated_at)
      VALUES ('ep_1', 'acc_1', 'app_1', 'https://example.com/hook', '{}', 0, ${secret}, 1, 2)`
    for (const [imo, mmsi, co2] of [
      ["9321483", null, 0.1],
      [null, "219018000", 1e-7],
      ["9632064", "219019000", 123_456.789_012_345_67],
      ["9632065", null, null]
    ] as const) {
      yield* sql`INSERT INTO vessel (imo, mmsi, reported_co2_kg_per_nautical_mile) VALUES (${imo}, ${mmsi}, ${co2})`
    }
    for (let first = 0; first < messages; first += MESSAGES_PER_STATEMENT) {
      const rows = Array.makeBy(
        Math.min(MESSAGES_PER_STATEMENT, messages - first),
        (index): Record<string, unknown> => {
          const id = `msg_${String((first + index) * 7919).padStart(9, "0")}${index % 2 === 0 ? "a" : "B"}`
          return {
            id,
            accountId: "acc_1",
            type: "container.gate.in",
            body: `{"n":${first + index},"t":"${"x".repeat(80)}"}`,
            example: 0,
            createdAt: 1_763_800_000_000 + index
          }
        }
      )
      yield* sql`INSERT INTO message ${sql.insert(rows)}`
    }
    yield* sql`INSERT INTO attempt (message_id, endpoint_id, number, started_at, duration_millis, detail)
      SELECT id, 'ep_1', 1, created_at, 12, ${awkward} FROM message`
  }).pipe(Effect.scoped, Effect.provide(AesGcmSecretBox.layer({ key: KEY })))

/** A SQLite installation with rows and its key file. */
export const makeInstallation = Effect.fnUntraced(function* (messages = 700) {
  const folder = yield* temporaryFolder
  const settings = yield* sqliteSettings(folder)
  yield* fill(settings.database, messages)
  yield* writeKeyFile(join(folder, "landfall.db.key"), KEY)
  return { folder, settings }
})

/** The digests of every table of a database. */
export const digestsOf = (location: DatabaseLocation) =>
  Effect.scoped(
    Effect.gen(function* () {
      const sql = yield* openDatabase(location, { exclusive: false })
      return yield* digestTables(sql, yield* newestTableLayouts)
    })
  )

/** A test of an effect with the services of the runtime. */
export const live = (name: string, test: () => Effect.Effect<void, unknown, NodeServices.NodeServices | Scope.Scope>) =>
  it.live(name, () => test().pipe(Effect.scoped, Effect.provide(NodeServices.layer)))

/** The message of a failure. */
export const messageOf = <A, R>(effect: Effect.Effect<A, { readonly message: string }, R>) =>
  Effect.map(Effect.flip(effect), ({ message }) => message)

/** The settings of an installation in a new folder, which has no database yet. */
export const inFolder = Effect.fnUntraced(function* (variables: Record<string, string> = {}) {
  const folder = yield* temporaryFolder
  return { folder, settings: yield* sqliteSettings(folder, variables) }
})
