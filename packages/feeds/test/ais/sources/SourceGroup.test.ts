import { assert, describe, it } from "@effect/vitest"
import type { PositionReport, VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { makeZoneIndex } from "@landfall/core/congestion/zones/ZoneIndex"
import { Instant } from "@landfall/core/time/Instant"
import { detectCalls, measureAccuracy } from "@landfall/testing/fleet/DetectionAccuracy"
import { fleetPlan } from "@landfall/testing/fleet/FleetPlan"
import { simulateFleet } from "@landfall/testing/fleet/SimulatedFleet"
import { Array as Arr, Clock, Effect, Fiber, Logger, Stream } from "effect"
import { TestClock } from "effect/testing"
import { makeAisTally } from "../../../src/ais/reports/AisTally.ts"
import { groupReports } from "../../../src/ais/sources/SourceGroup.ts"

const SETTINGS = { silenceMillis: 30_000, recoveryMillis: 60_000 }
const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** The time between two deliveries of a source. */
const DELIVERY_MILLIS = 5_000

/** The step of the clock. */
const STEP_MILLIS = 2_500

/** Whether a source delivers at an instant. */
type IsDelivering = (at: number) => boolean

/** A live source of these reports: each as soon as its time has come, while the source runs and delivers. */
const liveSource = (name: string, reports: ReadonlyArray<PositionReport>, isDelivering: IsDelivering) => {
  const tally = makeAisTally()
  const chunks = new Map<number, Array<VesselReport>>()
  for (const report of reports) {
    const at = Math.ceil(report.at / DELIVERY_MILLIS) * DELIVERY_MILLIS
    chunks.set(at, [...(chunks.get(at) ?? []), report])
  }
  const deliveries = Stream.suspend(() => {
    tally.addConnection()
    return Stream.fromIterable([...chunks].sort(([a], [b]) => a - b)).pipe(
      Stream.mapEffect(([at, chunk]) =>
        Effect.flatMap(Clock.currentTimeMillis, (now): Effect.Effect<ReadonlyArray<VesselReport>> => {
          if (at < now) return Effect.succeed([])
          return Effect.as(Effect.sleep(at - now), isDelivering(at) ? chunk : [])
        })
      ),
      Stream.filter(Arr.isReadonlyArrayNonEmpty),
      Stream.flattenArray,
      Stream.concat(Stream.never)
    )
  })
  return { name, tally, reports: deliveries }
}

const always = () => true

const plan = fleetPlan({ seed: "failover", vessels: 40, days: 3, ports: 3 })
const start = plan.start.epochMilliseconds
const end = Instant.make(start + plan.days * 24 * HOUR + HOUR)

/** Advances the clock in steps, so that the sources and the checks of the group take their turns. */
const pass = (millis: number) =>
  Effect.forEach(
    Array.from({ length: millis / STEP_MILLIS }),
    () => Effect.andThen(Effect.yieldNow, TestClock.adjust(STEP_MILLIS)),
    { discard: true }
  )

/** Receives a group until the end of the plan. Returns its reports with the log. */
const receive = (sources: ReadonlyArray<ReturnType<typeof liveSource>>) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(start)
    const received: Array<VesselReport> = []
    const arrivals: Array<number> = []
    const logged: Array<string> = []
    const logger = Logger.make(({ message }) => void logged.push(String(message)))
    const fiber = yield* groupReports(sources, SETTINGS).pipe(
      Stream.runForEachArray((chunk) =>
        Effect.map(Clock.currentTimeMillis, (now) => {
          received.push(...chunk)
          arrivals.push(now)
        })
      ),
      Effect.provide(Logger.layer([logger])),
      Effect.forkChild
    )
    yield* pass(end - start)
    yield* Fiber.interrupt(fiber)
    return { received, arrivals, logged }
  })

const positionsIn = (reports: ReadonlyArray<VesselReport>) =>
  reports.flatMap((report) => (report._tag === "PositionReport" ? [report] : []))

describe("a group of live sources", () => {
  it.effect("detects the calls of one uninterrupted feed while its sources take turns", () =>
    Effect.gen(function* () {
      const fleet = yield* simulateFleet(plan)
      const reports = [...fleet.positionReports]
      const isSilent = (from: number, to: number) => (at: number) => at >= start + from && at < start + to
      const primarySilences = [
        isSilent(5 * HOUR, 9 * HOUR),
        isSilent(15 * HOUR, 15 * HOUR + 90_000),
        isSilent(20 * HOUR, 31 * HOUR)
      ]
      const primary = liveSource("primary", reports, (at) => !primarySilences.some((silent) => silent(at)))
      const standby = liveSource("standby", reports, (at) => !isSilent(24 * HOUR, 26 * HOUR)(at))
      const last = liveSource("last", reports, always)
      const { received, arrivals, logged } = yield* receive([primary, standby, last])

      const gaps = arrivals.slice(1).map((at, index) => at - (arrivals[index] ?? at))
      assert.isAtMost(Math.max(...gaps), MINUTE)
      assert.isBelow(positionsIn(received).length, reports.length * 1.1)
      // The last silence of each is the hour after the plan.
      assert.deepStrictEqual([primary.tally.counts().silences, standby.tally.counts().silences], [4, 2])
      assert.match(
        logged[0] ?? "",
        /^primary is connected, but has sent no vessel report for 3\d s\. Its stand-by standby takes over\.$/
      )

      const index = makeZoneIndex(fleet.zones)
      const alone = detectCalls(reports, index, end)
      const grouped = detectCalls(positionsIn(received), index, end)
      const accuracyAlone = measureAccuracy(fleet, alone.calls.values())
      const { expected, found, missed, falseCalls } = measureAccuracy(fleet, grouped.calls.values())
      assert.isAbove(expected, 15)
      assert.deepStrictEqual([found, missed, falseCalls], [expected, [], []])
      assert.deepStrictEqual(accuracyAlone.falseCalls, [])

      // Every call is the same, but for positions that no source delivered: one interval of the vessels' reports.
      const facts = ({ calls }: typeof alone) =>
        [...calls.values()].sort((a, b) => a.mmsi - b.mmsi || a.startedAt - b.startedAt)
      const [before, after] = [facts(alone), facts(grouped)]
      assert.strictEqual(after.length, before.length)
      for (const [position, call] of before.entries()) {
        const other = after[position]
        assert.deepStrictEqual([other?.mmsi, other?.port, other?.ending], [call.mmsi, call.port, call.ending])
        assert.deepStrictEqual(
          other?.stays.map(({ kind }) => kind),
          call.stays.map(({ kind }) => kind)
        )
        assert.closeTo(other?.startedAt ?? 0, call.startedAt, 2 * plan.reportIntervalSeconds * 1000)
      }
    })
  )

  it.effect("does not report a source as silent while detection is slow", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start)
      const fleet = yield* simulateFleet(plan)
      const reports = [...fleet.positionReports].slice(0, 10_000)
      const tally = makeAisTally()
      const primary = { name: "primary", tally, reports: Stream.concat(Stream.fromIterable(reports), Stream.never) }
      const standby = liveSource("standby", reports, always)
      const fiber = yield* groupReports([primary, standby], SETTINGS).pipe(
        Stream.runForEachArray(() => Effect.sleep("45 seconds")),
        Effect.forkChild
      )
      yield* pass(42_500)
      assert.deepStrictEqual([tally.counts().silences, standby.tally.counts().isConnected], [0, false])
      yield* pass(5 * MINUTE)
      assert.deepStrictEqual([tally.counts().silences, standby.tally.counts().isConnected], [1, true])
      yield* Fiber.interrupt(fiber)
    })
  )
})
