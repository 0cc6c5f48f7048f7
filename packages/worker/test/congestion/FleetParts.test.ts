import { assert, describe, it } from "@effect/vitest"
import type { PortCall } from "@landfall/core/congestion/detection/PortCall"
import type { VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { DetectorId } from "@landfall/core/congestion/fleet/FleetLease"
import { VesselStateStore } from "@landfall/core/congestion/fleet/VesselStateStore"
import { PortCallLog } from "@landfall/core/congestion/ledger/PortCallLog"
import { ZoneStore } from "@landfall/core/congestion/zones/ZoneStore"
import { Instant } from "@landfall/core/time/Instant"
import { MmsiInteger } from "@landfall/core/vessels/Mmsi"
import { fleetPlan } from "@landfall/testing/fleet/FleetPlan"
import { type SimulatedFleet, simulateFleet } from "@landfall/testing/fleet/SimulatedFleet"
import * as MemoryStorage from "@landfall/testing/memory/MemoryStorage"
import { Clock, Effect, Exit, Latch, Layer, Logger, Option, Schema, Scope, Stream } from "effect"
import { TestClock } from "effect/testing"
import * as FleetDetection from "../../src/congestion/FleetDetection.ts"
import { FleetPartMetrics } from "../../src/congestion/FleetPartMetrics.ts"
import { noPorts, storedCalls } from "./StoredCalls.ts"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAYS = 2

interface Arrival {
  readonly report: VesselReport
  readonly arrivedAt: number
}

/** A number in [0, 1) that depends on its arguments alone. */
const noise = (seed: number, index: number): number => {
  let hash = Math.imul(seed ^ Math.imul(index + 1, 0x9e3779b1), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}

const planOf = (seed: number) =>
  fleetPlan({
    seed: String(seed),
    vessels: 8,
    days: DAYS,
    ports: 2,
    berthsPerPort: 2,
    silenceShare: 0.02,
    reportIntervalSeconds: 120
  })

/**
 * The feed of a fleet: static data every six hours, positions of which one in five arrives up to nine minutes late, and
 * the last two vessels with one MMSI.
 */
const feedOf = (fleet: SimulatedFleet, seed: number): ReadonlyArray<Arrival> => {
  const [second, first] = fleet.vessels.toReversed()
  const shareMmsi = (report: VesselReport): VesselReport =>
    report.mmsi === first?.mmsi && second !== undefined ? { ...report, mmsi: second.mmsi } : report
  const start = fleet.plan.start.epochMilliseconds
  const statics = fleet.staticReports.flatMap((report, index) =>
    Array.from({ length: 4 * DAYS }, (_, round) => {
      const at = Instant.make(start + round * 6 * HOUR + index * MINUTE)
      return { report: { ...report, at }, arrivedAt: at }
    })
  )
  const positions = [...fleet.positionReports].map((report, index) => ({
    report,
    arrivedAt: report.at + (noise(seed, index) < 0.2 ? Math.floor(9 * MINUTE * noise(seed + 1, index)) : 0)
  }))
  return [...statics, ...positions]
    .map(({ report, arrivedAt }) => ({ report: shareMmsi(report), arrivedAt }))
    .toSorted((a, b) => a.arrivedAt - b.arrivedAt)
}

/** What a process receives that connects now. */
const receivedFrom = (feed: ReadonlyArray<Arrival>): Stream.Stream<VesselReport> =>
  Stream.unwrap(
    Effect.map(Clock.currentTimeMillis, (from) =>
      Stream.fromIterable(feed).pipe(
        Stream.filter(({ arrivedAt }) => arrivedAt >= from),
        Stream.mapEffect(({ report, arrivedAt }) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) =>
            arrivedAt > now ? Effect.as(Effect.sleep(arrivedAt - now), report) : Effect.succeed(report)
          )
        )
      )
    )
  )

/**
 * Starts a process. `kill` ends it without a last store or a release; `stop` ends it as a signal does. While it is
 * `paused`, its calls of the store wait.
 */
