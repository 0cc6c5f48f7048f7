import { Option } from "effect"
import { MAX_SPEED_KNOTS } from "../../vessels/Knots.ts"
import type { ReportedYear } from "../../vessels/Vessel.ts"
import type { SizeClass } from "./SizeClass.ts"

/**
 * What a ship's own report says against the model. Reports between these shares calibrate the ship: all but one of 2,991
 * do. One beyond them is of another unit, of a year in the yard, or a slip of the pen, and is left out.
 */
const MIN_RATIO = 0.4
const MAX_RATIO = 2.5

/**
 * How much of the difference between report and model is taken for the ship's own, in logarithms; the rest is what one
 * year differs from the next. Between 0.6 and 0.8 the following year is met best (docs/methods/co2.md).
 */
const REPORT_WEIGHT = 0.8

/**
 * What a report changes of the model, from what it says over what the model says; none when it is left out. A report that
 * the ship's size was read from has its whole weight.
 */
export const calibrationOf = (ratio: number, weight = REPORT_WEIGHT): Option.Option<number> =>
  ratio >= MIN_RATIO && ratio <= MAX_RATIO ? Option.some(ratio ** weight) : Option.none()

/** No ship keeps to less for a year: a mean speed below it is of other hours or miles. */
const MIN_MEAN_KNOTS = 6

/** The mean speed of a report in knots, as far as a ship can keep to it for a year. */
export const plausibleMeanSpeed = (reported: ReportedYear | undefined): Option.Option<number> =>
  Option.filter(
    Option.fromUndefinedOr(reported?.meanSpeedKnots),
    (knots) => knots >= MIN_MEAN_KNOTS && knots <= MAX_SPEED_KNOTS
  )

/** The speed that a report is of: its own mean speed, else that of the class. */
export const reportedSpeedOrClass = (reported: ReportedYear, { speedKnots }: SizeClass): number =>
  Option.getOrElse(plausibleMeanSpeed(reported), () => speedKnots)

const reportedYearText = ({ year }: ReportedYear): string => (year === undefined ? "an unnamed year" : String(year))

/** What is said of a report's emissions: how much of them counts, or why they do not. */
export const reportAssumptions = (reported: ReportedYear, ratio: number): ReadonlyArray<string> => {
  const report = `the report of ${reportedYearText(reported)}, ${reported.co2KgPerNauticalMile} kg per nautical mile`
  return Option.match(calibrationOf(ratio), {
    onNone: () => [`${report}, is left out: it is ${ratio.toPrecision(2)} times the usual`],
    onSome: (calibration) => [
      `${report}, is ${ratio.toFixed(2)} times the usual: ${calibration.toFixed(2)} is taken for the ship's own`
    ]
  })
}

/** What is said of a report's mean speed: nothing, unless it is left out. */
export const speedAssumptions = (reported: ReportedYear, { speedKnots }: SizeClass): ReadonlyArray<string> =>
  reported.meanSpeedKnots === undefined || Option.isSome(plausibleMeanSpeed(reported))
    ? []
    : [`the report's mean speed, ${reported.meanSpeedKnots} kn, is left out: ${speedKnots} kn is usual for the class`]
