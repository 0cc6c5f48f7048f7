import { Schema } from "effect"

const FORM = /^[1-9]\d{6}$/u
const FORM_MESSAGE = "must be an IMO number: 7 digits, such as 9706906"

/**
 * The check digit of the IMO number that begins with these six digits: their sum, weighted 7 down to 2, modulo 10 (IMO
 * Resolution A.1117(30)).
 */
export const imoCheckDigit = (firstSix: string): number => {
  let sum = 0
  for (let index = 0; index < 6; index++) sum += Number(firstSix[index]) * (7 - index)
  return sum % 10
}

const checkDigitFault = (digits: string): string | undefined => {
  const expected = imoCheckDigit(digits)
  return Number(digits[6]) === expected ? undefined : `must end in its check digit ${expected}`
}

/** An IMO number: seven digits, the last of them a check digit. It identifies a vessel for its whole life. */
export const ImoNumber = Schema.String.pipe(
  Schema.check(Schema.isPattern(FORM, { message: FORM_MESSAGE }).abort(), Schema.makeFilter(checkDigitFault)),
  Schema.brand("ImoNumber")
)
export type ImoNumber = typeof ImoNumber.Type

/** An IMO number in the form of a JSON number. */
export const ImoInteger = Schema.Number.annotate({ message: FORM_MESSAGE }).pipe(
  Schema.check(
    Schema.isInt({ message: FORM_MESSAGE }).abort(),
    Schema.isBetween({ minimum: 1_000_000, maximum: 9_999_999 }, { message: FORM_MESSAGE }).abort(),
    Schema.makeFilter((number) => checkDigitFault(String(number)))
  ),
  Schema.brand("ImoInteger")
)
export type ImoInteger = typeof ImoInteger.Type
