import { describe, expect, it } from "@effect/vitest"
import { Option } from "effect"
import {
  co2PerMile,
  loadCorrection,
  mainEngineFuelKgPerHour,
  totalCo2PerMile
} from "../../../src/co2/ships/EmissionModel.ts"
import { modelShipOf } from "../../../src/co2/ships/ModelShip.ts"
import { containerShips, Speeds, vesselOf } from "../ships.ts"

const modelOf = (vessel: ReturnType<typeof vesselOf>) => Option.getOrThrow(modelShipOf(vessel))

/** A little faster: as much as a speed log shows. */
const STEP = 1.001

describe("the vessel model", () => {
  it.prop(
    "burns more in the main engine for an hour than the square of the speed",
    [containerShips, Speeds],
    ([vessel, knots]) => {
      const ship = modelOf(vessel)
      const growth = mainEngineFuelKgPerHour(ship, knots * STEP) / mainEngineFuelKgPerHour(ship, knots)
      expect(growth).toBeGreaterThan(STEP ** 2)
    }
  )

  it.prop(
    "emits more from the main engine for a mile the faster the ship is",
    [containerShips, Speeds],
    ([vessel, knots]) => {
      const ship = modelOf(vessel)
      expect(co2PerMile(ship, knots * STEP).mainEngine).toBeGreaterThan(co2PerMile(ship, knots).mainEngine)
    }
  )

  it.prop(
    "emits less from generators for a mile the faster the ship is, and the same in port",
    [containerShips, Speeds],
    ([vessel, knots]) => {
      const [slow, fast] = [co2PerMile(modelOf(vessel), knots), co2PerMile(modelOf(vessel), knots * STEP)]
      expect(fast.auxiliary * STEP).toBeCloseTo(slow.auxiliary, 9)
      expect(fast.berth).toBe(slow.berth)
    }
  )

  it.prop("has finite parts of 0 or more that add up", [containerShips, Speeds], ([vessel, knots]) => {
    const { mainEngine, auxiliary, boiler, berth } = co2PerMile(modelOf(vessel), knots)
    for (const part of [mainEngine, auxiliary, boiler, berth]) expect(part).toBeGreaterThanOrEqual(0)
    expect(totalCo2PerMile({ mainEngine, auxiliary, boiler, berth })).toBe(mainEngine + auxiliary + boiler + berth)
  })

  it("needs more power when the ship lies deeper", () => {
    const ship = modelOf(vesselOf({ grossTonnage: 98_000 }))
    const growth = mainEngineFuelKgPerHour(ship, 15, 1.1) / mainEngineFuelKgPerHour(ship, 15)
    expect(growth).toBeGreaterThan(1.05)
    expect(growth).toBeLessThan(1.1)
  })

  it("burns least for a kWh at 78 % of the engine's rating, and more at part load", () => {
    expect(loadCorrection(0.78)).toBeCloseTo(1.003, 3)
    expect(loadCorrection(0.2)).toBeCloseTo(1.1562, 4)
    expect(loadCorrection(1)).toBeCloseTo(1.025, 6)
    expect(loadCorrection(3)).toBe(loadCorrection(1))
  })

  it("takes newer ships for thriftier, between the years that reports are of", () => {
    const at = (yearBuilt: number) => co2PerMile(modelOf(vesselOf({ grossTonnage: 98_000, yearBuilt })), 15).mainEngine
    expect(at(2006)).toBeGreaterThan(at(2012))
    expect(at(2012)).toBeGreaterThan(at(2018))
    expect(at(2020)).toBe(at(2030))
  })

  it("takes larger ships to emit more for a mile, and less for a container", () => {
    const sizes = [9000, 27_000, 42_000, 98_000, 145_000, 219_000].map((grossTonnage) =>
      modelOf(vesselOf({ grossTonnage }))
    )
    const totals = sizes.map((ship) => totalCo2PerMile(co2PerMile(ship, 15)))
    expect(totals).toEqual(totals.toSorted((a, b) => a - b))
    const perTeu = sizes.map((ship, index) => (totals[index] ?? 0) / ship.teu)
    expect(perTeu).toEqual(perTeu.toSorted((a, b) => b - a))
  })
})
