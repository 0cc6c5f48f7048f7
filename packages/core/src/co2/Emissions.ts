import { Schema } from "effect"

// What is less than nothing is told once, whatever narrower bounds it breaks as well.
const amount = (message: string) => Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0, { message }).abort())

/** Tonnes of CO2 or CO2e for one twenty-foot container over a whole voyage. */
export const TonnesPerTeu = amount("must be t/TEU: 0 or more").pipe(Schema.brand("TonnesPerTeu"))
export type TonnesPerTeu = typeof TonnesPerTeu.Type

/** Tonnes of CO2 or CO2e for one twenty-foot container over one kilometre. */
export const TonnesPerTeuKm = amount("must be t/TEU/km: 0 or more").pipe(Schema.brand("TonnesPerTeuKm"))
export type TonnesPerTeuKm = typeof TonnesPerTeuKm.Type

/** Grams of CO2e for one twenty-foot container over one kilometre, as emission factors are printed. */
export const GramsPerTeuKm = amount("must be g/TEU/km: 0 or more").pipe(Schema.brand("GramsPerTeuKm"))
export type GramsPerTeuKm = typeof GramsPerTeuKm.Type

const tonnes = (description: string) => Schema.OptionFromNullOr(TonnesPerTeu.annotate({ description }))

/** What is emitted from the well to the tank, from the tank to the wake, and both; null where a method cannot tell. */
export const MethodResult = Schema.Struct({
  co2Wtt: tonnes("t/TEU, from the well to the tank"),
  co2Ttw: tonnes("t/TEU, from the tank to the wake"),
  co2Wtw: tonnes("t/TEU, from the well to the wake"),
  WtwEmissionIntensity: Schema.OptionFromNullOr(
    TonnesPerTeuKm.annotate({
      description: "t/TEU/km, from the well to the wake; times the length in kilometres (1.852 for a mile) it is co2Wtw"
    })
  )
})
export type MethodResult = typeof MethodResult.Type
