import { geodesicNm } from "../src/network/Geodesic.ts"
import { addApproach } from "./approaches.ts"
import { addTerminal, type Corners, truncateCorners } from "./corners.ts"
import { setVectors, type Vectors } from "./lineOfSight.ts"
import { emptyLinks, type Links, SHORT_LEG_NM, tryLink, visitNear } from "./links.ts"
import { cellsToOpenWater } from "./openWaterPaths.ts"
import { fineAt } from "./rasters.ts"
import type { Sea } from "./sea.ts"
import { waterAround } from "./waterPoints.ts"
import { joinFairway, type Reach } from "./waterways.ts"

/** A route from a harbour that ends nearer to the coast than this has not reached open water. */
const OPEN_WATER_NM = 0.9
/** Water from which fewer corners than this are visible looks out through a gap: a lagoon, or a notch of the coast. */
const MIN_OPEN_WATER_LEGS = 6

/**
 * The distance from the coast up to which pilots are on board: 46 CFR 15.301 ends pilotage waters three nautical miles
 * off. IMO resolution A.960(23), annex 2, places the boarding point far enough off for the exchange with the master.
 */
const PILOTAGE_NM = 3
/**
 * The longest approach that a vessel follows to its end before it turns along the coast. A longer one leads out of a bay
 * or a sound, whose shores already decide where routes turn.
 */
const MAX_PILOTAGE_NM = 6
/**
 * The additional miles at the shore that other ways out of a harbour cost when routes are compared. Routes take one only
 * when the boarding point is a longer detour: to another berth of the same harbour, or backwards out of a strait.
 */
const UNPILOTED_SHORE_NM = MAX_PILOTAGE_NM

/** A port that is not on the network yet. */
export interface PortPlace {
  readonly code: string
  readonly lon: number
  readonly lat: number
}

/** The access point of a port; `accessNm` is the distance from there to the berth that the coastline does not show. */
export interface Harbour {
  readonly code: string
  readonly node: number
  readonly accessNm: number
}

/**
 * Connectivity of corners and candidates to the ocean or to an enclosed sea, by a node on each: a union-find over all legs.
 */
export const markOceanConnected = (
  nodes: number,
  links: Links,
  reaches: ReadonlyArray<Reach>,
  lanes: ReadonlyArray<Reach>,
  enclosed: ReadonlyArray<number>
): Uint8Array => {
  const parent = Int32Array.from({ length: nodes }, (_, i) => i)
  const find = (node: number): number => {
    let top = node
    while (parent[top] !== top) top = parent[top] ?? top
    while (parent[node] !== top) [parent[node], node] = [top, parent[node] ?? top]
    return top
  }
  links.from.forEach((from, i) => {
    parent[find(from)] = find(links.to[i] ?? from)
  })
  for (const { from, to } of [...reaches, ...lanes]) parent[find(from)] = find(to)
  const sizes = new Map<number, number>()
  for (let i = 0; i < nodes; i++) sizes.set(find(i), (sizes.get(find(i)) ?? 0) + 1)
  const main = [...sizes].sort((a, b) => b[1] - a[1])[0]?.[0]
  const seas = new Set([main, ...enclosed.map(find)])
  return Uint8Array.from({ length: nodes }, (_, i) => (seas.has(find(i)) ? 1 : 0))
}

/** The corners that are known to be connected to the ocean, which harbours may be linked to. */
export interface HarbourTargets {
  readonly oceanConnected: Uint8Array
  readonly majors: ReadonlyArray<number>
  readonly cells: ReadonlyMap<number, ReadonlyArray<number>>
}

/**
 * Finds the access point of each port on its actual water: its fairway, or the nearest water with a view of the ocean.
 */
export const addHarbours = (
  sea: Sea,
  corners: Corners,
  v: Vectors,
  reaches: Array<Reach>,
  ports: ReadonlyArray<PortPlace>,
  offing: HarbourTargets,
  links: Links
): ReadonlyArray<Harbour> => {
  const harbours: Array<Harbour> = []
  const outermost: Array<number> = []
  // Terminals and codes at the same place share an access point.
  const known = new Map<string, Harbour>()
  const moor = (lon: number, lat: number): number => {
    const onFairway = joinFairway(corners, reaches, lon, lat)
    if (onFairway >= 0) {
      setVectors(v, corners, onFairway)
      return onFairway
    }
    // First searches water with a route to open water, then any water that a vessel can leave.
    const open = addOnWater(
      sea,
      corners,
      v,
      lon,
      lat,
      offing,
      outermost,
      links,
      4.5,
      OPEN_WATER_NM,
      MIN_OPEN_WATER_LEGS
    )
    return open >= 0 ? open : addOnWater(sea, corners, v, lon, lat, offing, outermost, links, 8, 0, 1)
  }
  for (const { code, lat, lon } of ports) {
    const place = `${lon} ${lat}`
    const node = known.get(place)?.node ?? moor(lon, lat)
    if (node < 0) continue
    const harbour = { code, node, accessNm: accessDistanceNm(corners, node, lon, lat) }
    known.set(place, harbour)
    harbours.push(harbour)
  }
  return harbours
}

