import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { hostname } from "node:os"
import { join } from "node:path"
import type * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe } from "@effect/vitest"
import { type PostgresServer, postgresUnavailableReason, startPostgres } from "@landfall/postgres-server/PostgresServer"
import { Effect, type Scope } from "effect"
import { afterAll, beforeAll } from "vitest"
import { EXPORT_KINDS } from "../../src/export/ExportPlan.ts"
import { STATE_FILE } from "../../src/export/ExportState.ts"
import { runExport } from "../../src/export/RunExport.ts"
import type { Settings } from "../../src/settings/Settings.ts"
import { SERVICE_START, ServiceClock, stoppedClock } from "../support/ServiceClock.ts"
import { live, messageOf, settingsOf, temporaryFolder } from "../transfer/Installation.ts"
import { duckdbUnavailableReason, query } from "./DuckDb.ts"
import {
  addCalls,
  addMessages,
  addUsage,
  HOUR,
  MINUTE,
  prepareDatabase,
  START,
  tableCounts
} from "./ExportedDatabase.ts"

const noPostgres = await postgresUnavailableReason()
if (noPostgres !== undefined) console.log(`skipped, exports from Postgres: ${noPostgres}`)
const noDuckDb = await duckdbUnavailableReason()
if (noDuckDb !== undefined) console.log(`skipped, exports read by DuckDB: ${noDuckDb}`)

let server: PostgresServer | undefined
beforeAll(async () => {
  if (noPostgres === undefined) server = await startPostgres({ durable: false })
})
afterAll(() => server?.destroy())

let databases = 0

/** The settings of a new database with rows, and an empty folder. */
const prepare = Effect.fnUntraced(function* (store: "sqlite" | "postgres") {
  const folder = yield* temporaryFolder
  databases += 1
  const url =
    store === "sqlite"
      ? `sqlite:${join(folder, "landfall.db")}`
      : yield* Effect.promise(async () => (await server?.makeDatabase(`export_${databases}`)) ?? "")
  const settings = yield* settingsOf({ LANDFALL_DATABASE_URL: url })
  yield* prepareDatabase(settings.database)
  return { settings, location: settings.database, folder: join(folder, "export") }
})

const exportAll = (settings: Settings, folder: string) => runExport(settings, folder, EXPORT_KINDS)

const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".parquet"))
    .sort()

const counted = (folder: string, kind: string, columns = "count(*)") =>
  Effect.map(query(`SELECT ${columns} FROM read_parquet('${join(folder, kind)}/**/*.parquet')`), ([row]) =>
    row?.map(Number)
  )

/** A test with a clock that shows `SERVICE_START` until it is advanced. */
const timed = (
  name: string,
  test: () => Effect.Effect<void, unknown, ServiceClock | NodeServices.NodeServices | Scope.Scope>
) => live(name, () => Effect.provide(test(), stoppedClock))

const stores = noPostgres === undefined ? (["sqlite", "postgres"] as const) : (["sqlite"] as const)

