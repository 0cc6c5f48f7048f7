import { distanceToCoast, meetsCoast } from "./coast.ts"
import { roundDegrees } from "./corners.ts"
import { FINE_PER_DEGREE, fineAt } from "./rasters.ts"
import type { Sea } from "./sea.ts"

/** Tests whether a point is on water, by the centre of its raster cell and the coast between the two. */
export const isWater = (sea: Sea, lon: number, lat: number): boolean => {
  const centre = (degrees: number) => (Math.floor(degrees * FINE_PER_DEGREE) + 0.5) / FINE_PER_DEGREE
  const x = centre(lon)
  const y = centre(lat)
  const wet = fineAt(sea.sightData.fine, x, y) > 0
  return meetsCoast(sea.shore, lon, lat, x, y) ? isWaterByParity(sea, lon, lat, x, y, wet) : wet
}

/** With coast between point and centre, the parity of the crossings decides. */
const isWaterByParity = (sea: Sea, lon: number, lat: number, x: number, y: number, wet: boolean): boolean => {
  let crossings = 0
  const { x1, y1, x2, y2 } = sea.shore
  const from = Math.floor((Math.min(lat, y) + 90) * 20)
  const seen = new Set<number>()
  for (let row = from; row <= Math.floor((Math.max(lat, y) + 90) * 20); row++) {
    for (
      let column = Math.floor((Math.min(lon, x) + 180) * 20);
      column <= Math.floor((Math.max(lon, x) + 180) * 20);
      column++
    ) {
      const cell = row * 7200 + (((column % 7200) + 7200) % 7200)
      for (let k = sea.shore.starts[cell] ?? 0; k < (sea.shore.starts[cell + 1] ?? 0); k++) {
        const i = sea.shore.members[k] ?? 0
        if (seen.has(i)) continue
        seen.add(i)
        if (segmentsCross(lon, lat, x, y, x1[i] ?? 0, y1[i] ?? 0, x2[i] ?? 0, y2[i] ?? 0)) crossings++
      }
    }
  }
  return crossings % 2 === 0 ? wet : !wet
}

const isLeftOf = (ax: number, ay: number, bx: number, by: number, cx: number, cy: number): boolean =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0

const segmentsCross = (
  a: number,
  b: number,
  c: number,
  d: number,
  x1: number,
  y1: number,
  x2: number,
  y2: number
): boolean =>
  isLeftOf(a, b, c, d, x1, y1) !== isLeftOf(a, b, c, d, x2, y2) &&
  isLeftOf(x1, y1, x2, y2, a, b) !== isLeftOf(x1, y1, x2, y2, c, d)

const RADII_NM = [0, 0.2, 0.4, 0.7, 1, 1.5, 2, 2.7, 3.5, 4.5, 6, 8, 10, 13]
const BEARINGS = 24

/** Yields water points around a place, nearest first, each a little off the coast. */
export function* waterAround(
  sea: Sea,
  lon: number,
  lat: number,
  reachNm: number
): Generator<readonly [number, number]> {
  for (const radius of RADII_NM) {
    if (radius > reachNm) return
    for (let k = 0; k < (radius === 0 ? 1 : BEARINGS); k++) {
      const bearing = (2 * Math.PI * k) / BEARINGS
      const x = roundDegrees(lon + (Math.sin(bearing) * radius) / 60 / Math.cos((lat * Math.PI) / 180))
      const y = roundDegrees(lat + (Math.cos(bearing) * radius) / 60)
      if (isWater(sea, x, y) && distanceToCoast(sea.shore, x, y, 0.15) > 0.06) yield [x, y]
    }
  }
}
