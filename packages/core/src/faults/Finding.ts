import { Option, Predicate, Schema, SchemaAST, SchemaIssue } from "effect"
import { isSecretPath } from "./Echo.ts"
import {
  describe,
  discriminatorOf,
  isLengthCheck,
  phraseOfCheck,
  phraseOfExpected,
  phraseOfMissing,
  phraseOfUnion,
  phraseOfUnknown
} from "./Phrase.ts"
import { breachesOf } from "./Rule.ts"

/** `missing`: a property is absent. `unknown`: one is there that nobody asked for. `invalid`: a value breaks a rule. */
export const FaultKind = Schema.Literals(["missing", "unknown", "invalid"])
export type FaultKind = typeof FaultKind.Type

/**
 * How a sentence tells what was found: the value itself, the value or else its kind, its kind alone, its length, or not
 * at all.
 */
export type Showing = "value" | "valueOrKind" | "kind" | "length" | "nothing"

/** One fault of a value, before it is put into words: `phrase` runs for those alone that are shown. */
export interface Finding {
  readonly kind: FaultKind
  readonly path: ReadonlyArray<PropertyKey>
  readonly phrase: () => string
  readonly showing: Showing
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
interface Place {
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

const one = (finding: Finding): Findings => ({ shown: [finding], count: 1, distance: DISTANCE[finding.kind] })

const together = (parts: Iterable<Findings>, limit: number): Findings => {
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

const inside = (found: Option.Option<unknown>, key: PropertyKey): Option.Option<unknown> =>
  Option.flatMap(found, (value) =>
    Predicate.isObjectOrArray(value) && Object.hasOwn(value, key)
      ? Option.some<unknown>(Reflect.get(value, key))
      : Option.none()
  )

const step = (place: Place, path: ReadonlyArray<PropertyKey>): Place => ({
  ...place,
  path: [...place.path, ...path],
  found: path.reduce(inside, place.found)
})

const guarded = (showing: Showing): Showing => (showing === "valueOrKind" || showing === "kind" ? "kind" : "nothing")

const invalid = (place: Place, showing: Showing, phrase: () => string): Findings =>
  one({
    kind: "invalid",
    path: place.path,
    phrase,
    showing: place.secret || isSecretPath(place.path) ? guarded(showing) : showing,
    found: place.found
  })

const messageOf = (annotations: Readonly<Record<string, unknown>> | undefined): string | undefined =>
  typeof annotations?.message === "string" ? annotations.message : undefined

const ofValue = (issue: SchemaIssue.InvalidValue | SchemaIssue.Forbidden, place: Place): Findings => {
  const { check } = place
  const showing = check !== undefined && isLengthCheck(check) ? "length" : "value"
  const expected = issue.annotations?.expected
  return invalid(
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

const ofUnion = (issue: SchemaIssue.AnyOf, place: Place): Findings => {
  const message = messageOf(SchemaAST.resolve(issue.ast))
  if (message !== undefined) return invalid(place, "valueOrKind", () => message)
  const branches = issue.issues.filter((branch) => !isOtherKind(branch)).map((branch) => walk(branch, place))
  const best = branches.reduce<Findings | undefined>(
    (best, branch) => (best === undefined || branch.distance < best.distance ? branch : best),
    undefined
  )
  if (best !== undefined) return best
  const found = Option.getOrUndefined(place.found)
  const discriminator = Predicate.isObject(found) ? discriminatorOf(issue.ast) : undefined
  if (discriminator === undefined) {
    return invalid(place, "valueOrKind", () => phraseOfUnion(issue.ast, found))
  }
  const at = step(place, [discriminator.name])
  const phrase = () => phraseOfUnion(discriminator.union, Option.getOrUndefined(at.found))
  return Option.isSome(at.found)
    ? invalid(at, "value", phrase)
    : one({
        kind: "missing",
        path: at.path,
        phrase: () => `is missing; it ${phrase()}`,
        showing: "nothing",
        found: at.found
      })
}

/** The parts of a composite, and what the rules of an object say whose own checks were never reached. */
const ofParts = (issue: SchemaIssue.Composite, place: Place): Findings => {
  const at = { ...place, owner: issue.ast }
  const parts = issue.issues.map((part) => walk(part, at))
  const checked = place.check !== undefined || issue.issues.some(({ _tag }) => _tag === "Filter")
  const breaches = checked ? [] : breachesOf(issue.ast.checks, Option.getOrUndefined(place.found))
  const broken = breaches.map(({ path, message }) => invalid(step(place, path), "value", () => message))
  return together([...parts, ...broken], place.limit)
}

const isRedacted = (ast: SchemaAST.AST): boolean =>
  SchemaAST.isDeclaration(ast) &&
  Predicate.isObject(ast.annotations?.representation) &&
  ast.annotations.representation.id === "effect/schema/Redacted"

const walk = (issue: SchemaIssue.Issue, from: Place): Findings => {
  // The outermost issue that reports its input is the nearest to what was sent; further in more may be decoded.
  const place =
    Option.isNone(from.found) && from.path.length === 0 && SchemaIssue.hasInput(issue)
      ? { ...from, found: Option.some<unknown>(issue.input) }
      : from
  switch (issue._tag) {
    case "Pointer":
      return walk(issue.issue, { ...step(place, issue.path), message: undefined })
    case "Encoding":
      return walk(issue.issue, {
        ...place,
        message: messageOf(SchemaAST.resolve(issue.ast)) ?? place.message,
        secret: place.secret || isRedacted(issue.ast)
      })
    case "Filter":
      return walk(issue.issue, { ...place, check: issue.filter })
    case "Composite":
      return ofParts(issue, place)
    case "AnyOf":
      return ofUnion(issue, place)
    case "OneOf":
      return invalid(place, "nothing", () => "fits more than one of the forms it may have, and must fit one alone")
    case "InvalidType":
      return invalid(place, "valueOrKind", () => messageOf(issue.ast.annotations) ?? `must be ${describe(issue.ast)}`)
    case "MissingKey":
      return one({
        kind: "missing",
        path: place.path,
        phrase: () => issue.annotations?.messageMissingKey ?? phraseOfMissing(place.owner, place.path.at(-1)),
        showing: "nothing",
        found: Option.none()
      })
    case "UnexpectedKey":
      return one({
        kind: "unknown",
        path: place.path,
        phrase: () => phraseOfUnknown(issue.ast, place.path.at(-1)),
        showing: "nothing",
        found: Option.none()
      })
    case "InvalidValue":
    case "Forbidden":
      return ofValue(issue, place)
  }
}

/** Every fault that an issue speaks of: the first `limit` of them, and how many there are. */
export const findingsOf = (issue: SchemaIssue.Issue, limit: number): Findings =>
  walk(issue, {
    path: [],
    found: Option.none(),
    owner: undefined,
    check: undefined,
    message: undefined,
    secret: false,
    limit
  })
