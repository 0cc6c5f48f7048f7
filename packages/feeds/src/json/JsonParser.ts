import { Context, Effect, Result } from "effect"

/** The shape of the JSON that sources may send. Deeper or larger JSON is not parsed, because its values need many times its memory. */
export interface SourceJsonLimits {
  /** The maximum number of arrays and objects within each other. */
  readonly maxDepth: number
  /** The maximum number of properties of one object. */
  readonly maxProperties: number
  /** The maximum number of values: every element of an array and every property of an object. */
  readonly maxValues: number
}

/** The largest lists of sources, 16 MiB of events or the vessels of a sea, have less than 1,000,000 values in 10 levels. */
export const SOURCE_JSON_LIMITS: SourceJsonLimits = { maxDepth: 64, maxProperties: 2_000, maxValues: 2_000_000 }

/** Parses large JSON that sources send. */
export interface JsonParsing {
  /**
   * The value of a JSON text in UTF-8. Fails when the text is not JSON or exceeds `SOURCE_JSON_LIMITS`.
   *
   * @returns what `JSON.parse` returns
   */
  readonly parse: (bytes: Uint8Array) => Effect.Effect<unknown, "excess" | "invalid">
}

const QUOTE = 34
const COMMA = 44
const BACKSLASH = 92
const OPENING: ReadonlySet<number> = new Set([91, 123])
const CLOSING: ReadonlySet<number> = new Set([93, 125])

/** The index of the quote that ends the string which begins at `start`. */
const endOfString = (bytes: Uint8Array, start: number): number => {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}

/** Tests whether a text has few enough values and levels. Properties are not counted. */
const isBounded = (bytes: Uint8Array): boolean => {
  let [depth, values] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte === QUOTE) at = endOfString(bytes, at)
    else if (byte === COMMA) values++
    else if (OPENING.has(byte)) {
      values++
      depth++
    } else if (CLOSING.has(byte)) depth--
    if (depth > SOURCE_JSON_LIMITS.maxDepth || values > SOURCE_JSON_LIMITS.maxValues) return false
  }
  return true
}

const decoder = new TextDecoder()

const parseWhole = (bytes: Uint8Array): Effect.Effect<unknown, "excess" | "invalid"> =>
  Effect.suspend(() => {
    if (!isBounded(bytes)) return Effect.fail("excess")
    return Effect.fromResult(
      Result.try({ try: (): unknown => JSON.parse(decoder.decode(bytes)), catch: () => "invalid" as const })
    )
  })

/**
 * The parser of large JSON of this process. By default it parses a text in one step: 16 MiB take some 0.3 s, for which a
 * server provides a parser that lets other work run between parts of a text.
 */
export const JsonParser = Context.Reference<JsonParsing>("@landfall/feeds/json/JsonParser", {
  defaultValue: () => ({ parse: parseWhole })
})
