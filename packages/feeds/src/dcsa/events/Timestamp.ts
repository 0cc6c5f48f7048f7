import { DateTime, Option } from "effect"

/** A date and time as it was written. */
export interface Timestamp {
  /** Milliseconds since 1970, by the offset that was written; without one, as if it were UTC. */
  readonly millis: number
  /** Neither an offset nor anything but `Z` was written: the time may be a local one. */
  readonly isWithoutOffset: boolean
  /** The time of day was written as midnight: a date rather than a time. */
  readonly isMidnight: boolean
}

const ISO_8601_FORM =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:([Zz])|([+-])(\d\d):?(\d\d)?)?$/

/** No place keeps a time further from UTC, either way (IANA time zone database: -12:00 to +14:00). */
const MAX_OFFSET_HOURS = 14

const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

const daysInMonth = (year: number, month: number): number =>
  month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : (DAYS_IN_MONTH[month - 1] ?? 0)

/** Reads ISO 8601 with or without seconds, fraction and offset. Undefined for anything else, 30 February included. */
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

/** The moment at which clocks in a time zone showed what `millis` shows in UTC. Undefined for an unknown zone. */
export const resolveLocalTime = (millis: number, zone: string): number | undefined =>
  Option.getOrUndefined(
    Option.map(DateTime.makeZoned(millis, { timeZone: zone, adjustForTimeZone: true }), DateTime.toEpochMillis)
  )
