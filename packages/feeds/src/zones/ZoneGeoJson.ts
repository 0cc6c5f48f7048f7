import { DEFAULT_RADIUS_KM } from "@landfall/core/congestion/zones/DefaultPortAreas"
import { Zone, ZoneId, ZoneKind, ZoneStatus } from "@landfall/core/congestion/zones/Zone"
import { Corner, Ring } from "@landfall/core/congestion/zones/ZoneShape"
import type { BerthCapacity } from "@landfall/core/congestion/zones/ZoneStore"
import { type Fault, type FaultPath, faultsBelow, invalidFault } from "@landfall/core/faults/Fault"
import { faultsOf, parse } from "@landfall/core/faults/Parse"
import { Latitude, Longitude, roundDegrees } from "@landfall/core/geo/Position"
import { UnlocodeFromInput } from "@landfall/core/geo/Unlocode"
import { Count } from "@landfall/core/listing/Count"
import { VesselClass } from "@landfall/core/vessels/VesselClass"
import { VesselType } from "@landfall/core/vessels/VesselType"
import { Option, Result, Schema } from "effect"

const Geometry = Schema.Union([
  Schema.Struct({ type: Schema.Literal("Polygon"), coordinates: Schema.Array(Ring) }),
  Schema.Struct({ type: Schema.Literal("Point"), coordinates: Corner })
])

/**
 * The number of berths of a port, by class of vessel; a single number counts those of all commercial vessels. 0 removes
 * the setting, so that the count is learned from history.
 */
const Berths = Schema.Union([
  Count,
  Schema.Struct({
    commercialVessels: Schema.optionalKey(Count),
    cargo: Schema.optionalKey(Count),
    tanker: Schema.optionalKey(Count),
    roro: Schema.optionalKey(Count)
  })
])

/** A GeoJSON feature that describes a zone; unknown members are ignored. */
const Feature = Schema.Struct({
  type: Schema.Literal("Feature"),
  id: Schema.optionalKey(Schema.Union([Schema.String, Schema.Finite])),
  properties: Schema.Struct({
    id: Schema.optionalKey(ZoneId),
    kind: ZoneKind,
    port: Schema.optionalKey(UnlocodeFromInput),
    ports: Schema.optionalKey(Schema.Array(UnlocodeFromInput)),
    name: Schema.optionalKey(Schema.NullOr(Schema.String)),
    radiusKm: Schema.optionalKey(Schema.Finite),
    vesselType: Schema.optionalKey(Schema.NullOr(VesselType)),
    status: Schema.optionalKey(ZoneStatus),
    berths: Schema.optionalKey(Berths)
  }),
  geometry: Geometry
})
type Feature = typeof Feature.Type

const decodeFeature = Schema.decodeUnknownResult(Feature, { errors: "all", reportInput: true })
const parseZone = parse(Schema.toType(Zone))

const Collection = Schema.Struct({ type: Schema.Literal("FeatureCollection"), features: Schema.Array(Schema.Unknown) })
const decodeCollection = Schema.decodeUnknownResult(Collection, { errors: "all", reportInput: true })

/** The result of reading zones: the valid ones, and the faults of the others. */
export interface ZoneReadResult {
  readonly zones: ReadonlyArray<Zone>
  /** The numbers of berths given at port areas. */
  readonly berths: ReadonlyArray<BerthCapacity>
  readonly faults: ReadonlyArray<Fault>
}

const shapeOf = ({ geometry, properties }: Feature): unknown => {
  if (geometry.type === "Polygon") return { _tag: "Polygon", rings: geometry.coordinates }
  const [longitude, latitude] = geometry.coordinates
  const centre = { latitude: Latitude.make(latitude), longitude: Longitude.make(longitude) }
  return { _tag: "Circle", centre, radius: properties.radiusKm ?? DEFAULT_RADIUS_KM }
}

const idOf = ({ id, properties }: Feature, ports: ReadonlyArray<string>, index: number): string => {
  if (properties.id !== undefined) return properties.id
  if (id !== undefined) return String(id)
  return `${ports.join("+")}-${properties.kind}-${properties.name ?? index + 1}`
}

const zoneOf = (feature: Feature, index: number): unknown => {
  const { kind, port, ports, name, vesselType, status } = feature.properties
  const allPorts = [...(port === undefined ? [] : [port]), ...(ports ?? [])]
  return {
    id: idOf(feature, allPorts, index),
    kind,
    name: Option.fromNullishOr(name),
    ports: allPorts,
    shape: shapeOf(feature),
    source: "operator",
    status: status ?? "accepted",
    vesselType: Option.fromNullishOr(vesselType)
  }
}

