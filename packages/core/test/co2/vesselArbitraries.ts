import { Arbitrary, Schema } from "effect"
import { Vessel, VesselParticulars } from "../../src/vessels/Vessel.ts"

const IMO = "9706906"

/** A vessel from its particulars, as a file or a request would state them. */
export const vesselOf = (particulars: Readonly<Record<string, unknown>>): Vessel =>
  Schema.decodeUnknownSync(Vessel)({ imo: IMO, ...particulars })

/** Vessels with any known particulars. */
export const vessels: Arbitrary.Arbitrary<Vessel> = Arbitrary.map(Arbitrary.schema(VesselParticulars), (particulars) =>
  vesselOf(particulars)
)

const between = (minimum: number, maximum: number) => Schema.Finite.check(Schema.isBetween({ minimum, maximum }))

/** Container vessels of existing sizes. */
export const containerVessels: Arbitrary.Arbitrary<Vessel> = Arbitrary.map(
  Arbitrary.schema(
    Schema.Struct({
      grossTonnage: between(4000, 240_000),
      yearBuilt: Schema.Int.check(Schema.isBetween({ minimum: 1975, maximum: 2030 })),
      engineKw: Schema.optionalKey(between(4000, 110_000)),
      teu: Schema.optionalKey(between(300, 25_000))
    })
  ),
  vesselOf
)

/** Usual speeds of container vessels, in knots. */
export const Speeds = between(8, 25)
