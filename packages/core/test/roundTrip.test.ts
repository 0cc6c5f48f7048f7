import { describe, expect, it } from "@effect/vitest"
import { Arbitrary, Equal, Schema } from "effect"
import { Co2BatchRequest } from "../src/co2/Co2Batch.ts"
import { Co2Options, ComputeCo2Request, VoyageSpeed } from "../src/co2/ComputeCo2Request.ts"
import { ComputeCo2Response, RouteMethod, TradeLaneMethod, VesselMethod } from "../src/co2/ComputeCo2Response.ts"
import { MethodResult } from "../src/co2/Emissions.ts"
import { CongestionAggregate, CongestionQuality, Occupation } from "../src/congestion/figures/CongestionAggregate.ts"
import { CongestionBatchRequest } from "../src/congestion/figures/CongestionBatch.ts"
import { FigureName, Hours, Percentage, PercentagePoints } from "../src/congestion/figures/Figure.ts"
import { Fault } from "../src/faults/Fault.ts"
import { Kilometres, NauticalMiles } from "../src/geo/Distance.ts"
import { Passage } from "../src/geo/Passage.ts"
import { Position } from "../src/geo/Position.ts"
import { Unlocode, UnlocodeFromInput } from "../src/geo/Unlocode.ts"
import { Count } from "../src/listing/Count.ts"
import { ImoInteger, ImoNumber } from "../src/vessels/ImoNumber.ts"
import { Knots } from "../src/vessels/Knots.ts"
import { Mmsi, MmsiInteger } from "../src/vessels/Mmsi.ts"
import { VesselClass } from "../src/vessels/VesselClass.ts"
import { VesselType } from "../src/vessels/VesselType.ts"
import { requests, responses } from "./co2/co2Arbitraries.ts"
import { aggregates } from "./congestion/aggregateArbitrary.ts"
import { imoIntegers, imoNumbers } from "./vessels/vesselArbitraries.ts"

/** Asserts that the encoding of a value is JSON, decodes to the same value, and is stable. */
const roundTrips = <A, E>(name: string, schema: Schema.Codec<A, E>, values: Arbitrary.Arbitrary<A>) => {
  const encode = Schema.encodeSync(schema)
  const decode = Schema.decodeUnknownSync(schema, { errors: "all", onExcessProperty: "error" })
  it.prop(`${name} round-trips`, [values], ([value]) => {
    const written = JSON.stringify(encode(value))
    const read = decode(JSON.parse(written))
    expect(Equal.equals(read, value)).toBe(true)
    expect(JSON.stringify(encode(read))).toBe(written)
  })
}

const fromSchema = <A, E>(name: string, schema: Schema.Codec<A, E>) =>
  roundTrips(name, schema, Arbitrary.schema(schema))

describe("values on the wire", () => {
  fromSchema("Unlocode", Unlocode)
  fromSchema("UnlocodeFromInput", UnlocodeFromInput)
  fromSchema("Position", Position)
  fromSchema("NauticalMiles", NauticalMiles)
  fromSchema("Kilometres", Kilometres)
  fromSchema("Passage", Passage)
  fromSchema("Knots", Knots)
  fromSchema("Mmsi", Mmsi)
  fromSchema("MmsiInteger", MmsiInteger)
  fromSchema("VesselType", VesselType)
  fromSchema("Hours", Hours)
  fromSchema("Percentage", Percentage)
  fromSchema("PercentagePoints", PercentagePoints)
  fromSchema("Count", Count)
  fromSchema("VesselClass", VesselClass)
  fromSchema("FigureName", FigureName)
  fromSchema("Occupation", Occupation)
  fromSchema("CongestionBatchRequest", CongestionBatchRequest)
  fromSchema("VoyageSpeed", VoyageSpeed)
  fromSchema("Co2Options", Co2Options)
  fromSchema("MethodResult", MethodResult)
  fromSchema("RouteMethod", RouteMethod)
  fromSchema("VesselMethod", VesselMethod)
  fromSchema("TradeLaneMethod", TradeLaneMethod)
  fromSchema("Fault", Fault)
  roundTrips("ImoNumber", ImoNumber, imoNumbers)
  roundTrips("ImoInteger", ImoInteger, imoIntegers)
  roundTrips("ComputeCo2Request", ComputeCo2Request, requests)
  roundTrips("ComputeCo2Response", ComputeCo2Response, responses)
  roundTrips("CongestionAggregate", CongestionAggregate, aggregates)
  roundTrips(
    "CongestionQuality",
    CongestionQuality,
    Arbitrary.map(aggregates, ({ quality }) => quality)
  )
  roundTrips(
    "Co2BatchRequest",
    Co2BatchRequest,
    Arbitrary.map(Arbitrary.array(requests, { minLength: 1, maxLength: 5 }), (all) => ({
      requests: all.map((request): unknown => Schema.encodeSync(ComputeCo2Request)(request))
    }))
  )
})
