import { joinWithOr } from "@landfall/core/faults/Fault"
import { formatCount } from "@landfall/core/listing/Count"
import type { Vessel } from "@landfall/core/vessels/Vessel"
import { VesselRegistry } from "@landfall/core/vessels/VesselRegistry"
import { VesselType } from "@landfall/core/vessels/VesselType"
import type { RowFault } from "@landfall/feeds/tables/RowFaults"
import { VESSEL_COLUMNS } from "@landfall/feeds/vessels/VesselColumns"
import { readVesselFile } from "@landfall/feeds/vessels/VesselFile"
import type { VesselRowResult } from "@landfall/feeds/vessels/VesselRowResult"
import * as SqlVesselRegistry from "@landfall/storage/vessels/SqlVesselRegistry"
import { Console, Effect, Stream } from "effect"
import { Command } from "effect/cli"
import { ensureStarterVessels } from "../service/StarterVessels.ts"
import { withStores } from "../settings/Database.ts"
import { FaultList, printRowFaults, rowFaultViews } from "../terminal/FileFaults.ts"
import { jsonFlag, printJson } from "../terminal/JsonOutput.ts"
import { streamNamedFile } from "../terminal/NamedFile.ts"
import { endProgress, showProgress } from "../terminal/Progress.ts"
import { fileArgument, NothingImported, ROWS_PER_TRANSACTION, rejectIncomplete, reportPartial } from "./ImportFile.ts"

const storeVessels = Effect.fnUntraced(function* (path: string) {
  const registry = yield* VesselRegistry
  const faults = new FaultList<RowFault>()
  const numbers = new Set<string>()
  let rows = 0
  const skipped = new Map<string, number>()

  const vesselIn = (reading: VesselRowResult): ReadonlyArray<Vessel> => {
    if (reading._tag === "Read") return [reading.vessel]
    if (reading._tag === "Rejected") faults.reject(reading.fault.line, reading.fault)
    else if (reading._tag === "Ignored") faults.add(reading.fault)
    else skipped.set(reading.reason, (skipped.get(reading.reason) ?? 0) + 1)
    return []
  }
  yield* readVesselFile(streamNamedFile(path)).pipe(
    Stream.grouped(ROWS_PER_TRANSACTION),
    Stream.runForEach(
      Effect.fnUntraced(function* (readings) {
        const read = readings.flatMap(vesselIn)
        yield* registry.save(read)
        for (const { imo, mmsi } of read) numbers.add(imo ?? mmsi ?? "")
        rows += readings.length
        yield* showProgress(`${formatCount(rows, "row")}, ${formatCount(numbers.size, "vessel")}`)
      })
    ),
    reportPartial(path, {
      stored: () => numbers.size,
      noun: "vessel",
      printFaults: Effect.suspend(() => printRowFaults(faults.listed, faults.count))
    })
  )
  yield* endProgress
  return { vessels: numbers.size, skipped, faults }
})

export const importVessels = Command.make(
  "vessels",
  {
    file: fileArgument(
      `a publication of EMSA (xlsx or CSV), or CSV with imo or mmsi and any other of the columns ${VESSEL_COLUMNS.join(", ")}. type is ${joinWithOr(VesselType.literals)}; teu, gross_tonnage and the columns with a unit (metres, kilowatts, knots, nautical miles) are numbers; years have four digits`
    ),
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ file, json }) {
    yield* ensureStarterVessels
    const { vessels, skipped, faults } = yield* storeVessels(file)
    const skippedRows = [...skipped.values()].reduce((sum, rows) => sum + rows, 0)
    if (json)
      yield* printJson({
        vessels,
        skipped: skippedRows,
        faultCount: faults.count,
        faults: rowFaultViews(faults.listed)
      })
    else {
      yield* printRowFaults(faults.listed, faults.count)
      const reasons = [...skipped].map(([reason, rows]) => `${reason}: ${rows}`).join("; ")
      const skippedText =
        skippedRows === 0 ? "no row skipped" : `${formatCount(skippedRows, "row")} skipped (${reasons})`
      yield* Console.log(
        `${formatCount(vessels, "vessel")} imported, ${skippedText}, ${formatCount(faults.count, "fault")}`
      )
    }
    if (vessels === 0) return yield* new NothingImported({ message: "No vessel was imported." })
    yield* rejectIncomplete(faults.rejectedRows, "row")
  }, withStores(SqlVesselRegistry.layer))
)
