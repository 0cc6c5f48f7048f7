import { formatCount } from "@landfall/core/listing/Count"
import { Effect, Schema } from "effect"
import { Argument } from "effect/cli"

/** A file without anything to import; its faults have been printed before. */
export class NothingImported extends Schema.TaggedError<NothingImported>()("NothingImported", {
  message: Schema.String
}) {}

/** A part of the file was not imported; its faults have been printed before. */
export class IncompleteImport extends Schema.TaggedError<IncompleteImport>()("IncompleteImport", {
  message: Schema.String
}) {}

/** Fails when some of the rows of a file were rejected; the others are stored. `noun` names one of them, such as `row`. */
export const rejectIncomplete = (rejected: number, noun: string) =>
  rejected === 0
    ? Effect.void
    : Effect.fail(
        new IncompleteImport({
          message: `${formatCount(rejected, noun)} ${rejected === 1 ? "was" : "were"} rejected, the others are stored: correct ${rejected === 1 ? "it" : "them"} and import the file again.`
        })
      )

/** The number of different rows or records among faults. */
export const countDistinct = <A>(faults: ReadonlyArray<A>, keyOf: (fault: A) => number): number =>
  new Set(faults.map(keyOf)).size

/** The number of rows that one transaction stores. */
export const ROWS_PER_TRANSACTION = 1000

/** The file to import, which must exist. `contents` names its formats, its columns and the types of its values. */
export const fileArgument = (contents: string) =>
  Argument.File("file", { mustExist: true }).pipe(Argument.withDescription(`File to import: ${contents}`))
