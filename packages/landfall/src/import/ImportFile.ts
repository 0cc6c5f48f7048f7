import { Schema } from "effect"
import { Argument } from "effect/cli"

/** A file of which nothing was taken; what is wrong with it was told before. */
export class NothingImported extends Schema.TaggedError<NothingImported>()("NothingImported", {
  message: Schema.String
}) {}

/** So many rows of a file are stored in one transaction. */
export const ROWS_PER_TRANSACTION = 1000

/** The file to import, which must be there. */
export const fileArgument = Argument.File("file", { mustExist: true })
