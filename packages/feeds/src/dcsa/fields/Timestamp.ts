import { DateTime, Option } from "effect"

/** A parsed date and time. */
export interface Timestamp {
  /** Milliseconds since 1970 by the given offset; without one, as UTC. */
  readonly millis: number
  /** Whether the text has no offset other than `Z`, so that it may be local time. */
  readonly isWithoutOffset: boolean
  /** Whether the time of day is midnight: such a timestamp is usually a date without time. */
  readonly isMidnight: boolean
}

const ISO_8601_FORM =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:([Zz])|([+-])(\d\d):?(\d\d)?)?)?$/

/** The largest offset from UTC (IANA time zone database: -12:00 to +14:00). */
const MAX_OFFSET_HOURS = 14

const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const daysInMonth = (year: number, month: number): number =>
  month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : (DAYS_IN_MONTH[month - 1] ?? 0)

/**
 * Parses ISO 8601 with optional seconds, fraction and offset; a date without time is midnight. Undefined for anything else,
 * 30 February included.
 */
export const readTimestamp = (text: string): Timestamp | undefined => {
  const match = ISO_8601_FORM.exec(text)
  if (match === null) return undefined
  const part = (index: number): number => Number(match[index] ?? 0)
  const [year, month, day, hour, minute, second] = [part(1), part(2), part(3), part(4), part(5), part(6)]
  if (
    year < 1000 ||
    month < 1 ||
    month > 12 ||
    day < 1 ||
    day > daysInMonth(year, month) ||
    hour > 23 ||
    minute > 59 ||
    second > 59 ||
    part(11) > 59 ||
    part(10) * 60 + part(11) > MAX_OFFSET_HOURS * 60
  )
    return undefined
  const fraction = Math.floor(Number(`0.${match[7] ?? 0}`) * 1000)
  const offsetMinutes = (part(10) * 60 + part(11)) * (match[9] === "-" ? -1 : 1)
  return {
    millis: Date.UTC(year, month - 1, day, hour, minute, second, fraction) - offsetMinutes * 60_000,
    isWithoutOffset: match[9] === undefined,
    isMidnight: hour === 0 && minute === 0 && second === 0 && fraction === 0
  }
}

/** The instant at which local time in a zone equals `millis` as UTC. Undefined for an unknown zone. */
export const resolveLocalTime = (millis: number, zone: string): number | undefined =>
  Option.getOrUndefined(
    Option.map(DateTime.makeZoned(millis, { timeZone: zone, adjustForTimeZone: true }), DateTime.toEpochMillis)
  )
