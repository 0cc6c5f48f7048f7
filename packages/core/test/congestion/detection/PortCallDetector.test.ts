import { describe, expect, it } from "@effect/vitest"
import { Option } from "effect"
import { openCallOf } from "../../../src/congestion/detection/PortCallDetector.ts"
import { callsIn, report, runDetection, sailing, stationary, type TestPosition } from "../tracks.ts"
import { km, polygon, round, zone } from "../zones.ts"

/** A port of the default size, by Global Fishing Watch's rule. */
const area = round("PORT_AREA", "NLRTM", 0, 0, 3)
const berth = zone("BERTH", "NLRTM", polygon(km(-0.2, -0.2), km(-0.2, 0.2), km(0.2, 0.2), km(0.2, -0.2)))

const inbound = sailing(0, 60, [20, 0], [0, 0])
const outbound = (from: number) => sailing(from, from + 60, [0, 0], [-21, 0])

describe("a port call", () => {
  it("runs from the first stop in the port's area to leaving it", () => {
    const [call, ...others] = callsIn([...inbound, ...stationary(60, 600, 0, 0), ...outbound(603)], [area])
    expect(others).toEqual([])
    expect(call).toMatchObject({ port: "NLRTM", from: 60, stays: [["unknown", 60, 603]] })
    // 21 km an hour: it is 3 km away 8.6 minutes after departure, and the next position shows that.
    expect(call?.to).toBe(612)
  })

  it("is open while the vessel is in port", () => {
    const { calls, state } = runDetection([...inbound, ...stationary(60, 300, 0, 0)].map(report), [area])
    expect(calls.map(({ endedAt }) => endedAt)).toEqual([Option.none()])
    expect(Option.map(openCallOf(state), ({ id }) => id)).toEqual(Option.some("244660920-1772326800"))
  })

  it("is not detected for a vessel that passes on a river, however slowly", () => {
    expect(callsIn(sailing(0, 600, [5, 0], [-5, 0]), [area])).toEqual([])
  })

  it("is not detected for a vessel that waits at a lock for less than ten minutes", () => {
    const passing = [
      ...sailing(0, 60, [5, 0], [0, 0]),
      ...stationary(60, 66, 0, 0),
      ...sailing(69, 129, [0, 0], [-5, 0])
    ]
    expect(callsIn(passing, [area])).toEqual([])
  })

  it("needs at least two positions", () => {
    const once: ReadonlyArray<TestPosition> = [
      [0, 8, 0, 12],
      [30, 0, 0, 0],
      [60, -8, 0, 12]
    ]
    expect(callsIn(once, [area])).toEqual([])
    const twice: ReadonlyArray<TestPosition> = [
      [0, 8, 0, 12],
      [30, 0, 0, 0],
      [60, 0, 0, 0],
      [90, -8, 0, 12]
    ]
    expect(callsIn(twice, [area])).toMatchObject([{ from: 30, to: 90 }])
  })

  it("begins within 3 km, not between 3 and 4", () => {
    expect(callsIn(stationary(0, 120, 3.5, 0), [area])).toEqual([])
    expect(callsIn(stationary(0, 120, 2.9, 0), [area])).toHaveLength(1)
  })

  it("continues between 3 and 4 km, and ends beyond 4", () => {
    const drifting = [
      ...stationary(0, 60, 2.9, 0),
      ...sailing(63, 93, [2.9, 0], [3.6, 0]),
      ...stationary(93, 200, 3.6, 0)
    ]
    expect(callsIn(drifting, [area])).toMatchObject([{ to: null }])
    const departing = [...drifting, ...sailing(203, 263, [3.6, 0], [9, 0])]
    expect(callsIn(departing, [area])).toMatchObject([{ to: 203 }])
  })

  it("begins a stop at 0.2 knots and ends it above 0.5", () => {
    expect(callsIn([...inbound, ...stationary(60, 120, 0, 0, undefined, 0.3)], [area])).toEqual([])
    const stirring = [
      ...stationary(0, 60, 0, 0, undefined, 0.2),
      ...stationary(63, 120, 0, 0, undefined, 0.5),
      ...outbound(123)
    ]
    expect(callsIn(stirring, [area])).toMatchObject([{ from: 0, stays: [["unknown", 0, 123]] }])
  })

  it("continues after a single position that is too fast", () => {
    const blip: TestPosition = [63, 0, 0.05, 0.9]
    expect(callsIn([...stationary(0, 60, 0, 0), blip, ...stationary(66, 120, 0, 0)], [area])).toMatchObject([
      { from: 0, stays: [["unknown", 0, null]] }
    ])
  })

  it("derives the speed when it is not available", () => {
    const withoutSpeed = [...inbound, ...stationary(60, 120, 0, 0), ...outbound(123)].map(
      ([minutes, north, east]): TestPosition => [minutes, north, east, null]
    )
    const [call] = callsIn(withoutSpeed, [area])
    expect(call?.from).toBeGreaterThanOrEqual(60)
    expect(call?.from).toBeLessThanOrEqual(66)
  })
})

