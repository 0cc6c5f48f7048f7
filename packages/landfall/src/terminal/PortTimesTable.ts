import type { PeriodTimes, PortTimesFigures } from "@landfall/core/congestion/figures/PortTimesFigures"
import { formatCount } from "@landfall/core/listing/Count"
import { DateTime, Option } from "effect"

const hoursText = (hours: Option.Option<number>): string =>
  Option.match(hours, { onNone: () => "-", onSome: (value) => `${value.toFixed(1)} h` })

const signed = (hours: number): string => `${hours > 0 ? "+" : ""}${hours.toFixed(1)}`

const REASONS = { too_few_times: "too few times", not_covered: "days without data" } as const

const changeText = ({ change, trend, unknown }: PeriodTimes): string =>
  Option.match(change, {
    onNone: () => (unknown === null ? "-" : REASONS[unknown]),
    onSome: ({ highHours, hours, lowHours }) =>
      `${signed(hours)} h (${signed(lowHours)} to ${signed(highHours)} h), ${trend}`
  })

const row = (cells: ReadonlyArray<string>): string =>
  cells.map((cell, index) => (index === 0 ? cell.padEnd(26) : index === 4 ? `  ${cell}` : cell.padStart(10))).join("")

const rowsOf = (name: string, periods: ReadonlyArray<PeriodTimes>): ReadonlyArray<string> =>
  periods.map((period) =>
    row([
      `${name}, ${period.days} days`,
      String(period.count),
      hoursText(period.medianHours),
      hoursText(period.p90Hours),
      changeText(period)
    ])
  )

/** The times of a port as a table for people: the port, then each terminal and berth zone with times. */
export const portTimesLines = ({
  asOf,
  berth,
  places,
  portCode,
  waiting,
  waitingNow
}: PortTimesFigures): ReadonlyArray<string> => [
  `${portCode}, as of ${DateTime.formatIso(asOf)}`,
  row(["", "times", "median", "90 %", "change from the days before (95 % interval)"]),
  ...rowsOf("At berth", berth),
  ...rowsOf("Waiting", waiting),
  Option.match(waitingNow, {
    onNone: () => "At anchor now: unknown",
    onSome: ({ medianHours, vessels }) =>
      `At anchor now: ${formatCount(vessels, "vessel")}, ${hoursText(medianHours)} (median) so far`
  }),
  ...places.flatMap((place) => [
    place.name ?? place.zoneId ?? "Outside all zones",
    ...rowsOf("  at berth", place.berth),
    ...rowsOf("  waiting", place.waiting)
  ])
]
