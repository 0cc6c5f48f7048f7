import { Schema } from "effect"
import { Unlocode } from "../../geo/Unlocode.ts"
import { Count } from "../../listing/Count.ts"
import { VesselClass } from "../../vessels/VesselClass.ts"
import { WaitingFigures } from "./CongestionAggregate.ts"
import { Hours } from "./Figure.ts"

const nullableHours = (description: string) =>
  Schema.OptionFromNullOr(Hours).annotateKey({ description: `${description}, in hours; null without any.` })

const DifferenceHours = Schema.Finite

/** The times of one kind that ended within a number of days, and their shift from those of as many days before. */
export const PeriodTimes = Schema.Struct({
  days: Count.annotateKey({ description: "Length of the period, which ends at `asOf`." }),
  count: Count.annotateKey({ description: "Times that ended in the period." }),
  medianHours: nullableHours("Median of the times"),
  p90Hours: nullableHours("The time that 90 of 100 vessels did not exceed"),
  previous: Schema.Struct({
    count: Count.annotateKey({ description: "Times that ended in the period before, of the same length." }),
    medianHours: nullableHours("Their median")
  }).annotateKey({ description: "The period before." }),
  change: Schema.OptionFromNullOr(
    Schema.Struct({
      hours: DifferenceHours.annotateKey({
        description: "The difference from the period before, in hours; negative when times became shorter."
      }),
      lowHours: DifferenceHours.annotateKey({ description: "Lower limit of the 95 % interval, in hours." }),
      highHours: DifferenceHours.annotateKey({ description: "Upper limit of the 95 % interval, in hours." })
    })
  ).annotateKey({ description: "How the times changed; null if unknown." }),
  trend: Schema.Literals(["longer", "shorter", "unclear", "unknown"]).annotateKey({
    description:
      "`longer` and `shorter` when the interval does not contain 0, `unclear` when it does, and `unknown` without an interval."
  }),
  unknown: Schema.NullOr(Schema.Literals(["too_few_times", "not_covered"])).annotateKey({
    description:
      "Why the change is null: a period has fewer than 8 times, or less than 6 in 7 of its days have data. Null if it is known."
  })
}).annotate({ identifier: "PeriodTimes" })
export type PeriodTimes = typeof PeriodTimes.Type

const periodsOf = (description: string) =>
  Schema.Array(PeriodTimes).annotateKey({ description: `${description} The last 7 days, then the last 30.` })

const WeekTimes = Schema.Struct({
  count: Count.annotateKey({ description: "Times that ended in the week." }),
  medianHours: nullableHours("Their median")
})

/** Times at berth and waiting times of one port, by berth and over time. */
export const PortTimesFigures = Schema.Struct({
  portCode: Unlocode.annotateKey({ description: "UN/LOCODE of the port." }),
  asOf: Schema.DateTimeUtcFromString.annotateKey({ description: "The instant of the figures." }),
  vesselClass: VesselClass.annotateKey({ description: "The vessels that the figures are of." }),
  berth: periodsOf("Times at berth, one for each berth that a vessel left."),
  waiting: periodsOf("Times at anchor before the first berth of a call, 0 for a vessel that did not wait."),
  waitingNow: Schema.OptionFromNullOr(WaitingFigures).annotateKey({
    description:
      "The vessels at anchor now. Their times are not part of `waiting` until they have a berth. Null when unknown."
  }),
  places: Schema.Array(
    Schema.Struct({
      zoneId: Schema.NullOr(Schema.String).annotateKey({
        description: "The id of the terminal or berth zone; null for berths outside all zones."
      }),
      name: Schema.NullOr(Schema.String).annotateKey({ description: "Its name; null without one." }),
      berth: periodsOf("Times at its berths."),
      waiting: periodsOf("Times that vessels waited for it.")
    })
  ).annotateKey({ description: "The same by terminal or berth zone, the busiest first." }),
  weeks: Schema.Array(
    Schema.Struct({
      from: Schema.DateTimeUtcFromString.annotateKey({ description: "Start of the week." }),
      to: Schema.DateTimeUtcFromString.annotateKey({ description: "End of the week." }),
      coveredDays: Count.annotateKey({ description: "Days of the week with data of the port." }),
      berth: WeekTimes.annotateKey({ description: "Times at berth." }),
      waiting: WeekTimes.annotateKey({ description: "Waiting times." })
    })
  ).annotateKey({ description: "The last 12 weeks up to `asOf`, oldest first." })
}).annotate({ identifier: "PortTimes" })
export type PortTimesFigures = typeof PortTimesFigures.Type

/** The times of the requested ports in their order; ports without data are omitted. */
export const PortTimesComparison = Schema.Struct({
  results: Schema.Array(PortTimesFigures).annotateKey({
    description: "The times of each port with data, in the order of the request."
  })
}).annotate({ identifier: "PortTimesComparison" })
export type PortTimesComparison = typeof PortTimesComparison.Type
