import { DateTime, Option, Result, Schema } from "effect"
import { HOUR_MILLIS } from "../time/Durations.ts"
import { Instant } from "../time/Instant.ts"
import { Credits } from "./Credits.ts"

/** Calls by outcome, and the credits charged for them. */
export const UsageFigures = Schema.Struct({
  successCalls: Schema.Int,
  clientErrorCalls: Schema.Int,
  serverErrorCalls: Schema.Int,
  credits: Credits
})
export type UsageFigures = typeof UsageFigures.Type

const NO_USAGE: UsageFigures = {
  successCalls: 0,
  clientErrorCalls: 0,
  serverErrorCalls: 0,
  credits: Credits.make(0)
}

/** The number of calls of every outcome. */
export const allCalls = ({ successCalls, clientErrorCalls, serverErrorCalls }: UsageFigures): number =>
  successCalls + clientErrorCalls + serverErrorCalls

/** The sum of figures. */
export const sumFigures = (figures: Iterable<UsageFigures>): UsageFigures => {
  let sum = NO_USAGE
  for (const { successCalls, clientErrorCalls, serverErrorCalls, credits } of figures) {
    sum = {
      successCalls: sum.successCalls + successCalls,
      clientErrorCalls: sum.clientErrorCalls + clientErrorCalls,
      serverErrorCalls: sum.serverErrorCalls + serverErrorCalls,
      credits: Credits.make(sum.credits + credits)
    }
  }
  return sum
}

/** The first instant of the UTC hour that contains an instant. */
export const usageHourOf = (millis: number): Instant => Instant.make(Math.floor(millis / HOUR_MILLIS) * HOUR_MILLIS)

/** Whole UTC hours: from the first instant of one to the first instant of another, which is not included. */
export interface UsageWindow {
  readonly from: Option.Option<Instant>
  readonly to: Option.Option<Instant>
}

/** The end of a window is not after its start. */
export class UsageWindowReversed extends Schema.TaggedError<UsageWindowReversed>()("UsageWindowReversed", {}) {}

const nextFullHour = (millis: number): Instant => usageHourOf(millis + HOUR_MILLIS - 1)

/**
 * The window of the hours that overlap the time from `start` (inclusive) to `end` (exclusive), because calls are counted
 * by hour. Without a bound it reaches to the first or to the last stored hour.
 */
export const usageWindowOf = (
  start: Option.Option<DateTime.Utc>,
  end: Option.Option<DateTime.Utc>
): Result.Result<UsageWindow, UsageWindowReversed> => {
  const from = Option.map(start, DateTime.toEpochMillis)
  const to = Option.map(end, DateTime.toEpochMillis)
  const isReversed = Option.isSome(from) && Option.isSome(to) && from.value > to.value
  if (isReversed) return Result.fail(new UsageWindowReversed())
  const isEmpty = Option.isSome(from) && Option.isSome(to) && from.value === to.value
  return Result.succeed({
    from: Option.map(from, usageHourOf),
    to: isEmpty ? Option.map(from, usageHourOf) : Option.map(to, nextFullHour)
  })
}
