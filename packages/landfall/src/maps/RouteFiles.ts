import { type LandTopology, landRings } from "@landfall/sea/LandTopology"
import { drawRouteMap, extentOf } from "@landfall/sea/RouteMap"
import { Effect, FileSystem } from "effect"
import { readJson } from "../assets/Assets.ts"
import type { PortRoute } from "../terminal/RouteRequest.ts"
import { writeDrawing } from "./Drawing.ts"

/** A route as a GeoJSON feature (RFC 7946). */
const featureOf = ({ from, route, to }: PortRoute) => ({
  type: "Feature",
  properties: {
    from: from.code,
    fromName: from.name,
    to: to.code,
    toName: to.name,
    nm: route.lengthNm,
    passages: route.passages,
    legs: route.legs
  },
  geometry: route.geometry
})

/** Writes a route to a file as one line of GeoJSON. */
export const writeRouteGeoJson = Effect.fnUntraced(function* (path: string, portRoute: PortRoute) {
  const fs = yield* FileSystem.FileSystem
  yield* fs.writeFileString(path, `${JSON.stringify(featureOf(portRoute))}\n`)
})

/** Width of a map in degrees above which the coast at 1:50 million is fine enough. */
const REGION_WIDTH_DEGREES = 12

/** The land of Natural Earth at the scale for a map of this width. */
const loadLandFor = (width: number) =>
  Effect.map(
    readJson(width > REGION_WIDTH_DEGREES ? "world-atlas/land-50m.json" : "world-atlas/land-10m.json"),
    (land: LandTopology) => landRings(land)
  )

const placeOf = ({ code, name, position }: PortRoute["from"]) => ({ name: `${name} (${code})`, ...position })

/** Draws a route with the coast around it into a file that ends in .svg or .png. */
export const writeRouteMap = Effect.fnUntraced(function* (path: string, portRoute: PortRoute) {
  const { from, route, to } = portRoute
  const { east, west } = extentOf(route.geometry)
  const land = yield* loadLandFor(east - west)
  const by = route.passages.length === 0 ? "" : `, by ${route.passages.join(", ")}`
  const title = `${from.name} to ${to.name}: ${Math.round(route.lengthNm)} nm${by}`
  yield* writeDrawing(path, drawRouteMap({ title, line: route.geometry, places: [placeOf(from), placeOf(to)], land }))
})
