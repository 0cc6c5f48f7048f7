import { assert, describe, it } from "@effect/vitest"
import { DEFAULT_MAX_LAG_SECONDS } from "@landfall/core/congestion/detection/DetectionThresholds"
import { FeedLag } from "@landfall/core/congestion/detection/FeedLag"
import type { PortCall, PortCallId } from "@landfall/core/congestion/detection/PortCall"
import type { PositionReport } from "@landfall/core/congestion/detection/VesselReport"
import { detectPortCalls } from "@landfall/core/congestion/fleet/DetectPortCalls"
import { FleetDetector, type VesselTypeLookup } from "@landfall/core/congestion/fleet/FleetDetector"
import { makeZoneIndex } from "@landfall/core/congestion/zones/ZoneIndex"
import { positionOf } from "@landfall/core/geo/Position"
import { Instant } from "@landfall/core/time/Instant"
import { MmsiInteger } from "@landfall/core/vessels/Mmsi"
import { Effect, Option, Schema } from "effect"
import { fleetPlan } from "../../src/fleet/FleetPlan.ts"
import { type SimulatedFleet, simulateFleet } from "../../src/fleet/SimulatedFleet.ts"

const MINUTE = 60_000
const unregistered: VesselTypeLookup = () => Option.none()

interface Arrival {
  readonly report: PositionReport
  readonly arrivedAt: Instant
}

