import { type EmissionFactor, EmissionFactorStore } from "@landfall/core/co2/lanes/EmissionFactor"
import { formatCount } from "@landfall/core/faults/Phrase"
import { FACTOR_COLUMNS, readFactorFile } from "@landfall/feeds/factors/FactorFile"
import { Console, Effect, FileSystem, Stream } from "effect"
import { Command } from "effect/cli"
import { withDatabase } from "../settings/Database.ts"
import { printRowFaults } from "../terminal/FileFaults.ts"
import { jsonFlag, printJson } from "../terminal/JsonOutput.ts"
import { fileArgument, NothingImported } from "./ImportFile.ts"

export const importFactors = Command.make(
  "factors",
  { file: fileArgument, json: jsonFlag },
  Effect.fnUntraced(function* ({ file, json }) {
    const fs = yield* FileSystem.FileSystem
    const readings = yield* Stream.runCollect(readFactorFile(fs.stream(file)))
    const read = readings.flatMap(
      (reading): ReadonlyArray<EmissionFactor> => (reading._tag === "Read" ? [reading.factor] : [])
    )
    const faults = readings.flatMap((reading) => (reading._tag === "Refused" ? [reading.fault] : []))
    const ignored = readings.flatMap((reading) => (reading._tag === "Ignored" ? [reading.fault] : []))
    const taken = faults.length === 0 ? read : []
    // A table takes the place of the one before, so one with gaps would lose what was there.
    if (taken.length > 0) yield* (yield* EmissionFactorStore).replace(taken)
    if (json) yield* printJson({ factors: taken.length, ignored, faults })
    else {
      yield* printRowFaults([...ignored, ...faults])
      yield* Console.log(`${formatCount(taken.length, "factor")} imported, ${formatCount(faults.length, "fault")}`)
    }
    if (taken.length === 0) {
      const what =
        faults.length === 0 ? "the table has no row below its head" : "mend the faults and import the table again"
      return yield* new NothingImported({ message: `No factor was imported, and those that were there stay: ${what}.` })
    }
  }, withDatabase)
).pipe(
  Command.withDescription(
    `Import a table of emission factors in the place of the one before, from CSV or xlsx with the columns ${FACTOR_COLUMNS.join(", ")}`
  )
)