describe("a silence", () => {
  it("of more than four hours at one place in port is a stop", () => {
    const positions = (minutes: number): ReadonlyArray<TestPosition> => [
      [0, 8, 0, 9],
      [30, 1, 0, 4],
      [30 + minutes, 1, 0.1, 3],
      [60 + minutes, 9, 0, 9]
    ]
    expect(callsIn(positions(239), [area])).toEqual([])
    expect(callsIn(positions(300), [area])).toMatchObject([{ from: 30, to: 360 }])
  })

  it("before a position elsewhere ends the call at the last position in port, marked as silent", () => {
    const { calls } = runDetection(
      [...stationary(0, 120, 0, 0), [800, 60, 0, 12] as const, [803, 61, 0, 12] as const].map(report),
      [area]
    )
    expect(calls).toMatchObject([
      { endedAt: Option.some(Date.parse("2026-03-01T02:00:00Z")), ending: Option.some("silent") }
    ])
  })

  it("of 60 days ends the call at the last position, wherever the next one is", () => {
    const months = 61 * 24 * 60
    const twice = [...stationary(0, 120, 0, 0), ...stationary(months, months + 60, 0, 0)]
    expect(callsIn(twice, [area])).toMatchObject([
      { from: 0, to: 120, stays: [["unknown", 0, 120]] },
      { from: months, to: null }
    ])
    const days = 59 * 24 * 60
    expect(callsIn([...stationary(0, 120, 0, 0), ...stationary(days, days + 60, 0, 0)], [area])).toHaveLength(1)
  })

  it("of more than a day is stored with the call, for past figures", () => {
    const { calls } = runDetection([...stationary(0, 120, 0, 0), ...stationary(2000, 2060, 0, 0)].map(report), [area])
    expect(calls.map(({ silences, stays }) => [silences.length, stays.length])).toEqual([[1, 1]])
  })
})

