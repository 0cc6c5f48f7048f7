import { Effect, PlatformError, Predicate, Schema } from "effect"
import { SqlError } from "effect/sql"
import { DatabaseMissing } from "../settings/ExistingDatabase.ts"

/** A backup, a restore or a move cannot be done. `message` states why, what was changed, and what to do. */
export class TransferFailed extends Schema.TaggedError<TransferFailed>()("TransferFailed", {
  message: Schema.String
}) {}

const textIn = (value: unknown, key: string): string =>
  Predicate.hasProperty(value, key) && Predicate.isString(value[key]) ? value[key] : ""

/** The innermost cause, which has the words of the system. */
const rootOf = (error: unknown): unknown => {
  if (SqlError.isSqlError(error)) return rootOf(error.reason.cause)
  if (PlatformError.isPlatformError(error)) return rootOf("cause" in error.reason ? error.reason.cause : error.reason)
  return Predicate.hasProperty(error, "cause") && error.cause !== undefined && error.cause !== error
    ? rootOf(error.cause)
    : error
}

const DISK_FULL = /ENOSPC|EDQUOT|EFBIG|database or disk is full|could not extend file|No space left/u

/** The reason of a failure, in the words of the system; for a full disk, in those of Landfall. */
export const reasonOf = (error: unknown): string => {
  const root = rootOf(error)
  const words = `${textIn(root, "code")} ${textIn(root, "message")}`.trim()
  if (DISK_FULL.test(words)) return "the disk is full: free space, or name another disk"
  return textIn(root, "message") || String(root)
}

/** Turns the failures of an effect into `TransferFailed`, with a sentence that ends with the reason where it is not one itself. */
export const mapToTransferFailed =
  (sentence: (reason: string) => string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, TransferFailed, R> =>
    Effect.mapError(effect, (error) => {
      if (error instanceof TransferFailed) return error
      return new TransferFailed({
        message: error instanceof DatabaseMissing ? error.message : sentence(reasonOf(error))
      })
    })
