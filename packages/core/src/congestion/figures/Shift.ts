import { Option } from "effect"

/** The increase of times from an earlier to a later period; negative when they are shorter. */
export interface Shift {
  /** The median of all differences between a time of the later period and one of the earlier. */
  readonly estimate: number
  /** The limits of the 95 % interval of the difference. */
  readonly low: number
  readonly high: number
}

/** The fewest times of a period from which a shift is computed. Chosen here. */
export const MIN_TIMES = 8

/** The quantile of the normal distribution for an interval of 95 %. */
const NORMAL_QUANTILE = 1.959964

/** A higher serial correlation cannot be distinguished from a trend by so few times. Chosen here. */
const MAX_SERIAL_CORRELATION = 0.9

/** The rank of each value among all values; equal values share the mean of their ranks. */
const ranksOf = (values: ReadonlyArray<number>): ReadonlyArray<number> => {
  const order = values.map((_, index) => index).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0))
  const ranks = new Array<number>(values.length).fill(0)
  for (let first = 0; first < order.length; ) {
    let last = first
    while (last + 1 < order.length && values[order[last + 1] ?? 0] === values[order[first] ?? 0]) last++
    for (let i = first; i <= last; i++) ranks[order[i] ?? 0] = (first + last) / 2
    first = last + 1
  }
  return ranks
}

/**
 * The correlation of consecutive times within both periods, from 0 on: vessels of one queue wait alike. By ranks, with
 * the correction of Marriott and Pope (1954) for the bias of short series.
 */
const serialCorrelation = (before: ReadonlyArray<number>, after: ReadonlyArray<number>): number => {
  const ranks = ranksOf([...before, ...after])
  let [products, squares] = [0, 0]
  for (const series of [ranks.slice(0, before.length), ranks.slice(before.length)]) {
    const mean = series.reduce((sum, rank) => sum + rank, 0) / series.length
    series.forEach((rank, i) => {
      squares += (rank - mean) ** 2
      const next = series[i + 1]
      if (next !== undefined) products += (rank - mean) * (next - mean)
    })
  }
  if (squares === 0) return 0
  const count = ranks.length
  const corrected = (products / squares + 2 / count) / (1 - 6 / count)
  return Math.min(MAX_SERIAL_CORRELATION, Math.max(0, corrected))
}

/** The pairs whose difference, later minus earlier, is at most a limit: their number, and the largest difference. */
interface DifferencesUpTo {
  readonly count: number
  readonly largest: number
}

/** Both periods are in ascending order. */
const differencesUpTo = (before: Float64Array, after: Float64Array, limit: number): DifferencesUpTo => {
  let [count, start, largest] = [0, before.length, Number.NEGATIVE_INFINITY]
  for (let j = after.length - 1; j >= 0; j--) {
    const time = after[j] ?? 0
    // The later time falls with j, and so does the least earlier time that counts.
    while (start > 0 && (before[start - 1] ?? 0) >= time - limit) start--
    count += before.length - start
    const least = before[start]
    if (least !== undefined) largest = Math.max(largest, time - least)
  }
  return { count, largest }
}

const BISECTION_STEPS = 48

/** The difference of the given rank among all pairs, 1 the smallest: found by bisection, without making the pairs. */
const differenceOfRank = (before: Float64Array, after: Float64Array, rank: number): number => {
  let low = (after[0] ?? 0) - (before[before.length - 1] ?? 0)
  let high = (after[after.length - 1] ?? 0) - (before[0] ?? 0)
  for (let step = 0; step < BISECTION_STEPS; step++) {
    const middle = (low + high) / 2
    if (differencesUpTo(before, after, middle).count >= rank) high = middle
    else low = middle
  }
  return differencesUpTo(before, after, high).largest
}

/**
 * The shift between the times of two periods, each in chronological order: the estimate of Hodges and Lehmann (1963)
 * with the interval that follows from the test of Mann and Whitney, in the normal approximation. None with fewer than
 * `MIN_TIMES` times in a period, or where they give no interval.
 */
export const shiftBetween = (before: ReadonlyArray<number>, after: ReadonlyArray<number>): Option.Option<Shift> => {
  const [n, m] = [before.length, after.length]
  if (Math.min(n, m) < MIN_TIMES) return Option.none()
  // The variance is multiplied by (1 + r) ÷ (1 - r) for a serial correlation r (Bayley and Hammersley, 1946), because
  // consecutive vessels are not independent samples.
  const correlation = serialCorrelation(before, after)
  const deviation = Math.sqrt(((n * m * (n + m + 1)) / 12) * ((1 + correlation) / (1 - correlation)))
  const rank = Math.floor((n * m) / 2 - NORMAL_QUANTILE * deviation)
  if (rank < 1) return Option.none()
  const [earlier, later] = [Float64Array.from(before).sort(), Float64Array.from(after).sort()]
  const at = (place: number) => differenceOfRank(earlier, later, place)
  return Option.some({
    estimate: (at(Math.floor((n * m + 1) / 2)) + at(Math.ceil((n * m + 1) / 2))) / 2,
    low: at(rank),
    high: at(n * m + 1 - rank)
  })
}
