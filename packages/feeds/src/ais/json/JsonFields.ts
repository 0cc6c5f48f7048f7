import { Predicate } from "effect"

/** A JSON object of a source. */
export type JsonObject = { readonly [name: PropertyKey]: unknown }

/** The longest text that is read, in characters. AIS names and destinations have 20. */
const MAX_TEXT_LENGTH = 120

const NO_FIELDS: JsonObject = {}

/** The object at a name; one without properties when there is none. */
export const objectAt = (fields: JsonObject, name: string): JsonObject => {
  const value = fields[name]
  return Predicate.isReadonlyObject(value) ? value : NO_FIELDS
}

/** The number at a name, or a text that is one. NaN when it is absent, null, or anything else. */
export const numberAt = (fields: JsonObject, name: string): number => {
  const value = fields[name]
  if (typeof value === "number") return value
  return typeof value === "string" && /^\s*-?\d{1,17}(?:\.\d{0,17})?\s*$/.test(value) ? Number(value) : Number.NaN
}

/** The beginning of a text as a copy: engines retain the whole text in memory while a slice of it is used. */
const beginningOf = (text: string): string =>
  text.length > MAX_TEXT_LENGTH ? Array.from(text.slice(0, MAX_TEXT_LENGTH)).join("") : text

/**
 * The text at a name, without the characters that fill AIS fields (`@` and blanks at the end) and without control
 * characters and lone surrogates, which a database cannot store. Empty when it is absent or of another type.
 */
export const textAt = (fields: JsonObject, name: string): string => {
  const value = fields[name]
  if (typeof value !== "string") return ""
  const [text = ""] = beginningOf(value)
    .replace(/\p{C}+/gu, " ")
    .split("@", 1)
  return text.trim()
}

/** The first of the numbers that is available; NaN when none is. */
export const firstNumber = (...values: ReadonlyArray<number>): number =>
  values.find((value) => !Number.isNaN(value)) ?? Number.NaN

/**
 * `2026-01-25T06:06:00.123456789Z`, the same with an offset, or with a blank in place of the `T` and `+0000 UTC` at the
 * end, as Go prints a time.
 */
const TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d{1,9})?\s?(?:Z|([+-]\d\d):?(\d\d)(?:\s[A-Z]{3,4})?)?$/

/** Milliseconds since 1970 of a time, which is UTC without an offset; NaN when it is not one. */
export const parseTime = (text: string): number => {
  if (text.length > 64) return Number.NaN
  const [, day, time, fraction = "", hours = "+00", minutes = "00"] = TIME.exec(text) ?? []
  if (day === undefined || time === undefined) return Number.NaN
  const millis = Date.parse(`${day}T${time}${fraction.slice(0, 4)}${hours}:${minutes}`)
  return Number.isNaN(millis) ? Number.NaN : millis
}

/** The time at a name in milliseconds since 1970; NaN when it is absent, and undefined when it is not a time. */
export const timeAt = (fields: JsonObject, name: string): number | undefined => {
  const value = fields[name]
  if (value === undefined || value === null || value === "") return Number.NaN
  const millis = typeof value === "string" ? parseTime(value) : Number.NaN
  return Number.isNaN(millis) ? undefined : millis
}
