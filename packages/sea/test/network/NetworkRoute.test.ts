import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { distanceToSegment, makeCoastIndex, meetsCoast, segmentsOfRings } from "../../scripts/coast.ts"
import { FAIRWAYS, MINOR_WATERWAYS } from "../../scripts/data/fairways.ts"
import { PASSAGES } from "../../scripts/data/passages.ts"
import { landRings } from "../../scripts/land.ts"
import { moveOntoWater } from "../../scripts/rivers.ts"
import { loadEngine } from "../../src/network/BundledNetwork.ts"
import { geometryOf } from "../../src/network/NetworkRoute.ts"
import { loadPorts } from "../../src/ports/BundledPorts.ts"

const engine = loadEngine()
const { accessPoints } = loadPorts()
const rings = landRings()
const coast = makeCoastIndex(segmentsOfRings(rings))

/** Canals, narrows, rivers and byways that the 1:10 million coast does not show as water, or not where they are drawn. */
const drawn = [
  ...PASSAGES.flatMap(({ lanes = [] }) => lanes),
  ...moveOntoWater(rings, FAIRWAYS).map(({ points }) => points),
  ...MINOR_WATERWAYS.map(({ points }) => points)
]

const isDrawn = (lon: number, lat: number): boolean =>
  drawn.some((line) =>
    line.some(([x2, y2], i) => {
      const [x1, y1] = line[i - 1] ?? [x2, y2]
      return distanceToSegment(lon, lat, x1, y1, x2, y2) < 0.1
    })
  )

const linesOf = (from: string, to: string) => {
  const [start, end] = [accessPoints.get(from), accessPoints.get(to)]
  if (start === undefined || end === undefined) throw new Error(`${from} or ${to} is not on the network`)
  const result = engine.route(start, end)
  if (result._tag === "Impossible") return []
  const geometry = geometryOf(result.route)
  return geometry.type === "LineString" ? [geometry.coordinates] : geometry.coordinates
}

/** Fails where the line between two ports meets the coast beyond canals and what is drawn. */
const assertAfloat = (from: string, to: string): void => {
  for (const line of linesOf(from, to)) {
    for (let i = 1; i < line.length; i++) {
      const [x1, y1] = line[i - 1] ?? [0, 0]
      const [x2, y2] = line[i] ?? [0, 0]
      if (!meetsCoast(coast, x1, y1, x2, y2)) continue
      assert.isTrue(isDrawn((x1 + x2) / 2, (y1 + y2) / 2), `${from} ${to}: over land from ${x1} ${y1} to ${x2} ${y2}`)
    }
  }
}

const codes = Schema.Literals([...accessPoints.keys()].filter((_, i) => i % 5 === 0))

describe("the line of a route", () => {
  it.prop(
    "crosses no land of the 1:10 million coast except on canals, rivers and byways",
    [codes, codes],
    ([from, to]) => assertAfloat(from, to)
  )

  it("crosses none in large rivers and fjords either", () => {
    const inner =
      "CNNJG CNSHA DEHAM DEBRE BEANR GBLON FRURO FRBOD ESSVQ NOOSL SESTO RULED USMSY USHOU USPHL USBAL CAMTR"
    for (const port of [...inner.split(" "), ..."CAQUE ARBUE ARROS BRMAO INCCU MMRGN THBKK VNSGN CNCAN".split(" ")])
      for (const other of ["SGSIN", "USLAX", "ZACPT"]) assertAfloat(port, other)
  })

  it("is cut at the antimeridian, where each part ends and starts", () => {
    const lines = linesOf("JPYOK", "USLAX")
    assert.isAbove(lines.length, 1)
    lines.forEach((line, i) => {
      if (i > 0) assert.strictEqual(Math.abs(line[0]?.[0] ?? 0), 180)
      if (i + 1 < lines.length) assert.strictEqual(Math.abs(line.at(-1)?.[0] ?? 0), 180)
      for (let k = 1; k < line.length; k++) assert.isBelow(Math.abs((line[k]?.[0] ?? 0) - (line[k - 1]?.[0] ?? 0)), 20)
    })
  })

  it("has both cut ends on the same parallel", () => {
    const [first = [], second = []] = linesOf("JPYOK", "USLAX")
    assert.strictEqual(first.at(-1)?.[1], second[0]?.[1])
  })

  it("has two positions even when its length is 0", () => {
    assert.lengthOf(linesOf("NLRTM", "NLRTM")[0] ?? [], 2)
  })
})
