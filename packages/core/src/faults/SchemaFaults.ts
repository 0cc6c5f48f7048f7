import { Option, Predicate, Result, Schema, SchemaAST, SchemaIssue } from "effect"
import { formatCount } from "../listing/Count.ts"
import { type Fault, type FaultKind, type FaultPath, splitAdvice } from "./Fault.ts"
import { describeKind, formatValue, isSecretPath } from "./FaultValue.ts"
import { violationsOf } from "./Rule.ts"
import {
  checkRule,
  describeSchema,
  discriminatorOf,
  expectedRule,
  isLengthCheck,
  membersOf,
  missingRule,
  type SchemaRule,
  unionRule,
  unknownRule
} from "./SchemaRules.ts"

/**
 * The form in which the value found is shown: the value itself, the value or else its kind, its kind alone, its length,
 * or not at all.
 */
type ValueDisplay = "value" | "valueOrKind" | "kind" | "length" | "nothing"

/** A fault before it is formatted: an input can have many thousands, and `rule` runs for the reported ones alone. */
interface Finding {
  readonly kind: FaultKind
  readonly path: FaultPath
  readonly rule: () => SchemaRule
  readonly display: ValueDisplay
  /** The value found; none when the parser did not report its input or nothing was sent. */
  readonly found: Option.Option<unknown>
}

/** The first findings of a branch of an issue, how many the branch has, and how far the value is from fitting. */
interface Findings {
  readonly shown: ReadonlyArray<Finding>
  readonly count: number
  readonly distance: number
}

/** The position of the walk through an issue. */
interface IssueContext {
  readonly path: FaultPath
  /** The value sent at this path; for a rule of the whole input, the decoded value. */
  readonly found: Option.Option<unknown>
  /** The schema of the object around this position. */
  readonly owner: SchemaAST.AST | undefined
  /** The check whose failure is walked. */
  readonly check: SchemaAST.Filter<unknown> | undefined
  /** The message of the schema around a failed transformation. */
  readonly message: string | undefined
  readonly secret: boolean
  readonly limit: number
}

/** The weight of a fault of each kind against a branch of a union: an unknown property counts most. */
const DISTANCE: Record<FaultKind, number> = { unknown: 3, missing: 2, invalid: 1 }

const singleFinding = (finding: Finding): Findings => ({ shown: [finding], count: 1, distance: DISTANCE[finding.kind] })

const mergeFindings = (parts: Iterable<Findings>, limit: number): Findings => {
  const shown: Array<Finding> = []
  let count = 0
  let distance = 0
  for (const part of parts) {
    if (shown.length < limit) shown.push(...part.shown.slice(0, limit - shown.length))
    count += part.count
    distance += part.distance
  }
  return { shown, count, distance }
}

const propertyAt = (found: Option.Option<unknown>, key: PropertyKey): Option.Option<unknown> =>
  Option.flatMap(found, (value) =>
    Predicate.isObjectOrArray(value) && Object.hasOwn(value, key)
      ? Option.some<unknown>(Reflect.get(value, key))
      : Option.none()
  )

const descend = (context: IssueContext, path: ReadonlyArray<PropertyKey>): IssueContext => ({
  ...context,
  path: [...context.path, ...path.map((key) => (typeof key === "number" ? key : String(key)))],
  found: path.reduce(propertyAt, context.found)
})

const redactDisplay = (display: ValueDisplay): ValueDisplay =>
  display === "valueOrKind" || display === "kind" ? "kind" : "nothing"

const invalidFinding = (context: IssueContext, display: ValueDisplay, rule: () => SchemaRule): Findings =>
  singleFinding({
    kind: "invalid",
    path: context.path,
    rule,
    display: context.secret || isSecretPath(context.path) ? redactDisplay(display) : display,
    found: context.found
  })

/** A missing property, or an unknown one: there is no value to show. */
const propertyFinding = (kind: "missing" | "unknown", path: FaultPath, rule: () => SchemaRule): Findings =>
  singleFinding({ kind, path, rule, display: "nothing", found: Option.none() })

