import { describe, expect, it } from "@effect/vitest"
import { Option } from "effect"
import type { PortCall } from "../../../src/congestion/detection/PortCall.ts"
import { type BerthSettings, computeCongestion } from "../../../src/congestion/figures/ComputeCongestion.ts"
import { ledgerAsOf } from "../../../src/congestion/ledger/PortLedger.ts"
import { call, covered, hour, NOW, PORT } from "../calls.ts"

const SETTINGS: BerthSettings = {
  berths: { commercialVessels: 10 },
  hasBerthZones: false,
  area: { source: "default", complex: null, confidence: "low" },
  anchorages: []
}

const figuresOf = (calls: ReadonlyArray<PortCall>, coverage = covered(100), asOf = NOW) =>
  computeCongestion(ledgerAsOf(coverage, calls, asOf).inputsAt(asOf), SETTINGS)

/** A vessel at berth that has sent no static data. */
const untyped = (vessel: number): PortCall => {
  const identifiedCall = call(-5, null, { vessel, commercial: false })
  return { ...identifiedCall, vessel: { ...identifiedCall.vessel, type: Option.none(), typeSource: "none" } }
}

const reasonOf = (figures: ReturnType<typeof figuresOf>, figure: string) =>
  figures.quality.unknown.find((unknown) => unknown.figure === figure)?.reason

describe("a count of zero", () => {
  it("is unknown while vessels at berth have not sent their type", () => {
    const figures = figuresOf([untyped(1)])
    expect(figures.vesselsInPortCount.commercialVessels).toEqual(Option.none())
    expect(figures.quality.vessels.unclassified).toBe(1)
    expect(reasonOf(figures, "vesselsInPortCount.commercialVessels")).toBe("vessels_unclassified")
    expect(reasonOf(figures, "rateOccupation.commercialVessels")).toBe("vessels_unclassified")
  })

  it("is known beside few vessels without a type, up to one in ten", () => {
    const cargo = Array.from({ length: 9 }, (_, n) => call(-9, null, { vessel: 10 + n }))
    expect(figuresOf([...cargo, untyped(1)]).vesselsInPortCount.cargo).toEqual(Option.some(9))
    expect(figuresOf([...cargo.slice(1), untyped(1)]).vesselsInPortCount.cargo).toEqual(Option.none())
  })

  it("is unknown at a port that is known by a few reported calls alone", () => {
    const reported = [-30, -26].map((from, n) => call(from, from + 20, { vessel: n + 1, source: "report" }))
    const none = { port: PORT, days: [], lastReceivedAt: Option.none() }
    const figures = figuresOf(reported, none)
    expect(figures.vesselsInPortCount.commercialVessels).toEqual(Option.none())
    expect(reasonOf(figures, "vesselsInPortCount.commercialVessels")).toBe("reports_incomplete")
    expect(figuresOf(reported, none, hour(-20)).vesselsInPortCount.commercialVessels).toEqual(Option.some(2))
    expect(figuresOf(reported).vesselsInPortCount.commercialVessels).toEqual(Option.some(0))
  })
})

describe("a call that the end of a record has cut off", () => {
  const lost: PortCall = { ...call(-40, 0), ending: Option.some("lost"), lastReceivedAt: hour(-24) }

  it("is in port for 24 hours after the last position, and never completed", () => {
    expect(figuresOf([lost], covered(100), hour(-10)).vesselsInPortCount.commercialVessels).toEqual(Option.some(1))
    const after = figuresOf([lost], covered(100, 1), hour(1))
    expect(after.vesselsInPortCount.commercialVessels).toEqual(Option.some(0))
    expect(after.quality.samples.completedCalls).toBe(0)
    expect(after.time.timeInPortStatistics).toEqual(Option.none())
  })
})
