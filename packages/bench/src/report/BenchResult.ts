/** One measured figure and its baseline, both from the same run. */
export interface BenchResult {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly baseline: number
  /** Value and baseline compared: above 1 the value is better, for units in both directions. */
  readonly ratio: number
}

const roundFigure = (value: number): number => Number(value.toPrecision(4))

/** A result whose higher values are better. */
export const higherIsBetter = (name: string, value: number, unit: string, baseline: number): BenchResult => ({
  name,
  value: roundFigure(value),
  unit,
  baseline: roundFigure(baseline),
  ratio: roundFigure(value / baseline)
})

/** A result whose lower values are better. */
export const lowerIsBetter = (name: string, value: number, unit: string, baseline: number): BenchResult => ({
  name,
  value: roundFigure(value),
  unit,
  baseline: roundFigure(baseline),
  ratio: roundFigure(baseline / value)
})

/** The percentile `p`, from 0 to 1, of some numbers (nearest rank). */
export const percentile = (values: ReadonlyArray<number>, p: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)] ?? Number.NaN
}

export const median = (values: ReadonlyArray<number>): number => percentile(values, 0.5)
