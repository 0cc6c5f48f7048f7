import { type DateTime, Option, Result, Schema } from "effect"
import { AccountId } from "../../accounts/Account.ts"
import { EndpointId } from "../../alerts/EndpointId.ts"
import { type Fault, invalidFault } from "../../faults/Fault.ts"
import { Unlocode } from "../../geo/Unlocode.ts"
import { Instant } from "../../time/Instant.ts"
import type { CongestionAggregate } from "../figures/CongestionAggregate.ts"
import { canBeNegative, type FigureUnit, figureUnitOf, readFigure, ThresholdFigure } from "./ThresholdFigure.ts"

/** `pwt_` and a ULID. */
export const CongestionThresholdId = Schema.String.pipe(
  Schema.check(Schema.isStartingWith("pwt_")),
  Schema.brand("CongestionThresholdId")
)
export type CongestionThresholdId = typeof CongestionThresholdId.Type

/** The maximum number of thresholds of one endpoint. */
export const MAX_THRESHOLDS = 100

/** The side of its threshold on which a figure is. */
export const ThresholdSide = Schema.Literals(["above", "below"])
export type ThresholdSide = typeof ThresholdSide.Type

/** The last evaluation of a threshold: the newest known value, its instant and its side. */
export const ThresholdState = Schema.Struct({ side: ThresholdSide, value: Schema.Finite, asOf: Instant })
export type ThresholdState = typeof ThresholdState.Type

/**
 * A threshold on one figure of one port, with alerts to one endpoint. The figure crosses upwards when it reaches the
 * threshold, and downwards when it falls below the threshold by more than the hysteresis; in between it stays on its
 * side. Threshold and hysteresis are in the unit of the figure.
 */
export class CongestionThreshold extends Schema.Class<CongestionThreshold>(
  "@landfall/core/congestion/thresholds/CongestionThreshold"
)({
  id: CongestionThresholdId,
  accountId: AccountId,
  endpointId: EndpointId,
  port: Unlocode,
  figure: ThresholdFigure,
  threshold: Schema.Finite,
  hysteresis: Schema.Finite,
  /** The last evaluation; none until the figure was known for the first time. */
  state: Schema.Option(ThresholdState),
  /** The number of crossings so far, which numbers the alerts of a threshold. */
  crossings: Schema.Int,
  createdAt: Schema.DateTimeUtc
}) {}

/** The identity of a threshold: creating the same one again changes its hysteresis alone. */
export const thresholdKey = ({ endpointId, port, figure, threshold }: CongestionThreshold): string =>
  [endpointId, port, figure, threshold].join(" ")

/**
 * The default hysteresis in the unit of the figure, wide enough for one vessel or hour more or less to cause no second
 * alert. Chosen here.
 */
const DEFAULT_HYSTERESIS: Readonly<Record<FigureUnit, number>> = {
  percent: 5,
  "percentage points": 5,
  vessels: 1,
  hours: 1
}

/** The default hysteresis of a threshold: never so wide that the figure could not cross downwards. */
export const defaultHysteresis = (figure: ThresholdFigure, threshold: number): number => {
  const usual = DEFAULT_HYSTERESIS[figureUnitOf(figure)]
  return canBeNegative(figure) ? usual : Math.min(usual, threshold / 2)
}

/** The faults of a threshold and hysteresis of a figure; empty when both are valid. */
export const thresholdFaults = (
  figure: ThresholdFigure,
  threshold: number,
  hysteresis: number
): ReadonlyArray<Fault> => {
  if (hysteresis < 0) return [invalidFault(["hysteresis"], "must be 0 or more", hysteresis)]
  if (canBeNegative(figure)) return []
  if (threshold <= 0)
    return [invalidFault(["threshold"], `must be above 0, because ${figure} is never negative`, threshold)]
  const rule = `must be less than the threshold of ${threshold}, or the figure can never fall below it`
  return hysteresis < threshold ? [] : [invalidFault(["hysteresis"], rule, hysteresis)]
}

/** A crossing of a threshold. */
export interface ThresholdCrossing {
  readonly direction: "up" | "down"
  readonly value: number
  readonly previousValue: number
}

