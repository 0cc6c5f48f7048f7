import { assert, describe, it } from "@effect/vitest"
import { Hours } from "@landfall/core/congestion/figures/Figure"
import type { PeriodTimes, PortTimesFigures } from "@landfall/core/congestion/figures/PortTimesFigures"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { DateTime, Option } from "effect"
import { portTimesLines } from "../../src/terminal/PortTimesTable.ts"

const hours = (value: number) => Option.some(Hours.make(value))

const period = (days: number, count: number, changes: Partial<PeriodTimes> = {}): PeriodTimes => ({
  days,
  count,
  medianHours: hours(12),
  p90Hours: hours(30.5),
  previous: { count, medianHours: hours(8) },
  change: Option.some({ hours: 4, lowHours: 1.25, highHours: 7 }),
  trend: "longer",
  unknown: null,
  ...changes
})

const few: Partial<PeriodTimes> = { change: Option.none(), trend: "unknown", unknown: "too_few_times" }

const figures: PortTimesFigures = {
  portCode: Unlocode.make("NLRTM"),
  asOf: DateTime.makeUnsafe("2026-03-01T12:00:00Z"),
  vesselClass: "commercialVessels",
  berth: [period(7, 40), period(30, 150)],
  waiting: [period(7, 38), period(30, 3, few)],
  waitingNow: Option.some({ vessels: 1, unassigned: 0, medianHours: hours(5), longestHours: hours(5) }),
  places: [
    { zoneId: "NLRTM-EUROMAX", name: "Euromax Terminal", berth: [period(7, 9)], waiting: [period(7, 9)] },
    {
      zoneId: null,
      name: null,
      berth: [period(7, 0, { ...few, medianHours: Option.none(), p90Hours: Option.none() })],
      waiting: []
    }
  ],
  weeks: []
}

describe("the table of the times of a port", () => {
  it("states that the vessels at anchor are unknown", () => {
    assert.include(portTimesLines({ ...figures, waitingNow: Option.none() }), "At anchor now: unknown")
  })

  it("has a row for each kind of time and period, with the change and its interval", () => {
    assert.deepStrictEqual(
      portTimesLines(figures).map((line) => line.replaceAll(/ {2,}/gu, "  ").trim()),
      [
        "NLRTM, as of 2026-03-01T12:00:00.000Z",
        "times  median  90 %  change from the days before (95 % interval)",
        "At berth, 7 days  40  12.0 h  30.5 h  +4.0 h (+1.3 to +7.0 h), longer",
        "At berth, 30 days  150  12.0 h  30.5 h  +4.0 h (+1.3 to +7.0 h), longer",
        "Waiting, 7 days  38  12.0 h  30.5 h  +4.0 h (+1.3 to +7.0 h), longer",
        "Waiting, 30 days  3  12.0 h  30.5 h  too few times",
        "At anchor now: 1 vessel, 5.0 h (median) so far",
        "Euromax Terminal",
        "at berth, 7 days  9  12.0 h  30.5 h  +4.0 h (+1.3 to +7.0 h), longer",
        "waiting, 7 days  9  12.0 h  30.5 h  +4.0 h (+1.3 to +7.0 h), longer",
        "Outside all zones",
        "at berth, 7 days  0  -  -  too few times"
      ]
    )
  })
})
