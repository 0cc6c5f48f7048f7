import { Option, Result } from "effect"
import { Instant, isoOf } from "../../time/Instant.ts"
import type { Snapshot, SourceQuestion, SourceRefusal } from "../carriers/TrackingSource.ts"
import type { ShipmentStatus } from "../shipments/Shipment.ts"
import type { LastCheck } from "../shipments/ShipmentStore.ts"
import { type JourneyPace, type NextCheck, nextCheck, SHORTEST_WAIT_MILLIS } from "./NextCheck.ts"

/** What came of a question. */
export type CheckResult = Result.Result<Snapshot, SourceRefusal>

/** Where the checks of a shipment stand: what is kept between two of them. */
export interface CheckProgress {
  /** What is asked next. */
  readonly question: SourceQuestion
  /** This question has found the shipment: it is asked again and no other. */
  readonly matched: boolean
  /** Questions in a row that did not find it, since the last that did or since all were tried. */
  readonly tried: number
  /** How the last round went: one question once there is a match, else every question that may find it. */
  readonly last: LastCheck
  /** When a carrier last answered with what it knows of the shipment. */
  readonly answeredAt: Option.Option<Instant>
}

/** What follows from a check. */
export interface CheckPlan {
  readonly progress: CheckProgress
  readonly next: NextCheck
  /** Why nothing came, for people; none after an answer. */
  readonly error: Option.Option<string>
}

/** What a decision about the next check needs, beside the result. */
export interface CheckContext {
  /** Every question that may find the shipment, by `questionsFor`. */
  readonly questions: ReadonlyArray<SourceQuestion>
  readonly status: ShipmentStatus
  readonly pace: JourneyPace
  readonly now: Instant
  /** A random number from 0 up to 1. */
  readonly spread: number
}

const isSame = (a: SourceQuestion, b: SourceQuestion): boolean => a.scac === b.scac && a.kind === b.kind

/** The question after this one, and after the last the first; the same one when there is no other. */
const following = (question: SourceQuestion, questions: ReadonlyArray<SourceQuestion>): SourceQuestion =>
  questions[(questions.findIndex((other) => isSame(other, question)) + 1) % questions.length] ?? question

const inARow = (last: LastCheck, tag: "Unknown" | "Unauthorised" | "Away"): number =>
  last._tag === tag ? last.failures + 1 : 1

const lastOf = (refusal: SourceRefusal, before: LastCheck): LastCheck => {
  switch (refusal._tag) {
    case "ShipmentUnknown":
      return { _tag: "Unknown", failures: inARow(before, "Unknown") }
    case "SourceUnauthorised":
      return { _tag: "Unauthorised", failures: inARow(before, "Unauthorised") }
    case "SourceThrottled":
      return { _tag: "Throttled", until: refusal.until }
    case "SourceAway":
      return { _tag: "Away", failures: inARow(before, "Away") }
  }
}

const errorOf = (refusal: SourceRefusal): string =>
  refusal._tag === "SourceThrottled"
    ? `${refusal.message} It is asked again after ${isoOf(refusal.until)}.`
    : refusal.message

/**
 * What follows from a check. An answer makes its question the shipment's own. A question that did not find a shipment
 * without a match, or that its carrier answers no more, makes room for the next one soon, whatever was wrong with it, so
 * that a carrier that is down hides the shipment from nobody else; when all have been tried, the round is over and the wait grows. A question that only
 * came too early (throttled) is asked again. Pure.
 */
export const checkPlan = (progress: CheckProgress, result: CheckResult, context: CheckContext): CheckPlan => {
  const { questions, status, pace, now, spread } = context
  const wait = (last: LastCheck) => nextCheck({ status, last, pace }, now, spread)
  if (Result.isSuccess(result)) {
    const last: LastCheck = { _tag: "Answered" }
    return {
      progress: { question: progress.question, matched: true, tried: 0, last, answeredAt: Option.some(now) },
      next: wait(last),
      error: Option.none()
    }
  }
  const refusal = result.failure
  const error = Option.some(errorOf(refusal))
  const last = lastOf(refusal, progress.last)
  const isAsked = questions.some((question) => isSame(question, progress.question))
  if (
    (progress.matched && isAsked) ||
    refusal._tag === "SourceThrottled" ||
    questions.length === 0 ||
    (questions.length < 2 && isAsked)
  ) {
    return { progress: { ...progress, last }, next: wait(last), error }
  }
  const question = following(progress.question, questions)
  const tried = progress.tried + 1
  if (tried < questions.length && status === "tracking") {
    const at = Instant.make(now + Math.round(SHORTEST_WAIT_MILLIS * (1 + spread)))
    const why = last._tag === "Unknown" ? "unknown_shipment" : last._tag === "Away" ? "source_away" : "unauthorised"
    return { progress: { ...progress, question, matched: false, tried }, next: { _tag: "Check", at, why }, error }
  }
  return { progress: { ...progress, question, matched: false, tried: 0, last }, next: wait(last), error }
}
