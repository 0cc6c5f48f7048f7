import { describe, expect, it } from "@effect/vitest"
import { Arbitrary, Option, Schema } from "effect"
import type { PortCall } from "../../../src/congestion/detection/PortCall.ts"
import { type BerthSettings, computeCongestion } from "../../../src/congestion/figures/ComputeCongestion.ts"
import { figuresByCall } from "../../../src/congestion/ledger/CallFigures.ts"
import { berthIntervals, callAsOf, removeSuperseded } from "../../../src/congestion/ledger/PortCallTimeline.ts"
import { inputsOver, ledgerAsOf, PortLedger } from "../../../src/congestion/ledger/PortLedger.ts"
import { DAY_MILLIS, HOUR_MILLIS } from "../../../src/time/Durations.ts"
import { call, calls, covered, hour, NOW, PORT } from "../calls.ts"

const SETTINGS: BerthSettings = {
  berths: {},
  hasBerthZones: true,
  area: { source: "operator", complex: null, confidence: "high" },
  anchorages: []
}

const hours = (intervals: ReturnType<typeof berthIntervals>) =>
  intervals.map(({ from, to }) => [(from - NOW) / HOUR_MILLIS, (to - NOW) / HOUR_MILLIS])

describe("a port's ledger", () => {
  it.prop(
    "updated call by call gives the same inputs as one built afterwards",
    [
      calls,
      Arbitrary.schema(
        Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: -1440, maximum: 0 }))).check(
          Schema.isBetweenLength(1, 6)
        )
      )
    ],
    ([calls, looks]) => {
      const live = new PortLedger(PORT)
      const put = new Map<string, PortCall>()
      for (const look of looks.toSorted((a, b) => a - b)) {
        const asOf = hour(look)
        live.addCoverage({
          days: covered(90)
            .days.map((day) => day)
            .filter((day) => day * DAY_MILLIS <= asOf),
          lastReceivedAt: Option.some(asOf)
        })
        for (const storedCall of calls) {
          const callThen = callAsOf(storedCall, asOf)
          if (Option.isNone(callThen)) continue
          live.put(callThen.value, Option.fromUndefinedOr(put.get(storedCall.id)))
          put.set(storedCall.id, callThen.value)
        }
        const hindsight = ledgerAsOf({ ...covered(90), lastReceivedAt: Option.some(asOf) }, calls, asOf)
        expect(computeCongestion(live.inputsAt(asOf), SETTINGS)).toEqual(
          computeCongestion(hindsight.inputsAt(asOf), SETTINGS)
        )
      }
    }
  )

  it.prop("is the same for any order and repetition of calls", [calls, Schema.Natural], ([calls, turn]) => {
    const inOrder = ledgerAsOf(covered(90), calls, NOW).inputsAt(NOW)
    const ledger = ledgerAsOf(covered(90), [], NOW)
    const turned = [...calls.slice(turn % calls.length), ...calls.slice(0, turn % calls.length)]
    for (const one of [...turned, ...calls]) ledger.put(one, Option.none())
    expect(computeCongestion(ledger.inputsAt(NOW), SETTINGS)).toEqual(computeCongestion(inOrder, SETTINGS))
  })

  it.prop("names for each call the figures that it counts in", [calls, Schema.Natural], ([calls, look]) => {
    const asOf = hour(-(look % 1440))
    const coverage = { ...covered(120), lastReceivedAt: Option.some(asOf) }
    const { quality, vesselsInPortCount } = computeCongestion(
      ledgerAsOf(coverage, calls, asOf).inputsAt(asOf),
      SETTINGS
    )
    const named = [...figuresByCall(PORT, calls, asOf).values()].flat()
    const count = (figure: string) => named.filter((one) => one === figure).length
    expect(count("vesselsInPort")).toBe(quality.samples.openCalls)
    expect(count("waiting")).toBe(Option.getOrThrow(quality.waiting).commercialVessels.vessels)
    expect(count("timeInPort")).toBe(quality.samples.completedCalls)
    expect(count("occupation") + count("waiting")).toBeLessThanOrEqual(count("vesselsInPort") + count("waiting"))
    if (Option.isSome(vesselsInPortCount.commercialVessels))
      expect(count("vesselsInPort")).toBe(vesselsInPortCount.commercialVessels.value)
  })

  it("drops completed calls after a month and their hours at berth after a year", () => {
    const ledger = ledgerAsOf(covered(366), [call(-24 * 100, -24 * 99)], NOW)
    const { completed, berthOccupancy } = ledger.inputsAt(NOW)
    expect(completed).toEqual([])
    expect(berthOccupancy.commercialVessels.mean).toBeCloseTo(24 / (364 * 24), 6)
    const old = ledgerAsOf(covered(366), [call(-24 * 380, -24 * 379)], NOW).inputsAt(NOW)
    expect(old.berthOccupancy.commercialVessels.mean).toBe(0)
  })

  it("subtracts the earlier form of a corrected call, when it is passed", () => {
    const wrong = call(-24 * 100, -24 * 90)
    const right = call(-24 * 100, -24 * 99)
    const ledger = ledgerAsOf(covered(120), [wrong], NOW)
    ledger.inputsAt(NOW)
    ledger.put(right, Option.some(wrong))
    expect(ledger.inputsAt(NOW).berthOccupancy).toEqual(
      ledgerAsOf(covered(120), [right], NOW).inputsAt(NOW).berthOccupancy
    )
  })

  it("does not count the first covered day before the first call", () => {
    const calls = [call(-40, -20)]
    const coveredDays = (asOf: number) => {
      const ledger = ledgerAsOf(covered(3), calls, hour(asOf))
      const facts = ledger.inputsAt(hour(asOf))
      expect(inputsOver(covered(3), calls, [hour(asOf)])[0]?.coveredDays).toBe(facts.coveredDays)
      return ledger.isEmpty ? null : facts.coveredDays
    }
    expect([-47, -41, -40, -25, -23, 0].map(coveredDays)).toEqual([null, null, 1, 1, 2, 3])
  })

  it("is empty until the first coverage", () => {
    expect(new PortLedger(PORT).isEmpty).toBe(true)
    expect(ledgerAsOf(covered(1), [], NOW).isEmpty).toBe(false)
    expect(ledgerAsOf({ ...covered(1), days: [NOW / DAY_MILLIS + 1] }, [], NOW).isEmpty).toBe(true)
  })
})

