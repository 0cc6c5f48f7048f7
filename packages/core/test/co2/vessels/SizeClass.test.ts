import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  interpolateCurve,
  SIZE_CLASSES,
  sizeClassOf,
  usualTeu,
  usualTonnage
} from "../../../src/co2/vessels/SizeClass.ts"

const Teu = Schema.Finite.check(Schema.isBetween({ minimum: 1, maximum: 30_000 }))
const Tonnage = Schema.Finite.check(Schema.isBetween({ minimum: 1000, maximum: 300_000 }))

describe("size classes", () => {
  it("are contiguous, from 0 to any capacity", () => {
    expect(SIZE_CLASSES[0].fromTeu).toBe(0)
    expect(SIZE_CLASSES.at(-1)?.toTeu).toBe(Number.POSITIVE_INFINITY)
    for (const [index, { fromTeu }] of SIZE_CLASSES.slice(1).entries()) {
      expect(SIZE_CLASSES[index]?.toTeu).toBe(fromTeu)
    }
  })

  it.prop("contain every capacity exactly once", [Teu], ([teu]) => {
    const { fromTeu, toTeu } = sizeClassOf(teu)
    expect(teu >= fromTeu && teu < toTeu).toBe(true)
  })

  it("have the names of the IMO", () => {
    expect([999, 1000, 20_000].map((teu) => sizeClassOf(teu).name)).toEqual(["0-999", "1000-1999", "20000+"])
  })
})

describe("tonnage and capacity", () => {
  it.prop("are inverse to each other", [Tonnage], ([tonnage]) => {
    expect(usualTonnage(usualTeu(tonnage)) / tonnage).toBeCloseTo(1, 9)
  })

  it.prop("increase with each other", [Tonnage], ([tonnage]) => {
    expect(usualTeu(tonnage * 1.01)).toBeGreaterThan(usualTeu(tonnage))
  })

  it("interpolate the points linearly in logarithms, and extrapolate beyond them", () => {
    const points = [
      [10, 100],
      [1000, 10_000]
    ] as const
    expect(interpolateCurve(points, 2, 10)).toBe(100)
    expect(interpolateCurve(points, 2, 100)).toBeCloseTo(1000, 9)
    expect(interpolateCurve(points, 2, 1000)).toBeCloseTo(10_000, 9)
    expect(interpolateCurve(points, 2, 5)).toBe(25)
    expect(interpolateCurve(points, 2, 2000)).toBe(40_000)
  })
})
