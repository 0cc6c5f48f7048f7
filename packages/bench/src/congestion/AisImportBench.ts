import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { DetectorId } from "@landfall/core/congestion/fleet/FleetLease"
import { ZoneStore } from "@landfall/core/congestion/zones/ZoneStore"
import { fileReports } from "@landfall/feeds/ais/AisFeed"
import { openContinuingRecorder } from "@landfall/feeds/ais/AisRecorder"
import { makeAisTally } from "@landfall/feeds/ais/reports/AisTally"
import { csvRowsOf } from "@landfall/testing/fleet/FleetCsv"
import { nmeaSentencesOf } from "@landfall/testing/fleet/FleetNmea"
import { fleetPlan } from "@landfall/testing/fleet/FleetPlan"
import { type SimulatedFleet, simulateFleet } from "@landfall/testing/fleet/SimulatedFleet"
import { Console, Effect, FileSystem, Layer, Stream } from "effect"
import * as NodeDecompressor from "landfall/archives/NodeDecompressor"
import * as Sea from "landfall/service/Sea"
import { makeSqliteUrl, storageLayerAt } from "../delivery/BenchStores.ts"
import { type BenchResult, higherIsBetter, median } from "../report/BenchResult.ts"

const ROUNDS = 3
const LINES_PER_WRITE = 5000

/** 400 vessels for a day, each with a report every minute. */
const plan = fleetPlan({
  seed: "bench",
  vessels: 400,
  days: 1,
  reportIntervalSeconds: 60,
  ports: 12,
  duplicateShare: 0.01
})

/** The amount of work per second of processor time. */
const cpuRate = <A, E, R>(work: Effect.Effect<A, E, R>, countOf: (done: A) => number) =>
  Effect.suspend(() => {
    const started = process.cpuUsage()
    return Effect.map(work, (done) => {
      const { user, system } = process.cpuUsage(started)
      return countOf(done) / ((user + system) / 1e6)
    })
  })

const writeLines = Effect.fnUntraced(function* (path: string, lines: Iterable<string>) {
  const files = yield* FileSystem.FileSystem
  const texts = Stream.fromIterable(lines).pipe(
    Stream.grouped(LINES_PER_WRITE),
    Stream.map((group) => `${group.join("\n")}\n`),
    Stream.encodeText
  )
  yield* Stream.run(texts, files.sink(path))
})

/** Reads a file without using its reports. Returns the number of lines, as `importFile` does. */
const countLines = Effect.fnUntraced(function* (path: string) {
  const tally = makeAisTally()
  yield* Stream.runDrain(fileReports(path, { source: "bench", liveness: "recorded", tally }))
  return tally.counts().lines
})

/** Imports a file as `landfall import ais` does, into a new SQLite database with states and port calls. */
const importFile = (path: string, fleet: SimulatedFleet) =>
  Effect.flatMap(makeSqliteUrl, (url) =>
    Effect.gen(function* () {
      yield* (yield* ZoneStore).put(fleet.zones)
      const recorder = yield* openContinuingRecorder(DetectorId.make("bench"))
      const tally = makeAisTally()
      yield* recorder.record(fileReports(path, { source: "bench", liveness: "recorded", tally }), Effect.void)
      yield* recorder.finish
      return tally.counts().lines
    }).pipe(Effect.scoped, Effect.provide(storageLayerAt(url)))
  ).pipe(Effect.scoped)

const compare = Effect.fnUntraced(function* (name: string, unit: string, path: string, fleet: SimulatedFleet) {
  const rates: Array<readonly [bare: number, landfall: number]> = []
  for (let round = 0; round <= ROUNDS; round++) {
    const both = [
      yield* cpuRate(countLines(path), (lines) => lines),
      yield* cpuRate(importFile(path, fleet), (lines) => lines)
    ] as const
    yield* Console.error(
      `  ${name} ${round === 0 ? "warming up" : `round ${round} of ${ROUNDS}`}: ${both.map(Math.round)}`
    )
    if (round > 0) rates.push(both)
  }
  return higherIsBetter(name, median(rates.map(([, landfall]) => landfall)), unit, median(rates.map(([bare]) => bare)))
})

const importResults = Effect.gen(function* () {
  const files = yield* FileSystem.FileSystem
  const folder = yield* files.makeTempDirectoryScoped({ prefix: "landfall-bench-" })
  const fleet = yield* simulateFleet(plan)
  yield* Console.error("  writing a day of 400 simulated vessels")
  yield* writeLines(`${folder}/day.nmea`, nmeaSentencesOf(fleet))
  yield* writeLines(`${folder}/day.csv`, csvRowsOf(fleet))
  const rows: ReadonlyArray<BenchResult> = [
    yield* compare("ais.detect", "sentences/s", `${folder}/day.nmea`, fleet),
    yield* compare("ais.import", "rows/s", `${folder}/day.csv`, fleet)
  ]
  return rows
}).pipe(
  Effect.scoped,
  Effect.provide(
    Layer.mergeAll(Sea.builtInLayer, Sea.portAreas, NodeDecompressor.layer).pipe(
      Layer.provideMerge(Layer.merge(NodeServices.layer, NodeCrypto.layer))
    )
  )
)

/**
 * The sentences and rows per second of processor time that are decoded, run through detection, and stored on SQLite with
 * their port calls. The baseline is decoding alone.
 */
export const aisImportBench: ReadonlyArray<Effect.Effect<ReadonlyArray<BenchResult>, unknown, never>> = [importResults]
