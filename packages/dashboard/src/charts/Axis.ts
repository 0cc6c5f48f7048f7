/** The largest number of steps of an axis. */
const MOST_STEPS = 4

/** The values of an axis, from its top to its bottom. */
export interface Axis {
  readonly bottom: number
  readonly top: number
  readonly marks: ReadonlyArray<number>
}

/** One, two, two and a half or five times a power of ten, at or above a size. */
const roundStep = (size: number): number => {
  const power = 10 ** Math.floor(Math.log10(size))
  return ([1, 2, 2.5, 5, 10].find((step) => step * power >= size) ?? 10) * power
}

/**
 * An axis of at most four equal steps that contains 0 and every value. `leastStep` is 1 for counts, so that no mark is
 * a fraction.
 */
export const axisOf = (values: ReadonlyArray<number>, leastStep: 0 | 1 = 0): Axis => {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  if (low === high) return axisOf([1], leastStep)
  for (let steps = MOST_STEPS; ; steps--) {
    const rounded = roundStep((high - low) / steps)
    const isWhole = leastStep === 0 || rounded % leastStep === 0
    const step = isWhole ? rounded : Math.max(leastStep, 2 * rounded)
    const [first, last] = [Math.floor(low / step), Math.ceil(high / step)]
    // With values on both sides of 0, the steps that end at 0 can be one more than the range has.
    if (last - first > MOST_STEPS && steps > 1) continue
    return {
      bottom: first * step,
      top: last * step,
      marks: Array.from({ length: last - first + 1 }, (_, index) => (last - index) * step)
    }
  }
}

/** Some of the instants below a chart, evenly spread: the first and the last are among them. */
export const spreadOf = <A>(values: ReadonlyArray<A>, most: number): ReadonlyArray<A> => {
  if (values.length <= most) return values
  return Array.from(
    { length: most },
    (_, index) => values[Math.round((index * (values.length - 1)) / (most - 1))]
  ).flatMap((value) => (value === undefined ? [] : [value]))
}
