import { Schema } from "effect"

/**
 * Checks that every store returns a text unchanged. Postgres does not accept NUL, and UTF-8 cannot encode half of a
 * surrogate pair.
 */
export const isStorable = Schema.makeFilter((text: string) =>
  text.isWellFormed() && !text.includes("\u0000")
    ? undefined
    : "must be Unicode text without NUL characters and without unpaired surrogates"
)

/** Text from a caller that is stored and returned. */
export const StorableText = Schema.String.pipe(Schema.check(isStorable))
