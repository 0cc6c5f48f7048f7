import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { Co2Calculator } from "@landfall/core/co2/Co2Calculator"
import { ComputeCo2Response } from "@landfall/core/co2/ComputeCo2Response"
import { SeaRouter } from "@landfall/core/geo/SeaRouter"
import { starterVessels } from "@landfall/feeds/vessels/StarterVessels"
import * as SqliteStorage from "@landfall/storage/SqliteStorage"
import * as AesGcmSecretBox from "@landfall/storage/secrets/AesGcmSecretBox"
import { Effect, Layer, Redacted, Schema } from "effect"
import * as Sea from "landfall/service/Sea"
import { ensureStarterVessels } from "landfall/service/StarterVessels"
import { type BenchResult, higherIsBetter } from "../report/BenchResult.ts"
import { type PortPair, reachablePorts, samplePortPairs } from "./PortPairs.ts"

const VOYAGES = 20_000
const WARM_UP_VOYAGES = 5000

const storage = SqliteStorage.layer({ filename: ":memory:" }).pipe(
  Layer.provide(AesGcmSecretBox.layer({ key: Redacted.make("a key for this bench alone") }))
)

const services = Co2Calculator.layer.pipe(Layer.provideMerge(Sea.layer), Layer.provideMerge(storage))

const isCo2Response = Schema.is(ComputeCo2Response)

const cpuRate = Effect.fnUntraced(function* <A, E, R>(
  pairs: ReadonlyArray<PortPair>,
  compute: (pair: PortPair) => Effect.Effect<A, E, R>
) {
  const started = process.cpuUsage()
  let computed = 0
  for (const pair of pairs) {
    // A few ports are on isolated waters: those pairs have no route, and do not count.
    const done = yield* Effect.exit(compute(pair))
    if (done._tag === "Success") computed += 1
  }
  const { user, system } = process.cpuUsage(started)
  return computed / ((user + system) / 1e6)
})

const voyageResults = Effect.gen(function* () {
  yield* ensureStarterVessels
  const co2 = yield* Co2Calculator
  const router = yield* SeaRouter
  const ports = reachablePorts()
  const vessels = starterVessels.map(({ imo }) => Number(imo))
  const request = ({ from, to }: PortPair) => ({
    vessel: { imo: vessels[from.charCodeAt(2) % vessels.length] },
    departure: { portCode: from },
    arrival: { portCode: to }
  })
  const checked = Effect.fnUntraced(function* (pair: PortPair) {
    if (!isCo2Response(yield* co2.compute(request(pair))))
      return yield* Effect.die("a response does not match its schema")
  })

  yield* cpuRate(samplePortPairs(ports, WARM_UP_VOYAGES, 0), checked)
  const routes = yield* cpuRate(samplePortPairs(ports, VOYAGES, WARM_UP_VOYAGES), router.route)
  const voyages = yield* cpuRate(samplePortPairs(ports, VOYAGES, WARM_UP_VOYAGES + VOYAGES), (pair) =>
    co2.compute(request(pair))
  )
  return [higherIsBetter("co2.compute", voyages, "voyages/s", routes)]
}).pipe(Effect.provide(services), Effect.scoped)

const SEA_BENCH = fileURLToPath(new URL("./sea/main.ts", import.meta.url))

const SeaRow = Schema.fromJsonString(
  Schema.Struct({
    name: Schema.String,
    value: Schema.Finite,
    unit: Schema.String,
    baseline: Schema.NullOr(Schema.Finite),
    ratio: Schema.NullOr(Schema.Finite)
  })
)

/** The results of the sea router, measured in a separate process. A result without a baseline has NaN there. */
const routeResults = Effect.gen(function* () {
  const { stdout } = yield* Effect.tryPromise(() => promisify(execFile)(process.execPath, [SEA_BENCH]))
  const rows = yield* Effect.forEach(stdout.trim().split("\n"), (line) => Schema.decodeUnknownEffect(SeaRow)(line))
  return rows.map(
    (row): BenchResult => ({ ...row, baseline: row.baseline ?? Number.NaN, ratio: row.ratio ?? Number.NaN })
  )
})

/**
 * The speed and the accuracy of sea routes, and the speed of voyages.
 *
 * Voyages are counted per second of processor time, between pairs of ports that no earlier request named: the request is
 * decoded, the vessel is read from SQLite, the route is found, and both methods are computed. The baseline is the
 * route.
 */
export const co2Bench: ReadonlyArray<Effect.Effect<ReadonlyArray<BenchResult>, unknown, never>> = [
  routeResults,
  voyageResults
]
