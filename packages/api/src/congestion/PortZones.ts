import { ZoneKind, ZoneSource } from "@landfall/core/congestion/zones/Zone"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { VesselType } from "@landfall/core/vessels/VesselType"
import { Schema } from "effect"

const ZoneView = Schema.Struct({
  id: Schema.String.annotateKey({ description: "The id of the zone." }),
  kind: ZoneKind.annotateKey({
    description: "`BERTH` where vessels load, `ANCHORAGE` where they wait, `PORT_AREA` all water of the port."
  }),
  name: Schema.NullOr(Schema.String).annotateKey({ description: "The name of the zone; null without one." }),
  portCodes: Schema.Array(Unlocode).annotateKey({ description: "The ports of the zone: several share an anchorage." }),
  vesselType: Schema.NullOr(VesselType).annotateKey({
    description: "The only type of vessel that a berth serves; null for all."
  }),
  source: ZoneSource.annotateKey({ description: "The origin of the zone." }),
  geometry: Schema.Struct({
    type: Schema.Literal("Polygon").annotateKey({ description: "The type of GeoJSON." }),
    coordinates: Schema.Array(Schema.Array(Schema.Array(Schema.Finite))).annotateKey({
      description: "The outline and its holes, as rings of longitudes and latitudes."
    })
  }).annotateKey({ description: "The area in the form of GeoJSON (RFC 7946). A circle has 48 corners." })
}).annotate({ identifier: "PortZone" })

/** The zones of a port. */
export const PortZones = Schema.Struct({
  portCode: Unlocode.annotateKey({ description: "UN/LOCODE of the port." }),
  zones: Schema.Array(ZoneView).annotateKey({
    description: "The zones in effect: port areas, then anchorages, then berths."
  })
}).annotate({ identifier: "PortZones" })
