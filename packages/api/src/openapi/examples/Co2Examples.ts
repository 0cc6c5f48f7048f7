import { type OperationExamples, pageOf } from "./OperationExample.ts"

const voyage = {
  vessel: { imo: 9321483, speed: 16 },
  departure: { portCode: "CNSHA" },
  arrival: { portCode: "NLRTM" },
  options: { avoid: ["suez"], cargo: "dry" }
}

const result = {
  input: voyage,
  length: 13729.47,
  co2EmissionResult: {
    vesselMethodResult: { co2Wtt: null, co2Ttw: 1.423825286218319, co2Wtw: null, WtwEmissionIntensity: null },
    tradeLaneMethodResult: {
      co2Wtt: 0.14727681738457288,
      co2Ttw: 1.785173544055427,
      co2Wtw: 1.93245036144,
      WtwEmissionIntensity: 7.6e-5
    }
  },
  method: {
    route: {
      passages: ["taiwan", "sunda", "cape-of-good-hope", "dover"],
      legs: [
        { from: "CNSHA", to: "Taiwan Strait", length: 426.52 },
        { from: "Taiwan Strait", to: "Sunda Strait", length: 2045.85 },
        { from: "Sunda Strait", to: "Cape of Good Hope", length: 5004.58 },
        { from: "Cape of Good Hope", to: "Strait of Dover", length: 6123.73 },
        { from: "Strait of Dover", to: "NLRTM", length: 128.8 }
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
      co2KgPerNauticalMile: 1072.2139772482988,
      parts: { mainEngine: 819.9066313138551, auxiliary: 208.76566971808478, boiler: 0, berth: 43.5416762163589 },
      assumptions: ["generators and boilers of the class 14500-19999 TEU"]
    },
    tradeLane: {
      lane: "Asia - North Europe",
      scope: "industry",
      factor: "industry average",
      gas: "CO2e",
      cargo: "dry",
      edition: "GLEC Framework v2.0 (2019), Clean Cargo",
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
