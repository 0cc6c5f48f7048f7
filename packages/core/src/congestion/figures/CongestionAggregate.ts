import { Option, Schema } from "effect"
import { Unlocode } from "../../geo/Unlocode.ts"
import { Count } from "../../listing/Count.ts"
import { VesselClass } from "../../vessels/VesselClass.ts"
import { VesselType } from "../../vessels/VesselType.ts"
import { FigureName, Hours, Percentage, PercentagePoints, UnknownReason } from "./Figure.ts"

/** Berth occupation in percent, and the gap to its mean. */
export const Occupation = Schema.Struct({
  rateOccupationPercentage: Percentage,
  rateOccupationGapWithMean: Schema.OptionFromNullOr(PercentagePoints)
})
export type Occupation = typeof Occupation.Type

/** The maximum, median and minimum of times, in hours. */
export const Statistics = Schema.Struct({ max: Hours, median: Hours, min: Hours }).check(
  Schema.makeFilter(({ max, median, min }) =>
    min <= median && median <= max ? undefined : "must hold min, median and max in this order of size"
  )
)
export type Statistics = typeof Statistics.Type

const byClass = <S extends Schema.Constraint>(figure: S) =>
  Schema.Struct({
    commercialVessels: figure,
    cargo: Schema.optionalKey(figure),
    tanker: Schema.optionalKey(figure),
    roro: Schema.optionalKey(figure)
  })

/** The data that the figures rest on, and the reason for each null. */
export const CongestionQuality = Schema.Struct({
  /** The instant of the figures. */
  asOf: Schema.DateTimeUtcFromString,
  window: Schema.Struct({ timeInPortDays: Count, meanDays: Count }),
  samples: Schema.Struct({ completedCalls: Count, openCalls: Count, coveredDays: Count }),
  /** The number of berths that occupation is relative to, set by the operator or derived from the port's history. */
  capacity: Schema.Array(
    Schema.Struct({ vesselClass: VesselClass, berths: Count, source: Schema.Literals(["operator", "history"]) })
  ),
  /** The evidence for which ships are at berth: berth zones, or the navigation status that crews set. */
  berthsKnownBy: Schema.Literals(["zones", "navigation_status"]),
  vessels: Schema.Struct({
    /** Stationary ships of which it is unknown whether they are at berth or at anchor: occupation excludes them. */
    lyingUnknown: Count,
    /** Ships that were in port at their last position, more than `ageOutHours` ago: they are not counted. */
    agedOut: Count,
    /** Ships classified as ro-ros by their names alone. */
    typedByName: Count
  }),
  ageOutHours: Hours,
  /** How long the ships in port have been there: completed calls alone lag behind a growing queue. */
  openCallStatistics: Schema.OptionFromNullOr(Statistics),
  confidence: Schema.Literals(["high", "medium", "low"]),
  lastPositionHeard: Schema.OptionFromNullOr(Schema.DateTimeUtcFromString),
  /** Each figure that is null, with its reason. */
  unknown: Schema.Array(Schema.Struct({ figure: FigureName, reason: UnknownReason }))
})
export type CongestionQuality = typeof CongestionQuality.Type

const figureFields = {
  portCode: Unlocode,
  rateOccupation: byClass(Schema.OptionFromNullOr(Occupation)),
  time: Schema.Struct({ timeInPortStatistics: Schema.OptionFromNullOr(Statistics) }),
  vesselsInPortCount: byClass(Schema.OptionFromNullOr(Count)),
  quality: CongestionQuality
}

const Figures = Schema.Struct(figureFields)

/** The names of the null figures of an aggregate. An absent figure is not listed. */
export const unknownFigures = ({
  rateOccupation,
  time,
  vesselsInPortCount
}: Pick<typeof Figures.Type, "rateOccupation" | "time" | "vesselsInPortCount">): ReadonlyArray<FigureName> => [
  ...VesselClass.literals.flatMap((vesselClass): ReadonlyArray<FigureName> => {
    const occupation = rateOccupation[vesselClass]
    if (occupation === undefined) return []
    if (Option.isNone(occupation)) return [`rateOccupation.${vesselClass}`]
    return Option.isNone(occupation.value.rateOccupationGapWithMean)
      ? [`rateOccupation.${vesselClass}.rateOccupationGapWithMean`]
      : []
  }),
  ...(Option.isNone(time.timeInPortStatistics) ? (["time.timeInPortStatistics"] as const) : []),
  ...VesselClass.literals.flatMap((vesselClass): ReadonlyArray<FigureName> => {
    const count = vesselsInPortCount[vesselClass]
    return count !== undefined && Option.isNone(count) ? [`vesselsInPortCount.${vesselClass}`] : []
  })
]

/**
 * The congestion of one port: berth occupation in percent, the gap to its mean in percentage points, times in port in
 * hours, and the number of ships in port. An unknown figure is null, and `quality.unknown` gives the reason for each
 * null exactly once.
 */
export const CongestionAggregate = Figures.check(
  Schema.makeFilter((aggregate) => {
    const explained = aggregate.quality.unknown.map(({ figure }) => figure)
    const unknown = unknownFigures(aggregate)
    const unexplained = unknown.filter((figure) => !explained.includes(figure))
    const superfluous = explained.filter(
      (figure, index) => !unknown.includes(figure) || explained.indexOf(figure) < index
    )
    return [
      ...unexplained.map((figure) => `has no reason in quality.unknown for ${figure} being null`),
      ...superfluous.map(
        (figure) => `has a reason in quality.unknown for ${figure}, which is known or already explained`
      )
    ]
  })
).annotate({ identifier: "congestionAggregate" })
export type CongestionAggregate = typeof CongestionAggregate.Type

const concernsType = (figure: FigureName, type: VesselType): boolean => {
  const others = VesselType.literals.filter((other) => other !== type)
  return !others.some((other) => figure.split(".").includes(other))
}

/** Reduces an aggregate to all merchant ships and one type of them. */
export const narrowToType = (aggregate: CongestionAggregate, type: VesselType): CongestionAggregate => {
  const { rateOccupation, vesselsInPortCount, quality } = aggregate
  const occupation = rateOccupation[type]
  const count = vesselsInPortCount[type]
  return {
    ...aggregate,
    rateOccupation: {
      commercialVessels: rateOccupation.commercialVessels,
      ...(occupation === undefined ? {} : { [type]: occupation })
    },
    vesselsInPortCount: {
      commercialVessels: vesselsInPortCount.commercialVessels,
      ...(count === undefined ? {} : { [type]: count })
    },
    quality: {
      ...quality,
      capacity: quality.capacity.filter(
        ({ vesselClass }) => vesselClass === type || vesselClass === "commercialVessels"
      ),
      unknown: quality.unknown.filter(({ figure }) => concernsType(figure, type))
    }
  }
}
