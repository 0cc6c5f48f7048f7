import { PortCallLog } from "@landfall/core/congestion/ledger/PortCallLog"
import { ZoneStore } from "@landfall/core/congestion/zones/ZoneStore"
import type { StorageError } from "@landfall/core/faults/StorageError"
import { greatCircleDistance } from "@landfall/core/geo/Distance"
import { Gazetteer } from "@landfall/core/geo/Gazetteer"
import type { Port } from "@landfall/core/geo/Port"
import type { Unlocode } from "@landfall/core/geo/Unlocode"
import { type Instant, isoOf } from "@landfall/core/time/Instant"
import { Effect, Option, Result } from "effect"
import { failWith } from "../conventions/ApiError.ts"

/** Part of the types of this module. @public */
export type { ApiError } from "../conventions/ApiError.ts"

/** The radius, in nautical miles, in which other ports are suggested, and the number of them. */
const NEARBY_RADIUS_NM = 150
const MAX_NEARBY_PORTS = 3

const IMPORT_HINT =
  "To get figures, import data: set LANDFALL_AIS=tcp://HOST:PORT for live AIS, or run landfall import ais FILE for AIS records or landfall import port-calls FILE for port calls."

/**
 * Explains the missing figures of a port: the reason, the import of data, similar codes, and ports nearby with figures.
 */
export const makeMissingFiguresExplainer = Effect.gen(function* () {
  const gazetteer = yield* Gazetteer
  const log = yield* PortCallLog
  const zones = yield* ZoneStore

  const nearbyPortsWithData = Effect.fnUntraced(function* (port: Port, candidates: ReadonlyArray<Unlocode>) {
    const neighbours: Array<readonly [code: Unlocode, miles: number]> = []
    for (const code of candidates) {
      const other = yield* Effect.result(gazetteer.get(code))
      if (Result.isFailure(other)) continue
      const miles = greatCircleDistance(port.position, other.success.position)
      if (miles <= NEARBY_RADIUS_NM) neighbours.push([code, miles])
    }
    return neighbours.sort(([, a], [, b]) => a - b).slice(0, MAX_NEARBY_PORTS)
  })

  const explainUnknownPort = Effect.fnUntraced(function* (code: Unlocode, message: string) {
    const operatorZones = yield* zones.list(Option.some(code))
    if (operatorZones.length > 0) return [`The port ${code} has no data yet.`, IMPORT_HINT]
    return [`${message.charAt(0).toUpperCase()}${message.slice(1)}${message.endsWith("?") ? "" : "."}`]
  })

  return Effect.fnUntraced(function* (
    code: Unlocode,
    by: Option.Option<Instant>
  ): Effect.fn.Return<ReadonlyArray<string>, StorageError> {
    const portsWithData = yield* log.ports
    if (Option.isSome(by) && portsWithData.includes(code)) {
      return [`The port ${code} has no data at ${isoOf(by.value)} or before.`]
    }
    const port = yield* Effect.result(gazetteer.get(code))
    if (Result.isFailure(port)) return yield* explainUnknownPort(code, port.failure.message)
    if (port.success.code !== code) return [`The port ${code} has the code ${port.success.code}: use that code.`]
    const nearby = yield* nearbyPortsWithData(port.success, portsWithData)
    return [
      `The port ${port.success.name} (${code}) has no data yet. ${IMPORT_HINT}`,
      ...(nearby.length === 0
        ? []
        : [
            `Ports nearby with data: ${nearby.map(([other, miles]) => `${other}, ${Math.round(miles)} nm away`).join("; ")}.`
          ])
    ]
  })
})

/** Makes the test whether a code is that of a known port: a listed one, or one with data or zones of the operator. */
export const makePortTest = Effect.gen(function* () {
  const gazetteer = yield* Gazetteer
  const log = yield* PortCallLog
  const zones = yield* ZoneStore

  return Effect.fnUntraced(function* (code: Unlocode) {
    const port = yield* Effect.option(gazetteer.get(code))
    if (Option.isSome(port)) return port.value.code === code
    return (yield* log.ports).includes(code) || (yield* zones.list(Option.some(code))).length > 0
  })
})

/** Makes the failure of a request for a port without figures; `by` is the past instant that was requested. */
export const makePortUnknown = Effect.map(
  makeMissingFiguresExplainer,
  (explain) => (port: Unlocode, by: Option.Option<Instant>) =>
    Effect.flatMap(explain(port, by), (details) => failWith("portUnknown", details))
)
