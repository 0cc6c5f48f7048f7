const STAR = 42
const COMMA = 44
const DIGIT_0 = 48
const DOLLAR = 36

/** `$PGHP,1,`: the time and the station of the AIS sentence that follows on the next line. */
const PREFIX = Array.from("$PGHP,1,", (character) => character.charCodeAt(0))

/** Whether the proprietary sentence of Gatehouse with a time starts at `at`. */
export const isGatehouseTime = (bytes: Uint8Array, at: number, end: number): boolean =>
  bytes[at] === DOLLAR && at + PREFIX.length < end && PREFIX.every((byte, index) => bytes[at + index] === byte)

const hexOf = (byte: number | undefined): number => {
  const value = Number.parseInt(String.fromCharCode(byte ?? 0), 16)
  return Number.isNaN(value) ? -1 : value
}

/** The position of the star before the checksum of a sentence, or `end`; undefined when the checksum is wrong. */
const checkedEnd = (bytes: Uint8Array, at: number, end: number): number | undefined => {
  let sum = 0
  let star = at + 1
  while (star < end && bytes[star] !== STAR) sum ^= bytes[star++] ?? 0
  if (star + 2 >= end) return undefined
  return hexOf(bytes[star + 1]) * 16 + hexOf(bytes[star + 2]) === sum ? star : undefined
}

/** The number of fields of the time: year, month, day, hour, minute, second and millisecond. */
const TIME_FIELDS = 7

/** The last value of month, day, hour, minute, second and millisecond. */
const LAST_VALUES = [9_999, 12, 31, 23, 59, 60, 999]

/** The fields of the time as numbers; undefined when one is missing or out of range. */
const timeFields = (bytes: Uint8Array, start: number, end: number): ReadonlyArray<number> | undefined => {
  const fields: Array<number> = []
  let value = -1
  for (let at = start; at <= end && fields.length < TIME_FIELDS; at++) {
    const digit = (bytes[at] ?? 0) - DIGIT_0
    if (at === end || bytes[at] === COMMA) {
      if (value < 0 || value > (LAST_VALUES[fields.length] ?? 0)) return undefined
      fields.push(value)
      value = -1
    } else if (digit < 0 || digit > 9 || value > 9_999) return undefined
    else value = Math.max(value, 0) * 10 + digit
  }
  return fields.length === TIME_FIELDS ? fields : undefined
}

/** The result of reading a time of Gatehouse, and the position after it. */
export type GatehouseTime =
  | { readonly _tag: "Time"; readonly millis: number; readonly next: number }
  | { readonly _tag: "Fault"; readonly kind: "wrong_checksum" | "malformed_sentence" }

/**
 * Reads `$PGHP,1,<year>,<month>,<day>,<hour>,<minute>,<second>,<millisecond>,<country>,<region>,<station>,<online>,<checksum of
 * the AIS sentence>*hh` (IALA, IWRAP: GH AIS Message Format). The time is UTC, in milliseconds since 1970.
 */
export const readGatehouseTime = (bytes: Uint8Array, at: number, end: number): GatehouseTime => {
  const star = checkedEnd(bytes, at, end)
  if (star === undefined) return { _tag: "Fault", kind: "wrong_checksum" }
  const fields = timeFields(bytes, at + PREFIX.length, star)
  if (fields === undefined) return { _tag: "Fault", kind: "malformed_sentence" }
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, milli = 0] = fields
  const midnight = new Date(Date.UTC(year, month - 1, day))
  if (year < 1_970 || midnight.getUTCMonth() !== month - 1) return { _tag: "Fault", kind: "malformed_sentence" }
  const millis = midnight.getTime() + ((hour * 60 + minute) * 60 + second) * 1000 + milli
  return { _tag: "Time", millis, next: star + 3 }
}
