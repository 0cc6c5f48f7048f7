import type { AreaConfidence, CuratedArea } from "@landfall/core/congestion/zones/PortAreas"
import { type Zone, ZoneId } from "@landfall/core/congestion/zones/Zone"
import type { ZoneShape } from "@landfall/core/congestion/zones/ZoneShape"
import { Kilometres } from "@landfall/core/geo/Distance"
import { Latitude, Longitude } from "@landfall/core/geo/Position"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { Option } from "effect"

/**
 * The form of the tables of port areas. A line that starts with `#` opens a port complex: its name, its codes, the public
 * sources that name its places, the month of the last comparison, and the confidence. Each further line is a place:
 *
 *     T CODE Terminal: latitude longitude radius; latitude longitude radius
 *     A CODE+CODE Anchorage, shared by the ports: latitude longitude radius
 *     L CODE Stretch of water; distance: latitude longitude, latitude longitude
 *
 * Degrees north and east, kilometres. A stretch (`L`) is the water within the distance of a line.
 */
interface Complex {
  readonly name: string
  readonly reference: string
  readonly checkedIn: string
  readonly confidence: AreaConfidence
}

/** A line of a table that is none of the four forms. */
const invalidLine = (line: string): Error => new Error(`The line of the table of port areas is invalid: ${line}`)

const circle = (text: string): ZoneShape => {
  const [latitude = Number.NaN, longitude = Number.NaN, radius = Number.NaN] = text.trim().split(/\s+/u).map(Number)
  return {
    _tag: "Circle",
    centre: { latitude: Latitude.make(latitude), longitude: Longitude.make(longitude) },
    radius: Kilometres.make(radius)
  }
}

const KM_PER_DEGREE = 111.195

type LatLon = readonly [latitude: number, longitude: number]

/** The rectangle of the points within a distance of a segment, with its ends extended by the distance. */
const strip = ([lat1, lon1]: LatLon, [lat2, lon2]: LatLon, km: number): ZoneShape => {
  const perLongitude = KM_PER_DEGREE * Math.cos((((lat1 + lat2) / 2) * Math.PI) / 180)
  const [east, north] = [(lon2 - lon1) * perLongitude, (lat2 - lat1) * KM_PER_DEGREE]
  const length = Math.hypot(east, north)
  const [alongEast, alongNorth] = [(east / length) * km, (north / length) * km]
  const corner = (lat: number, lon: number, along: number, across: number): readonly [number, number] => [
    lon + (along * alongEast - across * alongNorth) / perLongitude,
    lat + (along * alongNorth + across * alongEast) / KM_PER_DEGREE
  ]
  const first = corner(lat1, lon1, -1, -1)
  const others = [corner(lat2, lon2, 1, -1), corner(lat2, lon2, 1, 1), corner(lat1, lon1, -1, 1)]
  return { _tag: "Polygon", rings: [[first, ...others, first]] }
}

const strips = (text: string, km: number): ReadonlyArray<ZoneShape> => {
  const points = text.split(",").map((pair): LatLon => {
    const [latitude = Number.NaN, longitude = Number.NaN] = pair.trim().split(/\s+/u).map(Number)
    return [latitude, longitude]
  })
  return points.slice(1).map((point, index) => strip(points[index] ?? point, point, km))
}

const PLACE = /^([TAL]) ([A-Z0-9+]+) ([^:;]+)(?:; ([\d.]+))?: (.+)$/u

/** The name in lower case, with hyphens between its words. */
const slugOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/gu, "-")

const areasOf = (line: string, complex: Complex): ReadonlyArray<CuratedArea> => {
  const [, form, codes, name, km, positions] = PLACE.exec(line) ?? []
  if (codes === undefined || name === undefined || positions === undefined) throw invalidLine(line)
  const shapes = form === "L" ? strips(positions, Number(km)) : positions.split(";").map(circle)
  return shapes.map((shape, index) => {
    const number = shapes.length === 1 ? "" : `-${index + 1}`
    const zone: Zone = {
      id: ZoneId.make(`${codes.split("+")[0]}-${slugOf(name)}${number}`),
      kind: form === "A" ? "ANCHORAGE" : "PORT_AREA",
      name: Option.some(name),
      ports: codes.split("+").map((code) => Unlocode.make(code)),
      shape,
      source: "curated",
      status: "accepted",
      vesselType: Option.none()
    }
    return { zone, complex: complex.name, ...withoutName(complex) }
  })
}

const withoutName = ({ name: _, ...rest }: Complex): Omit<Complex, "name"> => rest

const isConfidence = (text: string): text is AreaConfidence => text === "high" || text === "medium" || text === "low"

const complexOf = (line: string): Complex => {
  const [name = "", , reference = "", checkedIn = "", confidence = ""] = line.slice(2).split("; ")
  if (!isConfidence(confidence)) throw invalidLine(line)
  return { name, reference, checkedIn, confidence }
}

/** Reads a table of port areas. */
export const parsePortAreas = (table: string): ReadonlyArray<CuratedArea> => {
  let complex: Complex | undefined
  return table
    .trim()
    .split("\n")
    .flatMap((line) => {
      if (line.startsWith("# ")) {
        complex = complexOf(line)
        return []
      }
      if (complex === undefined) throw invalidLine(line)
      return areasOf(line, complex)
    })
}
