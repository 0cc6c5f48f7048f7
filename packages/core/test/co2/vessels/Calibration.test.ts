import { describe, expect, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { calibrationOf, plausibleMeanSpeed } from "../../../src/co2/vessels/Calibration.ts"
import { ReportedYear } from "../../../src/vessels/Vessel.ts"

const Ratio = Schema.Finite.check(Schema.isBetween({ minimum: 0.0001, maximum: 10_000 }))
const reportOf = (meanSpeedKnots: number) =>
  Schema.decodeUnknownSync(ReportedYear)({ co2KgPerNauticalMile: 900, meanSpeedKnots })

describe("a calibration", () => {
  it.prop("is from 0.4 to 2.5, and between the modelled and the reported value", [Ratio], ([ratio]) => {
    Option.match(calibrationOf(ratio), {
      onNone: () => expect(ratio < 0.4 || ratio > 2.5).toBe(true),
      onSome: (calibration) => {
        expect(calibration).toBeGreaterThanOrEqual(Math.min(1, ratio))
        expect(calibration).toBeLessThanOrEqual(Math.max(1, ratio))
      }
    })
  })

  it("ignores a mean speed that is implausible for a year", () => {
    for (const knots of [3, 5.9, 25.1, 39]) expect(Option.isNone(plausibleMeanSpeed(reportOf(knots)))).toBe(true)
    for (const knots of [6, 15, 25]) expect(plausibleMeanSpeed(reportOf(knots))).toEqual(Option.some(knots))
    expect(Option.isNone(plausibleMeanSpeed(undefined))).toBe(true)
  })
})
