import { Option, Predicate, Schema, SchemaAST, SchemaIssue } from "effect"
import { isSecretPath } from "./FaultValue.ts"
import {
  describeSchema,
  discriminatorOf,
  isLengthCheck,
  phraseOfCheck,
  phraseOfExpected,
  phraseOfMissing,
  phraseOfUnion,
  phraseOfUnknown
} from "./Phrase.ts"
import { violationsOf } from "./Rule.ts"

/** `missing`: a property is absent. `unknown`: one is there that nobody asked for. `invalid`: a value breaks a rule. */
export const FaultKind = Schema.Literals(["missing", "unknown", "invalid"])
export type FaultKind = typeof FaultKind.Type

/**
 * How a sentence tells what was found: the value itself, the value or else its kind, its kind alone, its length, or not
 * at all.
 */
export type ValueDisplay = "value" | "valueOrKind" | "kind" | "length" | "nothing"

/** One fault of a value, before it is put into words: `phrase` runs for those alone that are shown. */
export interface Finding {
  readonly kind: FaultKind
  readonly path: ReadonlyArray<PropertyKey>
  readonly phrase: () => string
  readonly display: ValueDisplay
  /** What was sent there; none when the parser did not report its input or nothing was sent. */
  readonly found: Option.Option<unknown>
}

/** The first findings of a branch of issues, how many there are in all, and how far the value is from fitting. */
export interface Findings {
  readonly shown: ReadonlyArray<Finding>
  readonly count: number
  readonly distance: number
}

/** Where the walk stands. */
interface IssueContext {
  readonly path: ReadonlyArray<PropertyKey>
  /** What was sent at this path; where a rule of the whole input is broken, what codecs made of it. */
  readonly found: Option.Option<unknown>
  /** The schema of the object around this place. */
  readonly owner: SchemaAST.AST | undefined
  /** The check whose failure is being walked. */
  readonly check: SchemaAST.Filter<unknown> | undefined
  /** What the schema around a failed transformation says of itself. */
  readonly message: string | undefined
  readonly secret: boolean
  readonly limit: number
}

/** How much a fault says against a branch of a union: a property that is not the branch's own says most. */
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

const descend = (place: IssueContext, path: ReadonlyArray<PropertyKey>): IssueContext => ({
  ...place,
  path: [...place.path, ...path],
  found: path.reduce(propertyAt, place.found)
})

const redactDisplay = (showing: ValueDisplay): ValueDisplay =>
  showing === "valueOrKind" || showing === "kind" ? "kind" : "nothing"

const invalidFinding = (place: IssueContext, showing: ValueDisplay, phrase: () => string): Findings =>
  singleFinding({
    kind: "invalid",
    path: place.path,
    phrase,
    display: place.secret || isSecretPath(place.path) ? redactDisplay(showing) : showing,
    found: place.found
  })

const messageOf = (annotations: Readonly<Record<string, unknown>> | undefined): string | undefined =>
  typeof annotations?.message === "string" ? annotations.message : undefined

const findingsOfValue = (issue: SchemaIssue.InvalidValue | SchemaIssue.Forbidden, place: IssueContext): Findings => {
  const { check } = place
  const showing = check !== undefined && isLengthCheck(check) ? "length" : "value"
  const expected = issue.annotations?.expected
  return invalidFinding(
    place,
    showing,
    () =>
      messageOf(issue.annotations) ??
      (check === undefined ? undefined : phraseOfCheck(check, Option.getOrUndefined(place.found))) ??
      place.message ??
      (expected === undefined ? "is not valid" : phraseOfExpected(expected))
  )
}

/** Whether a branch of a union takes another kind of value altogether, so that its faults say nothing of their own. */
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

