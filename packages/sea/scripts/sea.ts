import { type CoastIndex, makeCoastIndex, pushSegment, segmentsOfRings } from "./coast.ts"
import { PASSAGES } from "./data/passages.ts"
import type { Point } from "./data/points.ts"
import { ICE_LIMITS, ROUTEING_ZONES } from "./data/routeing.ts"
import { BARRIERS, SHOALS } from "./data/shoals.ts"
import { landRings, type Ring } from "./land.ts"
import type { SightData } from "./lineOfSight.ts"
import { coarseClearance, fineDistances, markLand, solidLand } from "./rasters.ts"

/** The navigable sea that the network is built on. */
export interface Sea {
  readonly rings: ReadonlyArray<Ring>
  /** Land and shoals alone, without gates, barriers and routeing zones. */
  readonly shore: CoastIndex
  readonly sightData: SightData
}

const ringOfOutline = (outline: ReadonlyArray<Point>): Ring =>
  Float64Array.from([...outline, ...outline.slice(0, 1)].flat())

const pushLine = (segments: Array<number>, line: ReadonlyArray<Point>): void => {
  for (let i = 0; i + 1 < line.length; i++) {
    const [x1, y1] = line[i] ?? [0, 0]
    const [x2, y2] = line[i + 1] ?? [0, 0]
    pushSegment(segments, x1, y1, x2, y2)
  }
}

/** Combines land at 1:10 million, shoals, gates of passages and barriers, with the rasters for line-of-sight tests. */
export const makeSea = (offingNm: number): Sea => {
  const rings = landRings()
  const shoals = SHOALS.map(({ points }) => ringOfOutline(points))
  const shoreSegments = segmentsOfRings([...rings, ...shoals])
  const shore = makeCoastIndex(shoreSegments)
  const closed = shoreSegments.slice()
  for (const { gates } of PASSAGES) for (const gate of gates) pushLine(closed, gate)
  for (const { points } of BARRIERS) pushLine(closed, points)
  for (const { points } of ROUTEING_ZONES) pushLine(closed, [...points, ...points.slice(0, 1)])
  for (const { line } of ICE_LIMITS) pushLine(closed, line)
  const coast = makeCoastIndex(closed)
  const fine = fineDistances(shore)
  markLand(fine, rings)
  for (const shoal of shoals) markLand(fine, [shoal])
  return {
    rings,
    shore,
    sightData: { coast, fine, coarse: coarseClearance(coast), solid: solidLand(fine), offingNm }
  }
}
