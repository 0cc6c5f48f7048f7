import { Option, Result } from "effect"
import { Instant, isoOf } from "../../time/Instant.ts"
import type { SourceError, SourceQuery, SourceResponse } from "../carriers/TrackingSource.ts"
import type { ShipmentStatus } from "../shipments/Shipment.ts"
import type { LastPoll } from "../shipments/ShipmentStore.ts"
import { type JourneyStatus, MIN_POLL_INTERVAL_MILLIS, type NextPoll, nextPoll } from "./NextPoll.ts"

/** What came of a question. */
export type PollResult = Result.Result<SourceResponse, SourceError>

/** Where the checks of a shipment stand: what is kept between two of them. */
export interface PollProgress {
  /** What is asked next. */
  readonly query: SourceQuery
  /** This question has found the shipment: it is asked again and no other. */
  readonly matched: boolean
  /** Questions in a row that did not find it, since the last that did or since all were tried. */
  readonly tried: number
  /** How the last round went: one question once there is a match, else every question that may find it. */
  readonly last: LastPoll
  /** When a carrier last answered with what it knows of the shipment. */
  readonly lastResponseAt: Option.Option<Instant>
}

/** What follows from a check. */
export interface PollPlan {
  readonly progress: PollProgress
  readonly next: NextPoll
  /** Why nothing came, for people; none after an answer. */
  readonly error: Option.Option<string>
}

/** What a decision about the next check needs, beside the result. */
export interface PollContext {
  /** Every question that may find the shipment, by `queriesFor`. */
  readonly queries: ReadonlyArray<SourceQuery>
  readonly status: ShipmentStatus
  readonly journey: JourneyStatus
  readonly now: Instant
  /** A random number from 0 up to 1. */
  readonly spread: number
}

const isSameQuery = (a: SourceQuery, b: SourceQuery): boolean => a.scac === b.scac && a.kind === b.kind

/** The question after this one, and after the last the first; the same one when there is no other. */
const nextQuery = (question: SourceQuery, questions: ReadonlyArray<SourceQuery>): SourceQuery =>
  questions[(questions.findIndex((other) => isSameQuery(other, question)) + 1) % questions.length] ?? question

const failuresInARow = (last: LastPoll, tag: "Unknown" | "Unauthorised" | "Away"): number =>
  last._tag === tag ? last.failures + 1 : 1

const lastPollOf = (refusal: SourceError, before: LastPoll): LastPoll => {
  switch (refusal._tag) {
    case "ShipmentUnknown":
      return { _tag: "Unknown", failures: failuresInARow(before, "Unknown") }
    case "SourceUnauthorised":
      return { _tag: "Unauthorised", failures: failuresInARow(before, "Unauthorised") }
    case "SourceThrottled":
      return { _tag: "Throttled", until: refusal.until }
    case "SourceUnavailable":
      return { _tag: "Away", failures: failuresInARow(before, "Away") }
  }
}

const errorMessageOf = (refusal: SourceError): string =>
  refusal._tag === "SourceThrottled"
    ? `${refusal.message} It is asked again after ${isoOf(refusal.until)}.`
    : refusal.message

/**
 * What follows from a check. An answer makes its question the shipment's own. A question that did not find a shipment
 * without a match, or that its carrier answers no more, makes room for the next one soon, whatever was wrong with it, so
 * that a carrier that is down hides the shipment from nobody else; when all have been tried, the round is over and the wait grows. A question that only
 * came too early (throttled) is asked again. Pure.
 */
export const planNextPoll = (progress: PollProgress, result: PollResult, context: PollContext): PollPlan => {
  const { queries, status, journey, now, spread } = context
  const wait = (last: LastPoll) => nextPoll({ status, last, journey: journey }, now, spread)
  if (Result.isSuccess(result)) {
    const last: LastPoll = { _tag: "Answered" }
    return {
      progress: { query: progress.query, matched: true, tried: 0, last, lastResponseAt: Option.some(now) },
      next: wait(last),
      error: Option.none()
    }
  }
  const refusal = result.failure
  const error = Option.some(errorMessageOf(refusal))
  const last = lastPollOf(refusal, progress.last)
  const isAsked = queries.some((question) => isSameQuery(question, progress.query))
  if (
    (progress.matched && isAsked) ||
    refusal._tag === "SourceThrottled" ||
    queries.length === 0 ||
    (queries.length < 2 && isAsked)
  ) {
    return { progress: { ...progress, last }, next: wait(last), error }
  }
  const question = nextQuery(progress.query, queries)
  const tried = progress.tried + 1
  if (tried < queries.length && status === "tracking") {
    const at = Instant.make(now + Math.round(MIN_POLL_INTERVAL_MILLIS * (1 + spread)))
    const why = last._tag === "Unknown" ? "unknown_shipment" : last._tag === "Away" ? "source_away" : "unauthorised"
    return {
      progress: { ...progress, query: question, matched: false, tried },
      next: { _tag: "Check", at, why },
      error
    }
  }
  return { progress: { ...progress, query: question, matched: false, tried: 0, last }, next: wait(last), error }
}