const findingsOfUnion = (issue: SchemaIssue.AnyOf, place: IssueContext): Findings => {
  const message = messageOf(SchemaAST.resolve(issue.ast))
  if (message !== undefined) return invalidFinding(place, "valueOrKind", () => message)
  const branches = issue.issues.filter((branch) => !isOtherKind(branch)).map((branch) => findingsOfIssue(branch, place))
  const best = branches.reduce<Findings | undefined>(
    (best, branch) => (best === undefined || branch.distance < best.distance ? branch : best),
    undefined
  )
  if (best !== undefined) return best
  const found = Option.getOrUndefined(place.found)
  const discriminator = Predicate.isObject(found) ? discriminatorOf(issue.ast) : undefined
  if (discriminator === undefined) {
    return invalidFinding(place, "valueOrKind", () => phraseOfUnion(issue.ast, found))
  }
  const at = descend(place, [discriminator.name])
  const phrase = () => phraseOfUnion(discriminator.union, Option.getOrUndefined(at.found))
  return Option.isSome(at.found)
    ? invalidFinding(at, "value", phrase)
    : singleFinding({
        kind: "missing",
        path: at.path,
        phrase: () => `is missing; it ${phrase()}`,
        display: "nothing",
        found: at.found
      })
}

/** The parts of a composite, and what the rules of an object say whose own checks were never reached. */
const findingsOfComposite = (issue: SchemaIssue.Composite, place: IssueContext): Findings => {
  const at = { ...place, owner: issue.ast }
  const parts = issue.issues.map((part) => findingsOfIssue(part, at))
  const checked = place.check !== undefined || issue.issues.some(({ _tag }) => _tag === "Filter")
  const breaches = checked ? [] : violationsOf(issue.ast.checks, Option.getOrUndefined(place.found))
  const broken = breaches.map(({ path, message }) => invalidFinding(descend(place, path), "value", () => message))
  return mergeFindings([...parts, ...broken], place.limit)
}

const isRedacted = (ast: SchemaAST.AST): boolean =>
  SchemaAST.isDeclaration(ast) &&
  Predicate.isObject(ast.annotations?.representation) &&
  ast.annotations.representation.id === "effect/schema/Redacted"

const findingsOfIssue = (issue: SchemaIssue.Issue, from: IssueContext): Findings => {
  // The outermost issue that reports its input is the nearest to what was sent; further in more may be decoded.
  const place =
    Option.isNone(from.found) && from.path.length === 0 && SchemaIssue.hasInput(issue)
      ? { ...from, found: Option.some<unknown>(issue.input) }
      : from
  switch (issue._tag) {
    case "Pointer":
      return findingsOfIssue(issue.issue, { ...descend(place, issue.path), message: undefined })
    case "Encoding":
      return findingsOfIssue(issue.issue, {
        ...place,
        message: messageOf(SchemaAST.resolve(issue.ast)) ?? place.message,
        secret: place.secret || isRedacted(issue.ast)
      })
    case "Filter":
      return findingsOfIssue(issue.issue, { ...place, check: issue.filter })
    case "Composite":
      return findingsOfComposite(issue, place)
    case "AnyOf":
      return findingsOfUnion(issue, place)
    case "OneOf":
      return invalidFinding(
        place,
        "nothing",
        () => "fits more than one of the forms it may have, and must fit one alone"
      )
    case "InvalidType":
      return invalidFinding(
        place,
        "valueOrKind",
        () => messageOf(issue.ast.annotations) ?? `must be ${describeSchema(issue.ast)}`
      )
    case "MissingKey":
      return singleFinding({
        kind: "missing",
        path: place.path,
        phrase: () => issue.annotations?.messageMissingKey ?? phraseOfMissing(place.owner, place.path.at(-1)),
        display: "nothing",
        found: Option.none()
      })
    case "UnexpectedKey":
      return singleFinding({
        kind: "unknown",
        path: place.path,
        phrase: () => phraseOfUnknown(issue.ast, place.path.at(-1)),
        display: "nothing",
        found: Option.none()
      })
    case "InvalidValue":
    case "Forbidden":
      return findingsOfValue(issue, place)
  }
}

/** Every fault that an issue speaks of: the first `limit` of them, and how many there are. */
export const findingsOf = (issue: SchemaIssue.Issue, limit: number): Findings =>
  findingsOfIssue(issue, {
    path: [],
    found: Option.none(),
    owner: undefined,
    check: undefined,
    message: undefined,
    secret: false,
    limit
  })
