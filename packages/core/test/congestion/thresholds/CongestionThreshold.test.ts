import { describe, expect, it } from "@effect/vitest"
import { DateTime, Option, Result, Schema } from "effect"
import { AccountId } from "../../../src/accounts/Account.ts"
import { EndpointId } from "../../../src/alerts/EndpointId.ts"
import type { CongestionAggregate } from "../../../src/congestion/figures/CongestionAggregate.ts"
import {
  CongestionThreshold,
  CongestionThresholdId,
  defaultHysteresis,
  evaluateThreshold,
  MAX_THRESHOLDS,
  newCongestionThreshold,
  planThresholdCreation,
  TooManyThresholds,
  thresholdFaults
} from "../../../src/congestion/thresholds/CongestionThreshold.ts"
import { decideThresholds } from "../../../src/congestion/thresholds/CongestionThresholdStore.ts"
import { figureUnitOf, readFigure, ThresholdFigure } from "../../../src/congestion/thresholds/ThresholdFigure.ts"
import { aggregates } from "../aggregateArbitrary.ts"
import { NOW, PORT } from "../calls.ts"

const OWNER = { accountId: AccountId.make("acc_1"), endpointId: EndpointId.make("ep_1") }
const CREATED_AT = DateTime.makeUnsafe(NOW)

const thresholdOf = (figure: ThresholdFigure, threshold: number, hysteresis?: number) =>
  newCongestionThreshold(
    CongestionThresholdId.make("pwt_1"),
    OWNER,
    { port: PORT, figure, threshold, hysteresis: Option.fromUndefinedOr(hysteresis) },
    CREATED_AT
  )

/** Reads the value at a path of an aggregate. */
const atPath = (whole: CongestionAggregate, figure: ThresholdFigure): Option.Option<unknown> =>
  figure.split(".").reduce<Option.Option<unknown>>(
    (found, name) =>
      Option.flatMap(found, (value) => {
        const fieldValue: unknown = Object(value)[name]
        return Option.isOption(fieldValue) ? fieldValue : Option.fromNullishOr(fieldValue)
      }),
    Option.some(whole)
  )

const Values = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20 }))).check(
  Schema.isBetweenLength(1, 40)
)

describe("a figure with a threshold", () => {
  it.prop("is the value at its path in the aggregate", [aggregates, ThresholdFigure], ([whole, figure]) => {
    expect(readFigure(whole, figure)).toEqual(atPath(whole, figure))
  })

  it.prop("has a default hysteresis that lets it cross downwards", [ThresholdFigure], ([figure]) => {
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

describe("evaluating a threshold", () => {
  it.prop(
    "reports crossings alternately up and down, and ends on the side of the last one",
    [Values, aggregates],
    ([values, whole]) => {
      let threshold = thresholdOf("vesselsInPortCount.cargo", 10, 3)
      const directions: Array<string> = []
      let first: string | undefined
      for (const [n, value] of values.entries()) {
        const evaluated: CongestionAggregate = {
          ...whole,
          vesselsInPortCount: { ...whole.vesselsInPortCount, cargo: Option.some(value) },
          quality: { ...whole.quality, asOf: DateTime.makeUnsafe(NOW + n) }
        }
        const evaluation = evaluateThreshold(threshold, evaluated)
        threshold = evaluation.threshold
        first ??= Option.getOrThrow(threshold.state).side
        const crossing = Option.getOrUndefined(evaluation.crossing)
        if (crossing !== undefined) {
          directions.push(crossing.direction)
          expect(crossing.direction === "up" ? crossing.value >= 10 : crossing.value < 7).toBe(true)
        }
      }
      expect(directions).toEqual(directions.map((_, n) => ((n % 2 === 0) === (first === "below") ? "up" : "down")))
      expect(threshold.crossings).toBe(directions.length)
      const last = values[values.length - 1] ?? 0
      const { side } = Option.getOrThrow(threshold.state)
      if (last >= 10) expect(side).toBe("above")
      if (last < 7) expect(side).toBe("below")
    }
  )
})

describe("creating a threshold", () => {
  const existing = new CongestionThreshold({
    ...thresholdOf("vesselsInPortCount.cargo", 10, 3),
    state: Option.some({ side: "above", value: 12, asOf: NOW }),
    crossings: 2
  })
  const added = (threshold: number, hysteresis: number) =>
    new CongestionThreshold({
      ...thresholdOf("vesselsInPortCount.cargo", threshold, hysteresis),
      id: CongestionThresholdId.make("pwt_2")
    })

  it("changes the hysteresis of the same threshold alone", () => {
    const threshold = new CongestionThreshold({ ...existing, hysteresis: 5 })
    expect(planThresholdCreation([existing], added(10, 5))).toEqual(Result.succeed({ threshold, isNew: false }))
  })

  it("adds another threshold", () => {
    expect(planThresholdCreation([existing], added(11, 5))).toEqual(
      Result.succeed({ threshold: added(11, 5), isNew: true })
    )
  })

  it("rejects a new threshold, but not a change, once an endpoint has the maximum number", () => {
    const full = Array.from({ length: MAX_THRESHOLDS }, () => existing)
    expect(planThresholdCreation(full, added(11, 5))).toEqual(
      Result.fail(new TooManyThresholds({ endpointId: OWNER.endpointId }))
    )
    expect(Result.isSuccess(planThresholdCreation(full, added(10, 5)))).toBe(true)
  })
})

describe("deciding several thresholds", () => {
  it("stores those that changed and collects their messages by account", () => {
    const endpoint = { id: OWNER.endpointId, filterTypes: Option.none(), disabled: false }
    const draft = { shipmentId: Option.none(), type: "t", body: "{}", example: false, recipients: [] }
    const snapshots = [1, 2, 3].map((threshold) => ({
      threshold: thresholdOf("vesselsInPortCount.cargo", threshold),
      endpoint,
      plan: "pay-as-you-go" as const
    }))
    const decisions = decideThresholds(snapshots, ({ threshold }) =>
      threshold.threshold === 2
        ? { threshold, messages: [] }
        : { threshold: new CongestionThreshold({ ...threshold, crossings: 1 }), messages: [draft] }
    )
    expect(decisions.changed.map(({ threshold }) => threshold)).toEqual([1, 3])
    expect([...decisions.messages]).toEqual([[OWNER.accountId, [draft, draft]]])
    expect(decisions.messageCount).toBe(2)
  })
})
