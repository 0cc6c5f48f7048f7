import { Predicate, SchemaAST } from "effect"
import { type Fault, joinWithOr, splitAdvice } from "./Fault.ts"
import { suggest } from "./Suggestions.ts"

/** The part of a fault that its schema states. */
export type SchemaRule = Pick<Fault, "rule" | "suggestions" | "advice">

/** Up to this many allowed values are all named; of more, those close to the value found. */
const MAX_NAMED = 8

/** The identifier and the bounds of a check that is built into Effect. */
const representationOf = (
  check: SchemaAST.Check<never>
): { readonly id: string; readonly payload: Readonly<Record<PropertyKey, unknown>> } | undefined => {
  const representation = check.annotations?.representation
  if (!Predicate.isObject(representation) || typeof representation.id !== "string") return undefined
  return { id: representation.id, payload: Predicate.isObject(representation.payload) ? representation.payload : {} }
}

const isWhole = (ast: SchemaAST.Number): boolean =>
  ast.checks?.some((check) => representationOf(check)?.id === "effect/schema/isInt") ?? false

/** The encoded values that a schema accepts: `a string`, `an object`, `"CT" or "BK"`. */
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

/** The encoded members of a union, with nested unions flattened and without `undefined`, which stands for absence. */
export const membersOf = (union: SchemaAST.Union): ReadonlyArray<SchemaAST.AST> =>
  union.types.flatMap((type): ReadonlyArray<SchemaAST.AST> => {
    const wire = SchemaAST.toEncoded(type)
    if (SchemaAST.isUnion(wire)) return membersOf(wire)
    return SchemaAST.isUndefined(wire) ? [] : [wire]
  })

const describeUnion = (union: SchemaAST.Union): string => {
  const kinds = [...new Set(membersOf(union).map(describeSchema))]
  return kinds.length <= MAX_NAMED ? joinWithOr(kinds) : `one of ${kinds.length} known values`
}

/** The rule for a value that matches no member of a union. */
export const unionRule = (union: SchemaAST.Union, value: unknown): SchemaRule => {
  const names = membersOf(union).flatMap((ast) =>
    SchemaAST.isLiteral(ast) && typeof ast.literal === "string" ? [ast.literal] : []
  )
  if (names.length <= MAX_NAMED || typeof value !== "string") return { rule: `must be ${describeUnion(union)}` }
  const rule = `must be one of ${names.length} known values`
  const suggestions = suggest(value, names)
  if (suggestions.length > 0) return { rule, suggestions }
  const examples = names.slice(0, 3).map((name) => JSON.stringify(name))
  return { rule, advice: `for example ${joinWithOr(examples)}` }
}

/**
 * The property whose literal values distinguish the objects of a union; undefined when the union has no such property.
 */
export const discriminatorOf = (
  union: SchemaAST.Union
): { readonly name: PropertyKey; readonly union: SchemaAST.Union } | undefined => {
  const literals = membersOf(union)
    .filter(SchemaAST.isObjects)
    .map((ast) => ast.propertySignatures.filter(({ type }) => SchemaAST.isLiteral(type)))
  const name = literals[0]?.find(({ name }) =>
    literals.every((properties) => properties.some((other) => other.name === name))
  )?.name
  if (name === undefined) return undefined
  const types = literals.flatMap((properties) =>
    properties.filter((other) => other.name === name).map(({ type }) => type)
  )
  return { name, union: new SchemaAST.Union(types) }
}

/** The rule for a property that is absent: what its schema accepts. */
export const missingRule = (owner: SchemaAST.AST | undefined, key: PropertyKey | undefined): SchemaRule => {
  const wire = owner === undefined ? undefined : SchemaAST.toEncoded(owner)
  const property =
    wire !== undefined && SchemaAST.isObjects(wire)
      ? wire.propertySignatures.find(({ name }) => name === key)
      : undefined
  return { rule: property === undefined ? "must be present" : `must be ${describeSchema(property.type)}` }
}

/** The rule for a property that an object may not have. */
export const unknownRule = (owner: SchemaAST.AST, key: PropertyKey | undefined): SchemaRule => {
  const wire = SchemaAST.toEncoded(owner)
  if (!SchemaAST.isObjects(wire)) return { rule: "is one item too many" }
  const rule = "is not a known property"
  const names = wire.propertySignatures.map(({ name }) => String(name))
  const suggestions = suggest(String(key), names)
  if (suggestions.length > 0) return { rule, suggestions }
  return names.length === 0 || names.length > MAX_NAMED
    ? { rule }
    : { rule, advice: `known properties: ${names.join(", ")}` }
}

const LENGTH_BOUNDS: Readonly<Record<string, (payload: Readonly<Record<PropertyKey, unknown>>) => string>> = {
  "effect/schema/isMinLength": ({ minLength }) => `at least ${minLength}`,
  "effect/schema/isMaxLength": ({ maxLength }) => `at most ${maxLength}`,
  "effect/schema/isBetweenLength": ({ minimum, maximum }) =>
    minimum === maximum ? `exactly ${minimum}` : `${minimum} to ${maximum}`
}

/** The bounds of a length check: `at least 1`. Undefined for any other check. */
const lengthBoundsOf = (filter: SchemaAST.Filter<unknown>): string | undefined => {
  const representation = representationOf(filter)
  return representation === undefined ? undefined : LENGTH_BOUNDS[representation.id]?.(representation.payload)
}

/** Whether a check of a schema bounds the length of a value. */
export const isLengthCheck = (filter: SchemaAST.Filter<unknown>): boolean => lengthBoundsOf(filter) !== undefined

/** Replacements for expectations that Effect words in its own terms. */
const EXPECTED_WORDING: Readonly<Record<string, string>> = {
  "an integer": "a whole number",
  "a valid UTC DateTime string": "an ISO 8601 date and time, such as 2026-03-01T12:00:00Z"
}

/** The rule that a value must be what a schema expects, such as `must be a string`. */
export const expectedRule = (expected: string): SchemaRule => ({
  rule: `must be ${EXPECTED_WORDING[expected] ?? expected}`
})

/** The rule of a check: its own message, or what its annotations state. Undefined when it has neither. */
export const checkRule = (filter: SchemaAST.Filter<unknown>, value: unknown): SchemaRule | undefined => {
  const message = filter.annotations?.message
  if (typeof message === "string") return splitAdvice(message)
  const bounds = lengthBoundsOf(filter)
  if (bounds !== undefined) {
    return {
      rule: `must have ${bounds} ${Array.isArray(value) ? "item" : "character"}${bounds.endsWith(" 1") ? "" : "s"}`
    }
  }
  const expected = filter.annotations?.expected
  return typeof expected === "string" ? expectedRule(expected) : undefined
}
