import { Arbitrary, Schema } from "effect"
import { ImoInteger, ImoNumber, imoCheckDigit } from "../../src/vessels/ImoNumber.ts"

/** The first six digits of an IMO number. */
export const FirstSix = Schema.String.check(Schema.isPattern(/^[1-9]\d{5}$/u))

const digits = Arbitrary.map(Arbitrary.schema(FirstSix), (first) => `${first}${imoCheckDigit(first)}`)

export const imoNumbers = Arbitrary.map(digits, (imo) => ImoNumber.make(imo))

export const imoIntegers = Arbitrary.map(digits, (imo) => ImoInteger.make(Number(imo)))
