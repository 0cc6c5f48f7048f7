import { greatCircleDistance } from "@landfall/core/geo/Distance"
import { type Latitude, type Longitude, type Position, positionOf } from "@landfall/core/geo/Position"
import type { SeaRoute } from "@landfall/core/geo/SeaRouter"
import { Brand, Option } from "effect"

// A point between two nearby positions is valid.
const latitude = Brand.nominal<Latitude>()
const longitude = Brand.nominal<Longitude>()

/** The line of a sea route, along which vessels sail. */
export interface RouteLine {
  readonly points: ReadonlyArray<Position>
  /** The miles from the start of the line to each point. */
  readonly miles: ReadonlyArray<number>
}

/** The line of a route. */
export const routeLineOf = ({ geometry }: SeaRoute): RouteLine => {
  const coordinates = geometry.type === "LineString" ? geometry.coordinates : geometry.coordinates.flat()
  const points = coordinates.map(([lon, lat]) => ({ longitude: longitude(lon), latitude: latitude(lat) }))
  let total = 0
  const miles = points.map((point, index) => {
    const before = points[index - 1]
    total += before === undefined ? 0 : greatCircleDistance(before, point)
    return total
  })
  return { points, miles }
}

/** The position at a share of a line, from 0 to 1. */
export const positionAlong = ({ miles, points }: RouteLine, share: number): Position => {
  const target = share * (miles.at(-1) ?? 0)
  const index = Math.max(
    1,
    miles.findIndex((at) => at >= target)
  )
  const [from, to] = [points[index - 1], points[index]]
  const [start, end] = [miles[index - 1] ?? 0, miles[index] ?? 0]
  if (from === undefined || to === undefined) return points[0] ?? { latitude: latitude(0), longitude: longitude(0) }
  const part = end === start ? 0 : (target - start) / (end - start)
  const east = to.longitude - from.longitude
  const turn = east > 180 ? east - 360 : east < -180 ? east + 360 : east
  const lon = from.longitude + part * turn
  return Option.getOrElse(
    positionOf(from.latitude + part * (to.latitude - from.latitude), lon - 360 * Math.round(lon / 360)),
    () => from
  )
}
