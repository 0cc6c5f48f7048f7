import { Predicate } from "effect"
import { type Row, unquoted } from "./ContractDocument.ts"

interface FaultyBody {
  /** The path of the field that the server has to name. */
  readonly field: string
  readonly body: unknown
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  Predicate.isObjectOrArray(value) && !Array.isArray(value)

/** The value at a path; undefined when the path does not exist. */
const valueAt = (value: unknown, path: ReadonlyArray<string>): unknown =>
  path.reduce((node, key) => (Predicate.isObjectOrArray(node) ? Reflect.get(node, key) : undefined), value)

/** A copy of a JSON value with another value at a path; undefined when nothing has a property there. */
const replaceAt = (value: unknown, path: ReadonlyArray<string>, replacement: unknown): unknown => {
  const [key, ...rest] = path
  if (key === undefined) return replacement
  if (Array.isArray(value)) {
    const inner = replaceAt(value[Number(key)], rest, replacement)
    return inner === undefined || value.length === 0 ? undefined : value.with(Number(key), inner)
  }
  if (!isRecord(value)) return undefined
  const inner = replaceAt(value[key], rest, replacement)
  return inner === undefined ? undefined : { ...value, [key]: inner }
}

/** A copy without the property at a path; undefined when the path does not exist. */
const removeAt = (value: unknown, path: ReadonlyArray<string>): unknown => {
  const parent = valueAt(value, path.slice(0, -1))
  const name = path.at(-1) ?? ""
  if (!isRecord(parent) || !(name in parent)) return undefined
  return replaceAt(value, path.slice(0, -1), Object.fromEntries(Object.entries(parent).filter(([key]) => key !== name)))
}

/** The keys of a field in an example: `*` is its first property, `[]` its first item. */
const keysOf = (field: string, example: unknown): ReadonlyArray<string> => {
  const keys: Array<string> = []
  for (const key of field.replaceAll("[]", ".0").split(".")) {
    const map = key === "*" ? valueAt(example, keys) : undefined
    keys.push(isRecord(map) ? (Object.keys(map)[0] ?? "") : key)
  }
  return keys
}

/** Keys as the server writes them: `requests[0].vessel`. */
const writtenPath = (keys: ReadonlyArray<string>): string =>
  keys.map((key) => (/^\d+$/.test(key) ? `[${key}]` : `.${key}`)).join("")

interface Bounds {
  readonly unit: string | undefined
  readonly least?: number
  readonly most?: number
  /** The greatest value that is too small. */
  readonly above?: number
}

const BOUND = /^(?:(-?[\d.]+) to (-?[\d.]+)|at least (-?[\d.]+)|at most (-?[\d.]+)|more than (-?[\d.]+))(?: (\w+))?$/

const boundsOf = (cell: string): ReadonlyArray<Bounds> =>
  cell === ""
    ? []
    : cell.split(", ").map((text) => {
        const [, from, to, least, most, above, unit] = BOUND.exec(text) ?? []
        if (from === undefined && least === undefined && most === undefined && above === undefined)
          throw new Error(`The bounds "${cell}" are not readable`)
        const [minimum, maximum] = [from ?? least, to ?? most]
        return {
          unit,
          ...(minimum === undefined ? {} : { least: Number(minimum) }),
          ...(maximum === undefined ? {} : { most: Number(maximum) }),
          ...(above === undefined ? {} : { above: Number(above) })
        }
      })

/** A value with this number of characters, items or entries, or this number itself. */
const sized = (unit: string | undefined, size: number, example: unknown): unknown => {
  switch (unit) {
    case "character":
    case "characters":
      return "x".repeat(size)
    case "item":
    case "items": {
      const item: unknown = Array.isArray(example) ? example[0] : "x"
      return Array.from({ length: size }, () => item)
    }
    case "entry":
    case "entries":
      return Object.fromEntries(Array.from({ length: size }, (_, index) => [`x-${index}`, "x"]))
    default:
      return size
  }
}

/** Values outside the stated bounds. */
const beyond = (cell: string, example: unknown): ReadonlyArray<unknown> =>
  boundsOf(cell).flatMap(({ unit, least, most, above }) => [
    ...(least === undefined || (unit !== undefined && least === 0) ? [] : [sized(unit, least - 1, example)]),
    ...(most === undefined ? [] : [sized(unit, most + 1, example)]),
    ...(above === undefined ? [] : [above])
  ])

/** Values of another type than the stated one. */
const otherTypes = (type: string): ReadonlyArray<unknown> => {
  if (type.startsWith("anything")) return []
  const isNumber = /^(?:integer|number)/.test(type)
  return [
    ...(type.endsWith("or null") ? [] : [null]),
    ...(/^(?:map|list|object|[A-Z])/.test(type) ? ["text", 7, true] : [{ unexpected: [] }, ["unexpected"]]),
    ...(isNumber ? ["seven"] : []),
    ...(/^(?:string|date|uuid|"|one of |boolean)/.test(type) ? [7] : []),
    ...(type.startsWith("integer") ? [1.5] : []),
    ...(/^(?:date|uuid|"|one of )/.test(type) ? ["no-such-value"] : [])
  ]
}

/** Bodies with one fault each: a value of another type or beyond the bounds, a missing field, an unknown field. */
export const faultyBodies = (example: unknown, rows: ReadonlyMap<string, Row>): ReadonlyArray<FaultyBody> => {
  const faults = [...rows].flatMap(([cell, row]): ReadonlyArray<FaultyBody> => {
    const keys = keysOf(cell.replaceAll("?", ""), example)
    const type = unquoted(row.type)
    const values = [...otherTypes(type), ...beyond(row.bounds ?? "", valueAt(example, keys))]
    const items = otherTypes(/^list of (?![A-Z])(.*?)(?: or null)?$/.exec(type)?.[1] ?? "anything")
    const missing = cell.endsWith("?") ? undefined : removeAt(example, keys)
    return [
      ...values.map((value) => ({ field: writtenPath(keys), body: replaceAt(example, keys, value) })),
      ...items.map((item) => ({ field: writtenPath([...keys, "0"]), body: replaceAt(example, keys, [item]) })),
      { field: writtenPath(keys), body: missing }
    ].filter(({ body }) => body !== undefined)
  })
  return isRecord(example) ? [...faults, { field: ".noSuchField", body: { ...example, noSuchField: 1 } }] : faults
}

/** Texts of a query parameter or header that are not of its stated kind or beyond its limits. */
export const faultyTexts = (kind: string, limits: string): ReadonlyArray<string> => [
  ...(/^(?:integer|date|uuid|boolean|"|one of )/.test(kind) ? ["no-such-value"] : []),
  ...beyond(limits, "").map(String)
]