const messageOf = (annotations: Readonly<Record<string, unknown>> | undefined): string | undefined =>
  typeof annotations?.message === "string" ? annotations.message : undefined

const findingsOfValue = (issue: SchemaIssue.InvalidValue | SchemaIssue.Forbidden, context: IssueContext): Findings => {
  const { check } = context
  const display = check !== undefined && isLengthCheck(check) ? "length" : "value"
  const expected = issue.annotations?.expected
  return invalidFinding(context, display, () => {
    const message = messageOf(issue.annotations)
    if (message !== undefined) return splitAdvice(message)
    const rule = check === undefined ? undefined : checkRule(check, Option.getOrUndefined(context.found))
    if (rule !== undefined) return rule
    if (context.message !== undefined) return splitAdvice(context.message)
    return expected === undefined ? { rule: "is not valid" } : expectedRule(expected)
  })
}

/** The number that a text is the shortest form of; undefined for any other value. */
const quotedNumber = (value: unknown): number | undefined => {
  const number = typeof value === "string" ? Number(value) : Number.NaN
  return Number.isFinite(number) && String(number) === value ? number : undefined
}

/**
 * The findings of a string where the schema accepts a number: the number to send, or the rules that it would break too.
 * Undefined when the value is not a number in quotes, or may be a secret.
 */
const findingsOfQuotedNumber = (
  schema: SchemaAST.Number,
  context: IssueContext,
  rule: () => SchemaRule
): Findings | undefined => {
  if (context.secret || isSecretPath(context.path)) return undefined
  const number = quotedNumber(Option.getOrUndefined(context.found))
  if (number === undefined) return undefined
  const decoded = Schema.decodeUnknownResult(Schema.make<Schema.ConstraintDecoder<unknown>>(schema))(number)
  if (Result.isSuccess(decoded)) {
    return invalidFinding(context, "value", () => ({ ...rule(), advice: `send ${number} without quotes` }))
  }
  const asNumber = { ...context, found: Option.some<unknown>(number) }
  const broken = findingsOfIssue(decoded.failure.issue, asNumber)
  return mergeFindings([invalidFinding(context, "value", rule), broken], context.limit)
}

/** Whether a branch of a union accepts another kind of value altogether, so that its faults are not worth reporting. */
const isOtherKind = (issue: SchemaIssue.Issue): boolean => {
  switch (issue._tag) {
    case "InvalidType":
      return messageOf(issue.ast.annotations) === undefined
    case "Encoding":
      return isOtherKind(issue.issue)
    case "AnyOf":
      return messageOf(SchemaAST.resolve(issue.ast)) === undefined && issue.issues.every(isOtherKind)
    default:
      return false
  }
}

const findingsOfUnion = (issue: SchemaIssue.AnyOf, context: IssueContext): Findings => {
  const message = messageOf(SchemaAST.resolve(issue.ast))
  if (message !== undefined) return invalidFinding(context, "valueOrKind", () => splitAdvice(message))
  const branches = issue.issues
    .filter((branch) => !isOtherKind(branch))
    .map((branch) => findingsOfIssue(branch, context))
  const best = branches.reduce<Findings | undefined>(
    (best, branch) => (best === undefined || branch.distance < best.distance ? branch : best),
    undefined
  )
  if (best !== undefined) return best
  const value = Option.getOrUndefined(context.found)
  const discriminator = Predicate.isObject(value) ? discriminatorOf(issue.ast) : undefined
  if (discriminator === undefined) {
    const rule = () => unionRule(issue.ast, value)
    const number = membersOf(issue.ast).find(SchemaAST.isNumber)
    const quoted = number === undefined ? undefined : findingsOfQuotedNumber(number, context, rule)
    return quoted ?? invalidFinding(context, "valueOrKind", rule)
  }
  const at = descend(context, [discriminator.name])
  const rule = () => unionRule(discriminator.union, Option.getOrUndefined(at.found))
  return Option.isSome(at.found) ? invalidFinding(at, "value", rule) : propertyFinding("missing", at.path, rule)
}

