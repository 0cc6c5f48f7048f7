import { Schema } from "effect"

/**
 * Any input, for the domain to parse. Its JSON codec accepts every JSON text; that of `Schema.Unknown` rejects a number
 * beyond the range of doubles (1e999 is parsed to Infinity) before the domain can report its path.
 */
export const UnparsedInput: Schema.Codec<unknown> = Schema.Any.check(
  // An empty body is decoded to undefined, which is not a JSON value.
  Schema.makeFilter((input) => input !== undefined || "is missing")
)

/**
 * Any input, for the domain to parse with the schema that has this identifier. JSON Schema documents refer to that schema,
 * which they have to define.
 */
export const unparsedInput = (identifier: string): Schema.Codec<unknown> =>
  UnparsedInput.check(Schema.makeFilter(() => undefined, { toJsonSchema: () => ({ $ref: `#/$defs/${identifier}` }) }))
