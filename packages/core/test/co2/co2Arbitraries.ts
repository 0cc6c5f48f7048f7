import { Arbitrary, Schema } from "effect"
import { Co2Options, type ComputeCo2Request, VoyageSpeed, type VoyageVessel } from "../../src/co2/ComputeCo2Request.ts"
import {
  type ComputeCo2Response,
  RouteMethod,
  TradeLaneMethod,
  VesselMethod
} from "../../src/co2/ComputeCo2Response.ts"
import { MethodResult } from "../../src/co2/Emissions.ts"
import { NauticalMiles } from "../../src/geo/Distance.ts"
import { Unlocode } from "../../src/geo/Unlocode.ts"
import { MmsiInteger } from "../../src/vessels/Mmsi.ts"
import { imoIntegers } from "../vessels/vesselArbitraries.ts"

/** A vessel by either of its numbers. */
const vessels: Arbitrary.Arbitrary<VoyageVessel> = Arbitrary.all({
  byImo: Arbitrary.schema(Schema.Boolean),
  imo: imoIntegers,
  mmsi: Arbitrary.schema(MmsiInteger)
}).pipe(Arbitrary.map(({ byImo, imo, mmsi }) => (byImo ? { imo } : { mmsi })))

const Ports = Schema.Struct({ departure: Unlocode, arrival: Unlocode }).check(
  Schema.makeFilter(({ departure, arrival }) => departure !== arrival)
)

export const requests: Arbitrary.Arbitrary<ComputeCo2Request> = Arbitrary.all({
  vessel: vessels,
  speed: Arbitrary.schema(Schema.Struct({ speed: Schema.optionalKey(VoyageSpeed) })),
  ports: Arbitrary.schema(Ports),
  options: Arbitrary.schema(Schema.Struct({ options: Schema.optionalKey(Co2Options) }))
}).pipe(
  Arbitrary.map(({ vessel, speed, ports, options }) => ({
    vessel: { ...vessel, ...speed },
    departure: { portCode: ports.departure },
    arrival: { portCode: ports.arrival },
    ...options
  }))
)

export const responses: Arbitrary.Arbitrary<ComputeCo2Response> = Arbitrary.all({
  input: requests,
  length: Arbitrary.schema(NauticalMiles),
  co2EmissionResult: Arbitrary.schema(
    Schema.Struct({ vesselMethodResult: Schema.Option(MethodResult), tradeLaneMethodResult: MethodResult })
  ),
  method: Arbitrary.schema(Schema.Struct({ route: RouteMethod, vessel: VesselMethod, tradeLane: TradeLaneMethod }))
})
