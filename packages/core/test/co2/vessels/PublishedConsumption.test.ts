import { describe, expect, it } from "@effect/vitest"
import { Option } from "effect"
import page from "../../../../../docs/methods/co2.md?raw"
import { CO2_TONNES_PER_FUEL_TONNE, co2PerMile, totalCo2PerMile } from "../../../src/co2/vessels/EmissionModel.ts"
import { modelVesselOf } from "../../../src/co2/vessels/ModelVessel.ts"
import { tablesOf } from "../../methodPage.ts"
import { vesselOf } from "../vesselArbitraries.ts"

/** Tonnes of fuel for one day at sea at a speed in knots. */
const fuelPerDay = (teu: number, yearBuilt: number, knots: number): number => {
  const vessel = Option.getOrThrow(modelVesselOf(vesselOf({ teu, yearBuilt })))
  const kgPerMile = totalCo2PerMile({ ...co2PerMile(vessel, knots), berth: 0 })
  return (kgPerMile * knots * 24) / 1000 / CO2_TONNES_PER_FUEL_TONNE
}

describe("fuel a day at sea", () => {
  const rows = tablesOf(page)("vessel | speed, kn")

  it("is that of the method page, and within 15 % of the published one", () => {
    expect(rows).toHaveLength(2)
    for (const [vessel = "", speed, published, computed] of rows) {
      const [teu = 0, built = 0] = [...vessel.replaceAll(",", "").matchAll(/\d+/gu)].map(Number)
      const tonnes = fuelPerDay(teu, built, Number(speed))
      expect(Math.round(tonnes)).toBe(Number(computed))
      expect(Math.abs(tonnes / Number(published) - 1)).toBeLessThan(0.15)
    }
  })
})