const startProcess = Effect.fnUntraced(function* (
  name: string,
  parts: number,
  feed: ReadonlyArray<Arrival>,
  changes: Partial<FleetDetection.FleetDetectionSettings> = {}
) {
  const scope = yield* Scope.fork(yield* Effect.scope)
  const store = yield* VesselStateStore
  const opened = yield* Latch.make(true)
  let partsHeld: ReadonlyArray<number> = []
  const whenRunning = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> => opened.whenOpen(effect)
  const settings = {
    ...FleetDetection.defaultFleetDetectionSettings(DetectorId.make(name)),
    leaseMillis: 30 * MINUTE,
    claimInterval: "1 minute",
    storeInterval: "1 minute",
    lagInterval: "1 minute",
    parts,
    ...changes
  } as const
  yield* Layer.buildWithScope(FleetDetection.layer(settings, receivedFrom(feed)), scope).pipe(
    Effect.provideService(VesselStateStore, {
      ...store,
      claim: (...args) => whenRunning(store.claim(...args)),
      claimParts: (...args) => whenRunning(store.claimParts(...args)),
      save: (...args) => whenRunning(store.save(...args)),
      release: (...args) => whenRunning(store.release(...args)),
      releaseParts: (...args) => whenRunning(store.releaseParts(...args))
    }),
    Effect.provideService(FleetPartMetrics, ({ parts }) => {
      partsHeld = parts
    })
  )
  const stop = Scope.close(scope, Exit.void)
  const kill = Effect.andThen(opened.close, Effect.forkChild(stop))
  return { stop, kill, pause: opened.close, resume: opened.open, held: () => partsHeld }
})

const isCall = ({ assignment }: PortCall): boolean => assignment === undefined

/** What the processes have stored: the calls, and what is known of the coverage of each port. */
const stored = Effect.gen(function* () {
  const log = yield* PortCallLog
  const calls = (yield* storedCalls).filter(isCall).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const ports = (yield* log.ports).toSorted()
  const coverage = yield* Effect.forEach(ports, (port) =>
    Effect.map(log.changes(port, 0, Instant.make(0)), ({ coverage: { days, lastReceivedAt } }) => ({
      port,
      days: days.toSorted((a, b) => a - b),
      lastReceivedAt
    }))
  )
  return { calls, coverage }
})

const startOf = (fleet: SimulatedFleet): number => fleet.plan.start.epochMilliseconds - MINUTE

/** Runs processes over a feed in a separate store, to `endHour`. */
const run = <A, E>(
  fleet: SimulatedFleet,
  processes: (
    hours: (count: number) => Effect.Effect<void>
  ) => Effect.Effect<A, E, Scope.Scope | Layer.Success<typeof services>>,
  endHour = 24 * DAYS + 1
) =>
  Effect.gen(function* () {
    const start = startOf(fleet)
    yield* TestClock.setTime(start)
    yield* (yield* ZoneStore).put(fleet.zones)
    const until = (hours: number) => TestClock.setTime(start + Math.round(hours * HOUR))
    const result = yield* processes(until)
    yield* until(endHour)
    return { ...(yield* stored), result }
  }).pipe(Effect.scoped, Effect.provide([Layer.fresh(services), TestClock.layer()]))

const services = Layer.mergeAll(MemoryStorage.layer, noPorts, Logger.layer([]))

