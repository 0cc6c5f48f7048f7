import { Schema } from "effect"

/**
 * What a caller sent, whatever it is, for the domain to read. `Schema.Unknown` would not do: its JSON codec refuses a body
 * that has a number beyond all numbers (1e999 is read as Infinity), before the domain can say where it stands.
 */
export const UnparsedInput: Schema.Codec<unknown> = Schema.Any.check(
  // An empty body reads as undefined, which no JSON is.
  Schema.makeFilter((input) => input !== undefined || "is missing")
)
