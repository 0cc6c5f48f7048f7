import { Effect, Option } from "effect"
import { readSettings } from "../settings/Settings.ts"
import { describeUnknownVariables } from "../settings/UnknownVariables.ts"
import { carrierChecks } from "./CarrierChecks.ts"
import { inspectCells } from "./CellChecks.ts"
import { inspectDatabase } from "./DatabaseChecks.ts"
import { type Finding, failed, ok, warning } from "./Finding.ts"
import { machineChecks } from "./MachineChecks.ts"
import { networkChecks } from "./NetworkChecks.ts"

/** Runs every check. The checks do not affect a running server, and create or change nothing. */
export const runDoctor = Effect.gen(function* () {
  const settings = yield* readSettings
  const database = Option.isSome(settings.cells)
    ? yield* inspectCells(settings, settings.cells.value)
    : yield* inspectDatabase(settings)
  const findings: ReadonlyArray<Finding> = [
    ok("settings", "Every setting is valid."),
    ...describeUnknownVariables(Object.keys(process.env)).map((sentence) =>
      warning("settings", sentence, "Correct or unset the variable; landfall config describes every setting.")
    ),
    ...(yield* machineChecks(settings)),
    ...database.findings,
    ...(yield* networkChecks(settings, database)),
    ...(yield* carrierChecks(settings))
  ]
  return findings
}).pipe(
  Effect.catchTag("InvalidSetting", ({ message }) =>
    Effect.succeed<ReadonlyArray<Finding>>([
      failed("settings", message, "Correct the variable; landfall config describes every setting.")
    ])
  )
)