describe("the kind of a stay", () => {
  it("is decided by zones first, whatever the navigation status", () => {
    const zones = [area, berth, round("ANCHORAGE", "NLRTM", 2, 0, 0.5)]
    const [call] = callsIn(
      [
        ...stationary(0, 60, 2, 0, "moored"),
        ...sailing(63, 93, [2, 0], [0, 0]),
        ...stationary(93, 200, 0, 0, "at_anchor")
      ],
      zones
    )
    expect(call?.stays.map(([kind]) => kind)).toEqual(["anchorage", "berth"])
  })

  it("is decided by the status where the port has no berth zones, once it is set", () => {
    const late = [...stationary(0, 30, 0, 0), ...stationary(33, 120, 0, 0, "moored")]
    expect(callsIn(late, [area])).toMatchObject([{ stays: [["berth", 0, null]] }])
    expect(callsIn(stationary(0, 60, 0, 0, "at_anchor"), [area])).toMatchObject([{ stays: [["anchorage", 0, null]] }])
    expect(callsIn(stationary(0, 60, 0, 0), [area])).toMatchObject([{ stays: [["unknown", 0, null]] }])
  })

  it("is not a berth outside the berth zones of a port that has some", () => {
    expect(callsIn(stationary(0, 60, 1, 0, "moored"), [area, berth])).toMatchObject([{ stays: [["unknown", 0, null]] }])
  })

  it("stays the same while the vessel swings, and a shift begins another stay", () => {
    const stirred = [...stationary(0, 60, 0, 0), ...sailing(63, 69, [0.1, 0], [0.5, 0]), ...stationary(72, 120, 0.1, 0)]
    expect(callsIn(stirred, [area])).toMatchObject([{ stays: [["unknown", 0, null]] }])
    const shifted = [...stationary(0, 60, 0, 0), ...sailing(63, 78, [0.1, 0], [2, 0]), ...stationary(78, 120, 2, 0)]
    expect(callsIn(shifted, [area])).toMatchObject([
      {
        from: 0,
        stays: [
          ["unknown", 0, 63],
          ["unknown", 78, null]
        ]
      }
    ])
  })
})

describe("an anomaly", () => {
  const anomaliesOf = (positions: ReadonlyArray<TestPosition>) => runDetection(positions.map(report), [area]).anomalies

  it("of a duplicate or late position is counted and changes nothing", () => {
    const track = stationary(0, 120, 0, 0)
    const [first, second] = [report([60, 0, 0, 0]), report([30, 0, 0, 0])]
    const { calls, anomalies } = runDetection([...track.map(report), first, second, report([114, 0, 0, 0])], [area])
    expect(anomalies).toEqual(["late", "late", "duplicate"])
    expect(calls).toEqual(runDetection(track.map(report), [area]).calls)
  })

  it("of an impossible jump skips the position", () => {
    const track = [...stationary(0, 60, 0, 0), [62, 400, 0, 0] as const, ...stationary(63, 120, 0, 0)]
    expect(anomaliesOf(track)).toEqual(["impossible_jump"])
    expect(callsIn(track, [area])).toMatchObject([{ from: 0, to: null }])
  })

  it("of a second vessel with the same MMSI does not move the first", () => {
    const both = [...stationary(0, 240, 0, 0), ...stationary(1.5, 240, 300, 0)].toSorted(([a], [b]) => a - b)
    expect(callsIn(both, [area])).toMatchObject([{ from: 0, to: null }])
    const counted = anomaliesOf(both)
    expect(counted[0]).toBe("impossible_jump")
    expect(new Set(counted.slice(1))).toEqual(new Set(["shared_mmsi"]))
  })

  it("of a wrong first position is resolved by later positions that agree with each other", () => {
    const track = [[0, 0, 0, 0] as const, ...stationary(3, 240, 300, 0)]
    expect(callsIn(track, [round("PORT_AREA", "NLRTM", 300, 0, 3)])).toHaveLength(1)
  })

  it("of a clock years ahead or behind loses no valid position", () => {
    const YEARS = 5_256_000
    const track = stationary(0, 240, 0, 0)
    const right = callsIn(track, [area])
    for (const wrong of [-YEARS, YEARS, 700_000]) {
      const positions = track.flatMap(
        (position, n): ReadonlyArray<TestPosition> => (n === 20 ? [[wrong, 0, 0, 0], position] : [position])
      )
      expect(callsIn(positions, [area])).toEqual(right)
      expect(anomaliesOf(positions)).toEqual(["clock_wrong"])
    }
    for (const wrong of [-YEARS, YEARS]) {
      const first = [[wrong, 0, 0, 0] as const, ...track]
      expect(callsIn(first, [area])).toEqual(right)
    }
    expect(anomaliesOf([[YEARS, 0, 0, 0], ...track])).toEqual(["clock_wrong"])
  })
})
