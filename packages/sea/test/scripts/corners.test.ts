import { assert, describe, it } from "@effect/vitest"
import { addZoneCorners, type Corners, emptyCorners } from "../../scripts/corners.ts"
import { ROUTEING_ZONES } from "../../scripts/data/routeing.ts"
import { tautAngle, vectorsOf } from "../../scripts/lineOfSight.ts"

/** A corner of a straight north-south coast, with open water to the east: no route bends there. */
const coastAndPlace = (offingNm: number, awayNm: number): Corners => ({
  lon: [0, awayNm / 60],
  lat: [0, 0],
  around: [0, -0.5, 0, 0.5, awayNm / 60, 0, awayNm / 60, 0],
  offingNm: [offingNm, 0]
})

const isTaut = (corners: Corners): boolean => tautAngle(vectorsOf(corners), corners, 0, 1) > 0

describe("a leg", () => {
  it("is tangent to the lines that it ends at", () => {
    assert.isFalse(isTaut(coastAndPlace(0, 10)))
  })

  it("from inside an offing may meet its boundary at any angle, but not from far along it", () => {
    assert.isTrue(isTaut(coastAndPlace(5, 10)))
    assert.isFalse(isTaut(coastAndPlace(5, 40)))
  })
})

describe("routeing zones", () => {
  it("have corners just outside, each reachable from the next", () => {
    const corners = emptyCorners()
    addZoneCorners(corners)
    const vectors = vectorsOf(corners)
    assert.isAtLeast(corners.lon.length, ROUTEING_ZONES.length * 3)
    corners.lon.forEach((lon, i) => {
      const nearest = Math.min(
        ...ROUTEING_ZONES.flatMap(({ points }) =>
          points.map(([x, y]) => Math.hypot((x - lon) * Math.cos((y * Math.PI) / 180), y - (corners.lat[i] ?? 0)) * 60)
        )
      )
      assert.isBelow(nearest, 1.5)
    })
    // Finisterre's outline is convex: its corners follow each other all the way round.
    const around = [...corners.lon.keys()].filter((i) => (corners.lon[i] ?? 0) < -9 && (corners.lat[i] ?? 0) > 42.5)
    const finisterre = around.filter((i) => (corners.lon[i] ?? 0) > -10 && (corners.lat[i] ?? 0) < 43.5)
    for (const [k, i] of finisterre.entries())
      assert.isAbove(tautAngle(vectors, corners, i, finisterre[(k + 1) % finisterre.length] ?? i), 0)
  })
})
