import { type DateTime, Option, Schema } from "effect"
import { AccountId } from "../../accounts/Account.ts"
import { EndpointId } from "../../alerts/EndpointId.ts"
import { Unlocode } from "../../geo/Unlocode.ts"
import { Instant } from "../../time/Instant.ts"
import type { CongestionAggregate } from "../figures/CongestionAggregate.ts"
import { canBeNegative, type FigureUnit, figureUnitOf, readFigure, ThresholdFigure } from "./ThresholdFigure.ts"

/** `pwt_` and a ULID. */
export const CongestionThresholdId = Schema.String.pipe(
  Schema.check(Schema.isStartingWith("pwt_")),
  Schema.brand("PortWatchId")
)
export type CongestionThresholdId = typeof CongestionThresholdId.Type

/** An endpoint watches as many figures of ports at most. */
export const MAX_THRESHOLDS = 100

/** On which side of its threshold a figure was found. */
export const ThresholdSide = Schema.Literals(["above", "below"])
export type ThresholdSide = typeof ThresholdSide.Type

/** What a watch has seen last: the newest value that is known, of when, and on which side of the threshold that was. */
export const ThresholdState = Schema.Struct({ side: ThresholdSide, value: Schema.Finite, asOf: Instant })
export type ThresholdState = typeof ThresholdState.Type

/**
 * One figure of one port that an endpoint wants to hear of. It rises when it reaches the threshold, and falls when it
 * comes below the threshold by more than the hysteresis: in between it is where it was, so that a figure that sways
 * about the threshold is told once. Threshold and hysteresis are in the figure's own unit.
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
  /** None until the figure was known for the first time. */
  seen: Schema.Option(ThresholdState),
  /** How often it has crossed its threshold: what the alerts of a watch are numbered by. */
  crossings: Schema.Int,
  createdAt: Schema.DateTimeUtc
}) {}

/** What makes two watches one: setting the same again changes its hysteresis alone. */
export const thresholdKey = ({ endpointId, port, figure, threshold }: CongestionThreshold): string =>
  [endpointId, port, figure, threshold].join(" ")

/** Enough that a ship more or less, or an hour, is told once; in the unit of the figure. Own choice. */
const DEFAULT_HYSTERESIS: Readonly<Record<FigureUnit, number>> = {
  percent: 5,
  "percentage points": 5,
  vessels: 1,
  hours: 1
}

/** The hysteresis of a watch that names none: never so much that the figure could not fall again. */
export const defaultHysteresis = (figure: ThresholdFigure, threshold: number): number => {
  const usual = DEFAULT_HYSTERESIS[figureUnitOf(figure)]
  return canBeNegative(figure) ? usual : Math.min(usual, threshold / 2)
}

/** Why these can be no threshold and hysteresis of a figure, with the path of each fault; empty when they can. */
export const thresholdFaults = (
  figure: ThresholdFigure,
  threshold: number,
  hysteresis: number
): ReadonlyArray<string> => {
  if (hysteresis < 0) return [`$.hysteresis must be 0 or more, and is ${hysteresis}.`]
  if (canBeNegative(figure)) return []
  if (threshold <= 0) return [`$.threshold must be above 0, for ${figure} is never below it; it is ${threshold}.`]
  return hysteresis < threshold
    ? []
    : [`$.hysteresis must be less than the threshold of ${threshold}, or the figure never falls; it is ${hysteresis}.`]
}

/** A figure that has come to the other side of its threshold. */
export interface ThresholdCrossing {
  readonly direction: "up" | "down"
  readonly value: number
  readonly previousValue: number
}

/** A watch after a look at its port, and whether the figure has crossed the threshold since the look before. */
export interface ThresholdEvaluation {
  readonly threshold: CongestionThreshold
  readonly crossing: Option.Option<ThresholdCrossing>
}

const sideOf = ({ threshold, hysteresis, seen }: CongestionThreshold, value: number): ThresholdSide => {
  if (value >= threshold) return "above"
  const wasAbove = Option.exists(seen, ({ side }) => side === "above")
  return wasAbove && value >= threshold - hysteresis ? "above" : "below"
}

/**
 * Looks at a port for a watch. The first value that is known says where the figure is, and is no crossing. A figure that
 * is unknown, and an aggregate that is no newer than what was seen, change nothing.
 */
export const evaluateThreshold = (watch: CongestionThreshold, aggregate: CongestionAggregate): ThresholdEvaluation => {
  const nothing = { threshold: watch, crossing: Option.none() }
  const asOf = Instant.make(aggregate.quality.asOf.epochMilliseconds)
  const found = readFigure(aggregate, watch.figure)
  if (Option.isNone(found) || Option.exists(watch.seen, (seen) => seen.asOf >= asOf)) return nothing
  const value = found.value
  const side = sideOf(watch, value)
  const before = Option.getOrUndefined(watch.seen)
  // A watch that sees what it saw is not written again each time somebody looks.
  if (before !== undefined && before.value === value && before.side === side) return nothing
  const crossed = before !== undefined && before.side !== side
  return {
    threshold: new CongestionThreshold({
      ...watch,
      seen: Option.some({ side, value, asOf }),
      crossings: watch.crossings + (crossed ? 1 : 0)
    }),
    crossing: crossed
      ? Option.some({ direction: side === "above" ? "up" : "down", value, previousValue: before.value })
      : Option.none()
  }
}

/** What a caller says of a new watch. */
export interface CongestionThresholdDraft {
  readonly port: Unlocode
  readonly figure: ThresholdFigure
  readonly threshold: number
  readonly hysteresis: Option.Option<number>
}

/** The watch that a draft makes on an endpoint: one that has seen nothing yet. */
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
    seen: Option.none(),
    crossings: 0,
    createdAt
  })

export class CongestionThresholdNotFound extends Schema.TaggedError<CongestionThresholdNotFound>()(
  "CongestionThresholdNotFound",
  {
    id: Schema.String
  }
) {}

/** An endpoint has as many watches as it can have. */
export class TooManyThresholds extends Schema.TaggedError<TooManyThresholds>()("TooManyThresholds", {
  endpointId: Schema.String
}) {}
