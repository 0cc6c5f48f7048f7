import { Schema } from "effect"

/**
 * A text that every store keeps as it is. Databases know no NUL, and UTF-8 no half of a surrogate pair: either would come
 * back as something else, or not be stored at all.
 */
export const isStorable = Schema.makeFilter((text: string) =>
  text.isWellFormed() && !text.includes("\u0000")
    ? undefined
    : "must be text in Unicode without NUL characters and without halves of surrogate pairs"
)

/** A text from a caller that is stored and shown again. */
export const StorableText = Schema.String.pipe(Schema.check(isStorable))
