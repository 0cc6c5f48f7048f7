import { Schema } from "effect"

const FORM = /^[2-7]\d{8}$/u
const FORM_MESSAGE = "must be the MMSI of a vessel: 9 digits, the first of them 2 to 7, such as 228339600"

/**
 * A Maritime Mobile Service Identity of a vessel: nine digits whose first three are the country (ITU-R M.585). Numbers
 * that begin with 0, 1, 8 or 9 identify groups, coast stations, aircraft, handheld radios and buoys.
 */
export const Mmsi = Schema.String.pipe(
  Schema.check(Schema.isPattern(FORM, { message: FORM_MESSAGE })),
  Schema.brand("Mmsi")
)
export type Mmsi = typeof Mmsi.Type

/** An MMSI in the form of a JSON number. */
export const MmsiInteger = Schema.Number.annotate({ message: FORM_MESSAGE }).pipe(
  Schema.check(
    Schema.isInt({ message: FORM_MESSAGE }).abort(),
    Schema.isBetween({ minimum: 200_000_000, maximum: 799_999_999 }, { message: FORM_MESSAGE })
  ),
  Schema.brand("MmsiInteger")
)
export type MmsiInteger = typeof MmsiInteger.Type

/** Tests whether a number is the MMSI of a vessel. A plain type guard in place of the schema, for hot paths. */
export const isVesselMmsi = (mmsi: number): mmsi is MmsiInteger =>
  mmsi >= 200_000_000 && mmsi <= 799_999_999 && Number.isInteger(mmsi)
