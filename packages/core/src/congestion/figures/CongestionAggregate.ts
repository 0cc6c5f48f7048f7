import { Option, Schema } from "effect"
import { Unlocode } from "../../geo/Unlocode.ts"
import { Count } from "../../listing/Count.ts"
import { VesselClass } from "../../vessels/VesselClass.ts"
import { VesselType } from "../../vessels/VesselType.ts"
import { FigureName, Hours, Percentage, PercentagePoints, UnknownReason } from "./Figure.ts"

/** How full the berths are, and how much fuller than on average. */
export const Occupation = Schema.Struct({
  rateOccupationPercentage: Percentage,
  rateOccupationGapWithMean: Schema.OptionFromNullOr(PercentagePoints)
})
export type Occupation = typeof Occupation.Type

/** The longest, the middle and the shortest of some times, in hours. */
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

/** How much the figures rest on, and why those that are null are unknown. */
export const CongestionQuality = Schema.Struct({
  /** The instant that the figures are of. */
  asOf: Schema.DateTimeUtcFromString,
  window: Schema.Struct({ timeInPortDays: Count, meanDays: Count }),
  samples: Schema.Struct({ completedCalls: Count, openCalls: Count, coveredDays: Count }),
  /** The berths that occupation is measured against, told by the operator or learned from the port's own history. */
  capacity: Schema.Array(
    Schema.Struct({ vesselClass: VesselClass, berths: Count, source: Schema.Literals(["operator", "history"]) })
  ),
  /** How it is known which ships lie at berth: by berths drawn as zones, or by what their crews say. */
  berthsKnownBy: Schema.Literals(["zones", "navigation_status"]),
  vessels: Schema.Struct({
    /** Ships that lie still, and nothing tells whether at berth or at anchor: occupation leaves them out. */
    lyingUnknown: Count,
    /** Ships that were in port when last heard, longer ago than `ageOutHours`: they are counted no longer. */
    agedOut: Count,
    /** Ships taken for ro-ros by nothing but their names. */
    typedByName: Count
  }),
  ageOutHours: Hours,
  /** How long the ships now in port have been there: completed calls alone lag behind a growing queue. */
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

/** The figures of an aggregate that are null, by their names. A figure that was not asked for is not among them. */
export const unknownFigures = ({
  rateOccupation,
  time,
  vesselsInPortCount
}: Pick<typeof Figures.Type, "rateOccupation" | "time" | "vesselsInPortCount">): ReadonlyArray<FigureName> => [
  ...VesselClass.literals.flatMap((group): ReadonlyArray<FigureName> => {
    const occupation = rateOccupation[group]
    if (occupation === undefined) return []
    if (Option.isNone(occupation)) return [`rateOccupation.${group}`]
    return Option.isNone(occupation.value.rateOccupationGapWithMean)
      ? [`rateOccupation.${group}.rateOccupationGapWithMean`]
      : []
  }),
  ...(Option.isNone(time.timeInPortStatistics) ? (["time.timeInPortStatistics"] as const) : []),
  ...VesselClass.literals.flatMap((group): ReadonlyArray<FigureName> => {
    const count = vesselsInPortCount[group]
    return count !== undefined && Option.isNone(count) ? [`vesselsInPortCount.${group}`] : []
  })
]

/**
 * How congested one port is: occupation of its berths in percent, the gap to its mean in percentage points, times in
 * port in hours, and ships in port now. What is not known is null, and `quality.unknown` says why: each null once, and
 * nothing else.
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

/** An aggregate with the breakdown of one type alone, beside all merchant ships. */
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
