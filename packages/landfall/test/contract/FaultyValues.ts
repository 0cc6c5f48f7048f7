import { Predicate } from "effect"

type Row = Readonly<Record<string, string>>

interface FaultyBody {
  /** The path of the field that the server has to name. */
  readonly field: string
  readonly body: unknown
}

/** A copy of a JSON value with another value at a path; undefined when the path does not exist. */
const replaceAt = (value: unknown, path: ReadonlyArray<string>, replacement: unknown): unknown => {
  const [key, ...rest] = path
  if (key === undefined) return replacement
  if (Array.isArray(value)) {
    const index = Number(key)
    const inner = replaceAt(value[index], rest, replacement)
    return inner === undefined ? undefined : value.with(index, inner)
  }
  if (!Predicate.isObjectOrArray(value)) return undefined
  const inner = replaceAt(Reflect.get(value, key), rest, replacement)
  return inner === undefined ? undefined : { ...value, [key]: inner }
}

/** Values outside the stated bounds. */
const beyond = (type: string, bounds: string): ReadonlyArray<unknown> => {
  const range =
    /(?:(-?[\d.]+) to|at least (-?[\d.]+))?(?:(?: |at most )(-?[\d.]+))?(?:$|,| )(characters|items|entries)?/
  const [, from, least, most, unit] = range.exec(bounds) ?? []
  const minimum = from ?? least
  const kind = /items/.test(bounds) ? "items" : /characters/.test(bounds) ? "characters" : unit
  if (kind === "characters") {
    const maximum = /(\d+) characters/.exec(bounds)?.[1]
    return maximum === undefined ? [] : ["x".repeat(Number(maximum) + 1)]
  }
  if (kind !== undefined) return []
  const numbers = type.startsWith("integer") || type.startsWith("number")
  if (!numbers) return []
  const exclusive = /more than (-?[\d.]+)/.exec(bounds)?.[1]
  return [
    ...(minimum === undefined ? [] : [Number(minimum) - 1]),
    ...(most === undefined ? [] : [Number(most) + 1]),
    ...(exclusive === undefined ? [] : [Number(exclusive)])
  ]
}

/** Values of another type than the stated one. */
const otherTypes = (type: string): ReadonlyArray<unknown> => {
  if (type.startsWith("anything")) return []
  const values: ReadonlyArray<unknown> = [{ unexpected: [] }, ...(type.endsWith("or null") ? [] : [null])]
  return [
    ...values,
    ...(/^(?:integer|number)/.test(type) ? ["seven"] : [7].filter(() => !/integer|number/.test(type))),
    ...(type.startsWith("integer") && !type.includes("number") ? [1.5] : []),
    ...(type.startsWith('"') || type.startsWith("one of ") ? ["no-such-value"] : [])
  ]
}

/** Bodies with one fault each: a value of another type or beyond the bounds, a missing field, an unknown field. */
export const faultyValues = (example: unknown, rows: ReadonlyMap<string, Row>): ReadonlyArray<FaultyBody> => {
  const faults = [...rows].flatMap(([cell, row]): ReadonlyArray<FaultyBody> => {
    const optional = cell.endsWith("?")
    const field = cell.replaceAll("?", "").replaceAll("[]", "[0]")
    const path = field.replaceAll("[0]", ".0").split(".")
    const type = (row.type ?? "").replace(/^`+(.*?)`+$/, "$1")
    if (type.startsWith("map of") || /^[A-Z]/.test(type)) return []
    // The server reads the kind of a line itself: another kind rejects the line alone.
    const values = [...otherTypes(type), ...beyond(type, row.bounds ?? "")]
    const bodies = values.map((value) => ({ field, body: replaceAt(example, path, value) }))
    const [name] = path
    const missing =
      optional || path.length > 1 || name === undefined || !Predicate.isObject(example)
        ? []
        : [{ field, body: Object.fromEntries(Object.entries(example).filter(([key]) => key !== name)) }]
    return [...bodies.filter(({ body }) => body !== undefined), ...missing]
  })
  return Predicate.isObject(example)
    ? [...faults, { field: "noSuchField", body: { ...example, noSuchField: 1 } }]
    : faults
}
