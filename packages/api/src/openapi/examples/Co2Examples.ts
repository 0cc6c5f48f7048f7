import { type OperationExamples, pageOf } from "./OperationExample.ts"

const voyage = {
  vessel: { imo: 9321483, speed: 16 },
  departure: { portCode: "CNSHA" },
  arrival: { portCode: "NLRTM" },
  options: { avoid: ["suez"], cargo: "dry" }
}

const result = {
  input: voyage,
  length: 13742.81,
  co2EmissionResult: {
    vesselMethodResult: { co2Wtt: null, co2Ttw: 1.4100878104238632, co2Wtw: null, WtwEmissionIntensity: null },
    tradeLaneMethodResult: {
      co2Wtt: 0.1474199163347807,
      co2Ttw: 1.7869080767852195,
      co2Wtw: 1.9343279931200001,
      WtwEmissionIntensity: 7.6e-5
    }
  },
  method: {
    route: {
      passages: ["taiwan", "sunda", "cape-of-good-hope", "dover"],
      comparedLength: 13765.89,
      canalVessel: "vessel",
      legs: [
        { from: "CNSHA", to: "Taiwan Strait", length: 428.61 },
        { from: "Taiwan Strait", to: "Sunda Strait", length: 2046.51 },
        { from: "Sunda Strait", to: "Cape of Good Hope", length: 5004.54 },
        { from: "Cape of Good Hope", to: "Strait of Dover", length: 6136.15 },
        { from: "Strait of Dover", to: "NLRTM", length: 127.01 }
      ]
    },
    vessel: {
      source: "reported",
      gas: "CO2",
      teu: 14770,
      utilisation: 0.7,
      speedKnots: 16,
      speedSource: "request",
      speedMethod: "requested speed",
      co2KgPerNauticalMile: 1060.8382035386012,
      parts: {
        mainEngine: 774.8947049967244,
        auxiliary: 243.60370764292225,
        boiler: 0,
        berth: 42.339790898954455
      },
      assumptions: [
        "generators and boilers of the class 14500-19999 TEU",
        "the report of 2020, 920.45 kg per nautical mile, is 0.91 times the modelled value: the model is multiplied by 0.93"
      ]
    },
    tradeLane: {
      lane: "Asia - North Europe",
      scope: "industry",
      factor: "industry average",
      gas: "CO2e",
      cargo: "dry",
      edition: "GLEC Framework v2.0 (2019), Clean Cargo",
      choice: "industryAverage",
      source: "GLEC Framework v2.0 (Smart Freight Centre, 2019), module 2, trade lanes of Clean Cargo, table 46",
      confidence: "high",
      gramsWtwPerTeuKm: 76,
      wttOverTtw: 0.0825,
      wttSource: "assumed"
    }
  }
}

/** Examples of voyages and ports. */
export const co2Examples: OperationExamples = {
  "co2.compute": { request: voyage, responses: { 200: result } },
  "co2.computeBatch": {
    request: { requests: [voyage, { ...voyage, arrival: { portCode: "NLXXX" } }] },
    responses: {
      200: {
        results: [
          { status: "computed", result },
          {
            status: "rejected",
            error: {
              errorCode: 40002,
              message: "The request body is invalid.",
              details: [
                '$.requests[1].arrival.portCode must be the UN/LOCODE of a known port, got "NLXXX"; search for the port by its name'
              ],
              time: "2026-03-01T12:00:00.000Z"
            }
          }
        ]
      }
    }
  },
  "co2.route": {
    request: { departure: voyage.departure, arrival: voyage.arrival, options: { avoid: ["suez"] } },
    responses: { 200: { length: result.length, ...result.method.route } }
  },
  "ports.list": {
    responses: {
      200: pageOf({
        code: "NLRTM",
        name: "Rotterdam",
        country: "NL",
        position: { latitude: 51.893, longitude: 4.42 },
        inland: false
      })
    }
  }
}
