import { Predicate } from "effect"

/** An object of a payload, read by property names without regard to capital letters: `eventID`, `eventId`, `eventid`. */
export interface JsonFields {
  /** JSON path of the object, such as `$[3].transportCall`. */
  readonly path: string
  readonly values: ReadonlyMap<string, unknown>
  /** The objects within it that were read already, by name: several questions go to the same one. */
  readonly children: Map<string, JsonFields | undefined>
}

/** How many names are known in small letters: a sender may make up any, and DCSA has a hundred. */
const MAX_KNOWN_NAMES = 1000
const lowerCaseNames = new Map<string, string>()

/** A name in small letters. Each event has some forty names, always the same. */
const lowerCaseOf = (name: string): string => {
  const known = lowerCaseNames.get(name)
  if (known !== undefined) return known
  const small = name.toLowerCase()
  if (lowerCaseNames.size < MAX_KNOWN_NAMES && name.length < 100) lowerCaseNames.set(name, small)
  return small
}

/** The fields of a value; undefined when it is no object. Of names that differ in capitals alone the first counts. */
export const fieldsOf = (value: unknown, path: string): JsonFields | undefined => {
  if (!Predicate.isObject(value)) return undefined
  const values = new Map<string, unknown>()
  const held: Readonly<Record<string, unknown>> = value
  for (const name of Object.keys(held)) {
    const key = lowerCaseOf(name)
    if (!values.has(key)) values.set(key, held[name])
  }
  return { path, values, children: new Map() }
}

/** The value under the first of these names that has one; null counts as none. */
export const valueOf = (fields: JsonFields | undefined, ...names: ReadonlyArray<string>): unknown => {
  if (fields === undefined) return undefined
  for (const name of names) {
    const value = fields.values.get(lowerCaseOf(name))
    if (value !== undefined && value !== null) return value
  }
  return undefined
}

/** What no store keeps as it is becomes the replacement character, before anything is compared by it. */
const toStorableText = (text: string): string =>
  text.isWellFormed() && !text.includes("\0") ? text : text.toWellFormed().replaceAll("\0", "\uFFFD")

/** A text without blanks at its ends, or a number as text: ids come as either. Undefined when blank or anything else. */
export const textOf = (fields: JsonFields | undefined, ...names: ReadonlyArray<string>): string | undefined => {
  const value = valueOf(fields, ...names)
  if (typeof value === "number") return String(value)
  const text = typeof value === "string" ? value.trim() : ""
  return text === "" ? undefined : toStorableText(text)
}

/** An object within the object; undefined when there is none. */
export const childOf = (fields: JsonFields | undefined, name: string): JsonFields | undefined => {
  if (fields === undefined) return undefined
  const known = fields.children.get(name)
  if (known !== undefined || fields.children.has(name)) return known
  const child = fieldsOf(valueOf(fields, name), `${fields.path}.${name}`)
  fields.children.set(name, child)
  return child
}

/** The objects of an array within the object; empty when there is none. */
export const childrenOf = (fields: JsonFields, name: string): ReadonlyArray<JsonFields> => {
  const value = valueOf(fields, name)
  if (!Array.isArray(value)) return []
  return value.flatMap((item: unknown, index) => fieldsOf(item, `${fields.path}.${name}[${index}]`) ?? [])
}
