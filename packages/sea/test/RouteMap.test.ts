import { assert, describe, it } from "@effect/vitest"
import { landRings } from "../src/LandTopology.ts"
import { drawRouteMap, extentOf } from "../src/RouteMap.ts"

const overTheDateLine = {
  type: "MultiLineString",
  coordinates: [
    [
      [170, 40],
      [180, 42]
    ],
    [
      [-180, 42],
      [-170, 40]
    ]
  ]
} as const

/** A square island on the antimeridian, and one far away. */
const land = landRings({
  transform: { scale: [1, 1], translate: [0, 0] },
  arcs: [
    [
      [178, 43],
      [4, 0],
      [0, 2],
      [-4, 0],
      [0, -2]
    ],
    [
      [0, 0],
      [2, 0],
      [0, 2],
      [-2, -2]
    ]
  ],
  objects: { land: { geometries: [{ arcs: [[[0]]] }, { arcs: [[[1]]] }] } }
})

describe("a map of a route", () => {
  it("shows the whole line in one piece across the antimeridian", () => {
    const { east, north, south, west } = extentOf(overTheDateLine)
    assert.isBelow(west, 170)
    assert.isAbove(east, 190)
    assert.isBelow(east - west, 60)
    assert.isBelow(south, 40)
    assert.isAbove(north, 42)
  })

  it("draws the visible land, the line without a jump, and names as text", () => {
    const svg = drawRouteMap({
      title: "A & B <1>",
      line: overTheDateLine,
      places: [{ name: 'Kyō "to"', longitude: 170, latitude: 40 }],
      land
    })
    assert.match(svg, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 1200 \d+"/)
    assert.include(svg, "A &amp; B &lt;1&gt;")
    assert.include(svg, "Kyō &quot;to&quot;")
    const landPath = /<path d="([^"]*)" fill="#eee8d8"/.exec(svg)?.[1] ?? ""
    assert.lengthOf(landPath.match(/Z/g) ?? [], 1)
    const line = /<path d="([^"]*)" fill="none"/.exec(svg)?.[1] ?? ""
    const xs = line
      .split(/[ML]/)
      .slice(1)
      .map((pair) => Number(pair.split(" ")[0]))
    assert.isTrue(xs.every((x, i) => i === 0 || x > (xs[i - 1] ?? 0)))
  })

  it("of a short route or a single point has a readable ratio and valid numbers", () => {
    const point = {
      type: "LineString",
      coordinates: [
        [4, 52],
        [4, 52]
      ]
    } as const
    const svg = drawRouteMap({ title: "", line: point, places: [], land: [] })
    assert.notInclude(svg, "NaN")
    assert.notInclude(svg, "Infinity")
  })
})
