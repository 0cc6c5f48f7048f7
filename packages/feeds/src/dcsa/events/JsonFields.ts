import { Predicate } from "effect"

/** An object of a payload with case-insensitive property names: `eventID`, `eventId`, `eventid`. */
export interface JsonFields {
  /** JSON path of the object, such as `$[3].transportCall`. */
  readonly path: string
  readonly values: ReadonlyMap<string, unknown>
  /** The names as they were sent, by their form in lower case. */
  readonly names: ReadonlyMap<string, string>
  /** A cache of the nested objects by name, because several properties of one object are read. */
  readonly children: Map<string, JsonFields | undefined>
}

/** The size of the cache of lower-case names. DCSA defines about a hundred; a sender can send any others. */
const MAX_KNOWN_NAMES = 1000
const lowerCaseNames = new Map<string, string>()

/** A name in lower case, cached because every event has the same forty names or so. */
const lowerCaseOf = (name: string): string => {
  const known = lowerCaseNames.get(name)
  if (known !== undefined) return known
  const lowerCased = name.toLowerCase()
  if (lowerCaseNames.size < MAX_KNOWN_NAMES && name.length < 100) lowerCaseNames.set(name, lowerCased)
  return lowerCased
}

/** The fields of a value; undefined when it is not an object. Of names that differ only in case, the first applies. */
export const fieldsOf = (value: unknown, path: string): JsonFields | undefined => {
  if (!Predicate.isObject(value)) return undefined
  const values = new Map<string, unknown>()
  const names = new Map<string, string>()
  const properties: Readonly<Record<string, unknown>> = value
  for (const name of Object.keys(properties)) {
    const key = lowerCaseOf(name)
    if (values.has(key)) continue
    values.set(key, properties[name])
    names.set(key, name)
  }
  return { path, values, names, children: new Map() }
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
  const known = fields.children.get(name)
  if (known !== undefined || fields.children.has(name)) return known
  const child = fieldsOf(valueOf(fields, name), `${fields.path}.${name}`)
  fields.children.set(name, child)
  return child
}

/** The objects of a nested array; empty when there is none. */
export const childrenOf = (fields: JsonFields, name: string): ReadonlyArray<JsonFields> => {
  const value = valueOf(fields, name)
  if (!Array.isArray(value)) return []
  return value.flatMap((item: unknown, index) => fieldsOf(item, `${fields.path}.${name}[${index}]`) ?? [])
}
