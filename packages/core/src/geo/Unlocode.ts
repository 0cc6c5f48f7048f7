import { Schema, SchemaTransformation } from "effect"

const FORM = /^[A-Z]{2}[A-Z2-9]{3}$/u

/**
 * A UN/LOCODE: two letters of an ISO 3166-1 country and three of a location, where the location may
 * also use the digits 2 to 9 (UNECE Recommendation 16, section 3). Five characters, upper case, no blank.
 */
export const Unlocode = Schema.String.pipe(
  Schema.check(
    Schema.isPattern(FORM, {
      message:
        "must be a UN/LOCODE: two letters of the country and three letters or digits 2 to 9 of the place, such as NLRTM"
    })
  ),
  Schema.brand("Unlocode")
)
export type Unlocode = typeof Unlocode.Type

/** Letters outside ASCII stay as they are: some of them have a capital form of several letters. */
const upperCase = (text: string): string => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase())

/** The blank with which the UNECE's own lists print country and place apart. */
const BLANK_WITHIN = /^([A-Z]{2}) (?=\S{3}$)/u

/**
 * A UN/LOCODE as people write it: small letters, blanks around it and one between country and place (`NL RTM`) are
 * taken, and gone afterwards.
 */
export const UnlocodeFromInput = Schema.String.annotate({
  description: "UN/LOCODE, such as NLRTM; small letters are taken, and the blank of NL RTM"
}).pipe(
  Schema.decodeTo(
    Unlocode,
    SchemaTransformation.transform({
      decode: (text) => upperCase(text.trim()).replace(BLANK_WITHIN, "$1"),
      encode: (code: string) => code
    })
  )
)

/** Reads a UN/LOCODE as people write it out of any value. */
export const readUnlocode = Schema.decodeUnknownOption(UnlocodeFromInput)
