import { describe, expect, it } from "@effect/vitest"
import { DateTime, Option, Result, Schema } from "effect"
import {
  CongestionAggregate,
  narrowToType,
  Statistics,
  unknownFigures
} from "../../../src/congestion/figures/CongestionAggregate.ts"
import {
  FigureName,
  Hours,
  Percentage,
  PercentagePoints,
  UnknownReason
} from "../../../src/congestion/figures/Figure.ts"
import { describeFault } from "../../../src/faults/Fault.ts"
import { parse } from "../../../src/faults/Parse.ts"
import { Count } from "../../../src/listing/Count.ts"
import { VesselType } from "../../../src/vessels/VesselType.ts"
import { aggregates } from "../aggregateArbitrary.ts"

const encode = Schema.encodeSync(CongestionAggregate)

const wire = {
  portCode: "USHOU",
  rateOccupation: {
    commercialVessels: { rateOccupationPercentage: 62.5, rateOccupationGapWithMean: -4.2 },
    cargo: { rateOccupationPercentage: 110, rateOccupationGapWithMean: null },
    tanker: { rateOccupationPercentage: 30, rateOccupationGapWithMean: 1 },
    roro: null
  },
  time: { timeInPortStatistics: { max: 90.5, median: 31, min: 4 } },
  vesselsInPortCount: { commercialVessels: 41, cargo: 20, tanker: 21, roro: null },
  quality: {
    asOf: "2026-03-01T12:00:00.000Z",
    window: { timeInPortDays: 30, meanDays: 365 },
    samples: { completedCalls: 212, openCalls: 41, coveredDays: 200 },
    capacity: [{ vesselClass: "cargo", berths: 18, source: "history" }],
    waiting: {
      commercialVessels: { vessels: 3, unassigned: 1, medianHours: 7, longestHours: 30 },
      cargo: { vessels: 1, unassigned: 0, medianHours: 7, longestHours: 7 },
      tanker: { vessels: 2, unassigned: 1, medianHours: 16, longestHours: 30 },
      roro: { vessels: 0, unassigned: 0, medianHours: null, longestHours: null }
    },
    anchorages: ["USHOU-bolivar-roads"],
    area: { source: "operator", complex: null, confidence: "high" },
    berthEvidence: "zones",
    vessels: { stationaryUnclassified: 2, agedOut: 1, unclassified: 0, classifiedByName: 0 },
    ageOutHours: 24,
    openCallStatistics: { max: 200, median: 20, min: 1 },
    confidence: "medium",
    lastPositionReceivedAt: "2026-03-01T11:58:00.000Z",
    lagSeconds: 4,
    positionsSkippedAt: null,
    unknown: [
      { figure: "rateOccupation.cargo.rateOccupationGapWithMean", reason: "history_too_short" },
      { figure: "rateOccupation.roro", reason: "vessel_type_unknown" },
      { figure: "vesselsInPortCount.roro", reason: "vessel_type_unknown" }
    ]
  }
} as const

describe("congestionAggregate", () => {
  it("has the properties of its schema", () => {
    const aggregate = Schema.decodeUnknownSync(CongestionAggregate, { onExcessProperty: "error" })(wire)
    expect(encode(aggregate)).toEqual(wire)
    expect(aggregate.rateOccupation.roro).toEqual(Option.none())
    expect(aggregate.quality.asOf).toEqual(DateTime.makeUnsafe("2026-03-01T12:00:00Z"))
  })

  it.prop("rejects a null figure without a reason", [aggregates, Schema.Natural], ([aggregate, place]) => {
    const { unknown } = aggregate.quality
    expect(Schema.is(CongestionAggregate)(aggregate)).toBe(true)
    const dropped = unknown.filter((_, index) => index !== place % Math.max(unknown.length, 1))
    const holds = Schema.is(CongestionAggregate)({ ...aggregate, quality: { ...aggregate.quality, unknown: dropped } })
    expect(holds).toBe(unknown.length === 0)
  })

  it.prop(
    "rejects a reason for a known or absent figure, and a second reason",
    [aggregates, FigureName, UnknownReason],
    ([aggregate, figure, reason]) => {
      const unknown = [...aggregate.quality.unknown, { figure, reason }]
      expect(Schema.is(CongestionAggregate)({ ...aggregate, quality: { ...aggregate.quality, unknown } })).toBe(false)
    }
  )

  it("names the figure that lacks its reason", () => {
    const parsed = parse(CongestionAggregate)({ ...wire, quality: { ...wire.quality, unknown: [] } })
    expect(Result.isFailure(parsed) && parsed.failure.map((fault) => describeFault(fault))).toEqual([
      "$ has no reason in quality.unknown for rateOccupation.cargo.rateOccupationGapWithMean being null",
      "$ has no reason in quality.unknown for rateOccupation.roro being null",
      "$ has no reason in quality.unknown for vesselsInPortCount.roro being null"
    ])
  })
})

describe("narrowToType", () => {
  it.prop(
    "retains one type beside all commercial vessels, with the same reasons",
    [aggregates, VesselType],
    ([aggregate, type]) => {
      const narrowed = narrowToType(aggregate, type)
      expect(Schema.is(CongestionAggregate)(narrowed)).toBe(true)
      for (const figures of [narrowed.rateOccupation, narrowed.vesselsInPortCount]) {
        for (const other of VesselType.literals) if (other !== type) expect(Object.hasOwn(figures, other)).toBe(false)
      }
      expect(narrowed.rateOccupation.commercialVessels).toBe(aggregate.rateOccupation.commercialVessels)
      expect(narrowed.rateOccupation[type]).toBe(aggregate.rateOccupation[type])
      expect(narrowed.vesselsInPortCount[type]).toBe(aggregate.vesselsInPortCount[type])
      expect(unknownFigures(narrowed)).toEqual(narrowed.quality.unknown.map(({ figure }) => figure))
      expect(narrowToType(narrowed, type)).toEqual(narrowed)
    }
  )
})

describe("figures", () => {
  it.prop(
    "hold times and percentages that are finite and not negative, and finite differences",
    [Schema.Number],
    ([value]) => {
      const finite = Number.isFinite(value)
      expect(Schema.is(Hours)(value)).toBe(finite && value >= 0)
      expect(Schema.is(Percentage)(value)).toBe(finite && value >= 0)
      expect(Schema.is(PercentagePoints)(value)).toBe(finite)
      expect(Schema.is(Count)(value)).toBe(Number.isSafeInteger(value) && value >= 0)
    }
  )

  it.prop("hold statistics only in the order min, median, max", [Hours, Hours, Hours], ([max, median, min]) => {
    expect(Schema.is(Statistics)({ max, median, min })).toBe(min <= median && median <= max)
  })
})
