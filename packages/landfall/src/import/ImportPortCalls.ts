import type { PortCall } from "@landfall/core/congestion/detection/PortCall"
import {
  coverageOfReportedCall,
  futureTimeFault,
  portCallOfReport
} from "@landfall/core/congestion/detection/ReportedPortCall"
import type { PortCallReport } from "@landfall/core/congestion/detection/VesselReport"
import { PortCallLog } from "@landfall/core/congestion/figures/PortCallLog"
import { centreOf } from "@landfall/core/congestion/zones/Zone"
import { ZoneStore } from "@landfall/core/congestion/zones/ZoneStore"
import { Gazetteer } from "@landfall/core/geo/Gazetteer"
import { Instant } from "@landfall/core/time/Instant"
import { VesselRegistry } from "@landfall/core/vessels/VesselRegistry"
import { readPortCallFile } from "@landfall/feeds/portCalls/PortCallFile"
import { Cache, Clock, Console, Effect, Option, Result, Stream } from "effect"
import { Command } from "effect/cli"
import * as Sea from "../service/Sea.ts"
import { withDatabase } from "../settings/Database.ts"
import { printRecordFaults } from "../terminal/FileFaults.ts"
import { jsonFlag, printJson } from "../terminal/JsonOutput.ts"
import { endProgress, showProgress } from "../terminal/Progress.ts"
import { fileArgument, NothingImported, ROWS_PER_TRANSACTION } from "./ImportFile.ts"

/** As many ships are looked up once; a file tells of a ship again and again. */
const MAX_CACHED_SHIPS = 10_000

/** A port by its code of today and where it is: as the gazetteer has it, or where the operator has drawn a zone of it. */
const makePortLookup = Effect.gen(function* () {
  const gazetteer = yield* Gazetteer
  const zones = yield* ZoneStore
  const drawn = yield* zones.list(Option.none())
  return (code: PortCallReport["port"]) =>
    Effect.catch(gazetteer.get(code), (unknown) => {
      const zone = drawn.find(({ ports }) => ports.includes(code))
      return zone === undefined ? Effect.fail(unknown) : Effect.succeed({ code, position: centreOf(zone.shape) })
    })
})

const storePortCalls = Effect.fnUntraced(function* (file: string) {
  const log = yield* PortCallLog
  const { find } = yield* VesselRegistry
  const ships = yield* Cache.make({ lookup: find, capacity: MAX_CACHED_SHIPS })
  const placeOf = yield* makePortLookup
  const readAt = Instant.make(Math.floor(yield* Clock.currentTimeMillis))
  const faults: Array<{ readonly record: number; readonly message: string }> = []
  const ports = new Set<string>()
  let [records, taken, changed] = [0, 0, 0]

  const callOf = Effect.fnUntraced(function* (report: PortCallReport, record: number) {
    const plan = futureTimeFault(report, readAt)
    if (plan !== undefined) {
      faults.push({ record, message: plan })
      return []
    }
    const place = yield* Effect.result(placeOf(report.port))
    if (Result.isFailure(place)) {
      faults.push({ record, message: `$.port: ${place.failure.message}` })
      return []
    }
    const { code, position } = place.success
    const registered = yield* Cache.get(ships, report.vessel)
    return [portCallOfReport({ ...report, port: code }, registered, position, readAt)]
  })

  const storeSome = Effect.fnUntraced(function* (calls: ReadonlyArray<PortCall>) {
    changed += (yield* log.put(calls)).length
    yield* log.addCoverage(calls.map(coverageOfReportedCall))
    for (const { port } of calls) ports.add(port)
    taken += calls.length
    yield* showProgress(`${records} records, ${taken} port calls`)
  })

  yield* readPortCallFile(file, file).pipe(
    Stream.mapEffect((reading) => {
      records++
      if (Result.isSuccess(reading)) return callOf(reading.success, records)
      const { record, reasons } = reading.failure
      for (const message of reasons) faults.push({ record, message })
      return Effect.succeed([])
    }),
    Stream.flattenIterable,
    Stream.grouped(ROWS_PER_TRANSACTION),
    Stream.runForEach(storeSome)
  )
  yield* endProgress
  return { records, calls: taken, changed, ports: [...ports].sort(), faults }
})

export const importPortCalls = Command.make(
  "port-calls",
  { file: fileArgument, json: jsonFlag },
  Effect.fnUntraced(function* ({ file, json }) {
    const summary = yield* storePortCalls(file).pipe(Effect.provide(Sea.layer))
    const { calls, changed, ports, faults } = summary
    if (json) yield* printJson(summary)
    else {
      yield* printRecordFaults(faults)
      yield* Console.log(
        `${calls} port calls in ${ports.length} ports imported, ${changed} of them new or changed, ${faults.length} faults`
      )
    }
    if (calls === 0) return yield* new NothingImported({ message: "No port call was imported." })
  }, withDatabase)
).pipe(
  Command.withDescription(
    "Import port calls as ports or agents report them, from CSV or JSON with port, imo or mmsi, arrivedAt, berthedAt, unberthedAt, departedAt, vesselName, vesselType; they outrank what AIS suggests"
  )
)
