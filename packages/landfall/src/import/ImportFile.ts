import { formatCount } from "@landfall/core/listing/Count"
import { FileUnreadable } from "@landfall/feeds/tables/TableRow"
import { Console, Effect, Schema } from "effect"
import { Argument } from "effect/cli"
import { endProgress } from "../terminal/Progress.ts"

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

/** The state of an import that fails before the end of its file. */
export interface PartialImport {
  /** The number of objects that are stored. */
  readonly stored: () => number
  /** One of them, such as `vessel`. */
  readonly noun: string
  /** Prints the faults of the rows before. */
  readonly printFaults: Effect.Effect<void>
}

/**
 * When a file cannot be imported to its end: prints the faults of the rows before and what is stored of the file, and
 * names the file in the failure of one that cannot be read further.
 */
export const reportPartial =
  (file: string, { stored, noun, printFaults }: PartialImport) =>
  <A, E, R>(importing: Effect.Effect<A, E, R>) =>
    importing.pipe(
      Effect.onError(() =>
        Effect.gen(function* () {
          yield* endProgress
          yield* printFaults
          if (stored() > 0)
            yield* Console.error(
              `${formatCount(stored(), noun)} ${stored() === 1 ? "is" : "are"} stored, the rest of the file is not: correct the fault below and import the file again.`
            )
        })
      ),
      Effect.mapError((error) =>
        error instanceof FileUnreadable
          ? new (stored() === 0 ? NothingImported : IncompleteImport)({ message: `${file}: ${error.reason}` })
          : error
      )
    )

/** The number of rows that one transaction stores. */
export const ROWS_PER_TRANSACTION = 1000

/** The file to import, which must exist. `contents` names its formats, its columns and the types of its values. */
export const fileArgument = (contents: string) =>
  Argument.File("file", { mustExist: true }).pipe(Argument.withDescription(`File to import: ${contents}`))