for (const store of noDuckDb === undefined ? stores : []) {
  describe(`an export from ${store}, read by DuckDB`, () => {
    timed("has every row of the database that has settled, over several months and runs", () =>
      Effect.gen(function* () {
        const { folder, location, settings } = yield* prepare(store)
        yield* addMessages(location, START, 400)
        yield* addMessages(location, SERVICE_START - 30 * MINUTE, 40)
        yield* addUsage(location, "acc_1", START, 7)
        yield* addUsage(location, "acc_2", SERVICE_START - 2 * HOUR, 5)
        yield* addCalls(location, { 1: [-48, -24], 2: [-30, null], 3: [-20, -2] })

        const first = yield* exportAll(settings, folder)
        // The last 20 messages are less than 10 minutes old, with the attempts at the one before them.
        assert.deepStrictEqual(yield* counted(folder, "messages"), [420])
        assert.deepStrictEqual(yield* counted(folder, "attempts"), [840])
        assert.strictEqual(first.exportedUntil, "2026-05-13T10:10:00.000Z")
        assert.deepStrictEqual(yield* counted(folder, "usage", "count(*), sum(success_calls)"), [2, 12])
        assert.deepStrictEqual(yield* counted(folder, "port-calls", "count(*), count(ended_at)"), [3, 2])
        assert.deepStrictEqual(
          yield* query(
            `SELECT DISTINCT month FROM read_parquet('${folder}/messages/**/*.parquet', hive_partitioning = true) ORDER BY 1`
          ),
          [["2026-04"], ["2026-05"]]
        )

        yield* (yield* ServiceClock).advance("3 hours")
        yield* addUsage(location, "acc_2", SERVICE_START - 2 * HOUR, 6)
        yield* addUsage(location, "acc_2", SERVICE_START, 1)
        yield* addCalls(location, { 2: [-30, -1], 4: [-5, null] })
        yield* exportAll(settings, folder)
        const stored = yield* tableCounts(location)
        assert.deepStrictEqual(yield* counted(folder, "messages", "count(DISTINCT id), count(*)"), [
          stored.messages,
          stored.messages
        ])
        assert.deepStrictEqual(yield* counted(folder, "attempts"), [stored.attempts])
        assert.deepStrictEqual(yield* counted(folder, "usage", "count(*), sum(success_calls)"), [stored.usage, 14])
        assert.deepStrictEqual(yield* counted(folder, "port-calls", "count(DISTINCT id), count(*)"), [stored.calls, 5])

        const again = yield* exportAll(settings, folder)
        assert.deepStrictEqual(
          again.files.map(({ kind }) => kind),
          ["usage"]
        )
        assert.deepStrictEqual(yield* counted(folder, "messages"), [stored.messages])
      })
    )

    timed("has the values of the rows, with instants, nulls and any text", () =>
      Effect.gen(function* () {
        const { folder, location, settings } = yield* prepare(store)
        yield* addMessages(location, START, 2)
        yield* exportAll(settings, folder)
        assert.deepStrictEqual(
          yield* query(`SELECT account_id, shipment_id, type, example, epoch_ms(created_at), body ->> 'text'
            FROM read_parquet('${folder}/messages/**/*.parquet') ORDER BY id`),
          [
            ["acc_1", null, "container.gate.in", true, String(START), 'Ünïcode 港 "quoted"'],
            ["acc_2", "shp_1", "container.gate.in", false, String(START + MINUTE), 'Ünïcode 港 "quoted"']
          ]
        )
        assert.deepStrictEqual(
          yield* query(`SELECT account_id, number, epoch_ms(started_at), response_status, failure_reason, manual
            FROM read_parquet('${folder}/attempts/**/*.parquet') ORDER BY started_at LIMIT 2`),
          [
            ["acc_1", "1", String(START + 5000), null, "timeout", false],
            ["acc_1", "2", String(START + 10_000), "204", null, false]
          ]
        )
      })
    )

    timed("has port calls as GeoParquet with their hours, each newer form beside the former one", () =>
      Effect.gen(function* () {
        const { folder, location, settings } = yield* prepare(store)
        yield* addCalls(location, { 1: [-48, null] })
        yield* exportAll(settings, folder)
        yield* (yield* ServiceClock).advance("1 hour")
        yield* addCalls(location, { 1: [-48, -24] })
        yield* exportAll(settings, folder)
        const files = `read_parquet('${folder}/port-calls/*.parquet')`
        assert.deepStrictEqual(
          yield* query(`SELECT port, mmsi, vessel_name, hours_in_port, hours_at_berth, geometry::VARCHAR
            FROM ${files} ORDER BY revision`),
          [
            ["NLRTM", "200000001", "VESSEL 1", null, 0, "POINT (4.05 51.95)"],
            ["NLRTM", "200000001", "VESSEL 1", 24, 24, "POINT (4.05 51.95)"]
          ]
        )
        const [[metadata] = []] = yield* query(
          `SELECT DISTINCT decode(value) FROM parquet_kv_metadata('${folder}/port-calls/*.parquet') WHERE key = 'geo'`
        )
        assert.deepInclude(JSON.parse(String(metadata)), { version: "1.1.0", primary_column: "geometry" })
      })
    )
  })
}

