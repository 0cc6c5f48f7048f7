import { earliestInstant, forEachAttempt, forEachMessage, forEachUsageHour } from "@landfall/storage/export/ExportRows"
import { forEachChangedCall, readPortRevisions } from "@landfall/storage/export/PortCallChanges"
import { applyMigrations } from "@landfall/storage/Migrations"
import { Clock, DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { formatDatabase } from "../settings/DatabaseLocation.ts"
import { requireExistingDatabase } from "../settings/ExistingDatabase.ts"
import type { Settings } from "../settings/Settings.ts"
import { showProgress } from "../terminal/Progress.ts"
import { openDatabase } from "../transfer/OpenDatabase.ts"
import { mapToTransferFailed } from "../transfer/TransferFailed.ts"
import { GEO_METADATA, PORT_CALL_COLUMNS, portCallCells, STORED_COLUMNS } from "./ExportColumns.ts"
import { acquireFolder, type ExportFolder } from "./ExportFolder.ts"
import { type ExportKind, type ExportMonth, exportableUntil, monthsOf, runName, usageMonths } from "./ExportPlan.ts"
import { type ExportState, readExportState, writeExportState } from "./ExportState.ts"
import type { ParquetCell, ParquetColumns } from "./ParquetFile.ts"

/** A file that a run has written. */
export interface ExportedFile {
  readonly kind: ExportKind
  /** Relative to the folder of the export. */
  readonly path: string
  readonly rows: number
}

/** The result of a run. */
export interface ExportReport {
  readonly folder: string
  readonly database: string
  /** The instant before which everything of the time-based kinds is exported, in ISO 8601. */
  readonly exportedUntil: string
  readonly files: ReadonlyArray<ExportedFile>
}

/** The context of one run. */
interface Run {
  readonly sql: SqlClient.SqlClient
  readonly folder: ExportFolder
  readonly name: string
  readonly until: number
  readonly state: ExportState
}

type RowReader = typeof forEachMessage

const READERS = {
  messages: forEachMessage,
  attempts: forEachAttempt,
  usage: forEachUsageHour
} as const satisfies Record<keyof typeof STORED_COLUMNS, RowReader>

const writeRows = Effect.fnUntraced(function* <E, R>(
  run: Run,
  kind: ExportKind,
  file: {
    readonly path: string
    readonly columns: ParquetColumns
    readonly metadata?: Readonly<Record<string, string>>
  },
  read: (use: (rows: ReadonlyArray<ReadonlyArray<ParquetCell>>) => Effect.Effect<void>) => Effect.Effect<void, E, R>
) {
  const parquet = yield* run.folder.create(file.path, file.columns, file.metadata)
  let count = 0
  yield* read((rows) => {
    count += rows.length
    return Effect.andThen(parquet.add(rows), showProgress(`${kind}: ${count} rows exported`.padEnd(60)))
  })
  const exported: ExportedFile = { kind, path: file.path, rows: yield* parquet.finish }
  return exported
}, Effect.scoped)

/** Writes a file for each month of a kind. The usage of a month is one file, which replaces the former one. */
const exportMonths = (run: Run, kind: keyof typeof STORED_COLUMNS, months: ReadonlyArray<ExportMonth>) =>
  Effect.forEach(months, ({ month, ...period }) =>
    writeRows(
      run,
      kind,
      {
        path: `${kind}/month=${month}/${kind === "usage" ? "usage" : run.name}.parquet`,
        columns: STORED_COLUMNS[kind]
      },
      (use) => READERS[kind](run.sql, period, use)
    )
  )

const exportStored = Effect.fnUntraced(function* (run: Run, kind: keyof typeof STORED_COLUMNS) {
  const last = run.state.exportedUntil[kind]
  const from = last === undefined ? yield* earliestInstant(run.sql, kind) : last.epochMilliseconds
  if (from === null) return []
  const months = kind === "usage" ? usageMonths(from, run.until) : monthsOf({ from, until: run.until })
  return yield* exportMonths(run, kind, months)
})

/** Writes one file with the calls that changed since the last run, each in its present form. */
const exportPortCalls = Effect.fnUntraced(function* (run: Run) {
  const { portRevisions } = run.state
  const revisions = yield* readPortRevisions(run.sql)
  const changed = revisions.filter(({ port, revision }) => revision > (portRevisions[port] ?? 0))
  const files =
    changed.length === 0
      ? []
      : [
          yield* writeRows(
            run,
            "port-calls",
            { path: `port-calls/${run.name}.parquet`, columns: PORT_CALL_COLUMNS, metadata: GEO_METADATA },
            (use) =>
              Effect.forEach(
                changed,
                (port) =>
                  forEachChangedCall(run.sql, port, portRevisions[port.port] ?? 0, (calls) =>
                    use(calls.map(portCallCells))
                  ),
                { discard: true }
              )
          )
        ]
  return { files, portRevisions: Object.fromEntries(revisions.map(({ port, revision }) => [port, revision])) }
})

const exportKinds = Effect.fnUntraced(function* (run: Run, kinds: ReadonlyArray<ExportKind>) {
  const files: Array<ExportedFile> = []
  let { exportedUntil, portRevisions } = run.state
  for (const kind of kinds) {
    if (kind === "port-calls") {
      const exported = yield* exportPortCalls(run)
      files.push(...exported.files)
      portRevisions = exported.portRevisions
    } else {
      files.push(...(yield* exportStored(run, kind)))
      exportedUntil = { ...exportedUntil, [kind]: DateTime.makeUnsafe(run.until) }
    }
  }
  return { files, state: { ...run.state, runInProgress: null, exportedUntil, portRevisions } }
})

/**
 * Writes the rows since the last run to Parquet files in a folder, while servers and workers run. A run that is
 * interrupted leaves nothing that readers see, and the next one repeats it.
 */
export const runExport = Effect.fn("Export.run")(
  function* (settings: Settings, folder: string, kinds: ReadonlyArray<ExportKind>) {
    yield* requireExistingDatabase(settings.database)
    const database = formatDatabase(settings.database)
    const sql = yield* openDatabase(settings.database, { exclusive: false })
    yield* Effect.provideService(applyMigrations, SqlClient.SqlClient, sql)
    const opened = yield* acquireFolder(folder)
    const state = yield* readExportState(folder, database)
    if (state.runInProgress !== null) yield* opened.discardRun(state.runInProgress)
    const until = exportableUntil(yield* Clock.currentTimeMillis)
    const name = runName(until)
    yield* writeExportState(folder, { ...state, runInProgress: name })
    const exported = yield* exportKinds({ sql, folder: opened, name, until, state }, kinds)
    yield* opened.publish
    yield* writeExportState(folder, exported.state)
    const report: ExportReport = {
      folder,
      database,
      exportedUntil: DateTime.formatIso(DateTime.makeUnsafe(until)),
      files: exported.files.filter(({ rows }) => rows > 0)
    }
    return report
  },
  Effect.scoped,
  (effect, _settings, folder) => mapToTransferFailed((reason) => `The export to ${folder} failed: ${reason}.`)(effect)
)
