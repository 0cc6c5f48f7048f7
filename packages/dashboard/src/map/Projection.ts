/** Longitude and latitude in degrees, in the order of GeoJSON. */
export type LonLat = readonly [longitude: number, latitude: number]

/** The size of a map in pixels of the page. */
export interface MapSize {
  readonly width: number
  readonly height: number
}

/**
 * The view of a map: the point at its middle, in degrees of longitude and of the Mercator projection, and its scale in
 * pixels for each degree of longitude.
 */
export interface MapView {
  readonly x: number
  readonly y: number
  readonly scale: number
}

/** The farthest north and south, since the projection is infinite at the poles. */
const MAX_LATITUDE = 84
/** About 10 m in a pixel. */
const MAX_SCALE = 12_000
/** The share of the map that stays free on each side of the points that it shows. */
const MARGIN = 0.12

const RADIANS = Math.PI / 180

/** The Mercator projection of a latitude, in the unit of degrees. */
export const mercatorOf = (latitude: number): number => {
  const bounded = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude))
  return Math.log(Math.tan(Math.PI / 4 + (bounded * RADIANS) / 2)) / RADIANS
}

const MAX_Y = mercatorOf(MAX_LATITUDE)

/** The view within the bounds of the world: at least once around in width, and never beyond the poles. */
export const boundView = ({ x, y, scale }: MapView, { width, height }: MapSize): MapView => {
  const least = Math.max(width / 360, height / (2 * MAX_Y))
  const bounded = Math.min(MAX_SCALE, Math.max(least, scale))
  const farthest = Math.max(0, MAX_Y - height / 2 / bounded)
  return {
    x: x - 360 * Math.round(x / 360),
    y: Math.max(-farthest, Math.min(farthest, y)),
    scale: bounded
  }
}

/** The longitudes of a line without a jump at the antimeridian. */
export const unwrap = (points: ReadonlyArray<LonLat>): ReadonlyArray<LonLat> => {
  let before = points[0]?.[0] ?? 0
  return points.map(([longitude, latitude]) => {
    before = longitude - 360 * Math.round((longitude - before) / 360)
    return [before, latitude]
  })
}

/** The shorter way around the globe: where the widest gap between the longitudes is outside the map. */
const longitudeSpan = (points: ReadonlyArray<LonLat>): readonly [west: number, east: number] => {
  const sorted = points.map(([longitude]) => longitude - 360 * Math.floor(longitude / 360)).toSorted((a, b) => a - b)
  const [first = 0] = sorted
  let [gap, west, east] = [first + 360 - (sorted.at(-1) ?? 0), first, sorted.at(-1) ?? 0]
  for (let index = 1; index < sorted.length; index++) {
    const [before = 0, after = 0] = [sorted[index - 1], sorted[index]]
    if (after - before <= gap) continue
    gap = after - before
    west = after
    east = before + 360
  }
  return [west, east]
}

/** The view that shows all points, and at least `leastDegrees` of longitude. */
export const viewOf = (points: ReadonlyArray<LonLat>, size: MapSize, leastDegrees: number): MapView => {
  if (points.length === 0) return boundView({ x: 10, y: 15, scale: 0 }, size)
  const [west, east] = longitudeSpan(points)
  const ys = points.map(([, latitude]) => mercatorOf(latitude))
  const [south, north] = [Math.min(...ys), Math.max(...ys)]
  const room = 1 - 2 * MARGIN
  const scale = Math.min(
    (size.width * room) / Math.max(east - west, leastDegrees),
    (size.height * room) / Math.max(north - south, leastDegrees)
  )
  return boundView({ x: (west + east) / 2, y: (south + north) / 2, scale }, size)
}

/** The place of a point on the map, in pixels; of its repetitions around the globe, the one nearest to the middle. */
export const project = (
  [longitude, latitude]: LonLat,
  view: MapView,
  { width, height }: MapSize
): readonly [number, number] => {
  const x = longitude + 360 * Math.round((view.x - longitude) / 360)
  return [width / 2 + (x - view.x) * view.scale, height / 2 - (mercatorOf(latitude) - view.y) * view.scale]
}

/** The view moved by pixels: the point under the pointer stays under it. */
export const moveView = (view: MapView, dx: number, dy: number, size: MapSize): MapView =>
  boundView({ ...view, x: view.x - dx / view.scale, y: view.y + dy / view.scale }, size)

/** The view enlarged by a factor around a point of the map in pixels, which stays where it is. */
export const zoomView = (
  view: MapView,
  factor: number,
  [px, py]: readonly [number, number],
  size: MapSize
): MapView => {
  const { scale } = boundView({ ...view, scale: view.scale * factor }, size)
  const [dx, dy] = [px - size.width / 2, py - size.height / 2]
  return boundView(
    {
      x: view.x + dx / view.scale - dx / scale,
      y: view.y - dy / view.scale + dy / scale,
      scale
    },
    size
  )
}

/** A view on the way from one to another, `share` from 0 to 1. */
export const viewBetween = (from: MapView, to: MapView, share: number): MapView => {
  const x = to.x + 360 * Math.round((from.x - to.x) / 360)
  return {
    x: from.x + (x - from.x) * share,
    y: from.y + (to.y - from.y) * share,
    scale: from.scale * (to.scale / from.scale) ** share
  }
}
