import { assert, describe, it } from "@effect/vitest"
import { FAIRWAYS } from "../../scripts/data/fairways.ts"
import type { NamedLine, Point } from "../../scripts/data/points.ts"
import { landRings } from "../../scripts/land.ts"
import { moveOntoWater } from "../../scripts/rivers.ts"
import { geodesicNm } from "../../src/network/Geodesic.ts"

/** Land from the equator north, with a straight river of 0.04 degrees up the meridian of `lon` to 0.5° N, then bent to the east. */
const landWithRiver = (lon: number) =>
  Float64Array.from(
    [
      [lon - 1, 0],
      [lon - 0.02, 0],
      [lon - 0.02, 0.52],
      [lon + 0.4, 0.52],
      [lon + 0.4, 0.48],
      [lon + 0.02, 0.48],
      [lon + 0.02, 0],
      [lon + 1, 0],
      [lon + 1, 1],
      [lon - 1, 1],
      [lon - 1, 0]
    ].flat()
  )

const one = (lon: number, points: ReadonlyArray<Point>): ReadonlyArray<Point> =>
  moveOntoWater([landWithRiver(lon)], [{ name: "River", points }])[0]?.points ?? []

const lengthOf = (points: ReadonlyArray<Point>): number =>
  points
    .slice(1)
    .reduce((sum, [lon, lat], i) => sum + geodesicNm(points[i]?.[0] ?? 0, points[i]?.[1] ?? 0, lon, lat), 0)

describe("a drawn river", () => {
  it("that cuts a bend is moved into its bed, and keeps its ends", () => {
    for (const lon of [10, 180, -180]) {
      const drawn: ReadonlyArray<Point> = [
        [lon, -0.1],
        [lon + 0.06, 0.45],
        [lon + 0.38, 0.5]
      ]
      const moved = one(lon, drawn)
      assert.deepStrictEqual([moved[0], moved.at(-1)], [drawn[0], drawn.at(-1)])
      const inBed = ([x, y]: Point) => Math.abs(x - lon) <= 0.02 || (y >= 0.48 && y <= 0.52) || y <= 0
      assert.isTrue(moved.every(inBed), `${moved}`)
      assert.isAbove(lengthOf(moved), 55)
    }
  })

  it("stays as drawn on water, and where the coastline has none within four miles", () => {
    for (const drawn of [
      [
        [10, -0.1],
        [10, 0.3],
        [10.001, 0.5]
      ],
      [
        [10.5, 0.7],
        [10.6, 0.9]
      ]
    ] satisfies ReadonlyArray<ReadonlyArray<Point>>)
      assert.deepStrictEqual(one(10, drawn), drawn)
  })

  it("still meets those that share a point with it", () => {
    const fork: Point = [10.1, 0.3]
    const lines: ReadonlyArray<NamedLine> = [
      {
        name: "Main",
        points: [[10, -0.1], fork, [10.3, 0.5]]
      },
      { name: "Arm", points: [fork, [10.4, 0.3]] }
    ]
    for (const { points } of moveOntoWater([landWithRiver(10)], lines))
      assert.isTrue(points.some(([lon, lat]) => lon === fork[0] && lat === fork[1]))
  })

  it("of the world keeps about its length", () => {
    moveOntoWater(landRings(), FAIRWAYS).forEach(({ name, points }, i) => {
      const before = lengthOf(FAIRWAYS[i]?.points ?? [])
      assert.isTrue(lengthOf(points) > before * 0.9 - 1 && lengthOf(points) < before * 1.2 + 2, name)
    })
  })
})
