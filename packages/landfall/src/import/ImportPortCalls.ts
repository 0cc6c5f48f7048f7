import type { PortCall } from "@landfall/core/congestion/detection/PortCall"
import type { PortCallReport } from "@landfall/core/congestion/detection/VesselReport"
import { PortCallLog } from "@landfall/core/congestion/ledger/PortCallLog"
import { centreOf } from "@landfall/core/congestion/zones/Zone"
import { ZoneStore } from "@landfall/core/congestion/zones/ZoneStore"
import { describeFault, joinWithOr } from "@landfall/core/faults/Fault"
import { Gazetteer } from "@landfall/core/geo/Gazetteer"
import { unknownPortFault } from "@landfall/core/geo/Port"
import { formatCount } from "@landfall/core/listing/Count"
import { Instant } from "@landfall/core/time/Instant"
import { VesselRegistry } from "@landfall/core/vessels/VesselRegistry"
import { VesselType } from "@landfall/core/vessels/VesselType"
import { PORT_CALL_COLUMNS, readPortCallFile } from "@landfall/feeds/portCalls/PortCallFile"
import * as Stores from "@landfall/storage/Stores"
import { Cache, Clock, Console, Effect, Option, Result, Stream } from "effect"
import { Command } from "effect/cli"
import * as Sea from "../service/Sea.ts"
import { withStores } from "../settings/Database.ts"
import { FaultList, printRecordFaults, type RecordFault } from "../terminal/FileFaults.ts"
import { jsonFlag, printJson } from "../terminal/JsonOutput.ts"
import { endProgress, showProgress } from "../terminal/Progress.ts"
import { fileArgument, NothingImported, ROWS_PER_TRANSACTION, rejectIncomplete, reportPartial } from "./ImportFile.ts"
import { futureTimeFault, portCallOfReport } from "./ReportedPortCall.ts"

/** Vessels held in memory: a file names the same vessels again and again. */
const MAX_CACHED_VESSELS = 10_000

/** Finds the current code and the position of a port: in the gazetteer, else at a zone that the operator imported. */
const makePortLookup = Effect.gen(function* () {
  const gazetteer = yield* Gazetteer
  const zones = yield* ZoneStore
  const stored = yield* zones.list(Option.none())
  return (code: PortCallReport["port"]) =>
    Effect.catch(gazetteer.get(code), (notFound) => {
      const zone = stored.find(({ ports }) => ports.includes(code))
      return zone === undefined ? Effect.fail(notFound) : Effect.succeed({ code, position: centreOf(zone.shape) })
    })
})

const storePortCalls = Effect.fnUntraced(function* (file: string) {
  const log = yield* PortCallLog
  const { find } = yield* VesselRegistry
  const vessels = yield* Cache.make({ lookup: find, capacity: MAX_CACHED_VESSELS })
  const findPort = yield* makePortLookup
  const readAt = Instant.make(Math.floor(yield* Clock.currentTimeMillis))
  const faults = new FaultList<RecordFault>()
  const ports = new Set<string>()
  let [records, imported, changed] = [0, 0, 0]

  const callOf = Effect.fnUntraced(function* (report: PortCallReport, record: number) {
    const futureFault = futureTimeFault(report, readAt)
    if (futureFault !== undefined) {
      faults.reject(record, { record, message: describeFault(futureFault) })
      return []
    }
    const port = yield* Effect.result(findPort(report.port))
    if (Result.isFailure(port)) {
      faults.reject(record, { record, message: describeFault(unknownPortFault(["port"], port.failure)) })
      return []
    }
    const { code, position } = port.success
    const registered = yield* Cache.get(vessels, report.vessel)
    return [portCallOfReport({ ...report, port: code }, registered, position, readAt)]
  })

  const storeBatch = Effect.fnUntraced(function* (calls: ReadonlyArray<PortCall>) {
    changed += (yield* log.put(calls)).length
    for (const { port } of calls) ports.add(port)
    imported += calls.length
    yield* showProgress(`${formatCount(records, "record")}, ${formatCount(imported, "port call")}`)
  })

  yield* readPortCallFile(file, file).pipe(
    Stream.mapEffect((reading) => {
      records++
      if (Result.isSuccess(reading)) return callOf(reading.success, records)
      const { record } = reading.failure
      for (const fault of reading.failure.faults) faults.reject(record, { record, message: describeFault(fault) })
      return Effect.succeed([])
    }),
    Stream.flattenIterable,
    Stream.grouped(ROWS_PER_TRANSACTION),
    Stream.runForEach(storeBatch),
    reportPartial(file, {
      stored: () => imported,
      noun: "port call",
      printFaults: Effect.suspend(() => printRecordFaults(faults))
    })
  )
  yield* endProgress
  return { records, calls: imported, changed, ports: [...ports].sort(), faults }
})

export const importPortCalls = Command.make(
  "port-calls",
  {
    file: fileArgument(
      `CSV, a JSON array or one JSON object per line, with ${PORT_CALL_COLUMNS.join(", ")}. port is a UN/LOCODE; port, arrivedAt and either imo or mmsi are required; timestamps are ISO 8601 with their offset from UTC; vesselType is ${joinWithOr(VesselType.literals)}`
    ),
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ file, json }) {
    const summary = yield* storePortCalls(file).pipe(Effect.provide(Sea.layer))
    const { calls, changed, ports, faults } = summary
    if (json) yield* printJson({ ...summary, faultCount: faults.count, faults: faults.listed })
    else {
      yield* printRecordFaults(faults)
      yield* Console.log(
        `${formatCount(calls, "port call")} in ${formatCount(ports.length, "port")} imported, ${changed} of them new or changed, ${formatCount(faults.count, "fault")}`
      )
    }
    if (calls === 0) return yield* new NothingImported({ message: "No port call was imported." })
    yield* rejectIncomplete(faults.rejectedRows, "record")
  }, withStores(Stores.layer))
)
