/**
 * A duration as an empirical distribution: equally likely values in hours, ascending, at least one. A single value is a
 * duration without a known spread.
 */
export type DurationDistribution = readonly [number, ...Array<number>]

/** The maximum number of values of a distribution: more are reduced to this number of quantiles. */
export const MAX_VALUES = 60

/** One value with the weight of its evidence, such as a speed and the miles sailed at it. */
export interface WeightedValue {
  readonly value: number
  /** Above 0. */
  readonly weight: number
}

/**
 * The quantile of sorted values, by linear interpolation between the values at plotting positions (i + 0.5) / n
 * (Hyndman and Fan 1996, definition 5); the first or last value outside of them. `share` is from 0 to 1.
 */
export const quantileOf = (sorted: DurationDistribution, share: number): number => {
  const position = share * sorted.length - 0.5
  const below = Math.floor(position)
  const low = sorted[Math.max(0, Math.min(sorted.length - 1, below))] ?? sorted[0]
  const high = sorted[Math.max(0, Math.min(sorted.length - 1, below + 1))] ?? sorted[0]
  return low + (high - low) * Math.max(0, Math.min(1, position - below))
}

/** The value at which half of the weight is below; none without values. The lower of two on a tie. */
export const weightedMedian = (values: ReadonlyArray<WeightedValue>): number | undefined => {
  const total = values.reduce((sum, { weight }) => sum + weight, 0)
  let sum = 0
  for (const { value, weight } of values.toSorted((a, b) => a.value - b.value)) {
    sum += weight
    if (sum >= total / 2) return value
  }
  return undefined
}

/** The distribution of values in hours; none without values. */
export const distributionOf = (hours: ReadonlyArray<number>): DurationDistribution | undefined => {
  const [first, ...rest] = hours.toSorted((a, b) => a - b)
  return first === undefined ? undefined : reduced([first, ...rest])
}

/** Reduces a distribution to at most `MAX_VALUES` equally likely quantiles. */
const reduced = (sorted: DurationDistribution): DurationDistribution => {
  if (sorted.length <= MAX_VALUES) return sorted
  const quantile = (index: number): number => quantileOf(sorted, (index + 0.5) / MAX_VALUES)
  return [quantile(0), ...Array.from({ length: MAX_VALUES - 1 }, (_, index) => quantile(index + 1))]
}

/** The distribution of the sum of two independent durations. */
export const addDurations = (a: DurationDistribution, b: DurationDistribution): DurationDistribution => {
  const [first, ...rest] = a.flatMap((one) => b.map((other) => one + other)).sort((one, other) => one - other)
  return reduced([first ?? a[0] + b[0], ...rest])
}

/** Multiplies each value by a factor, 0 or more. */
export const scaleDuration = (distribution: DurationDistribution, factor: number): DurationDistribution => {
  const [first, ...rest] = distribution
  return [first * factor, ...rest.map((value) => value * factor)]
}
