import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeServices from "@effect/platform-node/NodeServices"
import type { PositionReport, VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { DetectorId } from "@landfall/core/congestion/fleet/FleetLease"
import { VesselStateStore } from "@landfall/core/congestion/fleet/VesselStateStore"
import { ZoneStore } from "@landfall/core/congestion/zones/ZoneStore"
import { Instant } from "@landfall/core/time/Instant"
import { MmsiInteger } from "@landfall/core/vessels/Mmsi"
import { makeNmeaReader } from "@landfall/feeds/ais/nmea/NmeaReader"
import { makeAisTally } from "@landfall/feeds/ais/reports/AisTally"
import { nmeaSentencesOf } from "@landfall/testing/fleet/FleetNmea"
import { fleetPlan } from "@landfall/testing/fleet/FleetPlan"
import { type SimulatedFleet, simulateFleet } from "@landfall/testing/fleet/SimulatedFleet"
import * as FleetDetection from "@landfall/worker/congestion/FleetDetection"
import { Array, Console, Deferred, Effect, Layer, Redacted, Schedule, Stream } from "effect"
import * as Sea from "landfall/service/Sea"
import { makePostgresServer, skipWithoutPostgres, storageLayerAt } from "../delivery/BenchStores.ts"
import { type BenchResult, lowerIsBetter, median } from "../report/BenchResult.ts"

const ROUNDS = 3
const PARTS = 4
const LEASE_MILLIS = 600_000
const VESSELS = 400
/** Each simulated vessel stands for this many, with separate numbers. */
const COPIES = 250
/** The seconds of the feed that arrive in one burst, one report a minute of each vessel, after which positions leave the reorder buffer. */
const BACKLOG_SECONDS = 720
/** The seconds that then arrive in real time and are measured. */
const MEASURED_SECONDS = 20

/** 100,000 vessels, each with a report every 10 seconds, as a vessel under way transmits them. */
const plan = fleetPlan({ seed: "bench", vessels: VESSELS, days: 1, reportIntervalSeconds: 10, ports: 12 })

function* copiesOf(reports: Iterable<PositionReport>): Generator<PositionReport> {
  for (const report of reports)
    for (let copy = 0; copy < COPIES; copy++) yield { ...report, mmsi: MmsiInteger.make(report.mmsi + copy * VESSELS) }
}

/** The sentences of each second of the feed. */
const secondsOf = (fleet: SimulatedFleet): ReadonlyArray<Uint8Array> => {
  const start = fleet.plan.start.epochMilliseconds
  const seconds: Record<number, globalThis.Array<PositionReport>> = {}
  for (const report of fleet.positionReports) {
    const second = Math.floor((report.at - start) / 1000)
    if (second >= BACKLOG_SECONDS + MEASURED_SECONDS) break
    if (second < BACKLOG_SECONDS && second % 60 >= 10) continue
    seconds[second] ??= []
    seconds[second].push(report)
  }
  const encoder = new TextEncoder()
  return Array.makeBy(BACKLOG_SECONDS + MEASURED_SECONDS, (second) => {
    const sentences = nmeaSentencesOf({ ...fleet, staticReports: [], positionReports: copiesOf(seconds[second] ?? []) })
    return encoder.encode(`${[...sentences].join("\n")}\n`)
  })
}

const processorMicros = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since)
  return user + system
}

/** Registers the other processes of a fleet in parts, and this one as `detector`, each with its share. */
const shareParts = Effect.fnUntraced(function* (detector: DetectorId, parts: number) {
  const store = yield* VesselStateStore
  const others = Array.makeBy(parts - 1, (index) => DetectorId.make(`other ${index}`))
  for (let round = 0; round < 3; round++)
    for (const one of [detector, ...others]) {
      const { surplus } = yield* store.claimParts(one, LEASE_MILLIS, parts)
      yield* store.releaseParts(one, surplus)
    }
})

