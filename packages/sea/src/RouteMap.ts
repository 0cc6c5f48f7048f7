import type { RouteGeometry } from "@landfall/core/geo/SeaRouter"
import type { Ring } from "./LandTopology.ts"

/** A named place on a map. */
export interface MapPlace {
  readonly name: string
  readonly longitude: number
  readonly latitude: number
}

/** The contents of a map. */
export interface RouteMapOptions {
  readonly title: string
  readonly line: RouteGeometry
  readonly places: ReadonlyArray<MapPlace>
  /** The land to draw, as read by `landRings`. */
  readonly land: ReadonlyArray<Ring>
}

/** The extent of a map in degrees; longitudes continue beyond 180 where the line does. */
export interface Extent {
  readonly west: number
  readonly east: number
  readonly south: number
  readonly north: number
}

const WIDTH = 1200
const HEADER = 44
/** The highest latitude that is drawn, since the Mercator projection is infinite at the poles. */
const MAX_LATITUDE = 83
/** The margin around the line as a fraction of its size, and the least margin in degrees. */
const MARGIN_SHARE = 0.08
const MIN_MARGIN_DEGREES = 0.4
/** The greatest ratios of width to height and of height to width; a map beyond them is extended. */
const MAX_WIDTH_TO_HEIGHT = 2.4
const MAX_HEIGHT_TO_WIDTH = 1.1

type Point = readonly [number, number]

/** The line as one sequence of points without a jump at the antimeridian. */
const unwrapLine = (line: RouteGeometry): ReadonlyArray<Point> => {
  const points = line.type === "LineString" ? line.coordinates : line.coordinates.flat()
  let before = points[0]?.[0] ?? 0
  return points.map(([lon, lat]) => {
    before = lon - 360 * Math.round((lon - before) / 360)
    return [before, lat]
  })
}

const mercatorY = (latitude: number): number => {
  const bounded = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude))
  return (Math.log(Math.tan(Math.PI / 4 + (bounded * Math.PI) / 360)) * 180) / Math.PI
}

const latitudeOfMercatorY = (y: number): number => (Math.atan(Math.exp((y * Math.PI) / 180)) * 360) / Math.PI - 90

/** The extent of a map of a line: the whole line with a margin, at a readable ratio. */
export const extentOf = (line: RouteGeometry): Extent => {
  const points = unwrapLine(line)
  const lons = points.map(([lon]) => lon)
  const ys = points.map(([, lat]) => mercatorY(lat))
  const [west, east] = [Math.min(...lons), Math.max(...lons)]
  const [south, north] = [Math.min(...ys), Math.max(...ys)]
  const margin = Math.max(MIN_MARGIN_DEGREES, MARGIN_SHARE * Math.max(east - west, north - south))
  const width = Math.max(east - west + 2 * margin, (north - south + 2 * margin) / MAX_HEIGHT_TO_WIDTH)
  const height = Math.max(north - south + 2 * margin, width / MAX_WIDTH_TO_HEIGHT)
  const [x, y] = [(west + east) / 2, (south + north) / 2]
  return {
    west: x - width / 2,
    east: x + width / 2,
    south: latitudeOfMercatorY(y - height / 2),
    north: latitudeOfMercatorY(y + height / 2)
  }
}

interface Projection {
  readonly height: number
  readonly at: (lon: number, lat: number) => Point
}

const projectionOf = ({ east, north, south, west }: Extent): Projection => {
  const scale = WIDTH / (east - west)
  const top = mercatorY(north)
  return {
    height: Math.round((top - mercatorY(south)) * scale),
    at: (lon, lat) => [(lon - west) * scale, HEADER + (top - mercatorY(lat)) * scale]
  }
}

const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/gu, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign)

const formatCoordinate = (value: number): string => String(Math.round(value * 10) / 10)

