import { Schema } from "effect"
import { Argument } from "effect/cli"

/** A file without anything to import; its faults have been printed before. */
export class NothingImported extends Schema.TaggedError<NothingImported>()("NothingImported", {
  message: Schema.String
}) {}

/** The number of rows that one transaction stores. */
export const ROWS_PER_TRANSACTION = 1000

/** The file to import, which must exist. */
export const fileArgument = Argument.File("file", { mustExist: true }).pipe(Argument.withDescription("File to import"))
