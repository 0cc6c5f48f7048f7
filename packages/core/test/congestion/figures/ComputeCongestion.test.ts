import { describe, expect, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import type { PortCall } from "../../../src/congestion/detection/PortCall.ts"
import type { PortCoverage } from "../../../src/congestion/detection/PortCoverage.ts"
import { type BerthSettings, computeCongestion } from "../../../src/congestion/figures/ComputeCongestion.ts"
import { CongestionAggregate } from "../../../src/congestion/figures/CongestionAggregate.ts"
import type { FigureName, UnknownReason } from "../../../src/congestion/figures/Figure.ts"
import { statisticsOf } from "../../../src/congestion/figures/Statistics.ts"
import { ledgerAsOf } from "../../../src/congestion/ledger/PortLedger.ts"
import type { VesselClass } from "../../../src/vessels/VesselClass.ts"
import { call, calls, covered, hour, NOW } from "../calls.ts"

const SETTINGS: BerthSettings = {
  berths: {},
  hasBerthZones: true,
  area: { source: "operator", complex: null, confidence: "high" },
  anchorages: []
}

const aggregateOf = (
  calls: ReadonlyArray<PortCall>,
  coverage: PortCoverage = covered(120),
  settings: BerthSettings = SETTINGS,
  asOf = NOW
) => computeCongestion(ledgerAsOf(coverage, calls, asOf).inputsAt(asOf), settings)

const occupationOf = (aggregate: CongestionAggregate, group: VesselClass = "commercialVessels") =>
  Option.map(
    aggregate.rateOccupation[group] ?? Option.none(),
    ({ rateOccupationPercentage, rateOccupationGapWithMean }) => [
      rateOccupationPercentage,
      Option.getOrNull(rateOccupationGapWithMean)
    ]
  )

const reasonFor = (aggregate: CongestionAggregate, figure: FigureName): UnknownReason | undefined =>
  aggregate.quality.unknown.find((unknown) => unknown.figure === figure)?.reason

/** A vessel at berth from 0 to 12 on each of the last 100 days. */
const daily = Array.from({ length: 100 }, (_, n) => call(-24 * (n + 1), -24 * (n + 1) + 12))

describe("the aggregate of a port", () => {
  it.prop(
    "satisfies its schema for any calls, and explains every null",
    [calls, Schema.Boolean],
    ([calls, received]) => {
      const aggregate = aggregateOf(calls, covered(received ? 100 : 10, received ? 0 : -40))
      expect(Schema.is(CongestionAggregate)(aggregate)).toBe(true)
    }
  )

  it.prop("counts every vessel in its type and in all commercial vessels", [calls], ([calls]) => {
    const { vesselsInPortCount: counts } = aggregateOf(calls)
    const of = (group: VesselClass) => Option.getOrElse(counts[group] ?? Option.none(), () => 0)
    expect(of("cargo") + of("tanker") + of("roro")).toBe(of("commercialVessels"))
  })
})

describe("occupation", () => {
  it("is vessels at berth divided by berths, and its gap the difference to the mean", () => {
    const aggregate = aggregateOf([...daily, call(-3, null)], covered(101))
    // 100 days of 24 hours: 1,200 hours with a vessel, and 3 of the last: one berth.
    const mean = (1203 / 2400) * 100
    expect(occupationOf(aggregate)).toEqual(Option.some([100, expect.closeTo(100 - mean, 6)]))
  })

  it("exceeds 100 when there are more vessels than berths", () => {
    const aggregate = aggregateOf([call(-3, null), call(-4, null), call(-5, null)], covered(5), {
      ...SETTINGS,
      berths: { commercialVessels: 2 }
    })
    expect(occupationOf(aggregate)).toEqual(Option.some([150, null]))
    expect(reasonFor(aggregate, "rateOccupation.commercialVessels.rateOccupationGapWithMean")).toBe("history_too_short")
    expect(aggregate.quality.capacity).toEqual([{ vesselClass: "commercialVessels", berths: 2, source: "operator" }])
  })

  it("derives berths from at least 90 covered days, as the 98th percentile of hours", () => {
    const short = aggregateOf([...daily, call(-3, null)], covered(89))
    expect(reasonFor(short, "rateOccupation.commercialVessels")).toBe("capacity_unknown")
    expect(occupationOf(aggregateOf([...daily, call(-3, null)], covered(90)))).not.toEqual(Option.none())
    // Of 2,880 hours 54 are less than 2 %, and 60 are more.
    const rare = Array.from({ length: 6 }, (_, n) => call(-24 * (n + 1), -24 * (n + 1) + 9, { vessel: 900 + n }))
    expect(aggregateOf([...daily, ...rare]).quality.capacity[0]?.berths).toBe(1)
    const busy = Array.from({ length: 6 }, (_, n) => call(-24 * (n + 1), -24 * (n + 1) + 10, { vessel: 900 + n }))
    expect(aggregateOf([...daily, ...busy]).quality.capacity[0]?.berths).toBe(2)
  })

  it("excludes vessels at anchor and stays of unknown kind", () => {
    const settings = { ...SETTINGS, berths: { commercialVessels: 4 } }
    const aggregate = aggregateOf(
      [call(-3, null), call(-4, null, { kind: "anchorage" }), call(-5, null, { kind: "unknown" })],
      covered(5),
      settings
    )
    expect(occupationOf(aggregate)).toEqual(Option.some([25, null]))
    expect(aggregate.vesselsInPortCount.commercialVessels).toEqual(Option.some(3))
    expect(aggregate.quality.vessels.stationaryUnclassified).toBe(1)
  })
})

describe("time in port", () => {
  it("is that of calls completed in the last 30 days", () => {
    const aggregate = aggregateOf([call(-721, -720), call(-724, -719), call(-30, -10), call(-20, -1), call(-9, null)])
    expect(aggregate.time.timeInPortStatistics).toEqual(Option.some({ max: 20, median: 19, min: 5 }))
    expect(aggregate.quality.openCallStatistics).toEqual(Option.some({ max: 9, median: 9, min: 9 }))
  })

  it("is unknown without completed calls", () => {
    const aggregate = aggregateOf([call(-9, null)])
    expect(reasonFor(aggregate, "time.timeInPortStatistics")).toBe("no_completed_calls")
  })

  it.prop("has its median in the middle", [Schema.Array(Schema.Finite).check(Schema.isMinLength(1))], ([values]) => {
    const hours = values.map(Math.abs)
    const { max, median, min } = Option.getOrThrow(statisticsOf(hours))
    expect([max, min]).toEqual([Math.max(...hours), Math.min(...hours)])
    expect(hours.filter((one) => one < median).length).toBeLessThanOrEqual(hours.length / 2)
    expect(hours.filter((one) => one > median).length).toBeLessThanOrEqual(hours.length / 2)
  })
})

describe("vessels in port", () => {
  it("are not counted after a day of silence, until their next position", () => {
    const silent = call(-50, null, { lastReceived: -25 })
    const aggregate = aggregateOf([silent, call(-60, null, { lastReceived: -24 })])
    expect(aggregate.vesselsInPortCount.commercialVessels).toEqual(Option.some(1))
    expect(aggregate.quality.vessels.agedOut).toBe(1)
    const back = call(-50, null, { silences: [[-49, -1]] })
    expect(aggregateOf([back]).vesselsInPortCount.commercialVessels).toEqual(Option.some(1))
    const tenHoursAgo = aggregateOf([back], covered(120), SETTINGS, hour(-10))
    expect(tenHoursAgo.vesselsInPortCount.commercialVessels).toEqual(Option.some(0))
    expect(tenHoursAgo.quality.vessels.agedOut).toBe(1)
  })

  it("are not counted unless they are commercial vessels", () => {
    expect(aggregateOf([call(-3, null, { commercial: false })]).quality.samples.openCalls).toBe(0)
  })

  it("leave the ro-ro figures unknown, never 0, while too many may be unidentified ro-ros", () => {
    const aggregate = aggregateOf([call(-3, null, { typeSource: "ais" }), call(-4, null, { type: "roro" })])
    expect(aggregate.vesselsInPortCount.roro).toEqual(Option.none())
    expect(reasonFor(aggregate, "vesselsInPortCount.roro")).toBe("vessel_type_unknown")
    expect(reasonFor(aggregate, "rateOccupation.roro")).toBe("vessel_type_unknown")
    expect(aggregateOf([call(-3, null), call(-4, null, { type: "roro" })]).vesselsInPortCount.roro).toEqual(
      Option.some(1)
    )
  })

  it("are unknown after a day without positions in the port", () => {
    const aggregate = aggregateOf([call(-30, null, { lastReceived: -25 })], covered(120, -25))
    expect(reasonFor(aggregate, "vesselsInPortCount.cargo")).toBe("no_recent_position")
    expect(reasonFor(aggregate, "rateOccupation.commercialVessels")).toBe("no_recent_position")
    expect(aggregate.quality.confidence).toBe("low")
  })
})

describe("confidence", () => {
  it("grows with recent positions, coverage and berth zones", () => {
    const confidence = (days: number, lastReceived: number, hasBerthZones: boolean) =>
      aggregateOf([], covered(days, lastReceived), { ...SETTINGS, hasBerthZones }).quality.confidence
    expect([
      confidence(200, 0, true),
      confidence(200, 0, false),
      confidence(100, 0, true),
      confidence(200, -2, true),
      confidence(200, -7, true),
      confidence(29, 0, true)
    ]).toEqual(["high", "medium", "medium", "medium", "low", "low"])
  })
})
