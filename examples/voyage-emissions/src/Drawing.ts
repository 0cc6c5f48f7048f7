import { landRings } from "@landfall/sea/LandTopology"
import { drawRouteMap, type MapPlace } from "@landfall/sea/RouteMap"
import land from "world-atlas/land-50m.json" with { type: "json" }
import type { VoyageResult } from "./Voyages.ts"

type ComputedVoyage = Exclude<VoyageResult, { readonly error: string }>

const rings = landRings(land)

const endsOf = ({ from, route, to }: ComputedVoyage): ReadonlyArray<MapPlace> => {
  const { geometry } = route
  const points = geometry.type === "LineString" ? geometry.coordinates : geometry.coordinates.flat()
  return [[from, points.at(0)] as const, [to, points.at(-1)] as const].flatMap(([name, point]) =>
    point === undefined ? [] : [{ name, longitude: point[0], latitude: point[1] }]
  )
}

/** The route on a map, as SVG. */
export const drawRoute = (voyage: ComputedVoyage): string => {
  const { from, route, to } = voyage
  const title = `${from} to ${to}: ${Math.round(route.lengthNm)} nm`
  return drawRouteMap({ title, line: route.geometry, places: endsOf(voyage), land: rings })
}

/** The route as a GeoJSON feature (RFC 7946). */
export const featureOf = ({ from, route, to }: ComputedVoyage) => ({
  type: "Feature",
  properties: { from, to, nauticalMiles: route.lengthNm, passages: route.passages },
  geometry: route.geometry
})
