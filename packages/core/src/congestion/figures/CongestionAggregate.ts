import { Option, Schema } from "effect"
import { Unlocode } from "../../geo/Unlocode.ts"
import { Count } from "../../listing/Count.ts"
import { VesselClass } from "../../vessels/VesselClass.ts"
import { VesselType } from "../../vessels/VesselType.ts"
import { FigureName, Hours, Percentage, PercentagePoints, UnknownReason } from "./Figure.ts"

/** Berth occupation in percent, and the gap to its mean. */
export const Occupation = Schema.Struct({
  rateOccupationPercentage: Percentage.annotateKey({
    description: "Vessels at berth divided by the berths, in percent."
  }),
  rateOccupationGapWithMean: Schema.OptionFromNullOr(PercentagePoints).annotateKey({
    description: "The difference from the mean of the port, in percentage points; null if the history is too short."
  })
}).annotate({ identifier: "Occupation" })
export type Occupation = typeof Occupation.Type

/** The maximum, median and minimum of times, in hours. */
export const Statistics = Schema.Struct({
  max: Hours.annotateKey({ description: "Maximum, in hours." }),
  median: Hours.annotateKey({ description: "Median, in hours." }),
  min: Hours.annotateKey({ description: "Minimum, in hours." })
}).check(
  Schema.makeFilter(({ max, median, min }) =>
    min <= median && median <= max ? undefined : "must hold min, median and max in this order of size"
  )
)
export type Statistics = typeof Statistics.Type

/** The vessels of a class that wait at anchor. */
export const WaitingFigures = Schema.Struct({
  vessels: Count.annotateKey({ description: "Vessels at anchor, those without a known port included." }),
  unassigned: Count.annotateKey({
    description: "Of these, vessels at an anchorage that several ports share, of which none is likely."
  }),
  medianHours: Schema.OptionFromNullOr(Hours).annotateKey({
    description: "Median of the time at anchor so far, in hours; null without vessels."
  }),
  longestHours: Schema.OptionFromNullOr(Hours).annotateKey({
    description: "Longest time at anchor so far, in hours; null without vessels."
  })
}).annotate({ identifier: "WaitingFigures" })
export type WaitingFigures = typeof WaitingFigures.Type

/** The vessels that wait at anchor, by class. */
export const WaitingByClass = Schema.Struct({
  commercialVessels: WaitingFigures.annotateKey({ description: "All commercial vessels." }),
  cargo: WaitingFigures.annotateKey({ description: "Cargo vessels." }),
  tanker: WaitingFigures.annotateKey({ description: "Tankers." }),
  roro: WaitingFigures.annotateKey({ description: "Ro-ros." })
})
export type WaitingByClass = typeof WaitingByClass.Type

const byClass = <S extends Schema.Top>(figure: S) =>
  Schema.Struct({
    commercialVessels: figure.annotateKey({ description: "All commercial vessels." }),
    cargo: Schema.optionalKey(figure).annotateKey({ description: "Cargo vessels." }),
    tanker: Schema.optionalKey(figure).annotateKey({ description: "Tankers." }),
    roro: Schema.optionalKey(figure).annotateKey({ description: "Ro-ros." })
  })

