import { describe, expect, it } from "@effect/vitest"
import { Option } from "effect"
import type { PortCall, Stay } from "../../../src/congestion/detection/PortCall.ts"
import { type BerthZone, computePortTimes } from "../../../src/congestion/figures/ComputePortTimes.ts"
import { ZoneId } from "../../../src/congestion/zones/Zone.ts"
import { call, covered, hour, NOW } from "../calls.ts"

type Leg = readonly [kind: Stay["kind"], from: number, to: number | null, zone?: string]

/** A call with these stays, in hours from `NOW`; open when the last of them continues. */
const visit = (vessel: number, ...legs: ReadonlyArray<Leg>): PortCall => {
  const [, from] = legs[0] ?? ["berth", 0, null]
  const to = legs.at(-1)?.[2] ?? null
  return {
    ...call(from, to, { vessel }),
    stays: legs.map(([kind, start, end, zone]) => ({
      kind,
      evidence: "zone" as const,
      zone: Option.map(Option.fromUndefinedOr(zone), (id) => ZoneId.make(id)),
      from: hour(start),
      to: Option.map(Option.fromNullOr(end), hour),
      latitude: 0,
      longitude: 0
    }))
  }
}

const PLACES = new Map<string, BerthZone>([
  ["ZZABC-east-1", { zoneId: "ZZABC-east", name: "East" }],
  ["ZZABC-east-2", { zoneId: "ZZABC-east", name: "East" }]
])

const timesOf = (calls: ReadonlyArray<PortCall>, asOf = NOW, days = 100) =>
  Option.getOrThrow(computePortTimes(covered(days), calls, PLACES, "commercialVessels", asOf))

/** Waits of three days of the week before, and of the week before that; each vessel is at berth for 12 hours. */
const WAITS_BEFORE = [4, 10, 0, 14, 6, 2, 12, 8]
const steady = (shift: number) =>
  WAITS_BEFORE.flatMap((wait, n) => {
    const start = -7 * 24 - 150 + n * 17
    const later = -150 + n * 17
    return [
      visit(n, ["anchorage", start - wait, start], ["berth", start, start + 12, "ZZABC-east-1"]),
      visit(100 + n, ["anchorage", later - wait - shift, later], ["berth", later, later + 12, "ZZABC-east-2"])
    ]
  })

describe("the times of a port", () => {
  it("are one time at berth for each berth, and one of waiting for each call, until its first berth", () => {
    const { berth, waiting } = timesOf([
      visit(1, ["anchorage", -50, -40], ["anchorage", -38, -36], ["berth", -35, -25], ["berth", -24, -4]),
      visit(2, ["berth", -30, -20], ["anchorage", -19, -10])
    ])
    expect(berth[0]).toMatchObject({ days: 7, count: 3, medianHours: Option.some(10), p90Hours: Option.some(20) })
    expect(waiting[0]).toMatchObject({ count: 2, medianHours: Option.some(6), p90Hours: Option.some(12) })
  })

  it("change by what the waits of the period before differ, with an interval, by terminal as for the port", () => {
    const { berth, places, waiting } = timesOf(steady(20))
    expect(waiting[0]?.change).toMatchObject(Option.some({ hours: 20 }))
    expect([waiting[0]?.trend, berth[0]?.trend]).toEqual(["longer", "unclear"])
    expect(places).toHaveLength(1)
    expect(places[0]).toMatchObject({ zoneId: "ZZABC-east", name: "East" })
    expect(places[0]?.waiting[0]).toEqual(waiting[0])
    expect(timesOf(steady(0)).waiting[0]?.trend).toBe("unclear")
  })

  it("have no trend with too few times, or where days have no data", () => {
    expect(timesOf(steady(20).slice(0, 8)).waiting[0]).toMatchObject({ trend: "unknown", unknown: "too_few_times" })
    expect(timesOf(steady(20), NOW, 12).waiting[0]).toMatchObject({ trend: "unknown", unknown: "not_covered" })
  })

  it("of a past instant contain nothing that happened later", () => {
    const calls = [
      ...steady(20),
      visit(500, ["berth", -300, -1]),
      visit(501, ["anchorage", -200, -2], ["berth", -2, null])
    ]
    const asOf = hour(-90)
    const knownCalls = calls.flatMap((one): ReadonlyArray<PortCall> => {
      if (one.startedAt > asOf) return []
      const stays = one.stays
        .filter(({ from }) => from <= asOf)
        .map((stay) => (Option.exists(stay.to, (to) => to > asOf) ? { ...stay, to: Option.none() } : stay))
      const isOpen = !Option.exists(one.endedAt, (end) => end <= asOf)
      return [
        isOpen
          ? { ...one, stays, endedAt: Option.none(), ending: Option.none(), lastReceivedAt: asOf }
          : { ...one, stays }
      ]
    })
    expect(timesOf(calls, asOf)).toEqual(timesOf(knownCalls, asOf))
    expect(Option.map(timesOf(calls, asOf).waitingNow, ({ vessels }) => vessels)).toEqual(Option.some(2))
  })

  it("omit those that began on the first day with data, unless a port reported them", () => {
    const early = visit(1, ["anchorage", -50, -40], ["berth", -40, -30])
    expect(timesOf([early], NOW, 3).berth[0]?.count).toBe(0)
    expect(timesOf([early], NOW, 4).berth[0]?.count).toBe(1)
    expect(timesOf([{ ...early, source: "report" }], NOW, 3).berth[0]?.count).toBe(1)
  })

  it("count neither a departure that was not observed, nor a wait without a berth", () => {
    const lost: PortCall = {
      ...visit(1, ["berth", -50, null]),
      endedAt: Option.some(hour(-20)),
      ending: Option.some("lost")
    }
    const { berth, waiting } = timesOf([lost, visit(2, ["anchorage", -40, -10])])
    expect([berth[0]?.count, waiting[0]?.count]).toEqual([0, 1])
  })

  it("are given for twelve weeks, the last of which ends now", () => {
    const { weeks } = timesOf(steady(20))
    expect(weeks).toHaveLength(12)
    expect(weeks[11]).toMatchObject({ coveredDays: 7, waiting: { count: 8, medianHours: Option.some(27) } })
    expect(weeks[10]).toMatchObject({ waiting: { count: 8, medianHours: Option.some(7) } })
    expect(weeks[9]).toMatchObject({ waiting: { count: 0, medianHours: Option.none() } })
  })

  it("are unknown for a port without data", () => {
    expect(computePortTimes(covered(0), [], PLACES, "cargo", NOW)).toEqual(Option.none())
  })
})
