/**
 * Builds `src/internal/network.js`, the sea network that the package ships, from Natural Earth's land and the tables in
 * `data/`. Takes some minutes and 4 GB: `pnpm --filter @landfall/sea build:network`.
 */
import { writeFileSync } from "node:fs"
import { addApproach } from "./approaches.ts"
import { addInnerCorners, addOffingCorners, addZoneCorners, noCorners } from "./corners.ts"
import { PORTS, SEA_PORTS } from "./data/ports.ts"
import { addHarbours, mainWater } from "./harbours.ts"
import { contract } from "./hierarchy.ts"
import { byCell, linkAll, noLinks } from "./links.ts"
import { narrows } from "./narrows.ts"
import { pack } from "./pack.ts"
import { usedLegs } from "./prune.ts"
import { vectorsOf } from "./sight.ts"
import { addWaterways } from "./terminals.ts"
import { addLeg, makeGraph, thin } from "./thin.ts"
import { networkOf, trim } from "./trim.ts"
import { makeSea } from "./waters.ts"
import { wayOut } from "./wayOut.ts"

/** How far off the coast ships keep where there is room, in nautical miles. */
const OFFING_NM = Number(process.env.OFFING ?? 5)
/** A mile along the beach counts for 1 + this, falling to 1 at the offing. */
const SHORE_WEIGHT = Number(process.env.SHORE ?? 0.7)
/** Legs that others can stand in for at this much more are left out. */
const SLACK = Number(process.env.SLACK ?? 0.0015)
/** Corners close off the coast are made within this of a port or the end of a lane. */
const INNER_REACH_NM = 30
/** Within this they follow the coast more closely. */
const HARBOUR_REACH_NM = 12
/** And within this of the way that a port has out to open water. */
const WAY_OUT_REACH_NM = 8
/** Those within this of one may be joined to corners however far. */
const CENTRAL_NM = 8
/** Corners within this of narrow water on the ways between ports are made close off the coast too. */
const NARROWS_REACH_NM = 4
/** How far from narrow water legs may lead. */
const NARROWS_LEG_NM = 500

