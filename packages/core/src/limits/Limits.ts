import { Context, Record, Result, Schema, Struct } from "effect"
import { DAY_MILLIS } from "../time/Durations.ts"
import { LIMITS, type LimitEntry } from "./LimitTable.ts"

/** The time for which a deleted endpoint counts in `account.removedEndpoints`. */
export const REMOVED_ENDPOINTS_MILLIS = DAY_MILLIS

/** The time for which a new API key counts in `account.createdKeys`. */
export const CREATED_KEYS_MILLIS = DAY_MILLIS

/** The name of a limit. */
export type LimitName = keyof typeof LIMITS

/** The names of all limits. */
export const LIMIT_NAMES = Struct.keys(LIMITS)

/** The entry of a limit. */
export const limitEntryOf = (name: LimitName): LimitEntry => LIMITS[name]

/** The value of every limit. */
export const LimitValues = Schema.Record(Schema.Literals(LIMIT_NAMES), Schema.Int)
export type LimitValues = typeof LimitValues.Type

/** The value of every limit that no setting changes. */
export const DEFAULT_LIMITS: LimitValues = Record.map(LIMITS, ({ byDefault }) => byDefault)

/** The limits in force in this process. Layers read them when they are built. */
export const Limits = Context.Reference<LimitValues>("@landfall/core/limits/Limits", {
  defaultValue: () => DEFAULT_LIMITS
})

/**
 * A request exceeds a limit: its need in all, and the value of the limit. The edges respond to it with the status that
 * the limit has there.
 */
export class LimitExceeded extends Schema.TaggedError<LimitExceeded>()("LimitExceeded", {
  limit: Schema.Literals(LIMIT_NAMES),
  value: Schema.Int,
  needed: Schema.Int
}) {}

/** Fails when a request needs more than a limit allows; `needed` counts what there is already. */
export const checkLimit = (
  limits: LimitValues,
  limit: LimitName,
  needed: number
): Result.Result<void, LimitExceeded> =>
  needed <= limits[limit] ? Result.void : Result.fail(new LimitExceeded({ limit, value: limits[limit], needed }))

/** Describes an exceeded limit, with advice: two sentences. */
export const describeExcess = ({ limit, value, needed }: LimitExceeded): string => {
  const { unit, action } = LIMITS[limit]
  return `The request needs ${needed} ${unit} in all; the limit ${limit} is ${value}. ${action}`
}
