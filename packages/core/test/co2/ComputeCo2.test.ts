import { describe, expect, it } from "@effect/vitest"
import { Option, Result, Schema } from "effect"
import { computeCo2, type VoyageInputs, WTT_OVER_TTW } from "../../src/co2/ComputeCo2.ts"
import { ComputeCo2Request } from "../../src/co2/ComputeCo2Request.ts"
import { ComputeCo2Response } from "../../src/co2/ComputeCo2Response.ts"
import type { MethodResult } from "../../src/co2/Emissions.ts"
import { EmissionFactor, INDUSTRY_AVERAGE } from "../../src/co2/lanes/EmissionFactor.ts"
import { factorTable } from "../../src/co2/lanes/FactorTable.ts"
import { CargoKind } from "../../src/co2/lanes/TradeLane.ts"
import { parse } from "../../src/faults/Parse.ts"
import { KILOMETRES_PER_NAUTICAL_MILE, NauticalMiles } from "../../src/geo/Distance.ts"
import { portOf, ports } from "./ports.ts"
import { containerVessels, vesselOf } from "./vesselArbitraries.ts"

const requestOf = (input: unknown) => Result.getOrThrow(parse(ComputeCo2Request)(input))

const voyage = (
  changes: Partial<VoyageInputs> & { readonly lengthNm?: number; readonly cargo?: string } = {}
): VoyageInputs => {
  const { lengthNm = 1700, cargo, ...rest } = changes
  return {
    request: requestOf({
      vessel: { imo: 9706906, speed: 13 },
      departure: { portCode: "frleh" },
      arrival: { portCode: "ESBCN" },
      ...(cargo === undefined ? {} : { options: { cargo } })
    }),
    departure: portOf("FRLEH"),
    arrival: portOf("ESBCN"),
    route: {
      lengthNm: NauticalMiles.make(lengthNm),
      passages: ["gibraltar"],
      legs: [{ from: "FRLEH", to: "ESBCN", lengthNm: NauticalMiles.make(lengthNm) }],
      comparedNm: NauticalMiles.make(lengthNm),
      geometry: { type: "LineString", coordinates: [] }
    },
    vessel: Option.some(vesselOf({ grossTonnage: 178_228, teu: 17_859, yearBuilt: 2015 })),
    canalVessel: "sizeClass",
    factors: factorTable([]),
    ...rest
  }
}

const figures = ({ co2Wtt, co2Ttw, co2Wtw, WtwEmissionIntensity }: MethodResult) => ({
  wtt: Option.getOrThrow(co2Wtt),
  ttw: Option.getOrThrow(co2Ttw),
  wtw: Option.getOrThrow(co2Wtw),
  intensity: Option.getOrThrow(WtwEmissionIntensity)
})

const Length = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 30_000 }))
const Place = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: ports.length - 1 }))
const at = (place: number) => ports[place] ?? portOf("NLRTM")

