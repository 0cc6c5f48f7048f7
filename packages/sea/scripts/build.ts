/**
 * Builds `src/network/internal/network.js` and `src/ports/internal/ports.js`, the bundled sea network and its ports, from Natural Earth's
 * land and the tables in `data/`. Takes some minutes and 4 GB of memory: `pnpm --filter @landfall/sea build:network`.
 */
import { writeFileSync } from "node:fs"
import { geodesicNm } from "../src/network/Geodesic.ts"
import { addApproach } from "./approaches.ts"
import { addInnerCorners, addLimitCorners, addOffingCorners, addZoneCorners, emptyCorners } from "./corners.ts"
import type { Point } from "./data/points.ts"
import { PORTS, SEA_PORTS } from "./data/ports.ts"
import { ENCLOSED_SEAS } from "./data/routeing.ts"
import { STRAIGHT_APPROACH_PORTS } from "./data/straightApproaches.ts"
import { addHarbours, markOceanConnected } from "./harbours.ts"
import { contract } from "./hierarchy.ts"
import { vectorsOf } from "./lineOfSight.ts"
import { emptyLinks, indexCornersByCell, linkAll } from "./links.ts"
import { findNarrowPoints } from "./narrows.ts"
import { findPathToOpenWater } from "./openWaterPaths.ts"
import { writeModules } from "./pack.ts"
import { makeSea } from "./sea.ts"
import { addLeg, makeGraph, markUsedLegs, thinLegs } from "./thin.ts"
import { toSeaNetwork, trimShortcuts } from "./trim.ts"
import { addWaterways } from "./waterways.ts"

/** The distance between routes and the coast in wide water, in nautical miles. */
const OFFING_NM = Number(process.env.OFFING ?? 6)
/** The additional cost of a mile at the shore, falling to 0 at the offing. */
const SHORE_WEIGHT = Number(process.env.SHORE ?? 0.7)
/** A leg is dropped when other legs replace it at this much additional cost. */
const THINNING_SLACK = Number(process.env.SLACK ?? 0.0015)
/** Corners close to the coast are made within this distance of a port or the end of a lane. */
const INNER_REACH_NM = 30
/** Within this distance the corners follow the coast more closely. */
const HARBOUR_REACH_NM = 12
/** The same within this distance of the route from a port to open water. */
const OPEN_WATER_PATH_REACH_NM = 8
/** Corners within this distance of a port or lane end may be linked over any distance. */
const CENTRAL_NM = 8
/** Corners within this distance of narrow water between ports are made close to the coast too. */
const NARROWS_REACH_NM = 4
/** The greatest length of legs from narrow water beside which a major corner lies. */
const NARROWS_LEG_NM = 500
/** Narrow water farther than this from every major corner is the mouth of a strait, where legs from the ocean end. */
const MOUTH_NM = 10

