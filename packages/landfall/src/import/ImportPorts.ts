import { type OperatorPort, PortStore } from "@landfall/core/geo/PortStore"
import { formatCount } from "@landfall/core/listing/Count"
import { PORT_COLUMNS, readPortFile } from "@landfall/feeds/ports/PortFile"
import type { RowFault } from "@landfall/feeds/tables/RowFaults"
import * as SqlPortStore from "@landfall/storage/geo/SqlPortStore"
import { Console, Effect, Option, Stream } from "effect"
import { Command } from "effect/cli"
import { withStores } from "../settings/Database.ts"
import { FaultList, printTableFaults, rowFaultViews } from "../terminal/FileFaults.ts"
import { jsonFlag, printJson } from "../terminal/JsonOutput.ts"
import { streamNamedFile } from "../terminal/NamedFile.ts"
import { endProgress, showProgress } from "../terminal/Progress.ts"
import { fileArgument, NothingImported, ROWS_PER_TRANSACTION, rejectIncomplete, reportPartial } from "./ImportFile.ts"

/** The ports that are too far from the sea network for a route, and the greatest distance of a port from it. */
const findInlandPorts = Effect.fnUntraced(function* (ports: ReadonlyArray<OperatorPort>) {
  const [{ loadNetwork }, { MAX_ACCESS_NM, makeAccessPointFinder }] = yield* Effect.promise(() =>
    Promise.all([import("@landfall/sea/network/BundledNetwork"), import("@landfall/sea/network/AccessPointFinder")])
  )
  const findAccessPoint = makeAccessPointFinder(loadNetwork())
  const inland = ports.filter(({ position }) => Option.isNone(findAccessPoint(position)))
  return { inland: inland.map(({ code }) => code), maxAccessNm: MAX_ACCESS_NM }
})

const storePorts = Effect.fnUntraced(function* (path: string) {
  const store = yield* PortStore
  const faults = new FaultList<RowFault>()
  const ignored: Array<RowFault> = []
  const stored: Array<OperatorPort> = []
  yield* readPortFile(streamNamedFile(path)).pipe(
    Stream.grouped(ROWS_PER_TRANSACTION),
    Stream.runForEach(
      Effect.fnUntraced(function* (readings) {
        const ports: Array<OperatorPort> = []
        for (const reading of readings) {
          if (reading._tag === "Read") ports.push(reading.port)
          else if (reading._tag === "Ignored") ignored.push(reading.fault)
          else faults.reject(reading.fault.line, reading.fault)
        }
        yield* store.save(ports)
        stored.push(...ports)
        yield* showProgress(formatCount(stored.length, "port"))
      })
    ),
    reportPartial(path, {
      stored: () => stored.length,
      noun: "port",
      printFaults: Effect.suspend(() => printTableFaults(ignored, faults))
    })
  )
  yield* endProgress
  return { stored, ignored, faults }
})

export const importPorts = Command.make(
  "ports",
  {
    file: fileArgument(
      `CSV or xlsx with the columns ${PORT_COLUMNS.join(", ")}; country and aliases are optional. code is a UN/LOCODE, country two letters of ISO 3166-1, lat and lon are degrees north and east (WGS 84), aliases other codes separated by spaces, semicolons or bars`
    ),
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ file, json }) {
    const { stored, ignored, faults } = yield* storePorts(file)
    const { inland, maxAccessNm } = yield* findInlandPorts(stored)
    if (json)
      yield* printJson({
        ports: stored.length,
        inland,
        ignored: rowFaultViews(ignored),
        faultCount: faults.count,
        faults: rowFaultViews(faults.listed)
      })
    else {
      yield* printTableFaults(ignored, faults)
      for (const code of inland) {
        yield* Console.error(
          `${code} is more than ${maxAccessNm} nm from the sea: the port is listed, and routes to and from it are rejected`
        )
      }
      yield* Console.log(`${formatCount(stored.length, "port")} imported, ${formatCount(faults.count, "fault")}`)
    }
    if (stored.length === 0) return yield* new NothingImported({ message: "No port was imported." })
    yield* rejectIncomplete(faults.rejectedRows, "row")
  }, withStores(SqlPortStore.layer))
)
