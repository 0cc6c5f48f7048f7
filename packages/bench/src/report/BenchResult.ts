/** One measured figure beside what it is measured against, both from the same run. */
export interface BenchResult {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly baseline: number
  /** How good the value is against the baseline: above 1 is better, whichever way the unit counts. */
  readonly ratio: number
}

const roundFigure = (value: number): number => Number(value.toPrecision(4))

/** A figure of which more is better. */
export const higherIsBetter = (name: string, value: number, unit: string, baseline: number): BenchResult => ({
  name,
  value: roundFigure(value),
  unit,
  baseline: roundFigure(baseline),
  ratio: roundFigure(value / baseline)
})

/** A figure of which less is better. */
export const lowerIsBetter = (name: string, value: number, unit: string, baseline: number): BenchResult => ({
  name,
  value: roundFigure(value),
  unit,
  baseline: roundFigure(baseline),
  ratio: roundFigure(baseline / value)
})

/** The value below which the share `p`, from 0 to 1, of some numbers lies (nearest rank). */
export const percentile = (values: ReadonlyArray<number>, p: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)] ?? Number.NaN
}

export const median = (values: ReadonlyArray<number>): number => percentile(values, 0.5)
