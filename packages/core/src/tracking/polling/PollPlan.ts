import { Option, Result } from "effect"
import { formatCount } from "../../listing/Count.ts"
import { Instant, isoOf } from "../../time/Instant.ts"
import type { SourceError, SourceQuery, SourceResponse } from "../carriers/TrackingSource.ts"
import type { ShipmentStatus } from "../shipments/Shipment.ts"
import type { LastPoll } from "../shipments/ShipmentStore.ts"
import { type JourneyStatus, MIN_POLL_INTERVAL_MILLIS, type NextPoll, nextPoll } from "./NextPoll.ts"

/** The result of one query to a carrier. */
export type PollResult = Result.Result<SourceResponse, SourceError>

/** The state of a shipment's polls that is stored between two of them. */
export interface PollProgress {
  /** The next query. */
  readonly query: SourceQuery
  /** This query has found the shipment, so no other is tried. */
  readonly matched: boolean
  /** Consecutive queries without a match, since the last match or since all queries were tried. */
  readonly tried: number
  /** The outcome of the last round. A round is one query after a match, else every query that may find the shipment. */
  readonly last: LastPoll
  /** When a carrier last responded with data of the shipment. */
  readonly lastResponseAt: Option.Option<Instant>
  /** When the polls were last restarted because the profile or a key of the carrier changed. */
  readonly restartedAt: Option.Option<Instant>
}

/** The state after a poll, and when the next one is due. */
export interface PollPlan {
  readonly progress: PollProgress
  readonly next: NextPoll
  /** Why the poll failed, or which events of the response cannot be read, in one or two sentences; none after any other. */
  readonly error: Option.Option<string>
}

/** The inputs of `planNextPoll` besides the result. */
export interface PollContext {
  /** Every query that may find the shipment, by `queriesFor`. */
  readonly queries: ReadonlyArray<SourceQuery>
  readonly status: ShipmentStatus
  readonly journey: JourneyStatus
  readonly now: Instant
  /** A random number from 0 to below 1, that determines the jitter. */
  readonly random: number
}

const isSameQuery = (a: SourceQuery, b: SourceQuery): boolean => a.scac === b.scac && a.kind === b.kind

/** The query after this one, in rotation; the same one when there is no other. */
const nextQuery = (query: SourceQuery, queries: ReadonlyArray<SourceQuery>): SourceQuery =>
  queries[(queries.findIndex((other) => isSameQuery(other, query)) + 1) % queries.length] ?? query

const failuresInARow = (last: LastPoll, tag: "Unknown" | "Unauthorised" | "Unavailable"): number =>
  last._tag === tag ? last.failures + 1 : 1

const lastPollOf = (failure: SourceError, before: LastPoll): LastPoll => {
  switch (failure._tag) {
    case "ShipmentUnknown":
      return { _tag: "Unknown", failures: failuresInARow(before, "Unknown") }
    case "SourceUnauthorised":
      return { _tag: "Unauthorised", failures: failuresInARow(before, "Unauthorised") }
    case "SourceThrottled":
      return { _tag: "Throttled", until: failure.until }
    case "SourceUnavailable":
      return { _tag: "Unavailable", failures: failuresInARow(before, "Unavailable") }
  }
}

const errorMessageOf = (failure: SourceError): string =>
  failure._tag === "SourceThrottled"
    ? `${failure.message} The next poll is after ${isoOf(failure.until)}.`
    : failure.message

/** The maximum number of unreadable events that a message names. */
const NAMED_EVENTS = 3

/** Which events of a carrier cannot be read; none when all can. */
export const unreadableEvents = (
  scac: string,
  { events, rejected }: Pick<SourceResponse, "events" | "rejected">
): Option.Option<string> => {
  if (rejected.length === 0) return Option.none()
  const named = rejected.slice(0, NAMED_EVENTS).map(({ path, reason }) => `${path} ${reason}`)
  const others = rejected.length - named.length
  const more = others === 0 ? "" : `; and ${others} more`
  return Option.some(
    `${rejected.length} of ${formatCount(rejected.length + events.length, "event")} from ${scac} cannot be read: ${named.join("; ")}${more}.`
  )
}

/** The same of a response to a poll. Missing events that they may be do not count as retracted. */
export const unreadableMessageOf = (
  { scac }: Pick<SourceQuery, "scac">,
  response: Pick<SourceResponse, "events" | "rejected">
): Option.Option<string> =>
  Option.map(
    unreadableEvents(scac, response),
    (text) => `${text} An event that was reported before and may be one of these is not retracted.`
  )

/**
 * Decides the next query and when it is due. Pure. A response makes its query the shipment's match. Without a match, a
 * failed query is followed soon by the next one. When all queries were tried, the round ends and the interval grows. A
 * throttled query is repeated.
 */
export const planNextPoll = (progress: PollProgress, result: PollResult, context: PollContext): PollPlan => {
  const { queries, status, journey, now, random } = context
  const wait = (last: LastPoll) => nextPoll({ status, last, journey }, now, random)
  if (Result.isSuccess(result)) {
    const last: LastPoll = { _tag: "Responded" }
    return {
      progress: { ...progress, matched: true, tried: 0, last, lastResponseAt: Option.some(now) },
      next: wait(last),
      error: unreadableMessageOf(progress.query, result.success)
    }
  }
  const failure = result.failure
  const error = Option.some(errorMessageOf(failure))
  const last = lastPollOf(failure, progress.last)
  const isCurrent = queries.some((query) => isSameQuery(query, progress.query))
  if (
    (progress.matched && isCurrent) ||
    failure._tag === "SourceThrottled" ||
    queries.length === 0 ||
    (queries.length < 2 && isCurrent)
  ) {
    return { progress: { ...progress, last }, next: wait(last), error }
  }
  const query = nextQuery(progress.query, queries)
  const tried = progress.tried + 1
  if (tried < queries.length && status === "tracking") {
    const at = Instant.make(now + Math.round(MIN_POLL_INTERVAL_MILLIS * (1 + random)))
    const reason =
      last._tag === "Unknown" ? "unknown_shipment" : last._tag === "Unavailable" ? "source_unavailable" : "unauthorised"
    return {
      progress: { ...progress, query, matched: false, tried },
      next: { _tag: "Poll", at, reason },
      error
    }
  }
  return { progress: { ...progress, query, matched: false, tried: 0, last }, next: wait(last), error }
}
