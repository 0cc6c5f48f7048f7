import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { ZoneStore } from "@landfall/core/congestion/zones/ZoneStore"
import { fileReports } from "@landfall/feeds/ais/AisFeed"
import { makeAisTally } from "@landfall/feeds/ais/reports/AisTally"
import { type Fleet, makeFleet } from "@landfall/testing/fleet/Fleet"
import { csvOf } from "@landfall/testing/fleet/FleetCsv"
import { nmeaOf } from "@landfall/testing/fleet/FleetNmea"
import { fleetPlan } from "@landfall/testing/fleet/FleetPlan"
import { Console, Effect, FileSystem, Layer, Stream } from "effect"
import * as NodeUnpacker from "landfall/archives/NodeUnpacker"
import { recorder } from "landfall/import/AisRecording"
import * as Sea from "landfall/service/Sea"
import { sqliteFile, storeAt } from "../delivery/DeliveryStores.ts"
import { median, more, type Row } from "../report/Row.ts"

const ROUNDS = 3
const LINES_AT_ONCE = 5000

/** 400 ships for a day, each heard every minute. */
const plan = fleetPlan({ seed: "bench", ships: 400, days: 1, reportSeconds: 60, ports: 12, duplicateShare: 0.01 })

/** How much is done in a second of one core's time, whatever else the machine does. */
const rateOf = <A, E, R>(work: Effect.Effect<A, E, R>, countOf: (done: A) => number) =>
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
    Stream.grouped(LINES_AT_ONCE),
    Stream.map((group) => `${group.join("\n")}\n`),
    Stream.encodeText
  )
  yield* Stream.run(texts, files.sink(path))
})

/** Reads a file and does nothing with it. Answers how many lines it has, as `importIt` does. */
const read = Effect.fnUntraced(function* (path: string) {
  const tally = makeAisTally()
  yield* Stream.runDrain(fileReports(path, { source: "bench", liveness: "recorded", tally }))
  return tally.counts().lines
})

/** Reads a file as `landfall import ais` does, into a new SQLite database: states and port calls are on the disk. */
const importIt = (path: string, fleet: Fleet) =>
  Effect.flatMap(sqliteFile, (url) =>
    Effect.gen(function* () {
      yield* (yield* ZoneStore).put(fleet.zones)
      const into = yield* recorder(false)
      const tally = makeAisTally()
      yield* into.take(fileReports(path, { source: "bench", liveness: "recorded", tally }), Effect.void)
      yield* into.end
      return tally.counts().lines
    }).pipe(Effect.scoped, Effect.provide(storeAt(url)))
  ).pipe(Effect.scoped)

const compared = Effect.fnUntraced(function* (name: string, unit: string, path: string, fleet: Fleet) {
  const rates: Array<readonly [bare: number, ours: number]> = []
  for (let round = 0; round <= ROUNDS; round++) {
    const both = [
      yield* rateOf(read(path), (lines) => lines),
      yield* rateOf(importIt(path, fleet), (lines) => lines)
    ] as const
    yield* Console.error(
      `  ${name} ${round === 0 ? "warming up" : `round ${round} of ${ROUNDS}`}: ${both.map(Math.round)}`
    )
    if (round > 0) rates.push(both)
  }
  return more(name, median(rates.map(([, ours]) => ours)), unit, median(rates.map(([bare]) => bare)))
})

const importing = Effect.gen(function* () {
  const files = yield* FileSystem.FileSystem
  const folder = yield* files.makeTempDirectoryScoped({ prefix: "landfall-bench-" })
  const fleet = yield* makeFleet(plan)
  yield* Console.error("  writing a day of 400 simulated ships")
  yield* writeLines(`${folder}/day.nmea`, nmeaOf(fleet))
  yield* writeLines(`${folder}/day.csv`, csvOf(fleet))
  const rows: ReadonlyArray<Row> = [
    yield* compared("ais.detect", "sentences/s", `${folder}/day.nmea`, fleet),
    yield* compared("ais.import", "rows/s", `${folder}/day.csv`, fleet)
  ]
  return rows
}).pipe(
  Effect.scoped,
  Effect.provide(
    Layer.mergeAll(Sea.builtIn, NodeUnpacker.layer).pipe(
      Layer.provideMerge(Layer.merge(NodeServices.layer, NodeCrypto.layer))
    )
  )
)

/**
 * How many sentences and rows a second of one core's time are read, detected in, and stored on SQLite with the port calls
 * they give. The baseline is reading alone.
 */
export const recordBench: ReadonlyArray<Effect.Effect<ReadonlyArray<Row>, unknown, never>> = [importing]
