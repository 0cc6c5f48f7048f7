import { Schema, SchemaTransformation } from "effect"

const FORM = /^[A-Z]{2}[A-Z2-9]{3}$/u
const FORM_MESSAGE =
  "must be a UN/LOCODE: two letters of the country and three letters or digits 2 to 9 of the place, such as NLRTM"

/**
 * A UN/LOCODE: the two letters of an ISO 3166-1 country and three characters of a location, which may also use the
 * digits 2 to 9 (UNECE Recommendation 16, section 3). Five characters, upper case, no space.
 */
export const Unlocode = Schema.String.pipe(
  Schema.check(Schema.isPattern(FORM, { message: FORM_MESSAGE })),
  Schema.brand("Unlocode")
)
export type Unlocode = typeof Unlocode.Type

/** Letters outside ASCII are not changed: some have an upper-case form of several letters. */
const upperCase = (text: string): string => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase())

/** The space that the UNECE's own lists print between country and location. */
const INNER_SPACE = /^([A-Z]{2}) (?=\S{3}$)/u

/** The canonical form of a code that people wrote: upper case, without spaces. */
const canonicalForm = (text: string): string => upperCase(text.trim()).replace(INNER_SPACE, "$1")

const WRITTEN_CODE = Schema.String.annotate({
  description: "UN/LOCODE, such as NLRTM; lower case and a space (NL RTM) are accepted."
})

/**
 * A UN/LOCODE as people write it: accepts lower case, surrounding spaces and a space between country and location (`NL
 * RTM`), and removes them.
 */
export const UnlocodeFromInput = WRITTEN_CODE.pipe(
  Schema.decodeTo(Unlocode, SchemaTransformation.transform({ decode: canonicalForm, encode: (code: string) => code }))
)

/** A UN/LOCODE as people write it, retained as it was written. `readUnlocode` reads its code. */
export const WrittenUnlocode = WRITTEN_CODE.check(
  Schema.makeFilter((text) => FORM.test(canonicalForm(text)) || FORM_MESSAGE)
)

/** Reads a UN/LOCODE as people write it from any value; none when it is not one. */
export const readUnlocode = Schema.decodeUnknownOption(UnlocodeFromInput)
