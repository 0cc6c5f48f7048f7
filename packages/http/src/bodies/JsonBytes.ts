// The bytes of the structure of a JSON text in UTF-8. None of them is part of a longer character.
export const QUOTE = 0x22
const BACKSLASH = 0x5c
export const COMMA = 0x2c
export const OPENING_BRACKET = 0x5b
export const CLOSING_BRACKET = 0x5d
export const OPENING_BRACE = 0x7b
export const CLOSING_BRACE = 0x7d

/** The index of the quote that ends a string; the length of the text for a string without an end. */
export const endOfString = (bytes: Uint8Array, from: number): number => {
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

/** Whether a byte is one of JSON's blanks. */
export const isBlank = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
