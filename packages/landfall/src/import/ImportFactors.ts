import { type EmissionFactor, EmissionFactorStore, FactorScope } from "@landfall/core/co2/lanes/EmissionFactor"
import { CargoKind } from "@landfall/core/co2/lanes/TradeLane"
import { joinWithOr } from "@landfall/core/faults/Fault"
import { formatCount } from "@landfall/core/listing/Count"
import { FACTOR_COLUMNS, readFactorFile } from "@landfall/feeds/factors/FactorFile"
import * as SqlEmissionFactors from "@landfall/storage/co2/SqlEmissionFactors"
import { Console, Effect, Stream } from "effect"
import { Command } from "effect/cli"
import { withStores } from "../settings/Database.ts"
import { printRowFaults, rowFaultViews } from "../terminal/FileFaults.ts"
import { jsonFlag, printJson } from "../terminal/JsonOutput.ts"
import { streamNamedFile } from "../terminal/NamedFile.ts"
import { fileArgument, NothingImported, reportPartial } from "./ImportFile.ts"

export const importFactors = Command.make(
  "factors",
  {
    file: fileArgument(
      `CSV or xlsx with the columns ${FACTOR_COLUMNS.join(", ")}. scope is ${joinWithOr(FactorScope.literals)}, cargo ${joinWithOr(CargoKind.literals)}, lane empty for the industry; the factors are grams of CO2e per TEU and kilometre, of which two give the third`
    ),
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ file, json }) {
    const readings = yield* Stream.runCollect(readFactorFile(streamNamedFile(file))).pipe(
      reportPartial(file, { stored: () => 0, noun: "factor", printFaults: Effect.void })
    )
    const read = readings.flatMap(
      (reading): ReadonlyArray<EmissionFactor> => (reading._tag === "Read" ? [reading.factor] : [])
    )
    const faults = readings.flatMap((reading) => (reading._tag === "Rejected" ? [reading.fault] : []))
    const ignored = readings.flatMap((reading) => (reading._tag === "Ignored" ? [reading.fault] : []))
    const factors = faults.length === 0 ? read : []
    // A table replaces the previous one, so that a table with faults would lose factors.
    if (factors.length > 0) yield* (yield* EmissionFactorStore).replace(factors)
    if (json)
      yield* printJson({ factors: factors.length, ignored: rowFaultViews(ignored), faults: rowFaultViews(faults) })
    else {
      yield* printRowFaults([...ignored, ...faults])
      yield* Console.log(`${formatCount(factors.length, "factor")} imported, ${formatCount(faults.length, "fault")}`)
    }
    if (factors.length === 0) {
      const remedy =
        faults.length === 0 ? "the table has no row below its header" : "fix the faults and import the table again"
      return yield* new NothingImported({
        message: `No factor was imported, and the stored factors are unchanged: ${remedy}.`
      })
    }
  }, withStores(SqlEmissionFactors.layer))
)
