import { quantileOf } from "../DurationDistribution.ts"

/** The lead times of a scorecard: days before the arrival. */
export const LEAD_DAYS = [1, 3, 7, 14] as const
/** A lead time in days. */
export type LeadDays = (typeof LEAD_DAYS)[number]

/** The errors of arrivals at one lead time, in hours. Positive: the vessel arrived later than stated. */
export interface ErrorFigures {
  readonly leadDays: LeadDays
  readonly arrivals: number
  /** The mean error; null without arrivals. */
  readonly biasHours: number | null
  readonly medianAbsoluteHours: number | null
  readonly p90AbsoluteHours: number | null
}

const tenths = (hours: number): number => Math.round(hours * 10) / 10

/** The figures of errors in hours: their mean, and the median and 90 % quantile of their size. */
export const errorFigures = (leadDays: LeadDays, errors: ReadonlyArray<number>): ErrorFigures => {
  const sizes = errors.map(Math.abs).sort((a, b) => a - b)
  const [first, ...rest] = sizes
  if (first === undefined)
    return { leadDays, arrivals: 0, biasHours: null, medianAbsoluteHours: null, p90AbsoluteHours: null }
  return {
    leadDays,
    arrivals: errors.length,
    biasHours: tenths(errors.reduce((sum, error) => sum + error, 0) / errors.length),
    medianAbsoluteHours: tenths(quantileOf([first, ...rest], 0.5)),
    p90AbsoluteHours: tenths(quantileOf([first, ...rest], 0.9))
  }
}
