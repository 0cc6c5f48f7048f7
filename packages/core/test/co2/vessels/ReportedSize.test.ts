import { describe, expect, it } from "@effect/vitest"
import { Option } from "effect"
import { reportedCargoTonnes, tonnageOfReport } from "../../../src/co2/vessels/Calibration.ts"
import { modelBasisOf } from "../../../src/co2/vessels/ModelBasis.ts"
import { KilogramsPerNauticalMile } from "../../../src/vessels/KilogramsPerNauticalMile.ts"
import { Knots } from "../../../src/vessels/Knots.ts"
import type { ReportedYear, Vessel } from "../../../src/vessels/Vessel.ts"
import { vesselOf } from "../vesselArbitraries.ts"

const report = (kg: number, grams: number, knots = 15): ReportedYear => ({
  co2KgPerNauticalMile: KilogramsPerNauticalMile.make(kg),
  co2GramsPerTonneMile: grams,
  meanSpeedKnots: Knots.make(knots),
  year: 2020
})

const capacityOf = (vessel: Vessel): number => Option.getOrThrow(modelBasisOf(vessel)).modelVessel.teu

describe("the size of a vessel known from its report alone", () => {
  it("follows from the cargo: CO2 per mile over CO2 per tonne-mile", () => {
    expect(Option.getOrThrow(reportedCargoTonnes(report(1000, 8)))).toBe(125_000)
    const { co2GramsPerTonneMile, ...without } = report(1000, 8)
    expect(Option.isNone(reportedCargoTonnes(without))).toBe(true)
    expect(Option.isNone(tonnageOfReport(without))).toBe(true)
  })

  it("is larger with more cargo at the same emissions, and named in the assumptions", () => {
    const light = vesselOf({ imo: "9706906", reported: report(700, 14) })
    const heavy = vesselOf({ imo: "9706906", reported: report(700, 7) })
    expect(capacityOf(heavy)).toBeGreaterThan(capacityOf(light) * 1.4)
    expect(Option.getOrThrow(modelBasisOf(heavy)).assumptions[0]).toMatch(/^hull of \d+ GT, usual for the cargo/u)
  })

  it("reproduces the emissions of the report", () => {
    const basis = Option.getOrThrow(modelBasisOf(vesselOf({ imo: "9706906", reported: report(800, 10) })))
    expect(basis.source).toBe("reported")
    expect(basis.calibration).not.toBe(1)
  })

  it("is that of the emissions when the cargo contradicts them", () => {
    const basis = Option.getOrThrow(modelBasisOf(vesselOf({ imo: "9706906", reported: report(1000, 190) })))
    expect(basis.assumptions.join()).toContain("whose usual emissions are those reported")
  })
})
