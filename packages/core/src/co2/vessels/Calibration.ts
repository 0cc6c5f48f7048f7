import { Option } from "effect"
import { MAX_SPEED_KNOTS } from "../../vessels/Knots.ts"
import type { ReportedYear } from "../../vessels/Vessel.ts"
import type { SizeClass } from "./SizeClass.ts"

/**
 * The range of the ratio of a vessel's reported emissions to the modelled ones within which the report calibrates the
 * vessel: all but one of 2,991 reports. A report outside it has another unit, a year in the yard or a typing error, and
 * is ignored.
 */
const MIN_RATIO = 0.4
const MAX_RATIO = 2.5

/**
 * The share of the difference between report and model, in logarithms, that is attributed to the vessel; the rest is
 * the variation from year to year. Shares of 0.6 to 0.8 predict the following year best (docs/methods/co2.md).
 */
const REPORT_WEIGHT = 0.8

/**
 * The factor by which a report corrects the model, from the ratio of reported to modelled emissions; none when the report
 * is ignored. A report that also determines the vessel's size has the weight 1.
 */
export const calibrationOf = (ratio: number, weight = REPORT_WEIGHT): Option.Option<number> =>
  ratio >= MIN_RATIO && ratio <= MAX_RATIO ? Option.some(ratio ** weight) : Option.none()

/** No vessel sails at a lower mean speed for a year; a lower value has wrong hours or miles. */
const MIN_MEAN_KNOTS = 6

/** The mean speed of a report in knots, when it is plausible for a year. */
export const plausibleMeanSpeed = (reported: ReportedYear | undefined): Option.Option<number> =>
  Option.filter(
    Option.fromUndefinedOr(reported?.meanSpeedKnots),
    (knots) => knots >= MIN_MEAN_KNOTS && knots <= MAX_SPEED_KNOTS
  )

/** The mean speed of a report in knots; that of the size class when the report has no plausible one. */
export const reportedOrUsualSpeed = (reported: ReportedYear, { speedKnots }: SizeClass): number =>
  Option.getOrElse(plausibleMeanSpeed(reported), () => speedKnots)

const reportedYearText = ({ year }: ReportedYear): string => (year === undefined ? "an unnamed year" : String(year))

/** Describes how the emissions of a report calibrate the vessel, or why they are ignored. */
export const reportAssumptions = (reported: ReportedYear, ratio: number): ReadonlyArray<string> => {
  const report = `the report of ${reportedYearText(reported)}, ${reported.co2KgPerNauticalMile} kg per nautical mile`
  return Option.match(calibrationOf(ratio), {
    onNone: () => [`${report}, is ignored: it is ${ratio.toPrecision(2)} times the modelled value`],
    onSome: (calibration) => [
      `${report}, is ${ratio.toFixed(2)} times the modelled value: the model is multiplied by ${calibration.toFixed(2)}`
    ]
  })
}

/** Describes an implausible mean speed of a report; empty when the speed is used or absent. */
export const speedAssumptions = (reported: ReportedYear, { speedKnots }: SizeClass): ReadonlyArray<string> =>
  reported.meanSpeedKnots === undefined || Option.isSome(plausibleMeanSpeed(reported))
    ? []
    : [
        `the reported mean speed of ${reported.meanSpeedKnots} kn is implausible: ${speedKnots} kn, the mean of the size class, is used`
      ]

const GRAMS_PER_KILOGRAM = 1000

/** The mean mass of cargo of a report in tonnes: CO2 per mile over CO2 per tonne-mile. */
export const reportedCargoTonnes = (reported: ReportedYear): Option.Option<number> =>
  reported.co2GramsPerTonneMile === undefined
    ? Option.none()
    : Option.some((reported.co2KgPerNauticalMile * GRAMS_PER_KILOGRAM) / reported.co2GramsPerTonneMile)

/**
 * Gross tonnage = FACTOR x (tonnes of cargo)^CARGO_EXPONENT x (kg CO2 per nautical mile)^CO2_EXPONENT. Fitted to the
 * reports of container vessels of known tonnage for 2018 to 2022 under the EU MRV, so that its median is right at each
 * tonnage (docs/methods/co2.md).
 */
const FACTOR = 2
const CARGO_EXPONENT = 0.752
const CO2_EXPONENT = 0.37

/** The range of gross tonnage of container vessels in service. */
const LEAST_TONNAGE = 3000
const GREATEST_TONNAGE = 240_000

/** The usual gross tonnage of a vessel with this report; none when the report has no cargo. */
export const tonnageOfReport = (reported: ReportedYear): Option.Option<number> =>
  Option.map(reportedCargoTonnes(reported), (tonnes) => {
    const tonnage = FACTOR * tonnes ** CARGO_EXPONENT * reported.co2KgPerNauticalMile ** CO2_EXPONENT
    return Math.min(GREATEST_TONNAGE, Math.max(LEAST_TONNAGE, tonnage))
  })
