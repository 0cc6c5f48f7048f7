import { Option, Result, Schema, type SchemaAST, type SchemaIssue } from "effect"
import { describeKind, formatValue } from "./FaultValue.ts"
import { FaultKind, type Finding, findingsOf } from "./Finding.ts"
import { formatCount } from "./Phrase.ts"

/** Keys longer than this are cut in a path: a caller chose them, and an answer must stay readable. */
const MAX_KEY_LENGTH = 80

const PLAIN_KEY = /^[A-Za-z_$][\w$]*$/

const truncateKey = (key: string): string => (key.length <= MAX_KEY_LENGTH ? key : `${key.slice(0, MAX_KEY_LENGTH)}…`)

/**
 * A JSON path, such as `$.shipments[0].number`: keys that are no plain names stand quoted in brackets, and keys over 80
 * characters are cut.
 */
export const formatPath = (root: string, path: ReadonlyArray<PropertyKey>): string =>
  path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`
    const name = truncateKey(String(key))
    return PLAIN_KEY.test(name) ? `${text}.${name}` : `${text}[${JSON.stringify(name)}]`
  }, root)

/** What is wrong with one place of an input. */
export const Fault = Schema.Struct({
  /** `missing`: a property is absent. `unknown`: one is there that nobody asked for. `invalid`: a value breaks a rule. */
  kind: FaultKind,
  /** Where, as a JSON path such as `$.shipments[0].number`. */
  path: Schema.String,
  /** One sentence that begins with the path and names the rule and the value found, unless that may be a secret. */
  message: Schema.String
})
export type Fault = typeof Fault.Type

/** As many faults are told one by one; the rest are counted. */
export const MAX_FAULTS = 50

/** How input from outside is parsed: every fault at once, unknown properties refused, values kept for the sentences. */
export const STRICT_PARSE_OPTIONS: SchemaAST.ParseOptions = {
  errors: "all",
  onExcessProperty: "error",
  reportInput: true
}

export interface FaultOptions {
  /** The path of the value that was parsed, `$` by default; such as `$.requests[3]` or `query`. */
  readonly root?: string
}

const shownValue = ({ display, found }: Finding): string | undefined => {
  if (Option.isNone(found)) return undefined
  const { value } = found
  switch (display) {
    case "nothing":
      return undefined
    case "kind":
      return describeKind(value)
    case "length":
      return Array.isArray(value) ? formatCount(value.length, "item") : formatValue(value)
    case "value":
      return formatValue(value)
    case "valueOrKind":
      return formatValue(value) ?? describeKind(value)
  }
}

/** A phrase that tells what must be follows the path as its verb; any other stands after a colon. */
const LEADING_VERB = /^(must|is|are|has|have|needs|may|cannot|does)\b/

/** What stands behind a semicolon in a phrase is advice, and the value found comes before it. */
const insertValue = (phrase: string, value: string | undefined): string => {
  if (value === undefined) return phrase
  const end = phrase.indexOf(";")
  return end < 0 ? `${phrase}, got ${value}` : `${phrase.slice(0, end)}, got ${value}${phrase.slice(end)}`
}

const wordFinding = (finding: Finding, root: string): Fault => {
  const path = formatPath(root, finding.path)
  const sentence = insertValue(finding.phrase(), shownValue(finding))
  return {
    kind: finding.kind,
    path,
    message: LEADING_VERB.test(sentence) ? `${path} ${sentence}` : `${path}: ${sentence}`
  }
}

/**
 * The faults that a failed parse found: at most 50, and one more at the root that
 * says how many are left out. Of a union the branch is reported that fits best. Values are told only when the parse
 * reported its input (`STRICT_PARSE_OPTIONS` does), and never below a name such as secret, key, authorization or headers.
 */
export const faultsOf = (
  failure: Schema.SchemaError | SchemaIssue.Issue,
  { root = "$" }: FaultOptions = {}
): ReadonlyArray<Fault> => {
  const issue = Schema.isSchemaError(failure) ? failure.issue : failure
  const { shown, count } = findingsOf(issue, MAX_FAULTS)
  const faults = shown.map((finding) => wordFinding(finding, root))
  const omitted = count - shown.length
  if (omitted === 0) return faults
  return [...faults, { kind: "invalid", path: root, message: `${root} has ${formatCount(omitted, "more fault")}` }]
}

/** Parses input from outside: what the schema makes of it, or everything that is wrong with it. */
export const parse = <S extends Schema.ConstraintDecoder<unknown>>(schema: S, options?: FaultOptions) => {
  const decode = Schema.decodeUnknownResult(schema, STRICT_PARSE_OPTIONS)
  return (input: unknown): Result.Result<S["Type"], ReadonlyArray<Fault>> =>
    Result.mapError(decode(input), (error) => faultsOf(error, options))
}
