import { describe, expect, it } from "@effect/vitest"
import { Option } from "effect"
import { type PortCall, waitIdOf } from "../../../src/congestion/detection/PortCall.ts"
import { type BerthSettings, computeCongestion } from "../../../src/congestion/figures/ComputeCongestion.ts"
import { ledgerAsOf } from "../../../src/congestion/ledger/PortLedger.ts"
import { DAY_MILLIS, HOUR_MILLIS } from "../../../src/time/Durations.ts"
import { call, covered, hour, NOW } from "../calls.ts"

const SETTINGS: BerthSettings = {
  berths: { commercialVessels: 4 },
  hasBerthZones: true,
  area: { source: "operator", complex: null, confidence: "high" },
  anchorages: []
}

/** A vessel that stays in port while the source is off, from 140 to 20 hours before `NOW`. */
const across = call(-300, null, { silences: [[-140, -20]] })

/** Positions on every day but those of the outage. */
const coverage = {
  ...covered(90),
  days: covered(90).days.filter(
    (day) => day <= Math.floor(hour(-140) / DAY_MILLIS) || day >= Math.floor(hour(-20) / DAY_MILLIS)
  ),
  lastReceivedAt: Option.some(NOW)
}

const at = (hours: number) => {
  const asOf = hour(hours)
  const { quality, vesselsInPortCount } = computeCongestion(
    ledgerAsOf(coverage, [across], asOf).inputsAt(asOf),
    SETTINGS
  )
  const last = Option.map(quality.lastPositionReceivedAt, (utc) => (utc.epochMilliseconds - NOW) / HOUR_MILLIS)
  return [Option.getOrNull(last), Option.getOrNull(vesselsInPortCount.commercialVessels), quality.confidence]
}

describe("the last position of a past instant", () => {
  it("is the last one before an outage, whatever follows; confidence falls, and figures end after a day", () => {
    expect(at(-150)).toEqual([-150, 1, "medium"])
    expect(at(-139)).toEqual([-140, 1, "medium"])
    expect(at(-130)).toEqual([-140, 1, "low"])
    expect(at(-117)).toEqual([-140, 1, "low"])
    expect(at(-115)).toEqual([-140, null, "low"])
    expect(at(-60)).toEqual([-140, null, "low"])
    expect(at(-19)).toEqual([-19, 1, "medium"])
  })

  it("is not that of a vessel which waits at a shared anchorage, also after the vessel has moored", () => {
    const waited = call(-70, null)
    const wait = { ...call(-70, -10), id: waitIdOf(waited.id, waited.port), assignment: "likely" } satisfies PortCall
    const asOf = hour(-20)
    const inputsKnown = (lastReceived: number, calls: ReadonlyArray<PortCall>) => {
      const days = covered(90).days.filter(
        (day) => day <= Math.floor(hour(-140) / DAY_MILLIS) || day >= Math.floor(hour(lastReceived) / DAY_MILLIS)
      )
      const { lastReceivedAt } = ledgerAsOf(
        { ...covered(90), days, lastReceivedAt: Option.some(hour(lastReceived)) },
        calls,
        asOf
      ).inputsAt(asOf)
      return Option.map(lastReceivedAt, (at) => (at - NOW) / HOUR_MILLIS)
    }
    const departed = call(-160, -141)
    expect(inputsKnown(-141, [departed, { ...wait, endedAt: Option.none() }])).toEqual(Option.some(-141))
    expect(Option.exists(inputsKnown(-10, [departed, wait, waited]), (hours) => hours < -100)).toBe(true)
  })
})
