import { Schema } from "effect"

// A negative value is reported once, without the narrower bounds that it breaks as well.
const amount = (message: string) => Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0, { message }).abort())

/** Tonnes of CO2 or CO2e for one twenty-foot container over a whole voyage. */
export const TonnesPerTeu = amount("must be t/TEU: 0 or more").pipe(Schema.brand("TonnesPerTeu"))
export type TonnesPerTeu = typeof TonnesPerTeu.Type

/** Tonnes of CO2 or CO2e for one twenty-foot container over one kilometre. */
export const TonnesPerTeuKm = amount("must be t/TEU/km: 0 or more").pipe(Schema.brand("TonnesPerTeuKm"))
export type TonnesPerTeuKm = typeof TonnesPerTeuKm.Type

/** Grams of CO2e for one twenty-foot container over one kilometre, the unit of published emission factors. */
export const GramsPerTeuKm = amount("must be g/TEU/km: 0 or more").pipe(Schema.brand("GramsPerTeuKm"))
export type GramsPerTeuKm = typeof GramsPerTeuKm.Type

const tonnes = (description: string) => Schema.OptionFromNullOr(TonnesPerTeu).annotateKey({ description })

/** Emissions from well to tank, from tank to wake, and from well to wake; null when a method has no value. */
export const MethodResult = Schema.Struct({
  co2Wtt: tonnes("Well-to-tank emissions in t/TEU; null without a value."),
  co2Ttw: tonnes("Tank-to-wake emissions in t/TEU; null without a value."),
  co2Wtw: tonnes("Well-to-wake emissions in t/TEU; null without a value."),
  WtwEmissionIntensity: Schema.OptionFromNullOr(TonnesPerTeuKm).annotateKey({
    description:
      "Well-to-wake emissions in t/TEU/km; co2Wtw is this value times the length in kilometres (1.852 km per nautical mile)."
  })
}).annotate({ identifier: "MethodResult" })
export type MethodResult = typeof MethodResult.Type
