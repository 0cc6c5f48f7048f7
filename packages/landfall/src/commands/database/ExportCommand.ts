import { formatCount } from "@landfall/core/listing/Count"
import { Console, Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { EXPORT_KINDS, type ExportKind } from "../../export/ExportPlan.ts"
import { runExport } from "../../export/RunExport.ts"
import { readSettings } from "../../settings/Settings.ts"
import { jsonFlag, printJson } from "../../terminal/JsonOutput.ts"
import { endProgress } from "../../terminal/Progress.ts"

/** The kinds that are named, each once in the order of the export; all when none is. */
const kindsOf = (kinds: ReadonlyArray<ExportKind>): ReadonlyArray<ExportKind> =>
  kinds.length === 0 ? EXPORT_KINDS : EXPORT_KINDS.filter((kind) => kinds.includes(kind))

export const exportCommand = Command.make(
  "export",
  {
    folder: Argument.String("folder").pipe(Argument.withDescription("Folder of the export; it is created if missing")),
    only: Flag.Literals("only", EXPORT_KINDS).pipe(
      Flag.withDescription("Kind of rows to export; repeat it for several; all kinds by default"),
      Flag.atLeast(0)
    ),
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ folder, json, only }) {
    const settings = yield* readSettings
    const report = yield* Effect.ensuring(runExport(settings, folder, kindsOf(only)), endProgress)
    if (json) return yield* printJson(report)
    const width = Math.max(0, ...report.files.map(({ path }) => path.length))
    for (const { path, rows } of report.files) {
      yield* Console.log(`${path.padEnd(width)}  ${formatCount(rows, "row").padStart(14)}`)
    }
    yield* Console.log(
      report.files.length === 0
        ? `No rows are new since the last export to ${folder}.`
        : `${formatCount(report.files.length, "file")} written to ${folder}.`
    )
    yield* Console.log(`All rows before ${report.exportedUntil} are exported; the next run continues there.`)
  })
)