/** The threshold after an evaluation, and the crossing, if any, since the one before. */
export interface ThresholdEvaluation {
  readonly threshold: CongestionThreshold
  readonly crossing: Option.Option<ThresholdCrossing>
}

const sideOf = ({ threshold, hysteresis, state }: CongestionThreshold, value: number): ThresholdSide => {
  if (value >= threshold) return "above"
  const wasAbove = Option.exists(state, ({ side }) => side === "above")
  return wasAbove && value >= threshold - hysteresis ? "above" : "below"
}

/**
 * Evaluates a threshold against the figures of its port. The first known value sets the side and is not a crossing. An
 * unknown figure, and figures not newer than the last evaluation, change nothing.
 */
export const evaluateThreshold = (
  threshold: CongestionThreshold,
  aggregate: CongestionAggregate
): ThresholdEvaluation => {
  const unchanged = { threshold, crossing: Option.none() }
  const asOf = Instant.make(aggregate.quality.asOf.epochMilliseconds)
  const reading = readFigure(aggregate, threshold.figure)
  if (Option.isNone(reading) || Option.exists(threshold.state, (state) => state.asOf >= asOf)) return unchanged
  const value = reading.value
  const side = sideOf(threshold, value)
  const previous = Option.getOrUndefined(threshold.state)
  // An unchanged value returns the same object, so that the store does not write it again.
  if (previous !== undefined && previous.value === value && previous.side === side) return unchanged
  const crossed = previous !== undefined && previous.side !== side
  return {
    threshold: new CongestionThreshold({
      ...threshold,
      state: Option.some({ side, value, asOf }),
      crossings: threshold.crossings + (crossed ? 1 : 0)
    }),
    crossing: crossed
      ? Option.some({ direction: side === "above" ? "up" : "down", value, previousValue: previous.value })
      : Option.none()
  }
}

/** The input of a new threshold. */
export interface CongestionThresholdDraft {
  readonly port: Unlocode
  readonly figure: ThresholdFigure
  readonly threshold: number
  readonly hysteresis: Option.Option<number>
}

/** Makes the threshold of a draft, before its first evaluation. */
export const newCongestionThreshold = (
  id: CongestionThresholdId,
  owner: { readonly accountId: AccountId; readonly endpointId: EndpointId },
  { port, figure, threshold, hysteresis }: CongestionThresholdDraft,
  createdAt: DateTime.Utc
): CongestionThreshold =>
  new CongestionThreshold({
    id,
    accountId: owner.accountId,
    endpointId: owner.endpointId,
    port,
    figure,
    threshold,
    hysteresis: Option.getOrElse(hysteresis, () => defaultHysteresis(figure, threshold)),
    state: Option.none(),
    crossings: 0,
    createdAt
  })

/** The endpoint has no threshold with this id. */
export class CongestionThresholdNotFound extends Schema.TaggedError<CongestionThresholdNotFound>()(
  "CongestionThresholdNotFound",
  {
    id: Schema.String
  }
) {}

/** The endpoint already has `MAX_THRESHOLDS` thresholds. */
export class TooManyThresholds extends Schema.TaggedError<TooManyThresholds>()("TooManyThresholds", {
  endpointId: Schema.String
}) {}

/** The threshold that a creation stores, and whether it is a new one. */
export interface ThresholdCreation {
  readonly threshold: CongestionThreshold
  readonly isNew: boolean
}

/**
 * Decides on the creation of a threshold, given the thresholds of its endpoint. A threshold with the same
 * `thresholdKey` retains its id and last evaluation and gets the new hysteresis; a new one fails at `MAX_THRESHOLDS`.
 */
export const planThresholdCreation = (
  existing: ReadonlyArray<CongestionThreshold>,
  added: CongestionThreshold
): Result.Result<ThresholdCreation, TooManyThresholds> => {
  const same = existing.find((threshold) => thresholdKey(threshold) === thresholdKey(added))
  if (same !== undefined) {
    const threshold = new CongestionThreshold({ ...same, hysteresis: added.hysteresis })
    return Result.succeed({ threshold, isNew: false })
  }
  return existing.length >= MAX_THRESHOLDS
    ? Result.fail(new TooManyThresholds({ endpointId: added.endpointId }))
    : Result.succeed({ threshold: added, isNew: true })
}
