import { NM_PER_RADIAN, pieceCountOf } from "../src/network/Geodesic.ts"
import { type CoastIndex, meetsCoast } from "./coast.ts"
import type { Corners } from "./corners.ts"
import { coarseAt, fineAt, isSolid } from "./rasters.ts"

const RADIANS = Math.PI / 180

/** The inputs of a line-of-sight test between two corners. */
export interface SightData {
  readonly coast: CoastIndex
  readonly fine: Uint8Array
  readonly coarse: Float32Array
  readonly solid: Uint8Array
  /** Within this distance of the coast, in nautical miles, a mile costs more than a mile. */
  readonly offingNm: number
}

/** Unit vectors of corners (x, y, z) and of their neighbours (two vectors per corner). */
export interface Vectors {
  readonly at: Float64Array
  readonly around: Float64Array
}

/** Computes the vectors of all corners, with capacity for `spare` more. */
export const vectorsOf = (corners: Corners, spare = 0): Vectors => {
  const count = corners.lon.length
  const v = { at: new Float64Array((count + spare) * 3), around: new Float64Array((count + spare) * 6) }
  for (let i = 0; i < count; i++) setVectors(v, corners, i)
  return v
}

export const setVectors = ({ around, at }: Vectors, corners: Corners, i: number): void => {
  writeUnitVector(at, i * 3, corners.lon[i] ?? 0, corners.lat[i] ?? 0)
  writeUnitVector(around, i * 6, corners.around[i * 4] ?? 0, corners.around[i * 4 + 1] ?? 0)
  writeUnitVector(around, i * 6 + 3, corners.around[i * 4 + 2] ?? 0, corners.around[i * 4 + 3] ?? 0)
}

const writeUnitVector = (target: Float64Array, offset: number, lon: number, lat: number): void => {
  target[offset] = Math.cos(lat * RADIANS) * Math.cos(lon * RADIANS)
  target[offset + 1] = Math.cos(lat * RADIANS) * Math.sin(lon * RADIANS)
  target[offset + 2] = Math.sin(lat * RADIANS)
}

/** A neighbour within this distance of the line, in radians (0.1 nm), counts as on it. */
const TANGENT_SLACK = 0.1 / NM_PER_RADIAN

/**
 * Tests whether a straight route over `u` in the plane with normal (nx, ny, nz) bends around its headland instead of
 * through it.
 */
const isTangent = (v: Vectors, u: number, nx: number, ny: number, nz: number, norm: number): boolean => {
  const a = v.around
  const i = u * 6
  const s1 = nx * (a[i] ?? 0) + ny * (a[i + 1] ?? 0) + nz * (a[i + 2] ?? 0)
  const s2 = nx * (a[i + 3] ?? 0) + ny * (a[i + 4] ?? 0) + nz * (a[i + 5] ?? 0)
  return s1 * s2 >= 0 || Math.min(Math.abs(s1), Math.abs(s2)) < TANGENT_SLACK * norm
}

/** The farthest along a coast, in nautical miles, from which a route may leave its offing at any angle. */
const OUTWARD_NM = 25

/**
 * The angle in radians between two corners when a shortest route could use the leg between them, else -1. A route from
 * inside an offing need not be tangent to its boundary.
 */
export const tautAngle = (v: Vectors, { offingNm }: Corners, u: number, w: number): number => {
  const p = v.at
  const ux = p[u * 3] ?? 0
  const uy = p[u * 3 + 1] ?? 0
  const uz = p[u * 3 + 2] ?? 0
  const wx = p[w * 3] ?? 0
  const wy = p[w * 3 + 1] ?? 0
  const wz = p[w * 3 + 2] ?? 0
  const nx = uy * wz - uz * wy
  const ny = uz * wx - ux * wz
  const nz = ux * wy - uy * wx
  const norm = Math.sqrt(nx * nx + ny * ny + nz * nz)
  const angle = Math.atan2(norm, ux * wx + uy * wy + uz * wz)
  const outwards = angle * NM_PER_RADIAN < OUTWARD_NM ? (offingNm[u] ?? 0) - (offingNm[w] ?? 0) : 0
  if (outwards <= 0 && !isTangent(v, u, nx, ny, nz, norm)) return -1
  if (outwards >= 0 && !isTangent(v, w, nx, ny, nz, norm)) return -1
  return angle
}