/** The data behind the figures, and the reason for each null. */
export const CongestionQuality = Schema.Struct({
  asOf: Schema.DateTimeUtcFromString.annotateKey({ description: "The instant of the figures." }),
  window: Schema.Struct({
    timeInPortDays: Count.annotateKey({ description: "Days of completed calls behind the times in port." }),
    meanDays: Count.annotateKey({ description: "Days behind the mean occupation." })
  }).annotateKey({ description: "The periods behind the figures." }),
  samples: Schema.Struct({
    completedCalls: Count.annotateKey({ description: "Completed calls in the window." }),
    openCalls: Count.annotateKey({ description: "Calls in progress." }),
    coveredDays: Count.annotateKey({ description: "Days with data of the port." })
  }).annotateKey({ description: "The data behind the figures." }),
  capacity: Schema.Array(
    Schema.Struct({
      vesselClass: VesselClass.annotateKey({ description: "The vessels that the berths are for." }),
      berths: Count.annotateKey({ description: "Number of berths." }),
      source: Schema.Literals(["operator", "history"]).annotateKey({
        description: "Set by the operator, or derived from the history of the port."
      })
    })
  ).annotateKey({ description: "The number of berths that occupation is relative to." }),
  waiting: Schema.OptionFromNullOr(WaitingByClass).annotateKey({
    description:
      "Vessels at anchor for the port. Those without a known port are counted at each port of their anchorage, and are not part of `vesselsInPortCount`. Null when unknown."
  }),
  anchorages: Schema.Array(Schema.String).annotateKey({
    description: "The ids of the anchorages of the port, for `GET /congestion/anchorage/{id}`."
  }),
  area: Schema.Struct({
    source: Schema.Literals(["operator", "curated", "default"]).annotateKey({
      description:
        "Zones of the operator; curated terminals and anchorages; or, by default, the water around the position of the port."
    }),
    complex: Schema.NullOr(Schema.String).annotateKey({
      description: "The port complex of the curated zones; null for other areas."
    }),
    confidence: Schema.Literals(["high", "medium", "low"]).annotateKey({
      description: "How far the area can be trusted to cover the port; low for a guess."
    })
  }).annotateKey({ description: "The area that counts as the port." }),
  berthEvidence: Schema.Literals(["zones", "navigation_status"]).annotateKey({
    description: "What shows which vessels are at berth: berth zones, or the navigation status that crews set."
  }),
  vessels: Schema.Struct({
    stationaryUnclassified: Count.annotateKey({
      description:
        "Stationary vessels of which it is unknown whether they are at berth or at anchor: occupation excludes them."
    }),
    agedOut: Count.annotateKey({
      description: "Vessels in port at their last position, more than `ageOutHours` ago: they are not counted."
    }),
    unclassified: Count.annotateKey({
      description: "Vessels at berth or at anchor that have not sent their type, and are not in the vessel registry."
    }),
    classifiedByName: Count.annotateKey({ description: "Vessels classified as ro-ros by their names alone." })
  }).annotateKey({ description: "Vessels that are not counted, or counted with a reservation." }),
  ageOutHours: Hours.annotateKey({ description: "Hours without a position after which a vessel is not counted." }),
  openCallStatistics: Schema.OptionFromNullOr(Statistics).annotateKey({
    description:
      "How long the vessels in port have been there: completed calls alone lag behind a growing queue. Null without vessels."
  }),
  confidence: Schema.Literals(["high", "medium", "low"]).annotateKey({
    description: "How far the figures can be trusted."
  }),
  lastPositionReceivedAt: Schema.OptionFromNullOr(Schema.DateTimeUtcFromString).annotateKey({
    description: "Time of the last position report in the port; null if there was none."
  }),
  lagSeconds: Schema.OptionFromNullOr(Count).annotateKey({
    description:
      "How late the position reports of the port arrive: the median time from their timestamps to their arrival, in seconds, of the source of the last position. Null for a past instant, for imported records, and for sources without timestamps."
  }),
  positionsSkippedAt: Schema.OptionFromNullOr(Schema.DateTimeUtcFromString).annotateKey({
    description:
      "Time of the last position report in the port of a vessel that is not followed, because there are too many: such vessels are not counted. Null if there was none, and for a past instant."
  }),
  unknown: Schema.Array(
    Schema.Struct({
      figure: FigureName.annotateKey({ description: "The path of a figure that is null." }),
      reason: UnknownReason.annotateKey({ description: "Why it is null." })
    })
  ).annotateKey({ description: "Each figure that is null, with its reason." })
}).annotate({ identifier: "CongestionQuality" })
export type CongestionQuality = typeof CongestionQuality.Type

const figureFields = {
  portCode: Unlocode.annotateKey({ description: "UN/LOCODE of the port." }),
  rateOccupation: byClass(Schema.OptionFromNullOr(Occupation)).annotateKey({
    description: "The occupation of the berths; null if unknown."
  }),
  time: Schema.Struct({
    timeInPortStatistics: Schema.OptionFromNullOr(Statistics).annotateKey({
      description: "Time in port of the calls completed in the window; null without any."
    })
  }).annotateKey({ description: "Times in hours." }),
  vesselsInPortCount: byClass(Schema.OptionFromNullOr(Count)).annotateKey({
    description: "Number of vessels in port; null if unknown."
  }),
  quality: CongestionQuality.annotateKey({ description: "The data behind the figures." })
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
 * hours, and the number of vessels in port. An unknown figure is null, and `quality.unknown` gives the reason for each
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

/** Reduces an aggregate to all commercial vessels and one type of them. */
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