describe("the emissions of a voyage", () => {
  it("have the line of the route only when it is requested", () => {
    const options = { geometry: true, cargo: "dry" } as const
    const { request } = voyage()
    expect(computeCo2(voyage()).method.route).not.toHaveProperty("geometry")
    expect(computeCo2(voyage({ request: { ...request, options } })).method.route.geometry).toEqual({
      type: "MultiLineString",
      coordinates: [[]]
    })
  })

  it.prop(
    "by trade lane are the intensity times the kilometres, and both parts add up to them exactly",
    [Length, Place, Place, CargoKind],
    ([lengthNm, from, to, cargo]) => {
      const { co2EmissionResult, length } = computeCo2(
        voyage({ lengthNm, departure: at(from), arrival: at(to), cargo })
      )
      const { wtt, ttw, wtw, intensity } = figures(co2EmissionResult.tradeLaneMethodResult)
      expect(intensity * (length * KILOMETRES_PER_NAUTICAL_MILE) === wtw).toBe(true)
      expect(ttw + wtt === wtw).toBe(true)
      expect(wtt).toBeGreaterThanOrEqual(0)
    }
  )

  it.prop(
    "by an operator-supplied factor add up exactly too, whichever part is larger",
    [Length, Schema.Finite.check(Schema.isBetween({ minimum: 0.001, maximum: 1 }))],
    ([lengthNm, share]) => {
      const own = EmissionFactor.make({
        scope: "industry",
        name: INDUSTRY_AVERAGE,
        cargo: "dry",
        wtwGramsPerTeuKm: 73.7,
        ttwGramsPerTeuKm: 73.7 * share,
        edition: "Own"
      })
      const { wtt, ttw, wtw } = figures(
        computeCo2({ ...voyage({ lengthNm }), factors: factorTable([own]) }).co2EmissionResult.tradeLaneMethodResult
      )
      expect(ttw + wtt === wtw).toBe(true)
      expect(ttw).toBeCloseTo(wtw * share, 12)
    }
  )

  it("are divided with a ratio of 8.25 % when the edition prints only the sum, else by its parts", () => {
    const whole = figures(computeCo2(voyage()).co2EmissionResult.tradeLaneMethodResult)
    expect(whole.wtt / whole.ttw).toBeCloseTo(WTT_OVER_TTW, 12)
    const parts = figures(
      computeCo2(voyage({ arrival: portOf("USNYC"), cargo: "reefer" })).co2EmissionResult.tradeLaneMethodResult
    )
    expect(parts.wtt / parts.ttw).toBeCloseTo(13 / 153, 12)
  })

  it.prop(
    "by vessel are the miles times its emissions per mile, divided by the containers on board",
    [containerVessels, Length],
    ([vessel, lengthNm]) => {
      const { co2EmissionResult, method, length } = computeCo2(voyage({ lengthNm, vessel: Option.some(vessel) }))
      const result = Option.getOrThrow(co2EmissionResult.vesselMethodResult)
      if (method.vessel.source === "unknown") throw new Error("the vessel is known")
      const { co2KgPerNauticalMile, teu, utilisation, parts } = method.vessel
      expect(Option.getOrThrow(result.co2Ttw)).toBeCloseTo(
        (co2KgPerNauticalMile * length) / 1000 / (teu * utilisation),
        9
      )
      expect(utilisation).toBe(0.7)
      expect(parts.mainEngine + parts.auxiliary + parts.boiler + parts.berth).toBe(co2KgPerNauticalMile)
      expect(Option.isNone(result.co2Wtt) && Option.isNone(result.co2Wtw)).toBe(true)
      expect(Option.isNone(result.WtwEmissionIntensity)).toBe(true)
    }
  )

  it("of a voyage of length 0 are 0", () => {
    const { co2EmissionResult } = computeCo2(voyage({ lengthNm: 0 }))
    expect(figures(co2EmissionResult.tradeLaneMethodResult)).toEqual({ wtt: 0, ttw: 0, wtw: 0, intensity: 0.000109 })
    expect(Option.flatMap(co2EmissionResult.vesselMethodResult, ({ co2Ttw }) => co2Ttw)).toEqual(Option.some(0))
  })

  it("have no figure by vessel for an unknown vessel, and a hint how to add it", () => {
    const { co2EmissionResult, method } = computeCo2(voyage({ vessel: Option.none() }))
    expect(Option.isNone(co2EmissionResult.vesselMethodResult)).toBe(true)
    expect(method.vessel).toEqual({
      source: "unknown",
      gas: "CO2",
      reason: "The vessel registry has no vessel with the IMO number 9706906; the operator can import it."
    })
    const nameless = computeCo2(voyage({ vessel: Option.some(vesselOf({ name: "X" })) }))
    expect(nameless.method.vessel).toMatchObject({
      source: "unknown",
      reason: expect.stringContaining("gross tonnage")
    })
  })

  it("name the lane, the factor and its edition", () => {
    expect(computeCo2(voyage({ arrival: portOf("USNYC") })).method.tradeLane).toEqual({
      lane: "North Europe - North America East Coast/Gulf",
      scope: "group",
      factor: "Transatlantic",
      gas: "CO2e",
      cargo: "dry",
      edition: "ADEME Base Carbone 2020, after GLEC 2019",
      choice: "edition2019",
      source: "ADEME Base Carbone (2020), sea freight by container; a database without pages",
      confidence: "medium",
      gramsWtwPerTeuKm: 107,
      wttOverTtw: WTT_OVER_TTW,
      wttSource: "assumed"
    })
    expect(computeCo2(voyage({ arrival: portOf("USNYC"), cargo: "reefer" })).method.tradeLane).toMatchObject({
      wttOverTtw: 13 / 153,
      wttSource: "edition"
    })
  })

  it("match their schema, and repeat the request as it was sent", () => {
    const inputs = voyage()
    const response = computeCo2(inputs)
    const written = Schema.encodeSync(ComputeCo2Response)(response)
    expect(written.input).toEqual(inputs.request)
    expect(written.input.departure).toEqual({ portCode: "frleh" })
    expect(Schema.is(ComputeCo2Response)(response)).toBe(true)
  })
})
