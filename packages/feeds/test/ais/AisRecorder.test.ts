import { assert, describe, it } from "@effect/vitest"
import { AisShipType, type VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { PortCongestion } from "@landfall/core/congestion/figures/PortCongestion"
import { DetectorId } from "@landfall/core/congestion/fleet/FleetLease"
import { VesselStateStore } from "@landfall/core/congestion/fleet/VesselStateStore"
import { PortCallLog } from "@landfall/core/congestion/ledger/PortCallLog"
import { type Zone, ZoneId } from "@landfall/core/congestion/zones/Zone"
import { makeZoneIndex } from "@landfall/core/congestion/zones/ZoneIndex"
import { ZoneStore } from "@landfall/core/congestion/zones/ZoneStore"
import { Kilometres } from "@landfall/core/geo/Distance"
import { Gazetteer } from "@landfall/core/geo/Gazetteer"
import { PortNotFound } from "@landfall/core/geo/Port"
import { Latitude, Longitude } from "@landfall/core/geo/Position"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { Instant } from "@landfall/core/time/Instant"
import { Knots } from "@landfall/core/vessels/Knots"
import { detectCalls } from "@landfall/testing/fleet/DetectionAccuracy"
import { fleetPlan } from "@landfall/testing/fleet/FleetPlan"
import { type SimulatedFleet, simulateFleet } from "@landfall/testing/fleet/SimulatedFleet"
import * as MemoryStorage from "@landfall/testing/memory/MemoryStorage"
import { Effect, Layer, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { openContinuingRecorder, openHistoryRecorder } from "../../src/ais/AisRecorder.ts"

const plan = fleetPlan({ seed: "recorder", vessels: 6, days: 3, ports: 2 })
const end = Instant.make(plan.start.epochMilliseconds + 4 * 86_400_000)
const RECORDER = DetectorId.make("recorder")

/** No ports except those with zones of the fleet. */
const noPorts = Layer.succeed(Gazetteer, {
  get: (code) => Effect.fail(new PortNotFound({ code, suggestions: [] })),
  search: () => Effect.succeed([]),
  suggestCodes: () => Effect.succeed([]),
  all: Effect.succeed([]),
  aliases: Effect.succeed(new Map())
})
const services = Layer.merge(MemoryStorage.layer, noPorts)

const prepared = Effect.gen(function* () {
  const fleet = yield* simulateFleet(plan)
  yield* TestClock.setTime(end)
  yield* (yield* ZoneStore).put(fleet.zones)
  return fleet
})

const reportsOf = (fleet: SimulatedFleet): ReadonlyArray<VesselReport> => [
  ...fleet.staticReports,
  ...fleet.positionReports
]

const storedCalls = Effect.gen(function* () {
  const log = yield* PortCallLog
  const calls = yield* Effect.forEach(yield* log.ports, (port) => log.calls(port, Instant.make(0), end))
  return calls.flat()
})

const record = Effect.fnUntraced(function* (reports: ReadonlyArray<VesselReport>) {
  const recorder = yield* openContinuingRecorder(RECORDER)
  yield* recorder.record(Stream.fromIterable(reports), Effect.void)
  return yield* recorder.finish
}, Effect.scoped)

const expectedCalls = (fleet: SimulatedFleet) =>
  detectCalls(fleet.positionReports, makeZoneIndex(fleet.zones), end).calls

describe("a continuing AIS recorder", () => {
  it.effect("records a bounded number of vessels, and counts the reports of further ones", () =>
    Effect.gen(function* () {
      const positionReports = [...(yield* prepared).positionReports]
      const vessels = [...new Set(positionReports.map(({ mmsi }) => mmsi))]
      assert.isAbove(vessels.length, 2)
      const further = new Set(vessels.slice(2))
      const recorder = yield* openContinuingRecorder(RECORDER, 2)
      yield* recorder.record(Stream.fromIterable(positionReports), Effect.void)
      const { anomalies, reports, vessels: recorded } = yield* recorder.finish
      assert.strictEqual(recorded, 2)
      assert.strictEqual(anomalies.get("too_many_vessels"), positionReports.length - reports)
      assert.strictEqual(
        positionReports.filter(({ mmsi }) => further.has(mmsi)).length,
        positionReports.length - reports
      )
    }).pipe(Effect.scoped, Effect.provide(services))
  )

  it.effect(
    "counts vessels at an anchorage that ports share, whose ports have figures without positions of their own",
    () =>
      Effect.gen(function* () {
        const { positionReports } = yield* prepared
        const [first] = positionReports
        assert.isDefined(first)
        const [one, other] = [Unlocode.make("ZZABC"), Unlocode.make("ZZDEF")]
        const roads: Zone = {
          id: ZoneId.make("roads"),
          kind: "ANCHORAGE",
          name: Option.none(),
          ports: [one, other],
          shape: {
            _tag: "Circle",
            centre: { latitude: Latitude.make(-40), longitude: Longitude.make(20) },
            radius: Kilometres.make(5)
          },
          source: "operator",
          status: "accepted",
          vesselType: Option.none()
        }
        yield* (yield* ZoneStore).put([roads])
        const at = (minutes: number) => Instant.make(plan.start.epochMilliseconds + minutes * 60_000)
        const profile: VesselReport = {
          ...first,
          _tag: "StaticReport",
          at: at(0),
          imo: Option.none(),
          name: Option.none(),
          callSign: Option.none(),
          shipType: Option.some(AisShipType.make(70)),
          length: Option.none(),
          beam: Option.none(),
          draught: Option.none(),
          destination: Option.none()
        }
        const still = Array.from(
          { length: 100 },
          (_, n): VesselReport => ({
            ...first,
            at: at(n * 5),
            position: { latitude: Latitude.make(-40), longitude: Longitude.make(20) },
            speed: Option.some(Knots.make(0)),
            status: Option.some("at_anchor")
          })
        )
        const summary = yield* record([profile, ...still])
        assert.deepStrictEqual([summary.waiting, summary.calls.size, summary.lastReceived.size], [1, 0, 0])
        const congestion = yield* PortCongestion
        const [before, during] = [yield* congestion.asOf(one, at(-60)), yield* congestion.asOf(one, at(400))]
        assert.isTrue(Option.isNone(before))
        const { quality, vesselsInPortCount } = Option.getOrThrow(during)
        assert.strictEqual(Option.getOrThrow(quality.waiting).cargo.unassigned, 1)
        assert.deepStrictEqual(vesselsInPortCount.cargo, Option.none())
        assert.isTrue(quality.unknown.some(({ reason }) => reason === "vessels_unassigned"))
      }).pipe(Effect.provide(PortCongestion.layer.pipe(Layer.provideMerge(services))))
  )

  it.effect("stores the port calls of the reports, and summarises vessels, reports and calls", () =>
    Effect.gen(function* () {
      const fleet = yield* prepared
      const reports = reportsOf(fleet)
      const summary = yield* record(reports)
      const calls = yield* storedCalls
      assert.strictEqual(calls.length, expectedCalls(fleet).size)
      assert.deepStrictEqual([summary.vessels, summary.reports], [6, reports.length])
      assert.strictEqual(
        [...summary.calls.values()].reduce((sum, count) => sum + count, 0),
        calls.length
      )
      assert.deepStrictEqual([Option.getOrThrow(summary.first), Option.getOrThrow(summary.last)].map(Number), [
        Math.min(...reports.map(({ at }) => at)),
        Math.max(...reports.map(({ at }) => at))
      ])
    }).pipe(Effect.provide(services))
  )

  it.effect("continues after an interruption, and counts nothing twice when the same reports are recorded again", () =>
    Effect.gen(function* () {
      const fleet = yield* prepared
      const reports = reportsOf(fleet)
      yield* record(reports.slice(0, reports.length / 2))
      yield* record(reports)
      const calls = yield* storedCalls
      assert.strictEqual(calls.length, expectedCalls(fleet).size)
      assert.strictEqual((yield* record(reports)).calls.size, 0)
      assert.deepStrictEqual(yield* storedCalls, calls)
    }).pipe(Effect.provide(services))
  )

  it.effect(
    "holds the fleet lease while it is open: fails while another detector holds it, and releases it at the end",
    () =>
      Effect.gen(function* () {
        const fleet = yield* prepared
        const store = yield* VesselStateStore
        const live = DetectorId.make("live detection")
        yield* store.claim(live, 60_000)
        const error = yield* Effect.flip(record(reportsOf(fleet)))
        assert.strictEqual(error._tag, "FleetLeaseHeld")
        yield* store.release(live)
        yield* record(reportsOf(fleet))
        yield* store.claim(live, 60_000)
      }).pipe(Effect.provide(services))
  )
})

describe("an AIS recorder of history", () => {
  const figuresWith = (isHistory: boolean) =>
    Effect.gen(function* () {
      const fleet = yield* prepared
      const reports = reportsOf(fleet)
      const last = Instant.make(Math.max(...reports.map(({ at }) => at)))
      if (isHistory) {
        const recorder = yield* openHistoryRecorder
        yield* recorder.record(Stream.fromIterable(reports), Effect.void)
        yield* recorder.finish
      } else yield* record(reports)
      const congestion = yield* PortCongestion
      const ports = yield* (yield* PortCallLog).ports
      return yield* Effect.forEach(ports, (port) => congestion.asOf(port, last))
    }).pipe(Effect.provide(PortCongestion.layer.pipe(Layer.provideMerge(services))))

  it.effect("gives the figures of a continuing recorder at the same instant", () =>
    Effect.gen(function* () {
      const figures = yield* figuresWith(true)
      assert.isTrue(figures.some(Option.exists(({ quality }) => quality.samples.openCalls > 0)))
      assert.deepStrictEqual(figures, yield* figuresWith(false))
    })
  )

  it.effect("rejects a day of which a port has positions already", () =>
    Effect.gen(function* () {
      const fleet = yield* prepared
      yield* record(reportsOf(fleet))
      const before = yield* storedCalls
      const recorder = yield* openHistoryRecorder
      yield* recorder.record(Stream.fromIterable(reportsOf(fleet)), Effect.void)
      const error = yield* Effect.flip(recorder.finish)
      assert.strictEqual(error._tag, "HistoryOverlap")
      assert.match(error.message, /has positions of \d{4}-\d{2}-\d{2} already/)
      assert.deepStrictEqual(yield* storedCalls, before)
    }).pipe(Effect.provide(services))
  )

  it.effect("stores calls beside live detection, does not change the states of vessels, and ends every open call", () =>
    Effect.gen(function* () {
      const fleet = yield* prepared
      const store = yield* VesselStateStore
      yield* store.claim(DetectorId.make("live detection"), 60_000)
      const recorder = yield* openHistoryRecorder
      yield* recorder.record(Stream.fromIterable(reportsOf(fleet)), Effect.void)
      yield* recorder.finish
      const calls = yield* storedCalls
      assert.strictEqual(calls.length, expectedCalls(fleet).size)
      assert.isTrue(calls.every(({ endedAt }) => Option.isSome(endedAt)))
      assert.deepStrictEqual((yield* store.load).states, [])
    }).pipe(Effect.provide(services))
  )
})
