import { zonesInUse } from "@landfall/core/congestion/zones/DefaultPortAreas"
import { PortAreaSource } from "@landfall/core/congestion/zones/PortAreas"
import type { Zone, ZoneKind } from "@landfall/core/congestion/zones/Zone"
import type { ZoneShape } from "@landfall/core/congestion/zones/ZoneShape"
import { ZoneStore } from "@landfall/core/congestion/zones/ZoneStore"
import { Gazetteer } from "@landfall/core/geo/Gazetteer"
import { roundDegrees } from "@landfall/core/geo/Position"
import type { Unlocode } from "@landfall/core/geo/Unlocode"
import { Effect, Option } from "effect"

/** The order of the zones: a map draws the small ones over the large ones. */
const ORDER: ReadonlyArray<ZoneKind> = ["PORT_AREA", "ANCHORAGE", "BERTH"]

const CIRCLE_CORNERS = 48
/** On a sphere of the IUGG mean radius 6371.0088 km. */
const KILOMETRES_PER_DEGREE = 111.195

/** The rings of a zone; those of a circle in the equirectangular projection about its centre. */
const ringsOf = (shape: ZoneShape): ReadonlyArray<ReadonlyArray<ReadonlyArray<number>>> => {
  if (shape._tag === "Polygon") return shape.rings.map((ring) => ring.map((corner) => corner.map(roundDegrees)))
  const { latitude, longitude } = shape.centre
  const north = shape.radius / KILOMETRES_PER_DEGREE
  const east = north / Math.max(0.01, Math.cos((latitude * Math.PI) / 180))
  const corner = (number: number) => {
    const angle = (2 * Math.PI * (number % CIRCLE_CORNERS)) / CIRCLE_CORNERS
    return [longitude + east * Math.cos(angle), latitude + north * Math.sin(angle)].map(roundDegrees)
  }
  return [Array.from({ length: CIRCLE_CORNERS + 1 }, (_, number) => corner(number))]
}

const toZoneView = ({ id, kind, name, ports, vesselType, source, shape }: Zone) => ({
  id,
  kind,
  name: Option.getOrNull(name),
  portCodes: ports,
  vesselType: Option.getOrNull(vesselType),
  source,
  geometry: { type: "Polygon" as const, coordinates: ringsOf(shape) }
})

/** The zones of all ports, at a revision of those that the operator has drawn. */
interface CachedZones {
  readonly revision: number
  readonly zones: ReadonlyArray<Zone>
}

/**
 * Makes the function that returns the zones in effect of a port. They are computed again when the operator changes any.
 */
export const makePortZones = Effect.gen(function* () {
  const gazetteer = yield* Gazetteer
  const store = yield* ZoneStore
  const areas = yield* PortAreaSource
  let cached: CachedZones | undefined

  const current = Effect.fnUntraced(function* () {
    const revision = yield* store.revision
    if (cached?.revision === revision) return cached.zones
    const zones = zonesInUse(yield* gazetteer.all, yield* areas, yield* store.list(Option.none()))
    cached = { revision, zones }
    return zones
  })

  return Effect.fnUntraced(function* (port: Unlocode) {
    const zones = (yield* current()).filter(({ ports }) => ports.includes(port))
    return {
      portCode: port,
      zones: ORDER.flatMap((kind) => zones.filter((zone) => zone.kind === kind)).map(toZoneView)
    }
  })
})
