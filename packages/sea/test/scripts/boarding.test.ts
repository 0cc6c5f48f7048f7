import { assert, describe, it } from "@effect/vitest"
import { distanceToCoast, makeCoastIndex, segmentsOfRings } from "../../scripts/coast.ts"
import { landRings } from "../../scripts/land.ts"
import { loadEngine } from "../../src/network/BundledNetwork.ts"
import { geodesicNm } from "../../src/network/Geodesic.ts"
import { loadPorts } from "../../src/ports/BundledPorts.ts"

const engine = loadEngine()
const { accessPoints } = loadPorts()
const coast = makeCoastIndex(segmentsOfRings(landRings()))

type Point = readonly [lon: number, lat: number]

/** The turning points of a route. */
const pointsBetween = (from: string, to: string): ReadonlyArray<Point> => {
  const [start, end] = [accessPoints.get(from), accessPoints.get(to)]
  if (start === undefined || end === undefined) throw new Error(`${from} or ${to} is not on the network`)
  const result = engine.route(start, end)
  if (result._tag === "Impossible") throw new Error(`${from} to ${to}: ${result.reason}`)
  const { line } = result.route
  return Array.from({ length: line.length / 2 }, (_, i) => [line[2 * i] ?? 0, line[2 * i + 1] ?? 0])
}

const lengthOf = (points: ReadonlyArray<Point>): number =>
  points.slice(1).reduce((sum, [lon, lat], i) => {
    const [x, y] = points[i] ?? [lon, lat]
    return sum + geodesicNm(x, y, lon, lat)
  }, 0)

/** The points that two routes from a port have in common, from the port on. */
const commonApproach = (port: string, one: string, other: string): ReadonlyArray<Point> => {
  const [first, second] = [pointsBetween(port, one), pointsBetween(port, other)]
  const parting = first.findIndex(([lon, lat], i) => second[i]?.[0] !== lon || second[i]?.[1] !== lat)
  return first.slice(0, parting)
}

describe("a port on an open coast", () => {
  it.each([
    ["INMAA", "LKCMB", "INVTZ"],
    ["MXZLO", "MXACA", "MXMZT"],
    ["GHTEM", "CIABJ", "NGLOS"],
    ["BRREC", "BRSSA", "BRFOR"]
  ] as const)(
    "is left by one approach in both directions along the coast, to 3 nm off: %s to %s and %s",
    (port, one, other) => {
      const approach = commonApproach(port, one, other)
      const [lon, lat] = approach.at(-1) ?? [0, 0]
      assert.isAbove(distanceToCoast(coast, lon, lat, 20), 2.5)
      assert.isBelow(lengthOf(approach), 6.1)
    }
  )
})

describe("a port in a strait or a bay", () => {
  it("is left directly: Helsingør to the north, Rio de Janeiro to the south", () => {
    assert.isAbove(Math.min(...pointsBetween("DKHLS", "SEGOT").map(([, lat]) => lat)), 56.01)
    assert.isBelow(Math.max(...pointsBetween("BRRIO", "BRSSZ").map(([, lat]) => lat)), -22.84)
  })
})

describe("channels inside an archipelago", () => {
  it("are not on routes past it: inside the Bijagós, and between Karimata and Borneo", () => {
    const inside = pointsBetween("SNDKR", "GNCKY").filter(
      ([lon, lat]) => lon > -16.2 && lon < -15 && lat > 10.85 && lat < 11.7
    )
    assert.deepStrictEqual(inside, [])
    const line = pointsBetween("HKHKG", "IDSUB")
    const crossings = line.slice(1).flatMap(([lon, lat], i) => {
      const [x, y] = line[i] ?? [lon, lat]
      return y > -1.4 && lat <= -1.4 ? [x + ((lon - x) * (y + 1.4)) / (y - lat)] : []
    })
    assert.isBelow(Math.max(...crossings), 108.9)
  })
})
