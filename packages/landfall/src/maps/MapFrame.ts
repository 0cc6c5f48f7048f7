/** Longitude and latitude, in degrees. */
export type Point = readonly [longitude: number, latitude: number]

/** The extent of a map in degrees. Longitudes continue past 180 on a map across the antimeridian. */
export interface Extent {
  readonly west: number
  readonly east: number
  readonly south: number
  readonly north: number
}

/** The area of a map on its page, in units of the drawing. */
export interface PageArea {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The frame of a map: its extent, its area on the page, and its projection. */
export interface MapFrame extends PageArea {
  readonly extent: Extent
  readonly project: (point: Point) => readonly [x: number, y: number]
  readonly pixelsPerKm: number
}

/** Kilometres per degree of latitude, on a sphere of the IUGG mean radius 6371.0088 km. */
export const KM_PER_DEGREE = 111.195

/** The smallest extent of a map, even around a single vessel. */
const MIN_EXTENT_KM = 2

/** Share of the size that stays free on each side. */
const MARGIN = 0.06

const minimum = (values: ReadonlyArray<number>): number =>
  values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
const maximum = (values: ReadonlyArray<number>): number =>
  values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)

/**
 * The frame that shows all points with a margin and fills its area on the page. The projection is equirectangular about
 * the centre, which is accurate enough for the extent of a port.
 */
export const frameOf = (points: ReadonlyArray<Point>, page: PageArea): MapFrame => {
  const first = points[0]?.[0] ?? 0
  const unwound = points.length === 0 ? [0] : points.map(([x]) => x + 360 * Math.round((first - x) / 360))
  const latitudes = points.length === 0 ? [0] : points.map(([, y]) => y)
  const [midX, midY] = [(minimum(unwound) + maximum(unwound)) / 2, (minimum(latitudes) + maximum(latitudes)) / 2]
  const squeeze = Math.max(0.01, Math.cos((midY * Math.PI) / 180))
  const leastDegrees = MIN_EXTENT_KM / KM_PER_DEGREE
  const wide = Math.max((maximum(unwound) - minimum(unwound)) * squeeze, leastDegrees) * (1 + 2 * MARGIN)
  const high = Math.max(maximum(latitudes) - minimum(latitudes), leastDegrees) * (1 + 2 * MARGIN)
  const scale = Math.min(page.width / wide, page.height / high)
  const [halfX, halfY] = [page.width / scale / squeeze / 2, page.height / scale / 2]
  const extent = { west: midX - halfX, east: midX + halfX, south: midY - halfY, north: midY + halfY }
  return {
    ...page,
    extent,
    project: ([longitude, latitude]) => [
      page.left + (longitude + 360 * Math.round((midX - longitude) / 360) - extent.west) * squeeze * scale,
      page.top + (extent.north - latitude) * scale
    ],
    pixelsPerKm: scale / KM_PER_DEGREE
  }
}

/** A length in units of the drawing, as SVG writes it. */
export const formatLength = (value: number): string => String(Math.round(value * 10) / 10)

/** The greatest of 50, 20, 10 and so on that is at most `limit`. */
const largestRoundStep = (steps: ReadonlyArray<number>, limit: number): number =>
  steps.find((step) => step <= limit) ?? steps[steps.length - 1] ?? limit

/** A scale bar of a round length whose right end is at the given point of the page. */
export const scaleBar = ({ pixelsPerKm }: MapFrame, right: number, y: number): string => {
  const km = largestRoundStep([100, 50, 20, 10, 5, 2, 1, 0.5, 0.2], 190 / pixelsPerKm)
  const left = right - km * pixelsPerKm
  const middle = (left + right) / 2
  return [
    `<rect x="${formatLength(left)}" y="${y}" width="${formatLength(middle - left)}" height="5" fill="#2b3a44" stroke="#2b3a44"/>`,
    `<rect x="${formatLength(middle)}" y="${y}" width="${formatLength(right - middle)}" height="5" fill="#fff" stroke="#2b3a44"/>`,
    `<text x="${formatLength(left)}" y="${y + 20}" text-anchor="middle">0</text>`,
    `<text x="${formatLength(right)}" y="${y + 20}" text-anchor="end">${km} km</text>`
  ].join("")
}

const DEGREE_STEPS = [2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005]

const ticks = (from: number, to: number, step: number): ReadonlyArray<number> => {
  const first = Math.ceil(from / step)
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, n) => (first + n) * step)
}

const degreeLabel = (value: number, step: number, [positive, negative]: readonly [string, string]): string => {
  const digits = step < 0.01 ? 3 : step < 0.1 ? 2 : step < 1 ? 1 : 0
  const around = value - 360 * Math.round(value / 360)
  return `${Math.abs(around).toFixed(digits)}° ${around < 0 ? negative : positive}`
}

/** Meridians and parallels at round degrees, each labelled at the edge of the map. */
export const graticule = (frame: MapFrame): string => {
  const { extent, left, top, width, height } = frame
  const stepDegrees = largestRoundStep(DEGREE_STEPS, (extent.north - extent.south) / 2.5)
  const bottom = top + height
  const middle: Point = [(extent.west + extent.east) / 2, (extent.south + extent.north) / 2]
  const meridians = ticks(extent.west, extent.east, stepDegrees).map((longitude) => {
    const x = formatLength(frame.project([longitude, middle[1]])[0])
    const label = degreeLabel(longitude, stepDegrees, ["E", "W"])
    return `<path d="M${x} ${top}V${bottom}"/><text x="${x}" y="${bottom - 6}" dx="4">${label}</text>`
  })
  const parallels = ticks(extent.south, extent.north, stepDegrees).map((latitude) => {
    const y = formatLength(frame.project([middle[0], latitude])[1])
    const label = degreeLabel(latitude, stepDegrees, ["N", "S"])
    return `<path d="M${left} ${y}H${left + width}"/><text x="${left + 6}" y="${y}" dy="-4">${label}</text>`
  })
  return [
    '<g stroke="#7d95a5" stroke-opacity="0.35" stroke-width="0.7" fill="none">',
    ...[...meridians, ...parallels].map((line) =>
      line.replace("<text", '<text stroke="none" fill="#5f7482" font-size="10"')
    ),
    "</g>"
  ].join("\n")
}
