import { Predicate } from "effect"
import type { RandomChoices } from "../faults/RandomChoices.ts"

/** Texts that have broken other programs: ends of ranges, control characters, halves of pairs, names of prototypes, code. */
export const HOSTILE_TEXTS: ReadonlyArray<string> = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udc00\ud800",
  "\ufeff",
  "\u202e",
  "👩‍👩‍👧‍👦".repeat(20),
  "İ",
  "ﬀ",
  "x".repeat(300),
  "x".repeat(70_000),
  "__proto__",
  "constructor",
  "toString",
  "null",
  "undefined",
  "NaN",
  "-0",
  "1e400",
  "0x10",
  "9007199254740993",
  "-9223372036854775809",
  "'; DROP TABLE account; --",
  "' OR '1'='1",
  "%",
  "%00",
  "%ff",
  "..%2f..%2f",
  "../../etc/passwd",
  "#{7*7}",
  "{{7*7}}",
  "<script>alert(1)</script>",
  "\r\nx-injected: 1",
  "0000-00-00T00:00:00Z",
  "2026-02-30T00:00:00Z",
  "+275760-09-13T00:00:00.000Z",
  "-271821-04-20T00:00:00.000Z",
  "9999-12-31T23:59:60Z",
  "2026-11-22",
  "http://[::ffff:127.0.0.1]/",
  "http://user:password@example.com/",
  "javascript:alert(1)",
  "http://example.com:99999/",
  "MSCU1234560",
  "NLRTM",
  "whsec_",
  "whsec_####"
]

const HOSTILE_VALUES: ReadonlyArray<unknown> = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e308,
  -1e308,
  5e-324,
  Number.MAX_SAFE_INTEGER,
  Number.MAX_SAFE_INTEGER + 2,
  2 ** 31,
  2 ** 63,
  [],
  {},
  [[]],
  [null],
  { "": "" },
  JSON.parse('{"__proto__": {"isAdmin": true}}'),
  JSON.parse('{"constructor": {"prototype": {}}}'),
  { toString: 1, valueOf: 1, length: -1 },
  Array.from({ length: 1_000 }, () => 0)
]

const isRecord = (value: unknown): value is Record<string, unknown> =>
  Predicate.isObjectOrArray(value) && !Array.isArray(value)

/** A value that hardly any field expects. */
export const hostileValue = (random: RandomChoices): unknown => {
  if (random.onceIn(2)) return random.oneOf(HOSTILE_TEXTS)
  if (random.onceIn(12)) return nested(Math.floor(random.between(1, 3_000)))
  return random.oneOf(HOSTILE_VALUES)
}

const nested = (depth: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** The maximum number of bytes of the copies of one item: further changes may repeat the item that contains them. */
const MAX_COPIED_BYTES = 1024 * 1024
const MAX_COPIES = 400

/** Copies of an item, as many as are chosen and as fit into the maximum number of bytes. */
const copiesOf = (item: unknown, chosen: number): ReadonlyArray<unknown> => {
  const bytes = JSON.stringify(item)?.length ?? 0
  return Array.from({ length: Math.min(chosen, Math.ceil(MAX_COPIED_BYTES / (bytes + 1))) }, () => item)
}

/** A copy of a JSON value with one change somewhere: another value, a missing property or item, an added or a repeated one. */
export const mutate = (value: unknown, random: RandomChoices): unknown => {
  if (random.onceIn(4)) return hostileValue(random)
  if (Array.isArray(value)) return mutateItems(value, random)
  return isRecord(value) ? mutateProperties(value, random) : hostileValue(random)
}

const mutateItems = (items: ReadonlyArray<unknown>, random: RandomChoices): unknown => {
  if (items.length === 0) return [hostileValue(random)]
  const index = Math.floor(random.between(0, items.length))
  if (random.onceIn(5)) return items.toSpliced(index, 1)
  if (random.onceIn(5)) return [...items, ...copiesOf(items[index], Math.floor(random.between(1, MAX_COPIES)))]
  return items.with(index, mutate(items[index], random))
}

const mutateProperties = (record: Record<string, unknown>, random: RandomChoices): unknown => {
  const names = Object.keys(record)
  if (names.length === 0 || random.onceIn(6)) {
    return Object.fromEntries([...Object.entries(record), [random.oneOf(HOSTILE_TEXTS), hostileValue(random)]])
  }
  const name = random.oneOf(names)
  const entries = Object.entries(record)
  if (random.onceIn(5)) return Object.fromEntries(entries.filter(([other]) => other !== name))
  if (random.onceIn(8)) {
    return Object.fromEntries(
      entries.map(([other, fieldValue]) => [other === name ? random.oneOf(HOSTILE_TEXTS) : other, fieldValue])
    )
  }
  return Object.fromEntries(
    entries.map(([other, fieldValue]) => [other, other === name ? mutate(fieldValue, random) : fieldValue])
  )
}

/** Bytes that are not the JSON that a text is: cut, changed, repeated, deeper, or of another encoding. */
export const corrupt = (text: string, random: RandomChoices): Buffer => {
  const bytes = Buffer.from(text)
  const at = Math.floor(random.between(0, bytes.length))
  return random.oneOf([
    () => bytes.subarray(0, at),
    () =>
      Buffer.concat([bytes.subarray(0, at), Buffer.from([Math.floor(random.between(0, 256))]), bytes.subarray(at + 1)]),
    () => Buffer.concat([bytes, bytes]),
    () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
    () => Buffer.from(text, "utf16le"),
    () => Buffer.from([0xc3, 0x28, 0xff, 0xfe]),
    () => Buffer.from("[".repeat(Math.floor(random.between(1, 200_000)))),
    () => Buffer.from('{"a":'.repeat(Math.floor(random.between(1, 40_000)))),
    () => Buffer.from("9".repeat(Math.floor(random.between(1, 5_000)))),
    () => Buffer.from(`${text.slice(0, -1)},"a":1e999}`),
    () => Buffer.from(`${text.slice(0, -1)},"__proto__":{"isAdmin":true}}`),
    () => Buffer.from("NaN"),
    () => Buffer.from(`${" ".repeat(50_000)}${text}`)
  ])()
}
