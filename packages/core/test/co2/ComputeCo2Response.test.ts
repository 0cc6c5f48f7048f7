import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { ComputeCo2Response, writeCo2Response } from "../../src/co2/ComputeCo2Response.ts"
import { GramsPerTeuKm, TonnesPerTeu, TonnesPerTeuKm } from "../../src/co2/Emissions.ts"
import { KilogramsPerNauticalMile } from "../../src/vessels/KilogramsPerNauticalMile.ts"

const wire = {
  input: { vessel: { imo: 9706906, speed: 13 }, departure: { portCode: "FRLEH" }, arrival: { portCode: "ESBCN" } },
  length: 1709.78,
  co2EmissionResult: {
    vesselMethodResult: { co2Wtt: null, co2Ttw: 0.12, co2Wtw: null, WtwEmissionIntensity: null },
    tradeLaneMethodResult: { co2Wtt: 0.02, co2Ttw: 0.22, co2Wtw: 0.24, WtwEmissionIntensity: 0.000076 }
  },
  method: {
    route: {
      passages: ["gibraltar"],
      comparedLength: 1712.25,
      canalVessel: "sizeClass",
      legs: [
        { from: "FRLEH", to: "Strait of Gibraltar", length: 1190.5 },
        { from: "Strait of Gibraltar", to: "ESBCN", length: 519.28 }
      ]
    },
    vessel: {
      source: "particulars",
      gas: "CO2",
      teu: 17859,
      utilisation: 0.7,
      speedKnots: 13,
      speedSource: "request",
      speedMethod: "requested speed",
      co2KgPerNauticalMile: 412.5,
      parts: { mainEngine: 300, auxiliary: 80.5, boiler: 0, berth: 32 },
      assumptions: ["generators and boilers of the class 14500-19999 TEU"]
    },
    tradeLane: {
      lane: "Asia - North Europe",
      scope: "industry",
      factor: "industry average",
      gas: "CO2e",
      cargo: "dry",
      edition: "GLEC v2.0 (2019)",
      choice: "industryAverage",
      source: "GLEC Framework v2.0, table 46",
      confidence: "high",
      gramsWtwPerTeuKm: 76,
      wttOverTtw: 0.0825,
      wttSource: "assumed"
    }
  }
} as const

const strictly = Schema.decodeUnknownSync(ComputeCo2Response, { onExcessProperty: "error" })

describe("the emissions of a voyage", () => {
  it("have the properties of their schema", () => {
    expect(Schema.encodeSync(ComputeCo2Response)(strictly(wire))).toEqual(wire)
  })

  it("are written exactly as their schema encodes them", () => {
    const unknown = {
      ...wire,
      input: { ...wire.input, vessel: { mmsi: 228339600 }, options: { avoid: ["suez"], cargo: "reefer" } },
      co2EmissionResult: { ...wire.co2EmissionResult, vesselMethodResult: null }
    }
    for (const response of [strictly(wire), strictly(unknown)]) {
      const encoded = Schema.encodeSync(Schema.toCodecJson(ComputeCo2Response))(response)
      expect(JSON.stringify(writeCo2Response(response))).toBe(JSON.stringify(encoded))
    }
  })

  it("are null for an unknown vessel, with the reason in method.vessel", () => {
    const unknown = {
      ...wire,
      co2EmissionResult: { ...wire.co2EmissionResult, vesselMethodResult: null },
      method: { ...wire.method, vessel: { source: "unknown", gas: "CO2", reason: "Nothing is known of IMO 9706906." } }
    }
    expect(Schema.encodeSync(ComputeCo2Response)(strictly(unknown))).toEqual(unknown)
  })

  it.prop("are finite and never negative", [Schema.Number], ([value]) => {
    for (const unit of [TonnesPerTeu, TonnesPerTeuKm, GramsPerTeuKm, KilogramsPerNauticalMile]) {
      expect(Schema.is(unit)(value)).toBe(Number.isFinite(value) && value >= 0)
    }
  })
})