const logProgress = (text: string): void =>
  console.error(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${text}`)

/** Tests whether a point is within reach of one of the places, by tenths of a degree. */
const isWithinReachOf = (places: ReadonlyArray<readonly [number, number]>, reachNm: number) => {
  const cells = new Set<number>()
  for (const [lon, lat] of places) {
    const dLat = reachNm / 60
    const dLon = dLat / Math.max(0.05, Math.cos((lat * Math.PI) / 180))
    for (let y = Math.floor((lat - dLat) * 10); y <= (lat + dLat) * 10; y++) {
      for (let x = Math.floor((lon - dLon) * 10); x <= (lon + dLon) * 10; x++)
        cells.add(y * 3600 + (((x % 3600) + 3600) % 3600))
    }
  }
  return (lon: number, lat: number) =>
    cells.has(Math.floor(lat * 10) * 3600 + (((Math.floor(lon * 10) % 3600) + 3600) % 3600))
}

const sea = makeSea(OFFING_NM)
logProgress("sea")

const corners = emptyCorners()
const { lanes, outer, reaches } = addWaterways(corners, sea.rings)
const places = [
  ...SEA_PORTS.map(({ lat, lon }) => [lon, lat] as const),
  ...outer.map((node) => [corners.lon[node] ?? 0, corners.lat[node] ?? 0] as const)
]
const openWaterPathPoints = places.flatMap(([lon, lat]) => findPathToOpenWater(sea, lon, lat))
const narrowPoints = findNarrowPoints(sea, places)
logProgress(`${openWaterPathPoints.length} points on routes to open water, ${narrowPoints.length} in narrow water`)
const waterwayEnd = corners.lon.length
addZoneCorners(corners)
addLimitCorners(corners)
addOffingCorners(corners, sea.sightData.fine, OFFING_NM, 2.5, () => true)
const majorEnd = corners.lon.length
addOffingCorners(corners, sea.sightData.fine, OFFING_NM, 0.5, () => true)
const innerStart = corners.lon.length
const isNearPlace = isWithinReachOf(places, INNER_REACH_NM)
const isOnOpenWaterPath = isWithinReachOf(openWaterPathPoints, OPEN_WATER_PATH_REACH_NM)
const isNarrow = isWithinReachOf(narrowPoints, NARROWS_REACH_NM)
const isInner = (lon: number, lat: number) => isNearPlace(lon, lat) || isOnOpenWaterPath(lon, lat) || isNarrow(lon, lat)
addOffingCorners(corners, sea.sightData.fine, 1.5, 0.4, isInner)
const isHarbour = isWithinReachOf(places, HARBOUR_REACH_NM)
addInnerCorners(corners, sea.rings, sea.shore, 0.12, isHarbour)
addInnerCorners(corners, sea.rings, sea.shore, 0.35, (lon, lat) => isInner(lon, lat) && !isHarbour(lon, lat))
const cornerEnd = corners.lon.length
logProgress(`corners: ${majorEnd - waterwayEnd} major, ${innerStart - majorEnd} minor, ${cornerEnd - innerStart} inner`)

const vectors = vectorsOf(corners, 20_000)
const approachLinks = emptyLinks()
const approachPoints = outer.flatMap((node) => addApproach(sea, corners, vectors, node, approachLinks))
const openWaterNodes = new Set([...outer, ...approachPoints])
const isOpenWaterNode = (node: number) => (node >= waterwayEnd && node < cornerEnd) || openWaterNodes.has(node)
const isMajor = (node: number) => (node >= waterwayEnd && node < majorEnd) || openWaterNodes.has(node)
const isCentral = isWithinReachOf(places, CENTRAL_NM)
const isNearMajor = isWithinReachOf(
  Array.from({ length: majorEnd - waterwayEnd }, (_, i) => [
    corners.lon[waterwayEnd + i] ?? 0,
    corners.lat[waterwayEnd + i] ?? 0
  ]),
  MOUTH_NM
)
const farReachNm = (node: number): number => {
  if (isMajor(node)) return Number.POSITIVE_INFINITY
  if (node < innerStart || node >= cornerEnd) return 0
  const [lon, lat] = [corners.lon[node] ?? 0, corners.lat[node] ?? 0]
  if (isCentral(lon, lat)) return Number.POSITIVE_INFINITY
  if (!isNarrow(lon, lat) && !isOnOpenWaterPath(lon, lat)) return 0
  return isNearMajor(lon, lat) ? NARROWS_LEG_NM : Number.POSITIVE_INFINITY
}
const links = linkAll(sea.sightData, corners, vectors, isMajor, farReachNm, logProgress, isOpenWaterNode)
logProgress(`${links.from.length} legs between corners`)

const cells = indexCornersByCell(corners)
const approachReaches = approachLinks.from.map((from, i) => ({
  from,
  to: approachLinks.to[i] ?? from,
  lengthNm: approachLinks.length[i] ?? 0
}))
const nearestCorner = ([lon, lat]: Point): number => {
  let nearest = { corner: -1, nm: Number.POSITIVE_INFINITY }
  for (let corner = waterwayEnd; corner < cornerEnd; corner++) {
    const nm = geodesicNm(lon, lat, corners.lon[corner] ?? 0, corners.lat[corner] ?? 0)
    if (nm < nearest.nm) nearest = { corner, nm }
  }
  return nearest.corner
}
const oceanConnected = markOceanConnected(
  corners.lon.length,
  links,
  [...reaches, ...approachReaches],
  lanes,
  ENCLOSED_SEAS.map(({ at }) => nearestCorner(at))
).map((joined, i) => (isOpenWaterNode(i) ? joined : 0))
const majors = Array.from({ length: corners.lon.length }, (_, i) => i).filter(
  (i) => isMajor(i) && oceanConnected[i] === 1
)
const cornerCount = corners.lon.length
const harbours = addHarbours(sea, corners, vectors, reaches, SEA_PORTS, { oceanConnected, majors, cells }, links)
logProgress(`${harbours.length} of ${SEA_PORTS.length} ports on the sea; ${links.from.length} legs`)
logProgress(
  `far from water: ${harbours
    .filter(({ accessNm }) => accessNm > 6)
    .map(({ accessNm, code }) => `${code} ${accessNm.toFixed(0)}`)
    .join(", ")}`
)
const connectedCodes = new Set(harbours.map(({ code }) => code))
logProgress(
  `not on the sea: ${SEA_PORTS.filter(({ code }) => !connectedCodes.has(code))
    .map(({ code }) => code)
    .join(" ")}`
)

const legs = {
  from: [...links.from, ...approachLinks.from, ...reaches.map(({ from }) => from)],
  to: [...links.to, ...approachLinks.to, ...reaches.map(({ to }) => to)],
  cost: [
    ...links.length.map((length, i) => length + SHORE_WEIGHT * (links.shore[i] ?? 0)),
    ...approachLinks.length,
    ...reaches.map(({ extraNm = 0, lengthNm }) => lengthNm + extraNm)
  ]
}
const thinned = thinLegs(vectors, legs.from, legs.to, Float64Array.from(legs.cost), corners.lon.length, THINNING_SLACK)
logProgress(`${thinned.length} legs after thinning`)

const graph = makeGraph(corners.lon.length, thinned.length)
for (const leg of thinned) addLeg(graph, legs.from[leg] ?? 0, legs.to[leg] ?? 0, legs.cost[leg] ?? 0)
const gates = lanes.flatMap(({ from, to }) => [from, to])
const harbourNodes = harbours.map(({ node }) => node)
const used = new Uint8Array(thinned.length)
const ends = [...new Set([...gates, ...harbourNodes])]
markUsedLegs(graph, ends, ends, used)
const shipped = thinned.filter((_, i) => used[i] === 1)
const original = [...new Set([...ends, ...shipped.flatMap((leg) => [legs.from[leg] ?? 0, legs.to[leg] ?? 0])])]
const nodeNumbers = new Map(original.map((corner, i) => [corner, i]))
logProgress(`${shipped.length} legs and ${original.length} nodes are on shortest routes; ${cornerCount} corners in all`)

const hierarchy = contract(
  original.length,
  shipped.map(
    (leg) =>
      [
        nodeNumbers.get(legs.from[leg] ?? 0) ?? 0,
        nodeNumbers.get(legs.to[leg] ?? 0) ?? 0,
        Math.round((legs.cost[leg] ?? 0) * 100) / 100
      ] as const
  )
)
logProgress("hierarchy")
const untrimmed = toSeaNetwork(corners, original, hierarchy)
const network = trimShortcuts(untrimmed)
logProgress(`${network.to.length} of ${untrimmed.to.length} legs and shortcuts are needed`)
const rank = new Map(hierarchy.order.map((node, i) => [original[node] ?? -1, i]))
const modules = writeModules({ network, nodeOf: (corner) => rank.get(corner) ?? -1, lanes, harbours, ports: PORTS })
for (const [name, text] of Object.entries(modules)) {
  const file = new URL(`${name}.js`, new URL(process.env.OUT ?? `../src/${name}/internal/`, import.meta.url))
  writeFileSync(file, text)
  logProgress(`${(text.length / 1e6).toFixed(2)} MB written to ${file.pathname}`)
}
if (process.env.OUT === undefined) {
  // It reads the network that has just been written.
  const { placePorts } = await import("./placePorts.ts")
  placePorts(STRAIGHT_APPROACH_PORTS)
}
