import { makeStopSearch, proposeZones, staysOutsideZones } from "@landfall/core/congestion/fleet/ZoneProposals"
import { PortCallLog } from "@landfall/core/congestion/ledger/PortCallLog"
import { zonesInUse } from "@landfall/core/congestion/zones/DefaultPortAreas"
import { PortAreaSource } from "@landfall/core/congestion/zones/PortAreas"
import { makeZoneIndex } from "@landfall/core/congestion/zones/ZoneIndex"
import { ZoneStore } from "@landfall/core/congestion/zones/ZoneStore"
import { Gazetteer } from "@landfall/core/geo/Gazetteer"
import type { Unlocode } from "@landfall/core/geo/Unlocode"
import { Instant } from "@landfall/core/time/Instant"
import { fileReports } from "@landfall/feeds/ais/AisFeed"
import { makeAisTally } from "@landfall/feeds/ais/reports/AisTally"
import * as Stores from "@landfall/storage/Stores"
import { Clock, Effect, Layer, Option, Stream } from "effect"
import * as NodeDecompressor from "../archives/NodeDecompressor.ts"
import * as Sea from "../service/Sea.ts"
import { withStores } from "../settings/Database.ts"

const searchLayer = Layer.mergeAll(Sea.layer, Sea.portAreas, NodeDecompressor.layer)

/** The calls around a port in records of AIS, whatever its area is today, without the stays in zones that exist. */
const callsAround = Effect.fnUntraced(function* (port: Unlocode, files: ReadonlyArray<string>, radiusKm: number) {
  const gazetteer = yield* Gazetteer
  const { position } = yield* gazetteer.get(port)
  const today = makeZoneIndex(
    zonesInUse(yield* gazetteer.all, yield* yield* PortAreaSource, yield* (yield* ZoneStore).list(Option.none()))
  )
  const search = makeStopSearch(port, position, radiusKm)
  for (const file of files) {
    const reports = fileReports(file, { source: file, liveness: "recorded", tally: makeAisTally() })
    yield* Stream.runForEachArray(reports, (chunk) =>
      Effect.sync(() => {
        for (const report of chunk) search.receive(report, report.at)
      })
    )
  }
  search.flushAll()
  return staysOutsideZones(port, search.drain().calls, today)
})

/**
 * Proposes zones of a port, except those that were accepted or rejected before: from all of its port calls, or from
 * records of AIS, which show the quays outside its area as well.
 */
export const findZones = Effect.fnUntraced(
  function* (port: Unlocode, files: ReadonlyArray<string>, radiusKm: number) {
    const store = yield* ZoneStore
    const now = Instant.make(Math.floor(yield* Clock.currentTimeMillis))
    const calls =
      files.length === 0
        ? yield* (yield* PortCallLog).calls(port, Instant.make(0), now)
        : yield* callsAround(port, files, radiusKm)
    const storedIds = new Set((yield* store.list(Option.some(port))).map(({ id }) => id))
    const proposals = proposeZones(port, calls).filter(({ id }) => !storedIds.has(id))
    yield* store.put(proposals)
    return { proposals, calls: calls.length }
  },
  Effect.provide(searchLayer),
  withStores(Stores.layer)
)
