import { Cause, Predicate } from "effect"
import type { SecretMask } from "./SecretMask.ts"

/** Errors whose messages quote the data that they reject: a body that is not JSON, a value that does not match its schema. */
const QUOTING_ERRORS: ReadonlySet<string> = new Set(["SyntaxError", "SchemaError", "HttpApiSchemaError"])
const HIDDEN_MESSAGE = "(the message quotes data and is hidden)"

const MAX_CAUSES = 5
const STACK_FRAME = /^\s+at /

const textIn = (value: object, key: string): string => {
  const property: unknown = Predicate.hasProperty(value, key) ? value[key] : undefined
  return Predicate.isString(property) ? property : ""
}

/** The type of an error: its tag, else its name. */
export const errorTypeOf = (error: unknown): string =>
  Predicate.isObject(error) ? textIn(error, "_tag") || textIn(error, "name") || "Error" : "Error"

const messageOf = (error: object, type: string, mask: SecretMask): string => {
  if (QUOTING_ERRORS.has(type) || QUOTING_ERRORS.has(textIn(error, "name"))) return HIDDEN_MESSAGE
  // Errors of the domain without a message name the operation that failed.
  return mask(textIn(error, "message") || textIn(error, "operation"))
}

/** An error as a log or a trace may show it: its type, its message without secrets, its stack and its causes; no other property. */
const safeError = (error: unknown, mask: SecretMask, depth = 0): Error => {
  if (!Predicate.isObject(error)) return new Error(mask(String(error)))
  const type = errorTypeOf(error)
  const message = messageOf(error, type, mask)
  const cause: unknown = Predicate.hasProperty(error, "cause") ? error.cause : undefined
  const safe = new Error(
    message,
    cause === undefined || depth === MAX_CAUSES ? undefined : { cause: safeError(cause, mask, depth + 1) }
  )
  safe.name = type
  const frames = textIn(error, "stack")
    .split("\n")
    .filter((line) => STACK_FRAME.test(line))
  safe.stack = [message === "" ? type : `${type}: ${message}`, ...frames].join("\n")
  return safe
}

/** A cause whose errors are safe to show. */
export const safeCause = (cause: Cause.Cause<unknown>, mask: SecretMask): Cause.Cause<unknown> =>
  Cause.fromReasons(
    cause.reasons.map((reason) => {
      if (Cause.isInterruptReason(reason)) return reason
      return Cause.isFailReason(reason)
        ? Cause.makeFailReason(safeError(reason.error, mask))
        : Cause.makeDieReason(safeError(reason.defect, mask))
    })
  )
