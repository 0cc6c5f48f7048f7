/** How a JSON text exceeds what a server parses. */
export type JsonExcess = "depth" | "values"

/** The shape of JSON that is parsed; deeper or larger JSON is rejected before. */
export interface JsonLimits {
  /** The most arrays and objects within each other. */
  readonly maxDepth: number
  /** The most values: every element of an array and every property of an object. */
  readonly maxValues: number
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPENING_BRACKET = 0x5b
const CLOSING_BRACKET = 0x5d
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d

/** The index of the quote that ends a string; the length of the text for a string without an end. */
const endOfString = (bytes: Uint8Array, from: number): number => {
  let quote = bytes.indexOf(QUOTE, from)
  while (quote > 0) {
    let start = quote
    while (bytes[start - 1] === BACKSLASH) start--
    // A quote after an odd number of backslashes is part of the string.
    if ((quote - start) % 2 === 0) return quote
    quote = bytes.indexOf(QUOTE, quote + 1)
  }
  return bytes.length
}

/**
 * How a JSON text exceeds the limits; undefined when it does not. One pass over the bytes, before anything is parsed: the
 * parsed form of a text can need 50 times its memory. A text that is not valid JSON is measured as if it were.
 *
 * @param bytes a text in UTF-8
 */
export const jsonExcess = (bytes: Uint8Array, { maxDepth, maxValues }: JsonLimits): JsonExcess | undefined => {
  let depth = 0
  let values = 1
  for (let index = 0; index < bytes.length; index++) {
    switch (bytes[index]) {
      case QUOTE:
        index = endOfString(bytes, index + 1)
        break
      case OPENING_BRACKET:
      case OPENING_BRACE:
        if (++depth > maxDepth) return "depth"
        if (++values > maxValues) return "values"
        break
      case CLOSING_BRACKET:
      case CLOSING_BRACE:
        depth--
        break
      case COMMA:
        if (++values > maxValues) return "values"
        break
    }
  }
  return undefined
}

const isBlank = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/**
 * The number of elements of all arrays at a depth, of a JSON text that was not parsed: the shipments in
 * `{"ep_…": {"shipments": […]}}` are at depth 3. Properties of objects at this depth count as well.
 *
 * @param bytes a text in UTF-8
 */
export const elementsAtDepth = (bytes: Uint8Array, depth: number): number => {
  let current = 0
  let elements = 0
  for (let index = 0; index < bytes.length; index++) {
    switch (bytes[index]) {
      case QUOTE:
        index = endOfString(bytes, index + 1)
        break
      case OPENING_BRACKET:
      case OPENING_BRACE: {
        if (++current !== depth) break
        let next = index + 1
        while (isBlank(bytes[next])) next++
        if (bytes[next] !== CLOSING_BRACKET && bytes[next] !== CLOSING_BRACE) elements++
        break
      }
      case CLOSING_BRACKET:
      case CLOSING_BRACE:
        current--
        break
      case COMMA:
        if (current === depth) elements++
        break
    }
  }
  return elements
}
