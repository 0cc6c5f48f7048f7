import { Schema } from "effect"

/**
 * Any input, for the domain to parse. Its JSON codec accepts every JSON text; that of `Schema.Unknown` rejects a number
 * beyond the range of doubles (1e999 is parsed to Infinity) before the domain can report its path.
 */
export const UnparsedInput: Schema.Codec<unknown> = Schema.Any.check(
  // An empty body is decoded to undefined, which is not a JSON value.
  Schema.makeFilter((input) => input !== undefined || "is missing")
)
