import { Predicate } from "effect"
import { type Row, unquoted } from "./ContractDocument.ts"

/** The stated fields of each component. */
export interface StatedFields {
  readonly components: ReadonlyMap<string, ReadonlyMap<string, Row>>
  /** Called with each field that has a value: neither null nor an empty list. */
  readonly onValue?: (field: Row) => void
}

const SCALARS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: Predicate.isString,
  number: (value) => Predicate.isNumber(value) && Number.isFinite(value),
  integer: Number.isInteger,
  boolean: Predicate.isBoolean,
  object: (value) => Predicate.isObjectOrArray(value) && !Array.isArray(value),
  anything: () => true,
  null: Predicate.isNull,
  uuid: (value) => Predicate.isString(value) && /^[0-9a-f-]{36}$/.test(value),
  date: (value) => Predicate.isString(value) && /^\d{4}-\d\d-\d\d$/.test(value),
  "date-time": (value) => Predicate.isString(value) && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  Predicate.isObjectOrArray(value) && !Array.isArray(value)

/** The rows directly below a path: `quality` has `quality.asOf`, and `results` has `results[].status`. */
const rowsBelow = (rows: ReadonlyMap<string, Row>, path: string): ReadonlyMap<string, Row> => {
  const below = [...rows].filter(([field]) => field.startsWith(`${path}.`))
  return new Map(below.map(([field, row]) => [field.slice(path.length + 1), row]))
}

/** The faults of a response against the stated type of a value; empty when it has the type. */
export const typeFault = (
  value: unknown,
  type: string,
  stated: StatedFields,
  nested: ReadonlyMap<string, Row> = new Map(),
  path = "$"
): ReadonlyArray<string> => {
  const wrong = [`${path} is ${JSON.stringify(value)?.slice(0, 60)}, not ${type}`]
  const list = /^list of (.*)$/.exec(type.replace(/ or null$/, ""))
  if (value === null && type.endsWith(" or null")) return []
  if (list !== null) {
    return Array.isArray(value)
      ? value.flatMap((item, index) => typeFault(item, list[1] ?? "", stated, nested, `${path}[${index}]`))
      : wrong
  }
  const alternatives = type.split(" or ")
  if (alternatives.length > 1) {
    const results = alternatives.map((alternative) => typeFault(value, alternative, stated, nested, path))
    return results.some((faults) => faults.length === 0)
      ? []
      : (results.find((faults) => faults[0] !== wrong[0]) ?? wrong)
  }
  const map = /^map of (.*)$/.exec(type)
  if (map !== null)
    return isRecord(value)
      ? Object.entries(value).flatMap(([key, item]) => typeFault(item, map[1] ?? "", stated, nested, `${path}.${key}`))
      : wrong
  if (type.startsWith('"')) return type.split(", ").includes(JSON.stringify(value)) ? [] : wrong
  if (type === JSON.stringify(value)) return []
  if (type.startsWith("one of ")) return Predicate.isString(value) ? [] : wrong
  const rows = stated.components.get(type) ?? (type === "object" ? nested : undefined)
  if (rows !== undefined && rows.size > 0) return isRecord(value) ? fieldFaults(value, rows, stated, path) : wrong
  return SCALARS[type]?.(value) === true ? [] : wrong
}

/** The fields that contain degrees, at any depth below them. */
const DEGREE_FIELDS = ["latitude", "longitude", "coordinates"]

/** Numbers of degrees with more than 6 decimals. */
const excessDecimals = (value: unknown, path: string): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap((item, index) => excessDecimals(item, `${path}[${index}]`))
  return Predicate.isNumber(value) && value !== Number(value.toFixed(6)) ? [`${path} is ${value}: over 6 decimals`] : []
}

const hasValue = (value: unknown): boolean => value !== null && !(Array.isArray(value) && value.length === 0)

const fieldFaults = (
  value: Readonly<Record<string, unknown>>,
  rows: ReadonlyMap<string, Row>,
  stated: StatedFields,
  path: string
): ReadonlyArray<string> => {
  const own = [...rows].filter(([field]) => !/[.[]/.test(field))
  const names = new Set(own.map(([field]) => field.replace("?", "")))
  const unknown = Object.keys(value).filter((key) => !names.has(key))
  return [
    ...unknown.map((key) => `${path}.${key} is not in the contract`),
    ...own.flatMap(([field, row]) => {
      const name = field.replace("?", "")
      const at = `${path}.${name}`
      if (!(name in value)) return field.endsWith("?") ? [] : [`${at} is missing`]
      if (hasValue(value[name])) stated.onValue?.(row)
      const below = new Map(["", "[]", ".*"].flatMap((suffix) => [...rowsBelow(rows, name + suffix)]))
      const faults = typeFault(value[name], unquoted(row.type), stated, below, at)
      return DEGREE_FIELDS.includes(name) ? [...faults, ...excessDecimals(value[name], at)] : faults
    })
  ]
}
