import { PortCallLog } from "@landfall/core/congestion/figures/PortCallLog"
import { ZoneStore } from "@landfall/core/congestion/zones/ZoneStore"
import type { StorageError } from "@landfall/core/faults/StorageError"
import { greatCircleDistance } from "@landfall/core/geo/Distance"
import { Gazetteer } from "@landfall/core/geo/Gazetteer"
import type { Port } from "@landfall/core/geo/Port"
import type { Unlocode } from "@landfall/core/geo/Unlocode"
import { type Instant, isoOf } from "@landfall/core/time/Instant"
import { Effect, Option, Result } from "effect"
import { failWith } from "../ApiError.ts"

/** Ports further away are of no help, in nautical miles; and so many are named. */
const NEARBY_RADIUS_NM = 150
const MAX_NEARBY_PORTS = 3

const FEED_HINT =
  "Figures follow once positions or port calls are fed in: LANDFALL_AIS=tcp://HOST:PORT listens live, landfall import ais FILE reads records, landfall import port-calls FILE what ports report."

/** Explains why a port has no figures, how to import data, and which ports were meant or have figures nearby. */
export const makeMissingFiguresExplainer = Effect.gen(function* () {
  const gazetteer = yield* Gazetteer
  const log = yield* PortCallLog
  const zones = yield* ZoneStore

  const nearWithData = Effect.fnUntraced(function* (port: Port, heard: ReadonlyArray<Unlocode>) {
    const found: Array<readonly [code: Unlocode, miles: number]> = []
    for (const code of heard) {
      const other = yield* Effect.result(gazetteer.get(code))
      if (Result.isFailure(other)) continue
      const miles = greatCircleDistance(port.position, other.success.position)
      if (miles <= NEARBY_RADIUS_NM) found.push([code, miles])
    }
    return found.sort(([, a], [, b]) => a - b).slice(0, MAX_NEARBY_PORTS)
  })

  const unknown = Effect.fnUntraced(function* (code: Unlocode, message: string) {
    const drawn = yield* zones.list(Option.some(code))
    if (drawn.length > 0) return [`Nothing was heard of the port ${code} yet.`, FEED_HINT]
    return [`${message.charAt(0).toUpperCase()}${message.slice(1)}${message.endsWith("?") ? "" : "."}`]
  })

  return Effect.fnUntraced(function* (
    code: Unlocode,
    by: Option.Option<Instant>
  ): Effect.fn.Return<ReadonlyArray<string>, StorageError> {
    const heard = yield* log.ports
    if (Option.isSome(by) && heard.includes(code)) {
      return [`Nothing was heard of the port ${code} by ${isoOf(by.value)}: it was heard later.`]
    }
    const port = yield* Effect.result(gazetteer.get(code))
    if (Result.isFailure(port)) return yield* unknown(code, port.failure.message)
    if (port.success.code !== code) return [`The port ${code} goes by the code ${port.success.code}: ask for that.`]
    const near = yield* nearWithData(port.success, heard)
    return [
      `Nothing was heard of ${port.success.name} (${code}) yet. ${FEED_HINT}`,
      ...(near.length === 0
        ? []
        : [`Heard nearby: ${near.map(([other, miles]) => `${other}, ${Math.round(miles)} nm away`).join("; ")}.`])
    ]
  })
})

/** Makes the failure of a request for a port without figures; `by` is the past instant that was requested. */
export const makePortUnknown = Effect.map(
  makeMissingFiguresExplainer,
  (explain) => (port: Unlocode, by: Option.Option<Instant>) =>
    Effect.flatMap(explain(port, by), (details) => failWith("portUnknown", details))
)