/** A number in [0, 1) that depends on its arguments alone. */
const noise = (seed: number, index: number): number => {
  let hash = Math.imul(seed ^ Math.imul(index + 1, 0x9e3779b1), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

const sortedReportsOf = (fleet: SimulatedFleet): ReadonlyArray<PositionReport> =>
  [...fleet.positionReports].toSorted((a, b) => a.at - b.at)

/** A call, not a wait at a shared anchorage, whose times depend on when its port became clear. */
const isCall = ({ assignment }: PortCall): boolean => assignment === undefined

const callsInOrder = (fleet: SimulatedFleet, reports: ReadonlyArray<PositionReport>) =>
  detectPortCalls(reports, makeZoneIndex(fleet.zones)).filter(isCall)

/** Runs live detection over arrivals: the lag is measured and silent vessels are searched for every minute. */
const detectLive = (fleet: SimulatedFleet, arrivals: ReadonlyArray<Arrival>) => {
  const first = arrivals.reduce((least, { arrivedAt }) => Math.min(least, arrivedAt), Number.POSITIVE_INFINITY)
  const detector = new FleetDetector(makeZoneIndex(fleet.zones), unregistered)
  const lag = new FeedLag(Instant.make(first), DEFAULT_MAX_LAG_SECONDS)
  const calls = new Map<PortCallId, PortCall>()
  const tick = (at: Instant) => {
    detector.useReorderWindow(lag.update(at))
    detector.flushSilent(at, (mmsi) => lag.isSilent(mmsi, at))
    lag.prune(at)
    for (const call of detector.drain().calls) calls.set(call.id, call)
  }
  let now = first
  for (const { report, arrivedAt } of arrivals.toSorted((a, b) => a.arrivedAt - b.arrivedAt)) {
    for (; now + MINUTE <= arrivedAt; now += MINUTE) tick(Instant.make(now + MINUTE))
    lag.receive(report, arrivedAt)
    detector.receive(report, arrivedAt)
  }
  for (const end = now + 120 * MINUTE; now < end; now += MINUTE) tick(Instant.make(now + MINUTE))
  const ordered = [...calls.values()].toSorted((a, b) => a.startedAt - b.startedAt || (a.id < b.id ? -1 : 1))
  return { calls: ordered.filter(isCall), detector, lag }
}

const planOf = (seed: number) =>
  fleetPlan({
    seed: String(seed),
    vessels: 6,
    days: 3,
    ports: 2,
    berthsPerPort: 2,
    hasSharedAnchorages: seed % 2 === 0,
    silenceShare: 0.02,
    reportIntervalSeconds: 90
  })

describe("live detection of a source that is late", () => {
  it.effect.prop(
    "gives the calls of the reports in order, whatever the lag, with reports up to 10 minutes out of order",
    {
      seed: Schema.Natural,
      lagMinutes: Schema.Literals([0, 9, 11, 30, 240, 9000]),
      jitterSeconds: Schema.Literals([0, 60, 590])
    },
    ({ seed, lagMinutes, jitterSeconds }) =>
      Effect.gen(function* () {
        const fleet = yield* simulateFleet(planOf(seed))
        const reports = sortedReportsOf(fleet)
        const arrivals = reports.map((report, index) => ({
          report,
          arrivedAt: Instant.make(
            report.at + lagMinutes * MINUTE + Math.floor(jitterSeconds * 1000 * noise(seed, index))
          )
        }))
        const { calls, detector } = detectLive(fleet, arrivals)
        assert.deepStrictEqual(calls, callsInOrder(fleet, reports))
        assert.strictEqual(detector.anomalies.get("late"), undefined)
      }),
    { arbitrary: { runs: 6 } }
  )

  it.effect.prop(
    "gives the calls of a record that is replayed at any speed, years later",
    { seed: Schema.Natural, speed: Schema.Literals([0.5, 1, 10, 300, 100_000]) },
    ({ seed, speed }) =>
      Effect.gen(function* () {
        const fleet = yield* simulateFleet(planOf(seed))
        const reports = sortedReportsOf(fleet)
        const start = (reports[0]?.at ?? 0) + 1000 * 86_400_000
        const arrivals = reports.map((report) => ({
          report,
          arrivedAt: Instant.make(start + Math.floor((report.at - (reports[0]?.at ?? 0)) / speed))
        }))
        const { calls } = detectLive(fleet, arrivals)
        assert.deepStrictEqual(calls, callsInOrder(fleet, reports))
      }),
    { arbitrary: { runs: 6 } }
  )

  it.effect.prop(
    "gives the calls of the reports in order when each report comes from one of two sources, one of them 30 minutes late",
    { seed: Schema.Natural },
    ({ seed }) =>
      Effect.gen(function* () {
        const fleet = yield* simulateFleet(planOf(seed))
        const reports = sortedReportsOf(fleet)
        const from = (source: string, report: PositionReport): Arrival => ({
          report: { ...report, source },
          arrivedAt: Instant.make(report.at + (source === "late" ? 30 * MINUTE : 0))
        })
        const [begin] = reports
        assert.isDefined(begin)
        // A vessel at sea that both sources receive for the hour before, which the lag is measured by.
        const atSea = Array.from(
          { length: 120 },
          (_, half): PositionReport => ({
            ...begin,
            mmsi: MmsiInteger.make(299_000_000),
            position: Option.getOrThrow(positionOf(-60, -150)),
            at: Instant.make(begin.at + (half - 120) * (MINUTE / 2))
          })
        )
        const arrivals = [
          ...atSea.flatMap((report) => [from("prompt", report), from("late", report)]),
          ...reports.map((report, index) => from(noise(seed, index) < 0.5 ? "late" : "prompt", report))
        ]
        const { calls, lag } = detectLive(fleet, arrivals)
        assert.deepStrictEqual(calls, callsInOrder(fleet, reports))
        assert.deepStrictEqual(lag.lagOf("late"), Option.some(1800))
        assert.deepStrictEqual(lag.lagOf("prompt"), Option.some(0))
      }),
    { arbitrary: { runs: 6 } }
  )

  it.effect.prop(
    "gives the calls of what was delivered while a stand-by that is 30 minutes late replaces a prompt source and yields to it",
    { seed: Schema.Natural },
    ({ seed }) =>
      Effect.gen(function* () {
        const fleet = yield* simulateFleet(planOf(seed))
        const reports = sortedReportsOf(fleet)
        const begin = reports[0]?.at ?? 0
        const [failsAt, returnsAt] = [begin + 20 * 60 * MINUTE, begin + 44 * 60 * MINUTE]
        const arrivals = reports.flatMap((report): ReadonlyArray<Arrival> => {
          const late = Instant.make(report.at + 30 * MINUTE)
          // The stand-by starts when the source has been silent for half a minute, and stops a minute after its return.
          const isOfStandby = late >= failsAt + MINUTE / 2 && late < returnsAt + MINUTE
          const isPrompt = report.at < failsAt || report.at >= returnsAt
          return [
            ...(isPrompt ? [{ report: { ...report, source: "prompt" }, arrivedAt: report.at }] : []),
            ...(isOfStandby ? [{ report: { ...report, source: "stand-by" }, arrivedAt: late }] : [])
          ]
        })
        const delivered = [...new Map(arrivals.map(({ report }) => [`${report.mmsi} ${report.at}`, report])).values()]
        const expected = callsInOrder(
          fleet,
          delivered.toSorted((a, b) => a.at - b.at)
        )
        const { calls, lag } = detectLive(fleet, arrivals)
        assert.deepStrictEqual(
          calls.map(({ vessel, port }) => [vessel.mmsi, port]),
          expected.map(({ vessel, port }) => [vessel.mmsi, port])
        )
        // The reports of the last minute of the stand-by arrive behind those of the source that has returned.
        for (const [n, call] of calls.entries())
          assert.isAtMost(Math.abs(call.startedAt - (expected[n]?.startedAt ?? 0)), 3 * MINUTE)
        assert.deepStrictEqual(lag.lagOf("stand-by"), Option.some(1800))
      }),
    { arbitrary: { runs: 6 } }
  )

  it.effect("states the lag of the source of the last position in each port", () =>
    Effect.gen(function* () {
      const fleet = yield* simulateFleet(planOf(1))
      const reports = sortedReportsOf(fleet)
      const detector = new FleetDetector(makeZoneIndex(fleet.zones), unregistered)
      const lag = new FeedLag(Instant.make(reports[0]?.at ?? 0), DEFAULT_MAX_LAG_SECONDS)
      detector.useLag((mmsi) => lag.lagOfVessel(mmsi))
      for (const report of reports) {
        const arrivedAt = Instant.make(report.at + 7 * MINUTE)
        lag.receive(report, arrivedAt)
        lag.update(arrivedAt)
        detector.receive(report, arrivedAt)
      }
      const { coverage } = detector.drain()
      assert.isAbove(coverage.length, 0)
      for (const { lagSeconds } of coverage) assert.strictEqual(lagSeconds, 420)
    })
  )

  it.effect("is the lag of the last two minutes, not that of a backlog which the source sent at its start", () =>
    Effect.gen(function* () {
      const fleet = yield* simulateFleet(planOf(1))
      const [report] = sortedReportsOf(fleet)
      if (report === undefined) return assert.fail("The fleet reports positions.")
      const connectedAt = Instant.make(report.at + 24 * 60 * MINUTE)
      const lag = new FeedLag(connectedAt, DEFAULT_MAX_LAG_SECONDS)
      for (let second = 0; second < 3000; second++)
        lag.receive({ ...report, at: Instant.make(report.at + second * 1000) }, connectedAt)
      assert.isAbove(Option.getOrThrow(lag.lagOf(report.source)), 80_000)
      for (let arrivedAt: number = connectedAt; arrivedAt <= connectedAt + 3 * MINUTE; arrivedAt += 10_000) {
        const at = Instant.make(arrivedAt - 30 * MINUTE)
        lag.receive({ ...report, at }, Instant.make(arrivedAt))
      }
      assert.deepStrictEqual(lag.lagOf(report.source), Option.some(1800))
    })
  )

  it.effect("does not delay the calls of prompt sources for a source that is later than the longest wait", () =>
    Effect.gen(function* () {
      const fleet = yield* simulateFleet(planOf(1))
      const reports = sortedReportsOf(fleet)
      const arrivals = reports.flatMap(
        (report): ReadonlyArray<Arrival> => [
          { report, arrivedAt: report.at },
          { report: { ...report, source: "satellite" }, arrivedAt: Instant.make(report.at + 180 * MINUTE) }
        ]
      )
      assert.deepStrictEqual(detectLive(fleet, arrivals).calls, callsInOrder(fleet, reports))
      const lastPrompt = reports.at(-1)?.at ?? 0
      const { lag } = detectLive(
        fleet,
        arrivals.filter(({ arrivedAt }) => arrivedAt <= lastPrompt)
      )
      assert.isAbove(lag.sources.find(({ source }) => source === "satellite")?.behindSeconds ?? 0, 10_700)
      assert.strictEqual(lag.update(Instant.make(lastPrompt)), 600)
    })
  )
})
