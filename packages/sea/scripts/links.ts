import { NM_PER_RADIAN } from "../src/network/Geodesic.ts"
import type { Corners } from "./corners.ts"
import { crossesSolidLand, type SightData, tautAngle, traceLeg, type Vectors } from "./lineOfSight.ts"

/**
 * Legs between corners: ends, length on the sphere in nautical miles, and weighted miles inside the offing
 * (`traceLeg`).
 */
export interface Links {
  readonly from: Array<number>
  readonly to: Array<number>
  readonly length: Array<number>
  readonly shore: Array<number>
}

export const emptyLinks = (): Links => ({ from: [], to: [], length: [], shore: [] })

/** Legs up to this length may link any two corners; longer ones end at a major corner or a terminal. */
export const SHORT_LEG_NM = 100

export const tryLink = (
  waters: SightData,
  corners: Corners,
  v: Vectors,
  u: number,
  w: number,
  longerThanNm: number,
  shorterThanNm: number,
  links: Links
): boolean => {
  const angle = tautAngle(v, corners, u, w)
  // Less than 12 m apart is the same place.
  if (angle * NM_PER_RADIAN < 0.006 || angle * NM_PER_RADIAN <= longerThanNm || angle * NM_PER_RADIAN > shorterThanNm)
    return false
  if (crossesSolidLand(waters.solid, v, u, w)) return false
  const shore = traceLeg(waters, corners, v, u, w, angle)
  if (shore < 0) return false
  links.from.push(u)
  links.to.push(w)
  links.length.push(angle * NM_PER_RADIAN)
  links.shore.push(shore)
  return true
}

const CELL_DEGREES = 1
/** Rings across the antimeridian continue beyond 180 degrees in either direction, and so do their corners. */
const cellKey = (lon: number, lat: number): number =>
  Math.floor((lat + 90) / CELL_DEGREES) * 1000 + (((Math.floor((lon + 180) / CELL_DEGREES) % 360) + 360) % 360)

/** Indexes corners by square degree. */
export const indexCornersByCell = (corners: Corners): ReadonlyMap<number, ReadonlyArray<number>> => {
  const cells = new Map<number, Array<number>>()
  for (let i = 0; i < corners.lon.length; i++) {
    const key = cellKey(corners.lon[i] ?? 0, corners.lat[i] ?? 0)
    const cell = cells.get(key)
    if (cell === undefined) cells.set(key, [i])
    else cell.push(i)
  }
  return cells
}

/** Visits every corner that may be within `reachNm` of a point. */
export const visitNear = (
  cells: ReadonlyMap<number, ReadonlyArray<number>>,
  lon: number,
  lat: number,
  reachNm: number,
  visit: (corner: number) => void
): void => {
  const dLat = reachNm / 60
  const widest = Math.max(0.05, Math.cos((Math.min(89, Math.abs(lat) + dLat) * Math.PI) / 180))
  const columns = Math.min(180, Math.ceil(dLat / widest) + 1)
  for (let row = Math.floor(lat - dLat); row <= Math.floor(lat + dLat); row++) {
    for (let dc = -columns; dc <= columns; dc++) {
      const x = ((Math.floor(lon) + dc + 540) % 360) - 180
      for (const corner of cells.get(cellKey(x + 0.5, row + 0.5)) ?? []) visit(corner)
    }
  }
}

/** The greatest length of legs between two corners neither of which is a major one. */
const MINOR_LEG_LIMIT_NM = 400

/** Links all corners within `SHORT_LEG_NM`, and beyond it major corners and those with a far reach. */
export const linkAll = (
  waters: SightData,
  corners: Corners,
  v: Vectors,
  isMajor: (corner: number) => boolean,
  farReachNm: (corner: number) => number,
  report: (done: string) => void,
  looksOut: (corner: number) => boolean
): Links => {
  const links = emptyLinks()
  const count = corners.lon.length
  const cells = indexCornersByCell(corners)
  for (let u = 0; u < count; u++) {
    if (!looksOut(u)) continue
    visitNear(cells, corners.lon[u] ?? 0, corners.lat[u] ?? 0, SHORT_LEG_NM, (w) => {
      if (w > u && looksOut(w)) tryLink(waters, corners, v, u, w, 0, SHORT_LEG_NM, links)
    })
  }
  report(`${links.from.length} short legs`)
  const far = Array.from({ length: count }, (_, i) => i).filter((u) => farReachNm(u) > SHORT_LEG_NM)
  const reaches = far.map(farReachNm)
  const major = far.map(isMajor)
  far.forEach((u, i) => {
    for (let k = i + 1; k < far.length; k++) {
      const mostNm = major[i] || major[k] ? Number.POSITIVE_INFINITY : MINOR_LEG_LIMIT_NM
      const reachNm = Math.min(mostNm, reaches[i] ?? 0, reaches[k] ?? 0)
      if (Math.abs((corners.lat[u] ?? 0) - (corners.lat[far[k] ?? u] ?? 0)) * 60 > reachNm + 1) continue
      tryLink(waters, corners, v, u, far[k] ?? u, SHORT_LEG_NM, reachNm, links)
    }
  })
  return links
}
