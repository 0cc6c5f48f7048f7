const QUOTE = 34
const PLUS = 43
const COMMA = 44
const MINUS = 45
const POINT = 46
const SLASH = 47
const DIGIT_0 = 48
const SPACE = 32

/** The largest number of columns of a layout. */
const MAX_COLUMNS = 128

/** A row of comma-separated values (RFC 4180, without line ends in quotes), as offsets into the bytes of its line. */
export interface CsvRow {
  bytes: Uint8Array
  columns: number
  /** The start and end of each value, without quotes and surrounding spaces. */
  readonly starts: Int32Array
  readonly ends: Int32Array
  /** Two hashes of the line. */
  hash: number
  secondHash: number
}

export const makeCsvRow = (): CsvRow => ({
  bytes: new Uint8Array(0),
  columns: 0,
  starts: new Int32Array(MAX_COLUMNS),
  ends: new Int32Array(MAX_COLUMNS),
  hash: 0,
  secondHash: 0
})

const appendValue = (row: CsvRow, start: number, end: number): void => {
  const { bytes } = row
  let [first, last] = [start, end]
  while (first < last && bytes[first] === SPACE) first++
  while (last > first && bytes[last - 1] === SPACE) last--
  if (last - first > 1 && bytes[first] === QUOTE && bytes[last - 1] === QUOTE) {
    first++
    last--
  }
  if (row.columns < MAX_COLUMNS) {
    row.starts[row.columns] = first
    row.ends[row.columns] = last
  }
  row.columns++
}

/** Hashes a line, four bytes at a time: multiplied and folded as MurmurHash3 does, with two pairs of its constants. */
const hashLine = (bytes: Uint8Array, start: number, end: number, row: CsvRow): void => {
  let hash = end - start
  let secondHash = 0x9747b28c
  let at = start
  for (; at + 3 < end; at += 4) {
    const word =
      (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24)
    hash = Math.imul(hash ^ word, 0xcc9e2d51)
    hash ^= hash >>> 15
    secondHash = Math.imul(secondHash ^ word, 0x85ebca6b)
    secondHash ^= secondHash >>> 13
  }
  for (; at < end; at++) {
    const byte = bytes[at] ?? 0
    hash = Math.imul(hash ^ byte, 0x1b873593)
    secondHash = Math.imul(secondHash ^ byte, 0xc2b2ae35)
  }
  row.hash = (hash ^ (hash >>> 16)) >>> 0
  row.secondHash = (secondHash ^ (secondHash >>> 16)) >>> 0
}

/** Splits a line into its values. */
export const splitRow = (bytes: Uint8Array, start: number, end: number, row: CsvRow): void => {
  row.bytes = bytes
  row.columns = 0
  hashLine(bytes, start, end, row)
  let isQuoted = false
  let valueStart = start
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0
    if (byte > COMMA) continue
    if (byte === QUOTE) isQuoted = !isQuoted
    else if (byte === COMMA && !isQuoted) {
      appendValue(row, valueStart, at)
      valueStart = at + 1
    }
  }
  appendValue(row, valueStart, end)
}

export const isEmptyAt = (row: CsvRow, column: number): boolean =>
  column < 0 || (row.starts[column] ?? 0) >= (row.ends[column] ?? 0)

const POWERS_OF_TEN = Array.from({ length: 16 }, (_, power) => 10 ** power)

/** A number in exponential notation, or with all digits of its binary value. */
const LONG_NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/
const MAX_NUMBER_BYTES = 40

const parseLongNumber = (row: CsvRow, column: number): number => {
  if ((row.ends[column] ?? 0) - (row.starts[column] ?? 0) > MAX_NUMBER_BYTES) return Number.NaN
  const text = textAt(row, column)
  return LONG_NUMBER.test(text) ? Number(text) : Number.NaN
}

/** The number of a value; NaN when it is not one. */
export const numberAt = (row: CsvRow, column: number): number => {
  const { bytes } = row
  const end = row.ends[column] ?? 0
  let at = row.starts[column] ?? 0
  const sign = bytes[at]
  if (sign === MINUS || sign === PLUS) at++
  let digits = 0
  let decimals = -1
  let value = 0
  for (; at < end; at++) {
    const digit = (bytes[at] ?? 0) - DIGIT_0
    if (digit >= 0 && digit <= 9) {
      value = value * 10 + digit
      digits++
      if (decimals >= 0) decimals++
    } else if (bytes[at] === POINT && decimals === -1) decimals = 0
    else return parseLongNumber(row, column)
  }
  if (digits === 0) return Number.NaN
  if (digits > 15) return parseLongNumber(row, column)
  // Both operands are integers below 2^53, so that one division rounds exactly as `Number(text)` does.
  const magnitude = decimals > 0 ? value / (POWERS_OF_TEN[decimals] ?? 1) : value
  return sign === MINUS ? -magnitude : magnitude
}

