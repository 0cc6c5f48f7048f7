import { Cause, Formatter, Logger, Predicate } from "effect"
import { safeCause } from "./SafeCause.ts"
import type { SecretMask } from "./SecretMask.ts"

/** A logger that receives texts without secrets: errors in a message become its cause, and every error shows its message only. */
export const safeLogger = <Output>(
  logger: Logger.Logger<unknown, Output>,
  mask: SecretMask
): Logger.Logger<unknown, Output> =>
  Logger.make((options) => {
    const parts: ReadonlyArray<unknown> = Array.isArray(options.message) ? options.message : [options.message]
    const errors = parts.filter(Predicate.isError)
    const texts = parts
      .filter((part) => !Predicate.isError(part))
      .map((part) => mask(Predicate.isString(part) ? part : Formatter.format(part)))
    const cause = Cause.fromReasons([...errors.map(Cause.makeFailReason), ...options.cause.reasons])
    return logger.log({ ...options, message: texts.length === 1 ? texts[0] : texts, cause: safeCause(cause, mask) })
  })
