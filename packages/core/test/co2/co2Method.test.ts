import { describe, expect, it } from "@effect/vitest"
import { Option, Result } from "effect"
import page from "../../../../docs/methods/co2.md?raw"
import { computeCo2 } from "../../src/co2/ComputeCo2.ts"
import { ComputeCo2Request } from "../../src/co2/ComputeCo2Request.ts"
import { factorTable } from "../../src/co2/lanes/FactorTable.ts"
import { LaneName } from "../../src/co2/lanes/TradeLane.ts"
import { loadCorrection, mainEnginePowerKw } from "../../src/co2/vessels/EmissionModel.ts"
import { modelVesselOf } from "../../src/co2/vessels/ModelVessel.ts"
import { SIZE_CLASSES, usualTeu } from "../../src/co2/vessels/SizeClass.ts"
import { parse } from "../../src/faults/Parse.ts"
import { NauticalMiles, toKilometres } from "../../src/geo/Distance.ts"
import { tablesOf } from "../methodPage.ts"
import { portOf } from "./ports.ts"
import { vesselOf } from "./vesselArbitraries.ts"

const table = tablesOf(page)

const ZHENG_HE = { grossTonnage: 178_228, teu: 17_859, yearBuilt: 2015 }
const KNOTS = 13

/** The length that the page gives for the worked voyage. */
const length = NauticalMiles.make(Number(/ESBCN, ([\d.]+) nautical miles/u.exec(page)?.[1]))

describe("the method page", () => {
  it("has the size classes of the model", () => {
    expect(table("class, TEU")).toEqual(
      SIZE_CLASSES.map(({ name, auxiliaryKw, boilerKw, engineKw, speedKnots }) => [
        name,
        ...[auxiliaryKw.sea, auxiliaryKw.berth, boilerKw.sea, boilerKw.berth, engineKw, speedKnots].map(String)
      ])
    )
  })

  it("has the usual capacities by gross tonnage", () => {
    for (const [tonnage = "", teu = ""] of table("hull, gross tonnage"))
      expect(usualTeu(Number(tonnage))).toBeCloseTo(Number(teu), 6)
  })

  it("has the lengths and beams for the canal limits of vessels without known dimensions", () => {
    expect(table("capacity, TEU | length, m")).toEqual(
      SIZE_CLASSES.map(({ name, lengthM, beamM }) => [name, String(lengthM), String(beamM)])
    )
  })

  it("names every lane", () => {
    for (const name of LaneName.literals) expect(page).toContain(`\`${name}\``)
  })

  it("has the power of the model at 15 knots", () => {
    for (const [tonnage = "", kw = ""] of table("gross tonnage")) {
      const modelVessel = Option.getOrThrow(modelVesselOf(vesselOf({ grossTonnage: Number(tonnage), yearBuilt: 2010 })))
      expect(mainEnginePowerKw({ ...modelVessel, powerFactor: 1 }, 15)).toBeCloseTo(Number(kw), 6)
    }
  })

  it("has a worked voyage with the computed results", () => {
    const modelVessel = Option.getOrThrow(modelVesselOf(vesselOf(ZHENG_HE)))
    const middle = Option.getOrThrow(modelVesselOf(vesselOf({ ...ZHENG_HE, yearBuilt: 2010 })))
    const powerKw = mainEnginePowerKw(modelVessel, KNOTS)
    const { co2EmissionResult, method } = computeCo2({
      request: Result.getOrThrow(
        parse(ComputeCo2Request)({
          vessel: { imo: 9706906, speed: KNOTS },
          departure: { portCode: "FRLEH" },
          arrival: { portCode: "ESBCN" }
        })
      ),
      departure: portOf("FRLEH"),
      arrival: portOf("ESBCN"),
      route: {
        lengthNm: length,
        comparedNm: length,
        passages: ["gibraltar"],
        legs: [],
        geometry: { type: "LineString", coordinates: [] }
      },
      vessel: Option.some(vesselOf(ZHENG_HE)),
      canalVessel: "vessel",
      factors: factorTable([])
    })
    if (method.vessel.source === "unknown") throw new Error("the vessel is known")
    const { parts, co2KgPerNauticalMile } = method.vessel
    const ttw = Option.flatMap(co2EmissionResult.vesselMethodResult, ({ co2Ttw }) => co2Ttw)
    const lane = co2EmissionResult.tradeLaneMethodResult
    const steps: ReadonlyArray<readonly [number, number]> = [
      [mainEnginePowerKw({ ...middle, powerFactor: 1 }, 15), 0],
      [mainEnginePowerKw(modelVessel, 15) / mainEnginePowerKw(middle, 15), 4],
      [modelVessel.powerFactor, 2],
      [powerKw, 0],
      [powerKw / modelVessel.engineKw, 4],
      [loadCorrection(powerKw / modelVessel.engineKw), 4],
      [parts.mainEngine, 1],
      [parts.auxiliary, 1],
      [parts.boiler, 1],
      [parts.berth, 1],
      [co2KgPerNauticalMile, 1],
      [Option.getOrThrow(ttw), 5],
      [toKilometres(length), 2],
      [method.tradeLane.gramsWtwPerTeuKm, 0],
      [Option.getOrThrow(lane.co2Wtw), 5],
      [Option.getOrThrow(lane.co2Ttw), 5]
    ]
    expect(table("step").map(([, figure]) => figure)).toEqual(steps.map(([figure, digits]) => figure.toFixed(digits)))
  })
})
