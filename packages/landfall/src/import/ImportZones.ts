import { ZoneKind, ZoneStatus } from "@landfall/core/congestion/zones/Zone"
import { ZoneStore } from "@landfall/core/congestion/zones/ZoneStore"
import { describeFault, type Fault, joinWithOr } from "@landfall/core/faults/Fault"
import { formatCount } from "@landfall/core/listing/Count"
import { VesselType } from "@landfall/core/vessels/VesselType"
import { readZones } from "@landfall/feeds/zones/ZoneGeoJson"
import * as SqlZoneStore from "@landfall/storage/congestion/zones/SqlZoneStore"
import { Console, Effect, Schema } from "effect"
import { Command } from "effect/cli"
import { withStores } from "../settings/Database.ts"
import { printFaults } from "../terminal/FileFaults.ts"
import { jsonFlag, printJson } from "../terminal/JsonOutput.ts"
import { readNamedText } from "../terminal/NamedFile.ts"
import { fileArgument, NothingImported, rejectIncomplete } from "./ImportFile.ts"

/** The zones of every port in the world need less. */
const MAX_ZONE_FILE_BYTES = 128 * 1024 * 1024

const decodeJson = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Unknown))

/** The index of the feature of a fault, whose path begins with `features` and the index. */
const indexOfFeature = ({ path }: Fault): number => Number(path[1] ?? 0)

export const importZones = Command.make(
  "zones",
  {
    file: fileArgument(
      `a GeoJSON FeatureCollection of polygons, and points with radiusKm. Properties: kind (${joinWithOr(ZoneKind.literals)}), port or ports (UN/LOCODEs), and optionally id, name, vesselType (${joinWithOr(VesselType.literals)}), status (${joinWithOr(ZoneStatus.literals)}) and berths (a number, or one for each class of vessels)`
    ),
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ file, json }) {
    const text = yield* readNamedText(file, MAX_ZONE_FILE_BYTES)
    const document = yield* decodeJson(text).pipe(
      Effect.mapError(
        () => new NothingImported({ message: `${file} is not JSON: zones are imported from GeoJSON (RFC 7946).` })
      )
    )
    const { zones, berths, faults } = readZones(document)
    const store = yield* ZoneStore
    yield* store.put(zones)
    yield* Effect.forEach(berths, store.setBerths, { discard: true })
    const sentences = faults.map((fault) => describeFault(fault))
    if (json) yield* printJson({ zones: zones.map(({ id }) => id), berths, faults: sentences })
    else {
      yield* printFaults(sentences)
      yield* Console.log(`${formatCount(zones.length, "zone")} imported, ${formatCount(faults.length, "fault")}`)
    }
    if (zones.length === 0) return yield* new NothingImported({ message: "No zone was imported." })
    yield* rejectIncomplete(new Set(faults.map(indexOfFeature)).size, "feature")
  }, withStores(SqlZoneStore.layer))
)