const decoder = new TextDecoder()

/** The text of a value. */
export const textAt = (row: CsvRow, column: number): string => {
  const text = decoder.decode(row.bytes.subarray(row.starts[column] ?? 0, row.ends[column] ?? 0))
  return text.includes('""') ? text.replaceAll('""', '"') : text
}

/** A hash of the bytes of a value. */
export const hashAt = (row: CsvRow, column: number, seed: number): number => {
  const end = row.ends[column] ?? 0
  let hash = Math.imul(seed ^ COMMA, 0x01000193)
  for (let at = row.starts[column] ?? 0; at < end; at++) hash = Math.imul(hash ^ (row.bytes[at] ?? 0), 0x01000193)
  return hash >>> 0
}

const digitsAt = (bytes: Uint8Array, at: number, count: number): number => {
  let value = 0
  for (let index = at; index < at + count; index++) {
    const digit = (bytes[index] ?? 0) - DIGIT_0
    if (digit < 0 || digit > 9) return Number.NaN
    value = value * 10 + digit
  }
  return value
}

/** A cache of days by their number `yyyymmdd`, because rows are sorted by day. Undefined for invalid days. */
const makeMidnightCache = () => {
  let cachedDay = Number.NaN
  let midnightMillis = Number.NaN
  return (year: number, month: number, day: number): number => {
    const dayNumber = year * 10_000 + month * 100 + day
    if (dayNumber === cachedDay) return midnightMillis
    const millis = Date.UTC(year, month - 1, day)
    const read = new Date(millis)
    const isDay = read.getUTCFullYear() === year && read.getUTCMonth() === month - 1 && read.getUTCDate() === day
    cachedDay = dayNumber
    midnightMillis = isDay ? millis : Number.NaN
    return midnightMillis
  }
}

const midnightOf = makeMidnightCache()

/**
 * Milliseconds since 1970 of `2022-01-03T00:00:00` or `03/01/2022 00:00:00` (day, month, year), as UTC, with a space or
 * a `T` as separator, and an optional fraction and `Z`. NaN for anything else.
 */
export const millisAt = (row: CsvRow, column: number): number => {
  const { bytes } = row
  const start = row.starts[column] ?? 0
  const length = (row.ends[column] ?? 0) - start
  if (length < 19) return Number.NaN
  const isDayFirst = bytes[start + 2] === SLASH && bytes[start + 5] === SLASH
  if (!isDayFirst && (bytes[start + 4] !== MINUS || bytes[start + 7] !== MINUS)) return Number.NaN
  const midnight = isDayFirst
    ? midnightOf(digitsAt(bytes, start + 6, 4), digitsAt(bytes, start + 3, 2), digitsAt(bytes, start, 2))
    : midnightOf(digitsAt(bytes, start, 4), digitsAt(bytes, start + 5, 2), digitsAt(bytes, start + 8, 2))
  const hour = digitsAt(bytes, start + 11, 2)
  const minute = digitsAt(bytes, start + 14, 2)
  const second = digitsAt(bytes, start + 17, 2)
  const isTime = hour <= 23 && minute <= 59 && second <= 60 && bytes[start + 13] === 58 && bytes[start + 16] === 58
  if (!isTime || !isFractionOrUtcMark(bytes, start + 19, start + length)) return Number.NaN
  return midnight + (hour * 3600 + minute * 60 + second) * 1000
}

/** Whether the seconds are followed by nothing, a fraction, or a `Z`; any other zone is rejected. */
const isFractionOrUtcMark = (bytes: Uint8Array, start: number, end: number): boolean => {
  let at = start
  if (bytes[at] === POINT && at < end) {
    at++
    while (at < end && !Number.isNaN(digitsAt(bytes, at, 1))) at++
  }
  if (at < end && (bytes[at] ?? 0) === 90) at++
  return at === end
}
