import { type EmissionFactor, EmissionFactors } from "@landfall/core/co2/EmissionFactors"
import { counted } from "@landfall/core/faults/Phrase"
import type { Vessel } from "@landfall/core/vessels/Vessel"
import { VesselRegistry } from "@landfall/core/vessels/VesselRegistry"
import { FACTOR_COLUMNS, readFactorFile } from "@landfall/feeds/factors/FactorFile"
import type { RowFault } from "@landfall/feeds/tables/TableRow"
import { VESSEL_COLUMNS } from "@landfall/feeds/vessels/VesselColumns"
import { readVesselFile } from "@landfall/feeds/vessels/VesselFile"
import type { VesselReading } from "@landfall/feeds/vessels/VesselReading"
import { Console, Effect, FileSystem, Schema, Stream } from "effect"
import { Argument, Command } from "effect/cli"
import { ensureStarterVessels } from "../server/StarterVessels.ts"
import { withDatabase } from "./Database.ts"
import { tellFaults } from "./FileFaults.ts"
import { importAis } from "./ImportAis.ts"
import { importPortCalls } from "./ImportPortCalls.ts"
import { importPorts } from "./ImportPorts.ts"
import { importZones } from "./ImportZones.ts"
import { json, printJson } from "./Output.ts"
import { endProgress, showProgress } from "./Progress.ts"
import { importTracking } from "./TrackingImport.ts"

/** A file of which nothing was taken; what is wrong with it was told before. */
class NothingImported extends Schema.TaggedError<NothingImported>()("NothingImported", { message: Schema.String }) {}

/** So many rows are stored in one transaction. */
const ROWS_AT_ONCE = 1000

const file = Argument.File("file", { mustExist: true })

const storeRows = Effect.fnUntraced(function* (path: string) {
  const registry = yield* VesselRegistry
  const fs = yield* FileSystem.FileSystem
  const faults: Array<RowFault> = []
  const numbers = new Set<string>()
  let rows = 0
  const skipped = new Map<string, number>()

  const vesselIn = (reading: VesselReading): ReadonlyArray<Vessel> => {
    if (reading._tag === "Read") return [reading.vessel]
    if (reading._tag === "Refused" || reading._tag === "Ignored") faults.push(reading.fault)
    else skipped.set(reading.reason, (skipped.get(reading.reason) ?? 0) + 1)
    return []
  }
  yield* readVesselFile(fs.stream(path)).pipe(
    Stream.grouped(ROWS_AT_ONCE),
    Stream.runForEach((readings) => {
      const vessels = readings.flatMap(vesselIn)
      for (const { imo, mmsi } of vessels) numbers.add(imo ?? mmsi ?? "")
      rows += readings.length
      return Effect.andThen(registry.save(vessels), showProgress(`${rows} rows, ${numbers.size} ships`))
    })
  )
  yield* endProgress
  return { ships: numbers.size, skipped, faults }
})

const vessels = Command.make(
  "vessels",
  { file, json },
  Effect.fnUntraced(function* ({ file, json }) {
    yield* ensureStarterVessels
    const { ships, skipped, faults } = yield* storeRows(file)
    const skippedRows = [...skipped.values()].reduce((sum, rows) => sum + rows, 0)
    if (json) yield* printJson({ ships, skipped: skippedRows, faults })
    else {
      yield* tellFaults(faults)
      const reasons = [...skipped].map(([reason, rows]) => `${reason}: ${rows}`).join("; ")
      const passed = skippedRows === 0 ? "no row skipped" : `${counted(skippedRows, "row")} skipped (${reasons})`
      yield* Console.log(`${counted(ships, "ship")} imported, ${passed}, ${counted(faults.length, "fault")}`)
    }
    if (ships === 0) return yield* new NothingImported({ message: "No ship was imported." })
  }, withDatabase)
).pipe(
  Command.withDescription(
    `Import ships: EMSA's EU MRV publication (xlsx or csv), or a CSV with any of the columns ${VESSEL_COLUMNS.join(", ")}`
  )
)

const factors = Command.make(
  "factors",
  { file, json },
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
    if (taken.length > 0) yield* (yield* EmissionFactors).replace(taken)
    if (json) yield* printJson({ factors: taken.length, ignored, faults })
    else {
      yield* tellFaults([...ignored, ...faults])
      yield* Console.log(`${counted(taken.length, "factor")} imported, ${counted(faults.length, "fault")}`)
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

export const importCommand = Command.make("import").pipe(
  Command.withDescription("Bring in data of your own; a running server uses it within a second"),
  Command.withSubcommands([importAis, importPortCalls, importPorts, importTracking, importZones, vessels, factors])
)
