import { Arbitrary, Option, Schema } from "effect"
import {
  CongestionAggregate,
  CongestionQuality,
  Statistics,
  unknownFigures
} from "../../src/congestion/figures/CongestionAggregate.ts"
import { UnknownReason } from "../../src/congestion/figures/Figure.ts"

/** Statistics, sometimes unknown. Three times are sorted, because few random ones would be in order. */
const statistics = Arbitrary.map(
  Arbitrary.schema(Schema.Struct({ known: Schema.Boolean, ...Statistics.fields })),
  ({ known: isKnown, max, median, min }): Option.Option<Statistics> => {
    const [low = min, middle = median, high = max] = [max, median, min].sort((left, right) => left - right)
    return isKnown ? Option.some({ max: high, median: middle, min: low }) : Option.none()
  }
)

const { portCode, rateOccupation, vesselsInPortCount } = CongestionAggregate.fields
const { openCallStatistics: _, unknown: __, ...qualityFields } = CongestionQuality.fields

/** Aggregates with any combination of known and unknown figures, each unknown one with a reason. */
export const aggregates: Arbitrary.Arbitrary<CongestionAggregate> = Arbitrary.all({
  portCode: Arbitrary.schema(portCode),
  rateOccupation: Arbitrary.schema(rateOccupation),
  timeInPortStatistics: statistics,
  vesselsInPortCount: Arbitrary.schema(vesselsInPortCount),
  quality: Arbitrary.schema(Schema.Struct(qualityFields)),
  openCallStatistics: statistics,
  reason: Arbitrary.schema(UnknownReason)
}).pipe(
  Arbitrary.map(({ timeInPortStatistics, quality, openCallStatistics, reason, ...rest }) => {
    const figures = { ...rest, time: { timeInPortStatistics } }
    const unknown = unknownFigures(figures).map((figure) => ({ figure, reason }))
    return { ...figures, quality: { ...quality, openCallStatistics, unknown } }
  })
)
