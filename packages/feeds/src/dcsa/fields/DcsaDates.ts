import { DAY_MILLIS } from "@landfall/core/time/Durations"
import { type Instant, toInstant } from "@landfall/core/time/Instant"
import { isPlausible, PLAUSIBLE_YEARS, type Place } from "@landfall/core/tracking/carriers/CarrierEvent"
import { Option, Result } from "effect"
import { type DecodingContext, type Rejection, reject } from "./DecodingContext.ts"
import { type JsonFields, textOf, valueOf } from "./JsonFields.ts"
import { timeZoneOf } from "./PortTimeZones.ts"
import { readTimestamp, resolveLocalTime, type Timestamp } from "./Timestamp.ts"

const readTimestampField = (
  event: JsonFields,
  name: string,
  alias: string
): Result.Result<Timestamp | undefined, Rejection> => {
  const value = valueOf(event, name, alias)
  if (value === undefined) return Result.succeed(undefined)
  const path = `${event.path}.${name}`
  if (typeof value !== "string")
    return reject(path, "must be a date and time as text, such as 2026-01-25T14:06:00+08:00")
  const timestamp = readTimestamp(value.trim())
  return timestamp === undefined
    ? reject(
        path,
        `${JSON.stringify(value.slice(0, 40))} is not an ISO 8601 date and time, such as 2026-01-25T14:06:00+08:00`
      )
    : Result.succeed(timestamp)
}

/** The instant of a timestamp, in milliseconds since 1970; some carriers mark the local time of the place with `Z`. */
const eventMillisOf = (
  timestamp: Timestamp,
  place: Option.Option<Place>,
  { quirks, tally }: DecodingContext
): number => {
  if (!quirks.localTimesMarkedZ || !timestamp.isWithoutOffset || Option.isNone(place)) return timestamp.millis
  const zone = timeZoneOf(place.value.unlocode)
  const millis = zone === undefined ? undefined : resolveLocalTime(timestamp.millis, zone)
  if (millis === undefined) tally.add("timeZone", place.value.unlocode)
  return millis ?? timestamp.millis
}

/** The timestamp of an event: required, and within the plausible years. */
export const readEventDate = (
  event: JsonFields,
  place: Option.Option<Place>,
  context: DecodingContext
): Result.Result<Instant, Rejection> => {
  const read = readTimestampField(event, "eventDateTime", "eventDateTime")
  if (Result.isFailure(read)) return Result.fail(read.failure)
  const path = `${event.path}.eventDateTime`
  if (read.success === undefined) return reject(path, "is missing: an event needs a date and time")
  const millis = eventMillisOf(read.success, place, context)
  return isPlausible(millis)
    ? Result.succeed(toInstant(millis))
    : reject(
        path,
        `${textOf(event, "eventDateTime")} is outside the years ${PLAUSIBLE_YEARS.from} to ${PLAUSIBLE_YEARS.before - 1}`
      )
}

/**
 * The timestamp at which the carrier created the event. None when it cannot order events: when it is missing or unreadable,
 * outside the plausible years such as `0001-01-01T00:00:00Z`, more than a day after receipt, or a date without time, which is
 * midnight in some zone. No event is rejected for it.
 */
export const readCreatedDate = (event: JsonFields, { receivedAt, tally }: DecodingContext): Option.Option<Instant> => {
  const read = readTimestampField(event, "eventCreatedDateTime", "eventCreated")
  if (Result.isFailure(read)) {
    tally.add("eventCreatedDateTime", "unreadable")
    return Option.none()
  }
  if (read.success === undefined || read.success.isMidnight || !isPlausible(read.success.millis)) return Option.none()
  if (read.success.millis <= receivedAt + DAY_MILLIS) return Option.some(toInstant(read.success.millis))
  tally.add("eventCreatedDateTime", "after receipt")
  return Option.none()
}
