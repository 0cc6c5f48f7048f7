import { describe, expect, it } from "@effect/vitest"
import { Option } from "effect"
import {
  co2PerMile,
  loadCorrection,
  mainEngineFuelKgPerHour,
  totalCo2PerMile
} from "../../../src/co2/vessels/EmissionModel.ts"
import { modelVesselOf } from "../../../src/co2/vessels/ModelVessel.ts"
import { containerVessels, Speeds, vesselOf } from "../vesselArbitraries.ts"

const modelOf = (vessel: ReturnType<typeof vesselOf>) => Option.getOrThrow(modelVesselOf(vessel))

/** A small increase of speed. */
const STEP = 1.001

describe("the vessel model", () => {
  it.prop(
    "increases the hourly fuel of the main engine faster than the square of the speed",
    [containerVessels, Speeds],
    ([vessel, knots]) => {
      const modelVessel = modelOf(vessel)
      const growth = mainEngineFuelKgPerHour(modelVessel, knots * STEP) / mainEngineFuelKgPerHour(modelVessel, knots)
      expect(growth).toBeGreaterThan(STEP ** 2)
    }
  )

  it.prop(
    "increases the emissions of the main engine per mile with the speed",
    [containerVessels, Speeds],
    ([vessel, knots]) => {
      const modelVessel = modelOf(vessel)
      expect(co2PerMile(modelVessel, knots * STEP).mainEngine).toBeGreaterThan(
        co2PerMile(modelVessel, knots).mainEngine
      )
    }
  )

  it.prop(
    "decreases the emissions of generators per mile with the speed, and not those in port",
    [containerVessels, Speeds],
    ([vessel, knots]) => {
      const [slow, fast] = [co2PerMile(modelOf(vessel), knots), co2PerMile(modelOf(vessel), knots * STEP)]
      expect(fast.auxiliary * STEP).toBeCloseTo(slow.auxiliary, 9)
      expect(fast.berth).toBe(slow.berth)
    }
  )

  it.prop("has finite parts of 0 or more that add up", [containerVessels, Speeds], ([vessel, knots]) => {
    const { mainEngine, auxiliary, boiler, berth } = co2PerMile(modelOf(vessel), knots)
    for (const part of [mainEngine, auxiliary, boiler, berth]) expect(part).toBeGreaterThanOrEqual(0)
    expect(totalCo2PerMile({ mainEngine, auxiliary, boiler, berth })).toBe(mainEngine + auxiliary + boiler + berth)
  })

  it("increases the power with the draught", () => {
    const modelVessel = modelOf(vesselOf({ grossTonnage: 98_000 }))
    const growth = mainEngineFuelKgPerHour(modelVessel, 15, 1.1) / mainEngineFuelKgPerHour(modelVessel, 15)
    expect(growth).toBeGreaterThan(1.05)
    expect(growth).toBeLessThan(1.1)
  })

  it("has the least fuel per kWh at 78 % of the engine's rating, and more at part load", () => {
    expect(loadCorrection(0.78)).toBeCloseTo(1.003, 3)
    expect(loadCorrection(0.2)).toBeCloseTo(1.1562, 4)
    expect(loadCorrection(1)).toBeCloseTo(1.025, 6)
    expect(loadCorrection(3)).toBe(loadCorrection(1))
  })

  it("decreases the power with the year of construction, within the years of the reports", () => {
    const at = (yearBuilt: number) => co2PerMile(modelOf(vesselOf({ grossTonnage: 98_000, yearBuilt })), 15).mainEngine
    expect(at(2006)).toBeGreaterThan(at(2012))
    expect(at(2012)).toBeGreaterThan(at(2018))
    expect(at(2020)).toBe(at(2030))
  })

  it("increases emissions per mile with the size, and decreases them per container", () => {
    const sizes = [9000, 27_000, 42_000, 98_000, 145_000, 219_000].map((grossTonnage) =>
      modelOf(vesselOf({ grossTonnage }))
    )
    const totals = sizes.map((modelVessel) => totalCo2PerMile(co2PerMile(modelVessel, 15)))
    expect(totals).toEqual(totals.toSorted((a, b) => a - b))
    const perTeu = sizes.map((modelVessel, index) => (totals[index] ?? 0) / modelVessel.teu)
    expect(perTeu).toEqual(perTeu.toSorted((a, b) => b - a))
  })
})