describe("the folder of an export", () => {
  timed("gets no files from an empty database, and only those that are named", () =>
    Effect.gen(function* () {
      const { folder, location, settings } = yield* prepare("sqlite")
      assert.deepStrictEqual((yield* exportAll(settings, folder)).files, [])
      yield* (yield* ServiceClock).advance("1 second")
      yield* addMessages(location, START, 1)
      yield* addCalls(location, { 1: [-48, null] })
      const report = yield* runExport(settings, folder, ["port-calls"])
      assert.deepStrictEqual(
        report.files.map(({ kind, rows }) => [kind, rows]),
        [["port-calls", 1]]
      )
      assert.deepStrictEqual(
        filesIn(folder),
        report.files.map(({ path }) => path)
      )
    })
  )

  timed("is repaired after a run that was interrupted while it wrote files or gave them their names", () =>
    Effect.gen(function* () {
      const { folder, location, settings } = yield* prepare("sqlite")
      yield* addMessages(location, START, 3)
      const first = yield* exportAll(settings, folder)
      const state = JSON.parse(readFileSync(join(folder, STATE_FILE), "utf8"))
      const month = join(folder, "messages", "month=2026-05")
      writeFileSync(join(month, "20260514T000000Z.parquet"), "published before the state")
      writeFileSync(join(month, "20260514T000001Z.parquet.partial"), "half a file")
      writeFileSync(join(folder, STATE_FILE), JSON.stringify({ ...state, runInProgress: "20260514T000000Z" }))
      yield* (yield* ServiceClock).advance("1 second")
      yield* exportAll(settings, folder)
      assert.deepStrictEqual(filesIn(folder), first.files.map(({ path }) => path).sort())
      assert.isFalse(existsSync(join(month, "20260514T000001Z.parquet.partial")))
    })
  )

  timed("accepts one run at a time, and is taken over from a process that has ended", () =>
    Effect.gen(function* () {
      const { folder, settings } = yield* prepare("sqlite")
      yield* exportAll(settings, folder)
      const lock = join(folder, "landfall-export.lock")
      assert.isFalse(existsSync(lock))
      writeFileSync(lock, JSON.stringify({ pid: process.pid, host: hostname() }))
      assert.match(yield* messageOf(exportAll(settings, folder)), /^Another export to .* is running/)
      writeFileSync(lock, JSON.stringify({ pid: 2 ** 30, host: "another machine" }))
      assert.match(yield* messageOf(exportAll(settings, folder)), /^Another export to .* is running/)
      writeFileSync(lock, JSON.stringify({ pid: 2 ** 30, host: hostname() }))
      yield* exportAll(settings, folder)
      assert.isFalse(existsSync(lock))
    })
  )

  timed("is not a file", () =>
    Effect.gen(function* () {
      const { folder, settings } = yield* prepare("sqlite")
      writeFileSync(folder, "mine")
      assert.match(yield* messageOf(exportAll(settings, folder)), /^.* is a file: name a folder for the export\.$/)
      assert.strictEqual(readFileSync(folder, "utf8"), "mine")
    })
  )

  timed("belongs to one database", () =>
    Effect.gen(function* () {
      const { folder, settings } = yield* prepare("sqlite")
      yield* exportAll(settings, folder)
      const other = yield* prepare("sqlite")
      assert.match(
        yield* messageOf(exportAll(other.settings, folder)),
        /^The folder .* has an export of sqlite:.*: name another folder\./
      )
      const file = join(folder, STATE_FILE)
      writeFileSync(file, "{}")
      assert.match(yield* messageOf(exportAll(settings, folder)), /is not the state of an export/)
      assert.strictEqual(readFileSync(file, "utf8"), "{}")
    })
  )
})
