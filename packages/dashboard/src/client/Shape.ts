/** What is checked of a JSON value before a page uses it: its types and required fields, and no ranges or formats. */
export type Shape =
  | "string"
  | "number"
  | "boolean"
  | "null"
  | "any"
  /** The shape at this index of the table. */
  | number
  /** An array of such values. */
  | readonly [Shape]
  | { readonly is: string | number | boolean }
  | { readonly anyOf: ReadonlyArray<Shape> }
  /** An object with these fields; a name that ends with `?` is that of an optional field. Others are ignored. */
  | { readonly fields: Readonly<Record<string, Shape>> }
  /** An object whose fields all have this shape. */
  | { readonly each: Shape }

/** The shapes of the responses, by `METHOD path`. */
export interface ResponseShapes {
  readonly operations: Readonly<Record<string, Shape>>
  readonly table: ReadonlyArray<Shape>
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The first path that a search in parts of a value finds. */
const firstOf = <A>(parts: Iterable<A>, find: (part: A) => string | undefined): string | undefined => {
  for (const part of parts) {
    const path = find(part)
    if (path !== undefined) return path
  }
  return undefined
}

/** The path of the first value that has another shape, such as `data[0].id`; undefined when all have theirs. */
export const findMismatch = (
  value: unknown,
  shape: Shape,
  table: ReadonlyArray<Shape>,
  path = ""
): string | undefined => {
  const isMatch = (matches: boolean) => (matches ? undefined : path)
  const findIn = (part: unknown, expected: Shape, at: string) => findMismatch(part, expected, table, at)
  if (typeof shape === "number") return findIn(value, table[shape] ?? "any", path)
  if (shape === "any") return undefined
  if (shape === "null") return isMatch(value === null)
  if (typeof shape === "string") return isMatch(typeof value === shape)
  if (Array.isArray(shape)) {
    const [item = "any"] = shape
    return Array.isArray(value) ? firstOf(value.entries(), ([at, part]) => findIn(part, item, `${path}[${at}]`)) : path
  }
  if ("is" in shape) return isMatch(value === shape.is)
  if ("anyOf" in shape) {
    return isMatch(shape.anyOf.some((member) => findIn(value, member, path) === undefined))
  }
  if (!isObject(value)) return path
  const inside = (name: string) => (path === "" ? name : `${path}.${name}`)
  if ("each" in shape) return firstOf(Object.keys(value), (name) => findIn(value[name], shape.each, inside(name)))
  if (!("fields" in shape)) return undefined
  return firstOf(Object.entries(shape.fields), ([key, expected]) => {
    const name = key.replace(/\?$/, "")
    return name !== key && value[name] === undefined ? undefined : findIn(value[name], expected, inside(name))
  })
}
