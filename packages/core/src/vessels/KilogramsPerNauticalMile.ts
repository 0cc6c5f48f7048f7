import { Schema } from "effect"

/** Kilograms of CO2 that a whole vessel emits over one nautical mile, as the EU MRV reports it. */
export const KilogramsPerNauticalMile = Schema.Finite.pipe(
  Schema.check(Schema.isGreaterThanOrEqualTo(0, { message: "must be kg per nautical mile: 0 or more" }).abort()),
  Schema.brand("KilogramsPerNauticalMile")
)
export type KilogramsPerNauticalMile = typeof KilogramsPerNauticalMile.Type