/**
 * Whether the approach of a harbour, whose legs are all that was found so far, ends where pilots board: far enough off,
 * near enough, and on the way to open water. In a bay or a sound the nearest wide water can be farther inside.
 */
const isPiloted = (sea: Sea, { lat, lon }: Corners, node: number, end: number, approach: Links): boolean =>
  approach.from.length > 0 &&
  fineAt(sea.sightData.fine, lon[end] ?? 0, lat[end] ?? 0) >= PILOTAGE_NM &&
  approach.length.reduce((sum, nm) => sum + nm, 0) <= MAX_PILOTAGE_NM &&
  cellsToOpenWater(sea, lon[end] ?? 0, lat[end] ?? 0) < cellsToOpenWater(sea, lon[node] ?? 0, lat[node] ?? 0)

/** Makes the legs of a harbour that pass its boarding point by more expensive than its approach. */
const deterFromPassing = (end: number, approachLegs: number, { from, shore }: Links): void =>
  from.forEach((start, i) => {
    if (i >= approachLegs && start !== end) shore[i] = (shore[i] ?? 0) + UNPILOTED_SHORE_NM
  })

/** Tries the water around a place, nearest first, until a point is connected to the ocean; returns its node, or -1. */
const addOnWater = (
  sea: Sea,
  corners: Corners,
  v: Vectors,
  lon: number,
  lat: number,
  offing: HarbourTargets,
  outermost: Array<number>,
  links: Links,
  reachNm: number,
  clearNm: number,
  leastLegs: number
): number => {
  for (const [x, y] of waterAround(sea, lon, lat, reachNm)) {
    const before = corners.lon.length
    const node = addTerminal(corners, x, y)
    setVectors(v, corners, node)
    const found = emptyLinks()
    const points = [node, ...addApproach(sea, corners, v, node, found)]
    const leads = found.from.length
    const end = points.at(-1) ?? node
    const piloted = isPiloted(sea, corners, node, end, found)
    const isOpen = fineAt(sea.sightData.fine, corners.lon[end] ?? 0, corners.lat[end] ?? 0) >= clearNm
    for (const point of isOpen ? points : [])
      linkNearCorners(
        sea,
        corners,
        v,
        point,
        offing,
        point === node || point === end ? HARBOUR_LEG_NM : SHORT_LEG_NM,
        found
      )
    if (isOpen) {
      for (const point of new Set([node, end])) linkMajorCorners(sea, corners, v, point, offing.majors, found)
      for (const other of outermost) tryLink(sea.sightData, corners, v, end, other, 0, Number.POSITIVE_INFINITY, found)
    }
    if (piloted) deterFromPassing(end, leads, found)
    if (found.from.length >= leads + leastLegs) {
      appendLinks(links, found)
      outermost.push(end)
      return node
    }
    truncateCorners(corners, before)
  }
  return -1
}

/** Harbours are linked to every corner within this distance. */
const HARBOUR_LEG_NM = 500

const linkNearCorners = (
  sea: Sea,
  corners: Corners,
  v: Vectors,
  node: number,
  { cells, oceanConnected }: HarbourTargets,
  reachNm: number,
  links: Links
): void =>
  visitNear(cells, corners.lon[node] ?? 0, corners.lat[node] ?? 0, reachNm, (corner) => {
    if (oceanConnected[corner] === 1) tryLink(sea.sightData, corners, v, node, corner, 0, reachNm, links)
  })

const linkMajorCorners = (
  sea: Sea,
  corners: Corners,
  v: Vectors,
  node: number,
  majors: ReadonlyArray<number>,
  links: Links
): void => {
  for (const major of majors)
    tryLink(sea.sightData, corners, v, node, major, HARBOUR_LEG_NM, Number.POSITIVE_INFINITY, links)
}

const appendLinks = (links: Links, found: Links): void => {
  found.from.forEach((from, i) => {
    links.from.push(from)
    links.to.push(found.to[i] ?? from)
    links.length.push(found.length[i] ?? 0)
    links.shore.push(found.shore[i] ?? 0)
  })
}

const accessDistanceNm = (corners: Corners, node: number, lon: number, lat: number): number =>
  geodesicNm(lon, lat, corners.lon[node] ?? 0, corners.lat[node] ?? 0)
