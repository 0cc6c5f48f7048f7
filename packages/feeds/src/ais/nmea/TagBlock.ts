const STAR = 42
const COMMA = 44
const HYPHEN = 45
const DIGIT_0 = 48
const DIGIT_9 = 57
const COLON = 58
const LETTER_G = 71
const BACKSLASH = 92
const LETTER_C_SMALL = 99
const LETTER_G_SMALL = 103
const LETTER_S_SMALL = 115

/** A larger timestamp is in milliseconds since 1970, which some stations write, instead of seconds. */
const MAX_SECONDS = 40_000_000_000

/** A tag block, the text between backslashes before a sentence. The object is reused for the next tag block. */
export interface TagBlock {
  /** Milliseconds since 1970 when the station received the sentence, or NaN when absent. */
  receivedMillis: number
  /** The group of the line, or else its station, as a number; 0 when both are absent. */
  origin: number
}

export const makeTagBlock = (): TagBlock => ({ receivedMillis: Number.NaN, origin: 0 })

export const clearTagBlock = (tag: TagBlock): void => {
  tag.receivedMillis = Number.NaN
  tag.origin = 0
}

/** Whether a tag block starts at `at`: a backslash, and a field of one letter or of the form `1G2:`. */
export const isTagBlock = (bytes: Uint8Array, at: number, end: number): boolean =>
  bytes[at] === BACKSLASH && at + 4 < end && (bytes[at + 2] === COLON || bytes[at + 2] === LETTER_G)

const isDigit = (byte: number | undefined): byte is number => byte !== undefined && byte >= DIGIT_0 && byte <= DIGIT_9

/** The whole number at `at`; NaN when there is no digit. */
const parseDigits = (bytes: Uint8Array, at: number, end: number): number => {
  let value = isDigit(bytes[at]) ? 0 : Number.NaN
  for (let index = at; index < end; index++) {
    const byte = bytes[index]
    if (!isDigit(byte)) break
    value = value * 10 + byte - DIGIT_0
  }
  return value
}

/** A hash of a text: 24 bits of FNV-1a. */
const hashOf = (bytes: Uint8Array, start: number, end: number, seed: number): number => {
  let hash = 0x811c9dc5 ^ seed
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193)
  return (hash >>> 8) | 1
}

/** Seconds or milliseconds since 1970 as milliseconds. */
const toMillis = (time: number): number => (time > MAX_SECONDS ? time : time * 1000)

const lastHyphen = (bytes: Uint8Array, start: number, end: number): number => {
  let at = end - 1
  while (at > start && bytes[at] !== HYPHEN) at--
  return at
}

const readField = (bytes: Uint8Array, start: number, end: number, into: TagBlock): void => {
  const letter = bytes[start]
  if (bytes[start + 1] === LETTER_G) into.origin = hashOf(bytes, start + 3, end, 1)
  else if (bytes[start + 1] !== COLON) return
  else if (letter === LETTER_C_SMALL) into.receivedMillis = toMillis(parseDigits(bytes, start + 2, end))
  else if (letter === LETTER_G_SMALL) into.origin = hashOf(bytes, lastHyphen(bytes, start, end) + 1, end, 1)
  else if (letter === LETTER_S_SMALL && into.origin === 0) into.origin = hashOf(bytes, start + 2, end, 2)
}

const isHex = (byte: number): boolean => isDigit(byte) || ((byte | 32) >= 97 && (byte | 32) <= 102)

const hexAt = (bytes: Uint8Array, at: number): number => {
  const [high, low] = [bytes[at] ?? 0, bytes[at + 1] ?? 0]
  return isHex(high) && isHex(low) ? Number.parseInt(String.fromCharCode(high, low), 16) : -1
}

/**
 * Reads the tag block that begins at `start` (IEC 61162-450 and NMEA 0183 4.0): `c` the time, `s` the station, `g` or
 * `1G2` the group. Returns the position after it, negative when its checksum is wrong, in which case the tag block is
 * ignored. Undefined when it has no end.
 */
export const readTagBlock = (bytes: Uint8Array, start: number, end: number, into: TagBlock): number | undefined => {
  clearTagBlock(into)
  let sum = 0
  let fieldStart = start + 1
  for (let at = start + 1; at < end; at++) {
    const byte = bytes[at] ?? 0
    if (byte === BACKSLASH) return undefined
    if (byte === STAR) {
      readField(bytes, fieldStart, at, into)
      if (bytes[at + 3] !== BACKSLASH || at + 3 >= end) return undefined
      if (hexAt(bytes, at + 1) === sum) return at + 4
      clearTagBlock(into)
      return -(at + 4)
    }
    sum ^= byte
    if (byte === COMMA) {
      readField(bytes, fieldStart, at, into)
      fieldStart = at + 1
    }
  }
  return undefined
}

/**
 * The time that some loggers write after the checksum, as the last of comma-separated fields: 10 digits of seconds
 * since 1970, with an optional fraction. NaN when there is none.
 */
export const trailingMillis = (bytes: Uint8Array, from: number, end: number): number => {
  let comma = end - 1
  while (comma > from && bytes[comma] !== COMMA) comma--
  if (bytes[comma] !== COMMA || comma < from || end - comma < 11) return Number.NaN
  const digits = comma + 11
  if (isDigit(bytes[digits])) return Number.NaN
  for (let at = comma + 1; at < digits; at++) if (!isDigit(bytes[at])) return Number.NaN
  return parseDigits(bytes, comma + 1, digits) * 1000
}