describe("detection in parts", () => {
  it.effect.prop(
    "stores the calls of one process, while processes start, stop, pause and are killed",
    {
      seed: Schema.Natural,
      parts: Schema.Literals([2, 3, 5]),
      killed: Schema.Natural,
      stoppedAt: Schema.Finite.check(Schema.isBetween({ minimum: 27, maximum: 44 }))
    },
    ({ seed, parts, killed, stoppedAt }) =>
      Effect.gen(function* () {
        const fleet = yield* simulateFleet(planOf(seed))
        const feed = feedOf(fleet, seed)
        const alone = yield* run(fleet, () => startProcess("alone", 1, feed))
        // A process that is killed when a call begins has stored nothing of it.
        const begins = alone.calls
          .map(({ startedAt }) => (startedAt - startOf(fleet)) / HOUR)
          .filter((hours) => hours > 2 && hours < 20)
        const killedAt = begins[killed % begins.length] ?? 10
        const divided = yield* run(
          fleet,
          Effect.fnUntraced(function* (until) {
            const one = yield* startProcess("one", parts, feed)
            yield* until(1)
            const two = yield* startProcess("two", parts, feed)
            yield* until(killedAt)
            yield* one.kill
            yield* until(22)
            const three = yield* startProcess("three", parts, feed)
            yield* until(23)
            yield* three.pause
            yield* until(25)
            yield* three.resume
            yield* until(stoppedAt)
            yield* two.stop
            yield* until(46)
            const four = yield* startProcess("four", parts, feed)
            yield* until(47)
            return [three.held(), four.held()]
          })
        )
        assert.isAbove(alone.calls.length, 3)
        assert.deepStrictEqual(divided.calls, alone.calls)
        assert.deepStrictEqual(divided.coverage, alone.coverage)
        const [three = [], four = []] = divided.result
        assert.deepStrictEqual(
          [...three, ...four].toSorted((a, b) => a - b),
          Array.from({ length: parts }, (_, index) => index + 1)
        )
        assert.isAtMost(Math.abs(three.length - four.length), 1)
      }),
    { arbitrary: { runs: 6 } }
  )

  it.effect("measures the silence of a vessel to the newest position of the fleet, also of other parts", () =>
    Effect.gen(function* () {
      const fleet = yield* simulateFleet(planOf(3))
      const feed = feedOf(fleet, 3)
      const [last] = feed.toReversed()
      assert.isDefined(last)
      // Of one vessel, and so of one part: a position two days after all others.
      const late = { ...last.report, mmsi: MmsiInteger.make(299_000_000), at: Instant.make(last.arrivedAt + 48 * HOUR) }
      const longer = [...feed, { report: late, arrivedAt: late.at }]
      const ends = (count: number) =>
        run(
          fleet,
          Effect.fnUntraced(function* (until) {
            yield* startProcess("one", count, longer, { retentionDays: 1 })
            yield* startProcess("two", count, longer, { retentionDays: 1 })
            yield* until(24 * (DAYS + 2) + 2)
          }),
          24 * (DAYS + 2) + 3
        )
      const alone = yield* ends(1)
      assert.isNotEmpty(alone.calls)
      assert.isTrue(alone.calls.every(({ endedAt }) => Option.isSome(endedAt)))
      assert.deepStrictEqual((yield* ends(3)).calls, alone.calls)
    })
  )

  it.effect("waits in a process with another number of parts until the others have stopped, and logs that", () =>
    Effect.gen(function* () {
      const fleet = yield* simulateFleet(planOf(1))
      const feed = feedOf(fleet, 1)
      const lines: Array<string> = []
      const log = Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))])
      const shares = yield* run(
        fleet,
        Effect.fnUntraced(function* (until) {
          const halves = yield* startProcess("halves", 2, feed)
          const thirds = yield* Effect.provide(startProcess("thirds", 3, feed), log)
          yield* Effect.provide(startProcess("whole", 1, feed), log)
          yield* until(4)
          const before = [halves.held(), thirds.held()]
          yield* halves.stop
          yield* until(6)
          return [...before, thirds.held()]
        })
      )
      assert.deepStrictEqual(shares.result, [[1, 2], [], [1, 2, 3]])
      assert.deepStrictEqual(
        lines.filter((line) => line.includes("LANDFALL_AIS_PARTS")),
        [
          "Another process holds the fleet lease of this database: processes that divide the fleet into 2 parts. This process divides it into 3 parts (LANDFALL_AIS_PARTS): set the same number for every process. This process waits until the others have stopped.",
          "Another process holds the fleet lease of this database: processes that divide the fleet into 2 parts. This process does not divide the fleet (LANDFALL_AIS_PARTS): set the same number for every process. This process waits until the others have stopped."
        ]
      )
    })
  )
})
