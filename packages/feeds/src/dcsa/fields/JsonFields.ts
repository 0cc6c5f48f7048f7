import { Predicate } from "effect"

/** An object of a payload with case-insensitive property names: `eventID`, `eventId`, `eventid`. */
export interface JsonFields {
  /** JSON path of the object, such as `$[3].transportCall`. */
  readonly path: string
  /** The object as it was sent. */
  readonly source: Readonly<Record<string, unknown>>
  /** By name in lower case. */
  readonly values: ReadonlyMap<string, unknown>
  /** The nested objects by name, from the first that is read, because several properties of one object are read. */
  children: Map<string, JsonFields | undefined> | undefined
  /** The nested arrays of objects, likewise. */
  lists: Map<string, ReadonlyArray<JsonFields>> | undefined
}

/** The size of the cache of lower-case names. DCSA defines about a hundred; a sender can send any others. */
const MAX_KNOWN_NAMES = 1000
const lowerCaseNames = new Map<string, string>()

/** A name in lower case, cached because every event has the same forty names or so. */
export const lowerCaseOf = (name: string): string => {
  const cached = lowerCaseNames.get(name)
  if (cached !== undefined) return cached
  const lowerCased = name.toLowerCase()
  if (lowerCaseNames.size < MAX_KNOWN_NAMES && name.length < 100) lowerCaseNames.set(name, lowerCased)
  return lowerCased
}

/** The fields of a value; undefined when it is not an object. Of names that differ only in case, the first applies. */
export const fieldsOf = (value: unknown, path: string): JsonFields | undefined => {
  if (!Predicate.isObject(value)) return undefined
  const values = new Map<string, unknown>()
  const source: Readonly<Record<string, unknown>> = value
  for (const name of Object.keys(source)) {
    const key = lowerCaseOf(name)
    if (!values.has(key)) values.set(key, source[name])
  }
  return { path, source, values, children: undefined, lists: undefined }
}

/** The value of the first of these names that has a value; null counts as absent. */
export const valueOf = (fields: JsonFields | undefined, ...names: ReadonlyArray<string>): unknown => {
  if (fields === undefined) return undefined
  for (const name of names) {
    const value = fields.values.get(lowerCaseOf(name))
    if (value !== undefined && value !== null) return value
  }
  return undefined
}

/** Replaces characters that a database cannot store (NUL, lone surrogates) by U+FFFD, before any comparison. */
const toStorableText = (text: string): string =>
  text.isWellFormed() && !text.includes("\0") ? text : text.toWellFormed().replaceAll("\0", "\uFFFD")

/** A trimmed text, or a number as text, because ids are sent as either. Undefined when blank or of another type. */
export const textOf = (fields: JsonFields | undefined, ...names: ReadonlyArray<string>): string | undefined => {
  const value = valueOf(fields, ...names)
  if (typeof value === "number") return String(value)
  const text = typeof value === "string" ? value.trim() : ""
  return text === "" ? undefined : toStorableText(text)
}

/** A nested object; undefined when there is none. */
export const childOf = (fields: JsonFields | undefined, name: string): JsonFields | undefined => {
  if (fields === undefined) return undefined
  fields.children ??= new Map()
  const existing = fields.children.get(name)
  if (existing !== undefined || fields.children.has(name)) return existing
  const child = fieldsOf(valueOf(fields, name), `${fields.path}.${name}`)
  fields.children.set(name, child)
  return child
}

/** More than any list of an event may have: an event with a longer one is rejected by its first items. */
const MAX_CHILDREN = 1000

const NO_CHILDREN: ReadonlyArray<JsonFields> = []

/** The first objects of a nested array; empty when there is none. */
export const childrenOf = (fields: JsonFields, name: string): ReadonlyArray<JsonFields> => {
  const existing = fields.lists?.get(name)
  if (existing !== undefined) return existing
  const value = valueOf(fields, name)
  if (!Array.isArray(value) || value.length === 0) return NO_CHILDREN
  const children = value
    .slice(0, MAX_CHILDREN)
    .flatMap((item: unknown, index) => fieldsOf(item, `${fields.path}.${name}[${index}]`) ?? [])
  fields.lists ??= new Map()
  fields.lists.set(name, children)
  return children
}
