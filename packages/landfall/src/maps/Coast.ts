import { type LandTopology, landRings, type Ring } from "@landfall/sea/LandTopology"
import { Effect } from "effect"
import { readJson } from "../assets/Assets.ts"
import { type Extent, formatLength, type MapFrame, type Point } from "./MapFrame.ts"

/** The land of Natural Earth at 1:10 million, the finest scale in world-atlas. */
export const loadLand = Effect.map(
  readJson("world-atlas/land-10m.json"),
  (land: LandTopology): ReadonlyArray<Ring> => landRings(land)
)

interface ClipEdge {
  readonly isInside: (point: Point) => boolean
  readonly crossing: (from: Point, to: Point) => Point
}

const alongMeridian = (longitude: number): ClipEdge["crossing"] => {
  return ([x1, y1], [x2, y2]) => [longitude, y1 + ((y2 - y1) * (longitude - x1)) / (x2 - x1)]
}
const alongParallel = (latitude: number): ClipEdge["crossing"] => {
  return ([x1, y1], [x2, y2]) => [x1 + ((x2 - x1) * (latitude - y1)) / (y2 - y1), latitude]
}

const clipEdgesOf = ({ west, east, south, north }: Extent): ReadonlyArray<ClipEdge> => [
  { isInside: ([x]) => x >= west, crossing: alongMeridian(west) },
  { isInside: ([x]) => x <= east, crossing: alongMeridian(east) },
  { isInside: ([, y]) => y >= south, crossing: alongParallel(south) },
  { isInside: ([, y]) => y <= north, crossing: alongParallel(north) }
]

/** The part of a ring inside one edge of a map (Sutherland and Hodgman 1974). */
const clipAtEdge = (points: ReadonlyArray<Point>, { isInside, crossing }: ClipEdge): ReadonlyArray<Point> => {
  const clipped: Array<Point> = []
  let previous = points[points.length - 1]
  for (const point of points) {
    if (previous !== undefined && isInside(previous) !== isInside(point)) clipped.push(crossing(previous, point))
    if (isInside(point)) clipped.push(point)
    previous = point
  }
  return clipped
}

/** A ring of land shifted by 360 degrees where the map needs it; empty when the map shows no part of it. */
const shiftIntoExtent = ({ west, east, south, north }: Extent, ring: Ring): ReadonlyArray<Point> => {
  let [left, right, low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 90, -90]
  for (let i = 0; i < ring.length; i += 2) {
    const [x, y] = [ring[i] ?? 0, ring[i + 1] ?? 0]
    left = Math.min(left, x)
    right = Math.max(right, x)
    low = Math.min(low, y)
    high = Math.max(high, y)
  }
  if (low > north || high < south) return []
  const shift = [0, 360, -360].find((degrees) => left + degrees <= east && right + degrees >= west)
  if (shift === undefined) return []
  return Array.from({ length: ring.length / 2 }, (_, n): Point => [(ring[2 * n] ?? 0) + shift, ring[2 * n + 1] ?? 0])
}

/** The land on a map, clipped at its edges, as an SVG path; empty far from any coast. */
export const coastPath = (
  land: ReadonlyArray<Ring>,
  { extent, project }: Pick<MapFrame, "extent" | "project">
): string => {
  const edges = clipEdgesOf(extent)
  return land
    .flatMap((ring) => {
      const clipped = edges.reduce(clipAtEdge, shiftIntoExtent(extent, ring))
      return clipped.length < 3
        ? []
        : [`M${clipped.map((point) => project(point).map(formatLength).join(" ")).join("L")}Z`]
    })
    .join("")
}