/** An SVG path through points, without those closer to the previous one than `minStep`. */
const pathOf = (points: Iterable<Point>, minStep: number): string => {
  let path = ""
  let last: Point | undefined
  for (const point of points) {
    if (last !== undefined && Math.hypot(point[0] - last[0], point[1] - last[1]) < minStep) continue
    path += `${last === undefined ? "M" : "L"}${formatCoordinate(point[0])} ${formatCoordinate(point[1])}`
    last = point
  }
  return path
}

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value))

/** Projects a ring; points far outside are moved to a frame around the map, where they coincide. */
function* projectRing(ring: Ring, turn: number, { at, height }: Projection): Generator<Point> {
  for (let i = 0; i + 1 < ring.length; i += 2) {
    const [x, y] = at((ring[i] ?? 0) + turn, ring[i + 1] ?? 0)
    yield [clamp(x, -WIDTH, 2 * WIDTH), clamp(y, -height, 2 * height + HEADER)]
  }
}

/** The visible land as one path; a ring is repeated for every turn of the globe in which it is visible. */
const landPath = (land: ReadonlyArray<Ring>, extent: Extent, projection: Projection): string => {
  let path = ""
  for (const ring of land) {
    let [west, east, south, north] = [360, -720, 90, -90]
    for (let i = 0; i + 1 < ring.length; i += 2) {
      const [lon, lat] = [ring[i] ?? 0, ring[i + 1] ?? 0]
      west = Math.min(west, lon)
      east = Math.max(east, lon)
      south = Math.min(south, lat)
      north = Math.max(north, lat)
    }
    if (south > extent.north || north < extent.south) continue
    for (const turn of [-720, -360, 0, 360, 720]) {
      if (west + turn > extent.east || east + turn < extent.west) continue
      const outline = pathOf(projectRing(ring, turn, projection), 0.7)
      // An island smaller than a dot has a single point left.
      if (outline.includes("L")) path += `${outline}Z`
    }
  }
  return path
}

const drawPlace = ({ latitude, longitude, name }: MapPlace, extent: Extent, { at }: Projection): string => {
  const middle = (extent.west + extent.east) / 2
  const [x, y] = at(longitude - 360 * Math.round((longitude - middle) / 360), latitude)
  const onRight = x < WIDTH * 0.75
  return [
    `<circle cx="${formatCoordinate(x)}" cy="${formatCoordinate(y)}" r="5" fill="#b3261e" stroke="#fff" stroke-width="1.5"/>`,
    `<text x="${formatCoordinate(x + (onRight ? 9 : -9))}" y="${formatCoordinate(y + 5)}" text-anchor="${onRight ? "start" : "end"}" paint-order="stroke" stroke="#fff" stroke-width="3">${escapeXml(name)}</text>`
  ].join("")
}

/**
 * Draws a map of a route as SVG, 1200 units wide, in the Mercator projection: land, the line, named places and a title.
 */
export const drawRouteMap = ({ land, line, places, title }: RouteMapOptions): string => {
  const extent = extentOf(line)
  const projection = projectionOf(extent)
  const height = projection.height + HEADER
  const route = pathOf(
    unwrapLine(line).map(([lon, lat]) => projection.at(lon, lat)),
    0.3
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="system-ui, sans-serif" font-size="15" role="img">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="#dbe9f4"/>`,
    `<path d="${landPath(land, extent, projection)}" fill="#eee8d8" stroke="#a79f8a" stroke-width="0.6" fill-rule="evenodd"/>`,
    `<path d="${route}" fill="none" stroke="#b3261e" stroke-width="2.5" stroke-linejoin="round"/>`,
    ...places.map((place) => drawPlace(place, extent, projection)),
    `<rect width="${WIDTH}" height="${HEADER}" fill="#fff"/>`,
    `<text x="16" y="28" font-size="17" font-weight="600">${escapeXml(title)}</text>`,
    `<text x="${WIDTH - 16}" y="28" text-anchor="end" font-size="12" fill="#666">Land: Natural Earth</text>`,
    "</svg>",
    ""
  ].join("\n")
}
