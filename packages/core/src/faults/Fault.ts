import { Schema } from "effect"
import { formatValue, isSecretPath } from "./FaultValue.ts"

/** `missing`: a required property is absent. `unknown`: the input has a property that is not allowed. `invalid`: a value breaks a rule. */
export const FaultKind = Schema.Literals(["missing", "unknown", "invalid"])
export type FaultKind = typeof FaultKind.Type

/** Keys from the root of an input to one of its values: names of properties and indexes of arrays. */
export const FaultPath = Schema.Array(Schema.Union([Schema.String, Schema.Int]))
export type FaultPath = typeof FaultPath.Type

/**
 * The fault of one value of an input, as data. `describeFault` words it; each edge writes the path in its own form,
 * such as `$.shipments[0].number`, `query.limit`, or the name of a column.
 */
export const Fault = Schema.Struct({
  kind: FaultKind,
  path: FaultPath,
  /** The broken rule as a predicate, such as `must be a whole number`. For a missing property: what it must be. */
  rule: Schema.String,
  /**
   * The value found, as text of at most about 100 characters: a quoted string, a number, the kind of an object, or the
   * length of an array. Absent when nothing was sent, and when the value may be a secret.
   */
  value: Schema.optionalKey(Schema.String),
  /** Known names close to an unknown one, the closest first. */
  suggestions: Schema.optionalKey(Schema.Array(Schema.String)),
  /** The fix, in a few words. */
  advice: Schema.optionalKey(Schema.String)
})
export type Fault = typeof Fault.Type

/** Splits a phrase such as `must hold text; omit it otherwise` into its rule and the advice after the semicolon. */
export const splitAdvice = (phrase: string): Pick<Fault, "rule" | "advice"> => {
  const end = phrase.indexOf(";")
  return end < 0 ? { rule: phrase } : { rule: phrase.slice(0, end), advice: phrase.slice(end + 1).trim() }
}

/**
 * The fault of a value that breaks a rule. The rule may end with advice after a semicolon. The value is shown unless it is
 * undefined, an object or an array, or may be a secret.
 */
export const invalidFault = (path: FaultPath, rule: string, value?: unknown): Fault => {
  const text = isSecretPath(path) ? undefined : formatValue(value)
  return { kind: "invalid", path, ...splitAdvice(rule), ...(text === undefined ? {} : { value: text }) }
}

/** The faults of a part of an input, with paths from the root of the whole. */
export const faultsBelow = (root: FaultPath, faults: ReadonlyArray<Fault>): ReadonlyArray<Fault> =>
  root.length === 0 ? faults : faults.map((fault) => ({ ...fault, path: [...root, ...fault.path] }))

/** Longer keys are cut in a path: a caller chooses them, and a sentence must stay readable. */
const MAX_KEY_LENGTH = 80

const PLAIN_KEY = /^[A-Za-z_$][\w$]*$/

const truncateKey = (key: string): string => (key.length <= MAX_KEY_LENGTH ? key : `${key.slice(0, MAX_KEY_LENGTH)}…`)

/**
 * A path as text, such as `$.shipments[0].number`. A key that is not a plain name is quoted in brackets, and a key of more
 * than 80 characters is cut.
 */
export const formatPath = (root: string, path: FaultPath): string =>
  path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`
    const name = truncateKey(key)
    return PLAIN_KEY.test(name) ? `${text}.${name}` : `${text}[${JSON.stringify(name)}]`
  }, root)

/** `a`, `a or b`, `a, b or c`. */
export const joinWithOr = (words: ReadonlyArray<string>): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.slice(-1).join("")}`

/** A rule with one of these verbs follows the path as its predicate; any other follows a colon. */
const LEADING_VERB = /^(must|is|are|has|have|names|needs|may|cannot|does)\b/

/**
 * The sentence of a fault, without a full stop: the place, the rule, the value found, then what to do, such as
 * `$.speed must be a number, got "fast"`. `place` is the path as the reader knows it; a JSON path by default.
 */
export const describeFault = (
  { kind, path, rule, value, suggestions = [], advice }: Fault,
  place: string = formatPath("$", path)
): string => {
  const predicate = kind === "missing" ? `is missing; it ${rule}` : rule
  const actual = value === undefined ? "" : `, got ${value}`
  const quoted = suggestions.map((name) => JSON.stringify(name))
  const hint = quoted.length === 0 ? "" : `; did you mean ${joinWithOr(quoted)}?`
  const action = advice === undefined ? "" : `; ${advice}`
  return `${place}${LEADING_VERB.test(predicate) ? " " : ": "}${predicate}${actual}${hint}${action}`
}
