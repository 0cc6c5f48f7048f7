import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { speedOverRoute } from "../../../src/co2/vessels/CanalSpeeds.ts"
import { Passage } from "../../../src/geo/Passage.ts"

const between = (minimum: number, maximum: number) => Schema.Finite.check(Schema.isBetween({ minimum, maximum }))

describe("the speed over a route", () => {
  it("is the miles divided by the hours at sea and in the canals", () => {
    const { speedKnots, slowedBy } = speedOverRoute(16, { lengthNm: 1000, passages: ["suez"] })
    const canalNm = 193.3 / 1.852
    expect(speedKnots).toBeCloseTo(1000 / (193.3 / 16 + (1000 - canalNm) / 16), 9)
    expect(slowedBy).toEqual(["104 nm of the Suez Canal at 8.6 kn"])
  })

  it("is the speed at sea without canals, or for a vessel slower than the limit of the canal", () => {
    expect(speedOverRoute(16, { lengthNm: 1000, passages: ["gibraltar", "malacca"] })).toEqual({
      speedKnots: 16,
      slowedBy: []
    })
    expect(speedOverRoute(5, { lengthNm: 1000, passages: ["suez"] }).speedKnots).toBe(5)
    expect(speedOverRoute(16, { lengthNm: 0, passages: ["suez"] }).speedKnots).toBe(16)
  })

  it("is that of the canal on a route no longer than the canal", () => {
    const { speedKnots, slowedBy } = speedOverRoute(16, { lengthNm: 50, passages: ["suez", "kiel"] })
    expect(speedKnots).toBeCloseTo(16 / 1.852, 9)
    expect(slowedBy).toEqual(["50 nm of the Suez Canal at 8.6 kn"])
  })

  it.prop(
    "never exceeds the speed at sea, and grows with it",
    [between(0.1, 24), between(0, 20_000), Schema.Array(Passage)],
    ([seaKnots, lengthNm, passages]) => {
      const { speedKnots } = speedOverRoute(seaKnots, { lengthNm, passages })
      expect(speedKnots).toBeGreaterThan(0)
      expect(speedKnots).toBeLessThanOrEqual(seaKnots * (1 + 1e-12))
      expect(speedOverRoute(seaKnots + 1, { lengthNm, passages }).speedKnots).toBeGreaterThanOrEqual(speedKnots - 1e-9)
    }
  )
})