/** Sample points along a leg, the middle before the ends: most impossible legs are rejected here. */
const SAMPLE_SHARES = [8, 4, 12, 2, 6, 10, 14, 1, 3, 5, 7, 9, 11, 13, 15].map((sixteenths) => sixteenths / 16)

/** Tests a few sample points of a leg for land. */
export const crossesSolidLand = (solid: Uint8Array, v: Vectors, u: number, w: number): boolean => {
  const p = v.at
  for (const share of SAMPLE_SHARES) {
    // Equal steps along the chord are unequal along the arc, which is accurate enough here.
    const x = (p[u * 3] ?? 0) * (1 - share) + (p[w * 3] ?? 0) * share
    const y = (p[u * 3 + 1] ?? 0) * (1 - share) + (p[w * 3 + 1] ?? 0) * share
    const z = (p[u * 3 + 2] ?? 0) * (1 - share) + (p[w * 3 + 2] ?? 0) * share
    if (isSolid(solid, Math.atan2(y, x) / RADIANS, Math.atan2(z, Math.sqrt(x * x + y * y)) / RADIANS)) return true
  }
  return false
}

/**
 * Traces the great circle from `u` to `w`: -1 when it meets land, else the miles inside the offing, each weighted by
 * its depth (1 at the shore, 0 at the boundary). The line is traced in the form in which it is drawn.
 */
export const traceLeg = (
  waters: SightData,
  corners: Corners,
  v: Vectors,
  u: number,
  w: number,
  angle: number
): number => {
  const length = angle * NM_PER_RADIAN
  const pieces = pieceCountOf(length)
  const p = v.at
  const sine = Math.sin(angle)
  let lon = corners.lon[u] ?? 0
  let lat = corners.lat[u] ?? 0
  let shore = 0
  let free = 0
  for (let i = 1; i <= pieces; i++) {
    const share = i / pieces
    const a = Math.sin((1 - share) * angle) / sine
    const b = Math.sin(share * angle) / sine
    const x = a * (p[u * 3] ?? 0) + b * (p[w * 3] ?? 0)
    const y = a * (p[u * 3 + 1] ?? 0) + b * (p[w * 3 + 1] ?? 0)
    const z = a * (p[u * 3 + 2] ?? 0) + b * (p[w * 3 + 2] ?? 0)
    const bare = i === pieces ? (corners.lon[w] ?? 0) : Math.atan2(y, x) / RADIANS
    const nextLon = bare - 360 * Math.round((bare - lon) / 360)
    const nextLat = i === pieces ? (corners.lat[w] ?? 0) : Math.atan2(z, Math.sqrt(x * x + y * y)) / RADIANS
    if (free <= 0) {
      const clear = coarseAt(waters.coarse, lon, lat)
      if (clear > length / pieces + 8) {
        free = clear - 8
      } else {
        if (meetsCoast(waters.coast, lon, lat, nextLon, nextLat)) return -1
        shore += shoreMiles(waters, lon, lat, nextLon, nextLat, length / pieces)
      }
    }
    free -= length / pieces
    if (free < length / pieces) free = 0
    lon = nextLon
    lat = nextLat
  }
  return shore
}

const shoreMiles = (waters: SightData, x1: number, y1: number, x2: number, y2: number, length: number): number => {
  const steps = Math.max(1, Math.round(length))
  let sum = 0
  for (let i = 0; i < steps; i++) {
    const share = (i + 0.5) / steps
    const distance = fineAt(waters.fine, x1 + (x2 - x1) * share, y1 + (y2 - y1) * share)
    if (distance < waters.offingNm) sum += 1 - distance / waters.offingNm
  }
  return (sum * length) / steps
}
