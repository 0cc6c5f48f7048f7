import { describe, expect, it } from "@effect/vitest"
import { DateTime, Option, Schema } from "effect"
import { AccountId } from "../../../src/accounts/Account.ts"
import { EndpointId } from "../../../src/alerts/EndpointId.ts"
import type { CongestionAggregate } from "../../../src/congestion/figures/CongestionAggregate.ts"
import {
  CongestionThresholdId,
  defaultHysteresis,
  evaluateThreshold,
  newCongestionThreshold,
  thresholdFaults
} from "../../../src/congestion/thresholds/CongestionThreshold.ts"
import { figureUnitOf, readFigure, ThresholdFigure } from "../../../src/congestion/thresholds/ThresholdFigure.ts"
import { aggregates } from "../aggregateArbitrary.ts"
import { NOW, PORT } from "../calls.ts"

const OWNER = { accountId: AccountId.make("acc_1"), endpointId: EndpointId.make("ep_1") }
const MADE = DateTime.makeUnsafe(NOW)

const watchOf = (figure: ThresholdFigure, threshold: number, hysteresis?: number) =>
  newCongestionThreshold(
    CongestionThresholdId.make("pwt_1"),
    OWNER,
    { port: PORT, figure, threshold, hysteresis: Option.fromUndefinedOr(hysteresis) },
    MADE
  )

/** What a path finds in an aggregate, looked up by its names alone. */
const atPath = (whole: CongestionAggregate, figure: ThresholdFigure): Option.Option<unknown> =>
  figure.split(".").reduce<Option.Option<unknown>>(
    (found, name) =>
      Option.flatMap(found, (value) => {
        const held: unknown = Object(value)[name]
        return Option.isOption(held) ? held : Option.fromNullishOr(held)
      }),
    Option.some(whole)
  )

const Values = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20 }))).check(
  Schema.isBetweenLength(1, 40)
)

describe("a watched figure", () => {
  it.prop("is what an aggregate holds at its path", [aggregates, ThresholdFigure], ([whole, figure]) => {
    expect(readFigure(whole, figure)).toEqual(atPath(whole, figure))
  })

  it.prop("has a usual hysteresis that lets it fall again", [ThresholdFigure], ([figure]) => {
    for (const threshold of [0.5, 1, 3, 80]) {
      expect(thresholdFaults(figure, threshold, defaultHysteresis(figure, threshold))).toEqual([])
    }
  })

  it("has a unit", () => {
    expect(ThresholdFigure.literals.map(figureUnitOf)).toEqual([
      ...Array.from({ length: 4 }, () => "percent"),
      ...Array.from({ length: 4 }, () => "percentage points"),
      ...Array.from({ length: 4 }, () => "vessels"),
      "hours",
      "hours"
    ])
  })
})

describe("a watch", () => {
  it.prop(
    "tells its crossings in turn, up and down, and is on the side that the last of them led to",
    [Values, aggregates],
    ([values, whole]) => {
      let watch = watchOf("vesselsInPortCount.cargo", 10, 3)
      const told: Array<string> = []
      let first: string | undefined
      for (const [n, value] of values.entries()) {
        const seen: CongestionAggregate = {
          ...whole,
          vesselsInPortCount: { ...whole.vesselsInPortCount, cargo: Option.some(value) },
          quality: { ...whole.quality, asOf: DateTime.makeUnsafe(NOW + n) }
        }
        const looked = evaluateThreshold(watch, seen)
        watch = looked.threshold
        first ??= Option.getOrThrow(watch.seen).side
        const crossing = Option.getOrUndefined(looked.crossing)
        if (crossing !== undefined) {
          told.push(crossing.direction)
          expect(crossing.direction === "up" ? crossing.value >= 10 : crossing.value < 7).toBe(true)
        }
      }
      expect(told).toEqual(told.map((_, n) => ((n % 2 === 0) === (first === "below") ? "up" : "down")))
      expect(watch.crossings).toBe(told.length)
      const last = values[values.length - 1] ?? 0
      const { side } = Option.getOrThrow(watch.seen)
      if (last >= 10) expect(side).toBe("above")
      if (last < 7) expect(side).toBe("below")
    }
  )
})