const berthsOf = ({ properties: { berths } }: Feature, { kind, ports }: Zone): ReadonlyArray<BerthCapacity> => {
  const [port] = ports
  if (berths === undefined || port === undefined || kind !== "PORT_AREA") return []
  const byClass = typeof berths === "number" ? { commercialVessels: berths } : berths
  return VesselClass.literals.flatMap((vesselClass) => {
    const count = byClass[vesselClass]
    return count === undefined ? [] : [{ port, vesselClass, berths: count }]
  })
}

interface ZoneWithBerths {
  readonly zone: Zone
  readonly berths: ReadonlyArray<BerthCapacity>
}

const DUPLICATE_ID_RULE = "must be unique in the file; give each zone a different id"

const MISPLACED_BERTHS_RULE = "must be a property of a PORT_AREA, because it counts the berths of the whole port"

const readFeature = (
  input: unknown,
  index: number,
  root: FaultPath
): Result.Result<ZoneWithBerths, ReadonlyArray<Fault>> =>
  decodeFeature(input).pipe(
    Result.mapError((error) => faultsBelow(root, faultsOf(error))),
    Result.flatMap((feature) =>
      Result.mapError(parseZone(zoneOf(feature, index)), (faults) => faultsBelow([...root, "properties"], faults)).pipe(
        Result.flatMap((zone) =>
          feature.properties.berths !== undefined && zone.kind !== "PORT_AREA"
            ? Result.fail([invalidFault([...root, "properties", "berths"], MISPLACED_BERTHS_RULE)])
            : Result.succeed({ zone, berths: berthsOf(feature, zone) })
        )
      )
    )
  )

const isFeature = (input: unknown): boolean =>
  typeof input === "object" && input !== null && "type" in input && input.type === "Feature"

/**
 * Reads zones from GeoJSON (RFC 7946): a feature or a collection of features. A Polygon is an outline; a Point with
 * `radiusKm` (default 3) is a circle. `properties` requires `kind` (BERTH, ANCHORAGE or PORT_AREA) and `port`, or
 * `ports` where several share an anchorage; `name`, `id`, `vesselType`, `status` and, on a PORT_AREA, `berths` are
 * optional. An invalid feature is reported in `faults` and skipped; the others are read.
 */
export const readZones = (input: unknown): ZoneReadResult => {
  const single = isFeature(input)
  const collection = decodeCollection(single ? { type: "FeatureCollection", features: [input] } : input)
  if (Result.isFailure(collection)) return { zones: [], berths: [], faults: faultsOf(collection.failure) }
  const zones = new Map<string, Zone>()
  const berths: Array<BerthCapacity> = []
  const faults: Array<Fault> = []
  for (const [index, feature] of collection.success.features.entries()) {
    const root = single ? [] : ["features", index]
    const read = readFeature(feature, index, root)
    if (Result.isFailure(read)) {
      faults.push(...read.failure)
    } else if (zones.has(read.success.zone.id)) {
      faults.push(invalidFault([...root, "properties", "id"], DUPLICATE_ID_RULE, read.success.zone.id))
    } else {
      zones.set(read.success.zone.id, read.success.zone)
      berths.push(...read.success.berths)
    }
  }
  return { zones: [...zones.values()], berths, faults }
}

/** Writes a zone as a GeoJSON feature that `readZones` accepts. */
export const writeZone = (zone: Zone) => ({
  type: "Feature" as const,
  id: zone.id,
  properties: {
    kind: zone.kind,
    ports: zone.ports,
    name: Option.getOrNull(zone.name),
    ...(zone.shape._tag === "Circle" ? { radiusKm: zone.shape.radius } : {}),
    vesselType: Option.getOrNull(zone.vesselType),
    source: zone.source,
    status: zone.status
  },
  geometry:
    zone.shape._tag === "Polygon"
      ? {
          type: "Polygon" as const,
          coordinates: zone.shape.rings.map((ring) => ring.map((corner) => corner.map(roundDegrees)))
        }
      : {
          type: "Point" as const,
          coordinates: [zone.shape.centre.longitude, zone.shape.centre.latitude].map(roundDegrees)
        }
})

/** Writes zones as one GeoJSON collection. */
export const writeZones = (zones: ReadonlyArray<Zone>) => ({
  type: "FeatureCollection" as const,
  features: zones.map(writeZone)
})