/** The processor time of a report in live detection, in a process that detects one of `parts`. */
const detectionMicros = (
  url: Redacted.Redacted,
  fleet: SimulatedFleet,
  seconds: ReadonlyArray<Uint8Array>,
  parts: number
) =>
  Effect.gen(function* () {
    yield* (yield* ZoneStore).put(fleet.zones)
    const detector = DetectorId.make("bench")
    if (parts > 1) yield* shareParts(detector, parts)
    const tally = makeAisTally()
    const { newestAt } = yield* VesselStateStore
    const lastMinute = fleet.plan.start.epochMilliseconds + (BACKLOG_SECONDS - 60) * 1000
    // The store that contains the end of the backlog may be followed by one with the rest of it.
    const backlogStored = newestAt.pipe(
      Effect.repeat({ until: (at) => at >= lastMinute, schedule: Schedule.spaced("1 second") }),
      Effect.andThen(Effect.sleep("3 seconds")),
      Effect.orDie
    )
    const isEnded = yield* Deferred.make<number>()
    let started = process.cpuUsage()
    let backlog = 0
    const bytes = Stream.concat(
      Stream.fromIterable(seconds.slice(0, BACKLOG_SECONDS)),
      Stream.unwrap(
        Effect.map(backlogStored, () => {
          started = process.cpuUsage()
          backlog = tally.counts().positions
          return Stream.zipLeft(Stream.fromIterable(seconds.slice(BACKLOG_SECONDS)), Stream.tick("1 second"))
        })
      )
    )
    const reader = makeNmeaReader("bench", "recorded", tally)
    const feed: Stream.Stream<VesselReport> = bytes.pipe(
      Stream.map((chunk) => reader.push(chunk, Instant.make(Date.now()))),
      Stream.filter(Array.isReadonlyArrayNonEmpty),
      Stream.flattenArray,
      Stream.onEnd(
        Effect.suspend(() => Deferred.succeed(isEnded, processorMicros(started) / (tally.counts().positions - backlog)))
      )
    )
    const settings = { ...FleetDetection.defaultFleetDetectionSettings(detector), parts }
    return yield* Layer.build(FleetDetection.layer(settings, feed)).pipe(
      Effect.andThen(Deferred.await(isEnded)),
      Effect.scoped
    )
  }).pipe(Effect.provide(storageLayerAt(url)))

/** The processor time of a report that is only decoded. */
const decodingMicros = (seconds: ReadonlyArray<Uint8Array>) =>
  Effect.sync(() => {
    const tally = makeAisTally()
    const reader = makeNmeaReader("bench", "recorded", tally)
    const started = process.cpuUsage()
    const now = Instant.make(Date.now())
    for (const bytes of seconds) reader.push(bytes, now)
    return processorMicros(started) / tally.counts().positions
  })

const partsResults = Effect.gen(function* () {
  const fleet = yield* simulateFleet(plan)
  const seconds = secondsOf(fleet)
  const server = yield* makePostgresServer
  const times: globalThis.Array<{ readonly decoding: number; readonly whole: number; readonly part: number }> = []
  for (let round = 0; round <= ROUNDS; round++) {
    const newDatabase = (name: string) =>
      Effect.promise(async () => Redacted.make(await server.makeDatabase(`${name}_${round}`)))
    const time = {
      decoding: yield* decodingMicros(seconds),
      whole: yield* detectionMicros(yield* newDatabase("whole"), fleet, seconds, 1),
      part: yield* detectionMicros(yield* newDatabase("part"), fleet, seconds, PARTS)
    }
    yield* Console.error(
      `  ais.parts ${round === 0 ? "warming up" : `round ${round} of ${ROUNDS}`}: ${JSON.stringify(time)}`
    )
    if (round > 0) times.push(time)
  }
  const whole = median(times.map((time) => time.whole))
  const rows: ReadonlyArray<BenchResult> = [
    lowerIsBetter("ais.live", whole, "us/report", median(times.map(({ decoding }) => decoding))),
    lowerIsBetter("ais.parts", median(times.map(({ part }) => part)), "us/report", whole)
  ]
  return rows
}).pipe(
  skipWithoutPostgres,
  Effect.scoped,
  Effect.provide(
    Layer.mergeAll(Sea.builtInLayer, Sea.portAreas).pipe(
      Layer.provideMerge(Layer.merge(NodeServices.layer, NodeCrypto.layer))
    )
  )
)

/**
 * The processor time of a process for each report of a live feed of 10,000 a second, with Postgres: `ais.live` of a process
 * that detects the whole fleet, against decoding alone; `ais.parts` of one that detects one of four parts, against the
 * whole. The time of Postgres is not counted.
 */
export const aisPartsBench: ReadonlyArray<Effect.Effect<ReadonlyArray<BenchResult>, unknown, never>> = [partsResults]
