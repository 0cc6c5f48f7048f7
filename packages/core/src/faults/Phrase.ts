import { Predicate, SchemaAST } from "effect"
import { suggest } from "./Suggestions.ts"

/** Up to so many allowed values are all named; of more, those near to what was given. */
const MAX_NAMED = 8

/** `a`, `a or b`, `a, b or c`. */
export const joinWithOr = (words: ReadonlyArray<string>): string =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.slice(-1).join("")}`

const quoteAll = (words: ReadonlyArray<string>): string => joinWithOr(words.map((word) => JSON.stringify(word)))

/** How a check of Effect's own names itself and its bounds. */
const representationOf = (
  check: SchemaAST.Check<never>
): { readonly id: string; readonly payload: Readonly<Record<PropertyKey, unknown>> } | undefined => {
  const representation = check.annotations?.representation
  if (!Predicate.isObject(representation) || typeof representation.id !== "string") return undefined
  return { id: representation.id, payload: Predicate.isObject(representation.payload) ? representation.payload : {} }
}

const isWhole = (ast: SchemaAST.Number): boolean =>
  ast.checks?.some((check) => representationOf(check)?.id === "effect/schema/isInt") ?? false

/** What a schema takes on the wire: `a string`, `an object`, `"CT" or "BK"`. */
export const describeSchema = (ast: SchemaAST.AST): string => {
  const wire = SchemaAST.toEncoded(ast)
  switch (wire._tag) {
    case "String":
    case "TemplateLiteral":
      return "a string"
    case "Number":
      return isWhole(wire) ? "a whole number" : "a number"
    case "Boolean":
      return "true or false"
    case "Null":
      return "null"
    case "Literal":
      return typeof wire.literal === "string" ? JSON.stringify(wire.literal) : String(wire.literal)
    case "Arrays":
      return "an array"
    case "Objects":
    case "ObjectKeyword":
      return "an object"
    case "Suspend":
      return describeSchema(wire.thunk())
    case "Union":
      return describeUnion(wire)
    default:
      return wire.annotations?.expected === undefined ? "another kind of value" : String(wire.annotations.expected)
  }
}

/** The members of a union as the wire sees them, unions inside it laid open, without what stands for "absent". */
const membersOf = (union: SchemaAST.Union): ReadonlyArray<SchemaAST.AST> =>
  union.types.flatMap((type): ReadonlyArray<SchemaAST.AST> => {
    const wire = SchemaAST.toEncoded(type)
    if (SchemaAST.isUnion(wire)) return membersOf(wire)
    return SchemaAST.isUndefined(wire) ? [] : [wire]
  })

const describeUnion = (union: SchemaAST.Union): string => {
  const kinds = [...new Set(membersOf(union).map(describeSchema))]
  return kinds.length <= MAX_NAMED ? joinWithOr(kinds) : `one of ${kinds.length} known values`
}

/** What must be, where none of a union's members takes a value of this kind or this literal. */
export const phraseOfUnion = (union: SchemaAST.Union, value: unknown): string => {
  const names = membersOf(union).flatMap((ast) =>
    SchemaAST.isLiteral(ast) && typeof ast.literal === "string" ? [ast.literal] : []
  )
  if (names.length <= MAX_NAMED || typeof value !== "string") return `must be ${describeUnion(union)}`
  const near = suggest(value, names)
  const hint = near.length === 0 ? `for example ${quoteAll(names.slice(0, 3))}` : `did you mean ${quoteAll(near)}?`
  return `must be one of ${names.length} known values; ${hint}`
}

/**
 * The property by which the objects of a union tell themselves apart, when the value has none of its known
 * values there.
 */
export const discriminatorOf = (
  union: SchemaAST.Union
): { readonly name: PropertyKey; readonly union: SchemaAST.Union } | undefined => {
  const literals = membersOf(union)
    .filter(SchemaAST.isObjects)
    .map((ast) => ast.propertySignatures.filter(({ type }) => SchemaAST.isLiteral(type)))
  const name = literals[0]?.find(({ name }) => literals.every((own) => own.some((other) => other.name === name)))?.name
  if (name === undefined) return undefined
  const types = literals.flatMap((own) => own.filter((other) => other.name === name).map(({ type }) => type))
  return { name, union: new SchemaAST.Union(types) }
}

/** What must be of a property that is absent: what its schema takes, when the schema is known. */
export const phraseOfMissing = (owner: SchemaAST.AST | undefined, key: PropertyKey | undefined): string => {
  const wire = owner === undefined ? undefined : SchemaAST.toEncoded(owner)
  const property =
    wire !== undefined && SchemaAST.isObjects(wire)
      ? wire.propertySignatures.find(({ name }) => name === key)
      : undefined
  return property === undefined ? "is missing" : `is missing; it must be ${describeSchema(property.type)}`
}

/** What to say of a property that an object does not have. */
export const phraseOfUnknown = (owner: SchemaAST.AST, key: PropertyKey | undefined): string => {
  const wire = SchemaAST.toEncoded(owner)
  if (!SchemaAST.isObjects(wire)) return "is one item too many"
  const names = wire.propertySignatures.map(({ name }) => String(name))
  const near = suggest(String(key), names)
  if (near.length > 0) return `is not a known property; did you mean ${quoteAll(near)}?`
  return names.length === 0 || names.length > MAX_NAMED
    ? "is not a known property"
    : `is not a known property; known here: ${names.join(", ")}`
}

/** `1 item`, `12 items`. */
export const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

const LENGTH_BOUNDS: Readonly<Record<string, (payload: Readonly<Record<PropertyKey, unknown>>) => string>> = {
  "effect/schema/isMinLength": ({ minLength }) => `at least ${minLength}`,
  "effect/schema/isMaxLength": ({ maxLength }) => `at most ${maxLength}`,
  "effect/schema/isBetweenLength": ({ minimum, maximum }) =>
    minimum === maximum ? `exactly ${minimum}` : `${minimum} to ${maximum}`
}

/** The bounds that a check of length sets: `at least 1`. Undefined for any other check. */
const lengthBoundsOf = (filter: SchemaAST.Filter<unknown>): string | undefined => {
  const representation = representationOf(filter)
  return representation === undefined ? undefined : LENGTH_BOUNDS[representation.id]?.(representation.payload)
}

export const isLengthCheck = (filter: SchemaAST.Filter<unknown>): boolean => lengthBoundsOf(filter) !== undefined

/** What Effect says it expected, where the trade has clearer words. */
const PLAIN_WORDING: Readonly<Record<string, string>> = {
  "an integer": "a whole number",
  "a valid UTC DateTime string": "a date and time of ISO 8601, such as 2026-03-01T12:00:00Z"
}

export const phraseOfExpected = (expected: string): string => `must be ${PLAIN_WORDING[expected] ?? expected}`

/** What a check asks for, by its own message or by what is known of it. Undefined when it says nothing. */
export const phraseOfCheck = (filter: SchemaAST.Filter<unknown>, value: unknown): string | undefined => {
  const message = filter.annotations?.message
  if (typeof message === "string") return message
  const bounds = lengthBoundsOf(filter)
  if (bounds !== undefined) {
    return `must have ${bounds} ${Array.isArray(value) ? "item" : "character"}${bounds.endsWith(" 1") ? "" : "s"}`
  }
  const expected = filter.annotations?.expected
  return typeof expected === "string" ? phraseOfExpected(expected) : undefined
}
