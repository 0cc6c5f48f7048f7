import { Option } from "effect"
import { type Zone, ZoneId } from "../../src/congestion/zones/Zone.ts"
import type { ZoneShape } from "../../src/congestion/zones/ZoneShape.ts"
import { Kilometres } from "../../src/geo/Distance.ts"
import { Latitude, Longitude } from "../../src/geo/Position.ts"
import { Unlocode } from "../../src/geo/Unlocode.ts"

/** A closed ring of one degree by one, by its corners as [longitude, latitude]. */
export const SQUARE = [
  [4, 51],
  [5, 51],
  [5, 52],
  [4, 52],
  [4, 51]
] as const

export const circle = (latitude: number, longitude: number, km: number): ZoneShape => ({
  _tag: "Circle",
  centre: { latitude: Latitude.make(latitude), longitude: Longitude.make(longitude) },
  radius: Kilometres.make(km)
})

/** A polygon by its corners as [longitude, latitude]; the first is repeated at the end. */
export const polygon = (...corners: ReadonlyArray<readonly [number, number]>): ZoneShape => ({
  _tag: "Polygon",
  rings: [[...corners, ...corners.slice(0, 1)]]
})

export const zone = (
  kind: Zone["kind"],
  ports: string | ReadonlyArray<string>,
  shape: ZoneShape,
  changes: Partial<Zone> = {}
): Zone => {
  const codes = typeof ports === "string" ? [ports] : ports
  return {
    id: ZoneId.make(`${codes.join("-")} ${kind}`),
    kind,
    name: Option.none(),
    ports: codes.map((code) => Unlocode.make(code)),
    shape,
    source: "operator",
    status: "accepted",
    vesselType: Option.none(),
    ...changes
  }
}

/** Longitude and latitude of a place in kilometres north and east of 51 N 4 E. */
export const km = (northKm: number, eastKm: number): readonly [number, number] => [
  4 + eastKm / (111.195 * Math.cos((51 * Math.PI) / 180)),
  51 + northKm / 111.195
]

/** A round zone with its centre in kilometres north and east of 51 N 4 E. */
export const round = (
  kind: Zone["kind"],
  ports: string | ReadonlyArray<string>,
  north: number,
  east: number,
  radius: number,
  changes: Partial<Zone> = {}
): Zone => {
  const [longitude, latitude] = km(north, east)
  return zone(kind, ports, circle(latitude, longitude, radius), changes)
}
