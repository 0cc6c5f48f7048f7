import { hoursInPort, type PortCall } from "@landfall/core/congestion/detection/PortCall"
import { detectPortCalls } from "@landfall/core/congestion/fleet/DetectPortCalls"
import { zonesInUse } from "@landfall/core/congestion/zones/DefaultPortAreas"
import { makeZoneIndex } from "@landfall/core/congestion/zones/ZoneIndex"
import { isoOf } from "@landfall/core/time/Instant"
import { uncompressedReports } from "@landfall/feeds/ais/AisFeed"
import { makeAisTally } from "@landfall/feeds/ais/reports/AisTally"
import { loadPortAreas } from "@landfall/sea/areas/BundledPortAreas"
import { loadPorts } from "@landfall/sea/ports/BundledPorts"
import { Effect, Option, Stream } from "effect"

/** The terminals, anchorages and waters of every port that `@landfall/sea` knows. */
const portAreas = makeZoneIndex(zonesInUse(loadPorts().ports.values(), loadPortAreas(), []))

/** Reads an AIS file and detects its port calls. Also returns what was read and ignored. */
export const portCallsOf = Effect.fnUntraced(function* <E>(source: string, bytes: Stream.Stream<Uint8Array, E>) {
  const tally = makeAisTally()
  const reports = yield* Stream.runCollect(uncompressedReports(bytes, { source, liveness: "recorded", tally }))
  return { calls: detectPortCalls(reports, portAreas), counts: tally.counts() }
})

/** One point for each stay of the calls (RFC 7946). */
export const toGeoJson = (calls: ReadonlyArray<PortCall>) => ({
  type: "FeatureCollection",
  features: calls.flatMap((call) =>
    call.stays.map(({ evidence, from, kind, latitude, longitude, to }) => ({
      type: "Feature",
      geometry: { type: "Point", coordinates: [longitude, latitude] },
      properties: {
        call: call.id,
        port: call.port,
        vessel: Option.getOrNull(call.vessel.name),
        imo: Option.getOrNull(call.vessel.imo),
        mmsi: Option.getOrNull(call.vessel.mmsi),
        kind,
        evidence,
        from: isoOf(from),
        to: Option.getOrNull(Option.map(to, isoOf)),
        hoursInPort: Option.getOrNull(hoursInPort(call))
      }
    }))
  )
})