const report = (text: string): void => console.error(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${text}`)

/** Whether a point is within reach of one of the places, by tenths of a degree. */
const nearAny = (places: ReadonlyArray<readonly [number, number]>, reachNm: number) => {
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
report("sea")

const corners = noCorners()
const { lanes, outer, reaches } = addWaterways(corners, sea.rings)
const places = [
  ...SEA_PORTS.map(({ lat, lon }) => [lon, lat] as const),
  ...outer.map((node) => [corners.lon[node] ?? 0, corners.lat[node] ?? 0] as const)
]
const waysOut = places.flatMap(([lon, lat]) => wayOut(sea, lon, lat))
const narrow = narrows(sea, places)
report(`${waysOut.length} points on ways out, ${narrow.length} in narrow water`)
const drawn = corners.lon.length
addZoneCorners(corners)
addOffingCorners(corners, sea.waters.fine, OFFING_NM, 2.5, () => true)
const majorEnd = corners.lon.length
addOffingCorners(corners, sea.waters.fine, OFFING_NM, 0.5, () => true)
const innerStart = corners.lon.length
const isNearPlace = nearAny(places, INNER_REACH_NM)
const isOnWayOut = nearAny(waysOut, WAY_OUT_REACH_NM)
const isNarrow = nearAny(narrow, NARROWS_REACH_NM)
const isInner = (lon: number, lat: number) => isNearPlace(lon, lat) || isOnWayOut(lon, lat) || isNarrow(lon, lat)
addOffingCorners(corners, sea.waters.fine, 1.5, 0.4, isInner)
const isHarbour = nearAny(places, HARBOUR_REACH_NM)
addInnerCorners(corners, sea.rings, sea.shore, 0.12, isHarbour)
addInnerCorners(corners, sea.rings, sea.shore, 0.35, (lon, lat) => isInner(lon, lat) && !isHarbour(lon, lat))
const cornerEnd = corners.lon.length
report(`corners: ${majorEnd - drawn} major, ${innerStart - majorEnd} minor, ${cornerEnd - innerStart} inner`)

const vectors = vectorsOf(corners, 20_000)
const leads = noLinks()
const leadPoints = outer.flatMap((node) => addApproach(sea, corners, vectors, node, leads))
const lookout = new Set([...outer, ...leadPoints])
const looksOut = (node: number) => (node >= drawn && node < cornerEnd) || lookout.has(node)
const isMajor = (node: number) => (node >= drawn && node < majorEnd) || lookout.has(node)
const isCentral = nearAny(places, CENTRAL_NM)
const farReachNm = (node: number): number => {
  if (isMajor(node)) return Number.POSITIVE_INFINITY
  if (node < innerStart || node >= cornerEnd) return 0
  const [lon, lat] = [corners.lon[node] ?? 0, corners.lat[node] ?? 0]
  if (isCentral(lon, lat)) return Number.POSITIVE_INFINITY
  return isNarrow(lon, lat) || isOnWayOut(lon, lat) ? NARROWS_LEG_NM : 0
}
const links = linkAll(sea.waters, corners, vectors, isMajor, farReachNm, report, looksOut)
report(`${links.from.length} legs between corners`)

const cells = byCell(corners)
const leadReaches = leads.from.map((from, i) => ({ from, to: leads.to[i] ?? from, lengthNm: leads.length[i] ?? 0 }))
const main = mainWater(corners.lon.length, links, [...reaches, ...leadReaches], lanes).map((joined, i) =>
  looksOut(i) ? joined : 0
)
const majors = Array.from({ length: corners.lon.length }, (_, i) => i).filter((i) => isMajor(i) && main[i] === 1)
const known = corners.lon.length
const harbours = addHarbours(sea, corners, vectors, reaches, SEA_PORTS, { main, majors, cells }, links)
report(`${harbours.length} of ${SEA_PORTS.length} ports on the sea; ${links.from.length} legs`)
report(
  `far from water: ${harbours
    .filter(({ accessNm }) => accessNm > 6)
    .map(({ accessNm, code }) => `${code} ${accessNm.toFixed(0)}`)
    .join(", ")}`
)
const afloat = new Set(harbours.map(({ code }) => code))
report(
  `not on the sea: ${SEA_PORTS.filter(({ code }) => !afloat.has(code))
    .map(({ code }) => code)
    .join(" ")}`
)

const legs = {
  from: [...links.from, ...leads.from, ...reaches.map(({ from }) => from)],
  to: [...links.to, ...leads.to, ...reaches.map(({ to }) => to)],
  cost: [
    ...links.length.map((length, i) => length + SHORE_WEIGHT * (links.shore[i] ?? 0)),
    ...leads.length,
    ...reaches.map(({ extraNm = 0, lengthNm }) => lengthNm + extraNm)
  ]
}
const kept = thin(vectors, legs.from, legs.to, Float64Array.from(legs.cost), corners.lon.length, SLACK)
report(`${kept.length} legs after thinning`)

const graph = makeGraph(corners.lon.length, kept.length)
for (const leg of kept) addLeg(graph, legs.from[leg] ?? 0, legs.to[leg] ?? 0, legs.cost[leg] ?? 0)
const gates = lanes.flatMap(({ from, to }) => [from, to])
const moored = harbours.map(({ node }) => node)
const used = new Uint8Array(kept.length)
const ends = [...new Set([...gates, ...moored])]
usedLegs(graph, ends, ends, used)
const shipped = kept.filter((_, i) => used[i] === 1)
const original = [...new Set([...ends, ...shipped.flatMap((leg) => [legs.from[leg] ?? 0, legs.to[leg] ?? 0])])]
const number = new Map(original.map((corner, i) => [corner, i]))
report(`${shipped.length} legs and ${original.length} nodes are on shortest ways; ${known} corners in all`)

const hierarchy = contract(
  original.length,
  shipped.map(
    (leg) =>
      [
        number.get(legs.from[leg] ?? 0) ?? 0,
        number.get(legs.to[leg] ?? 0) ?? 0,
        Math.round((legs.cost[leg] ?? 0) * 100) / 100
      ] as const
  )
)
report("hierarchy")
const full = networkOf(corners, original, hierarchy)
const network = trim(full)
report(`${network.to.length} of ${full.to.length} legs and shortcuts are needed`)
const rank = new Map(hierarchy.order.map((node, i) => [original[node] ?? -1, i]))
const text = pack({ network, nodeOf: (corner) => rank.get(corner) ?? -1, lanes, harbours, ports: PORTS })
const file = new URL(process.env.OUT ?? "../src/internal/network.js", import.meta.url)
writeFileSync(file, text)
report(`${(text.length / 1e6).toFixed(2)} MB written to ${file.pathname}`)