describe("a reported call", () => {
  const found = call(-20, -5, { vessel: 7 })
  const reported = { ...call(-22, -6, { vessel: 7, source: "report" }), id: call(-1, 0).id }

  it("supersedes detected calls of the same vessel and time, and no others", () => {
    const [other, later] = [call(-20, -5, { vessel: 8 }), call(-3, null, { vessel: 7 })]
    expect(removeSuperseded([found, reported, other, later])).toEqual([reported, other, later])
    for (const order of [
      [found, reported],
      [reported, found]
    ]) {
      const ledger = ledgerAsOf(covered(100), [], NOW)
      for (const one of order) ledger.put(one, Option.none())
      expect(ledger.inputsAt(NOW).completed).toEqual([reported])
      expect(ledger.inputsAt(NOW).berthOccupancy).toEqual(
        ledgerAsOf(covered(100), [reported], NOW).inputsAt(NOW).berthOccupancy
      )
    }
  })

  it("covers its days", () => {
    const ledger = ledgerAsOf(
      { ...covered(0), lastReceivedAt: Option.none() },
      [{ ...reported, endedAt: Option.some(hour(-1)) }],
      NOW
    )
    expect(ledger.inputsAt(NOW)).toMatchObject({ coveredDays: 1, lastReceivedAt: Option.some(hour(-1)) })
  })
})

describe("time at berth", () => {
  it("ends a day after the last position, and continues at the next one", () => {
    expect(hours(berthIntervals(call(-100, null, { lastReceived: -50 }), NOW))).toEqual([[-100, -26]])
    expect(hours(berthIntervals(call(-100, null, { silences: [[-90, -10]] }), NOW))).toEqual([
      [-100, -66],
      [-10, 0]
    ])
    expect(hours(berthIntervals(call(-100, -20, { silences: [[-90, -80]] }), NOW))).toEqual([[-100, -20]])
  })

  it("excludes other stays and the time after `asOf`", () => {
    expect(berthIntervals(call(-10, null, { kind: "anchorage" }), NOW)).toEqual([])
    expect(hours(berthIntervals(call(-10, -1), hour(-5)))).toEqual([[-10, -5]])
  })
})
