import { Brand } from "effect"
import { greatCircleDistance, NauticalMiles } from "../geo/Distance.ts"
import type { Latitude, Longitude, Position } from "../geo/Position.ts"
import type { SeaRoute } from "../geo/SeaRouter.ts"

/** The position of a vessel on a route. */
export interface RouteProgress {
  /** The miles that remain to the end of the route, along it. */
  readonly remainingNm: NauticalMiles
  /** The miles between the vessel and the nearest point of the route. */
  readonly offRouteNm: NauticalMiles
}

/** A vessel this near to the usual route sails it; else the routes that avoid one of its passages are compared. */
const ON_ROUTE_NM = 60

/** A vessel rejoins its route within this multiple of its distance from it. */
const REJOIN_RATIO = 5

type Point = readonly [longitude: number, latitude: number]

const pointsOf = ({ geometry }: SeaRoute): ReadonlyArray<Point> =>
  geometry.type === "LineString" ? geometry.coordinates : geometry.coordinates.flat()

// The points of a route are valid positions.
const latitude = Brand.nominal<Latitude>()
const longitude = Brand.nominal<Longitude>()

const positionAt = ([lon, lat]: Point): Position => ({ latitude: latitude(lat), longitude: longitude(lon) })

const milesBetween = (from: Point, to: Point): number => greatCircleDistance(positionAt(from), positionAt(to))

const wrap = (degrees: number): number => degrees - 360 * Math.round(degrees / 360)

/** The nearest point of a segment to the origin of a plane: its distance, and the share of the segment before it. */
const nearestOf = (ax: number, ay: number, bx: number, by: number) => {
  const [dx, dy] = [bx - ax, by - ay]
  const square = dx * dx + dy * dy
  const share = square === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / square))
  return { distance: Math.hypot(ax + share * dx, ay + share * dy), share }
}

/**
 * Projects a position onto a route. The remaining miles are those of the route from its nearest point, scaled so that the
 * whole line has the length of the route, and the detour back onto it: from `d` miles beside the route the vessel rejoins
 * it `L = min(5 d, remaining)` miles ahead, which adds √(L² + d²) − L. Distances beside the route are computed on a plane
 * around the vessel (60 nm per degree of latitude), so they are exact only near it.
 */
export const routeProgress = (route: SeaRoute, position: Position): RouteProgress => {
  const points = pointsOf(route)
  const eastNm = 60 * Math.cos((position.latitude * Math.PI) / 180)
  let total = 0
  let nearest = { distance: Number.POSITIVE_INFINITY, along: 0 }
  for (let index = 1; index < points.length; index++) {
    const [from, to] = [points[index - 1], points[index]]
    if (from === undefined || to === undefined) continue
    const lengthNm = milesBetween(from, to)
    const ax = wrap(from[0] - position.longitude) * eastNm
    const bx = ax + wrap(to[0] - from[0]) * eastNm
    const { distance, share } = nearestOf(ax, (from[1] - position.latitude) * 60, bx, (to[1] - position.latitude) * 60)
    if (distance < nearest.distance) nearest = { distance, along: total + share * lengthNm }
    total += lengthNm
  }
  const onRouteNm = total === 0 ? 0 : ((total - nearest.along) / total) * route.lengthNm
  const offRouteNm = Number.isFinite(nearest.distance) ? nearest.distance : 0
  const rejoinNm = Math.min(REJOIN_RATIO * offRouteNm, onRouteNm)
  return {
    remainingNm: NauticalMiles.make(onRouteNm + Math.hypot(rejoinNm, offRouteNm) - rejoinNm),
    offRouteNm: NauticalMiles.make(offRouteNm)
  }
}

/** The route that a vessel sails, and its progress: the first that it is on, else the nearest; none without routes. */
export const sailedRoute = (routes: ReadonlyArray<SeaRoute>, position: Position) => {
  const sailed = routes.map((route) => ({ route, progress: routeProgress(route, position) }))
  return (
    sailed.find(({ progress }) => progress.offRouteNm <= ON_ROUTE_NM) ??
    sailed.toSorted((a, b) => a.progress.offRouteNm - b.progress.offRouteNm)[0]
  )
}