/** The findings of an object's properties, and of those of its rules that the parser did not reach. */
const findingsOfComposite = (issue: SchemaIssue.Composite, context: IssueContext): Findings => {
  const at = { ...context, owner: issue.ast }
  const parts = issue.issues.map((part) => findingsOfIssue(part, at))
  const checked = context.check !== undefined || issue.issues.some(({ _tag }) => _tag === "Filter")
  const violations = checked ? [] : violationsOf(issue.ast.checks, Option.getOrUndefined(context.found))
  const broken = violations.map(({ path, rule }) =>
    invalidFinding(descend(context, path), "value", () => splitAdvice(rule))
  )
  return mergeFindings([...parts, ...broken], context.limit)
}

/** A value of another type. */
const findingsOfType = ({ ast }: SchemaIssue.InvalidType, context: IssueContext): Findings => {
  const rule = () => splitAdvice(messageOf(ast.annotations) ?? `must be ${describeSchema(ast)}`)
  const quoted = SchemaAST.isNumber(ast) ? findingsOfQuotedNumber(ast, context, rule) : undefined
  return quoted ?? invalidFinding(context, "valueOrKind", rule)
}

const isRedacted = (ast: SchemaAST.AST): boolean =>
  SchemaAST.isDeclaration(ast) &&
  Predicate.isObject(ast.annotations?.representation) &&
  ast.annotations.representation.id === "effect/schema/Redacted"

const findingsOfIssue = (issue: SchemaIssue.Issue, from: IssueContext): Findings => {
  // The outermost issue that reports its input holds the value as it was sent; an inner one may hold a decoded value.
  const context =
    Option.isNone(from.found) && from.path.length === 0 && SchemaIssue.hasInput(issue)
      ? { ...from, found: Option.some<unknown>(issue.input) }
      : from
  switch (issue._tag) {
    case "Pointer":
      return findingsOfIssue(issue.issue, { ...descend(context, issue.path), message: undefined })
    case "Encoding":
      return findingsOfIssue(issue.issue, {
        ...context,
        message: messageOf(SchemaAST.resolve(issue.ast)) ?? context.message,
        secret: context.secret || isRedacted(issue.ast)
      })
    case "Filter":
      return findingsOfIssue(issue.issue, { ...context, check: issue.filter })
    case "Composite":
      return findingsOfComposite(issue, context)
    case "AnyOf":
      return findingsOfUnion(issue, context)
    case "OneOf":
      return invalidFinding(context, "nothing", () => ({
        rule: "must match exactly one of its allowed forms, and matches several"
      }))
    case "InvalidType":
      return findingsOfType(issue, context)
    case "MissingKey":
      return propertyFinding("missing", context.path, () => {
        const message = issue.annotations?.messageMissingKey
        return message === undefined ? missingRule(context.owner, context.path.at(-1)) : splitAdvice(message)
      })
    case "UnexpectedKey":
      return propertyFinding("unknown", context.path, () => unknownRule(issue.ast, context.path.at(-1)))
    case "InvalidValue":
    case "Forbidden":
      return findingsOfValue(issue, context)
  }
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

const toFault = (finding: Finding): Fault => {
  const value = shownValue(finding)
  const { kind, path } = finding
  return { kind, path, ...finding.rule(), ...(value === undefined ? {} : { value }) }
}

/** The faults of an issue: the first `limit` of them, and how many there are. */
export const faultsOfIssue = (
  issue: SchemaIssue.Issue,
  limit: number
): { readonly faults: ReadonlyArray<Fault>; readonly count: number } => {
  const { shown, count } = findingsOfIssue(issue, {
    path: [],
    found: Option.none(),
    owner: undefined,
    check: undefined,
    message: undefined,
    secret: false,
    limit
  })
  return { faults: shown.map(toFault), count }
}
