import { Option } from "effect"
import { Statistics } from "./CongestionAggregate.ts"
import { Hours } from "./Figure.ts"

/**
 * The maximum, median and minimum of times in hours; none without times. The median of an even number is the mean of
 * the middle two.
 */
export const statisticsOf = (hours: ReadonlyArray<number>): Option.Option<Statistics> => {
  const sorted = Float64Array.from(hours).sort()
  const [min, max] = [sorted[0], sorted[sorted.length - 1]]
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  if (min === undefined || max === undefined || low === undefined || high === undefined) return Option.none()
  return Option.some(
    Statistics.make({ max: Hours.make(max), median: Hours.make(low + (high - low) / 2), min: Hours.make(min) })
  )
}
