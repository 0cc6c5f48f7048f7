import { Console, Effect, type Redacted } from "effect"
import { higherIsBetter, median } from "../report/BenchResult.ts"
import { makePostgresUrl, makeSqliteUrl, skipWithoutPostgres, storageLayerAt } from "./BenchStores.ts"
import { prepareWorkload } from "./DeliveryWorkload.ts"
import { type ReceiverProcess, startReceiver } from "./ReceiverProcess.ts"
import { measureSeconds, undiciBaselineRate } from "./UndiciBaselineRate.ts"
import { startWorker, type WorkerProcess } from "./WorkerProcess.ts"

/** Deliveries in each round. */
const DELIVERIES_PER_ROUND = 20_000
/** Rounds that warm up, and rounds that count: the code of a worker is fully compiled after about 30,000 deliveries. */
const WARM_UP_ROUNDS = 2
const ROUNDS = 3
/** Concurrent posts to the outbox. */
const CONCURRENT_POSTS = 16

/** Deliveries per second of the workers: leased, signed, sent and recorded, each step durable. */
const workersRate = Effect.fnUntraced(function* (receiver: ReceiverProcess, workers: ReadonlyArray<WorkerProcess>) {
  receiver.clearArrivals()
  const delivered = Effect.gen(function* () {
    for (const { startDelivering } of workers) startDelivering()
    yield* receiver.awaitArrivals(DELIVERIES_PER_ROUND)
    while (workers.reduce((sum, { succeededCount }) => sum + succeededCount(), 0) < DELIVERIES_PER_ROUND)
      yield* Effect.sleep(1)
  })
  const rate = DELIVERIES_PER_ROUND / (yield* measureSeconds(delivered))
  for (const { pause } of workers) yield* pause
  return rate
})

const throughputResults = Effect.fnUntraced(function* (name: string, url: Redacted.Redacted, workers: number) {
  const receiver = yield* startReceiver
  const { post } = yield* prepareWorkload(receiver.url)
  const started = yield* Effect.replicateEffect(startWorker(url), workers)
  const rates: Array<readonly [bare: number, landfall: number]> = []
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    const bare = yield* undiciBaselineRate(receiver, DELIVERIES_PER_ROUND)
    yield* Effect.forEach(Array.from({ length: DELIVERIES_PER_ROUND }), () => post, {
      concurrency: CONCURRENT_POSTS,
      discard: true
    })
    const landfall = yield* workersRate(receiver, started)
    const label = round < WARM_UP_ROUNDS ? "warming up" : `round ${round - WARM_UP_ROUNDS + 1} of ${ROUNDS}`
    yield* Console.error(`  ${name} ${label}: bare ${bare.toFixed(0)}/s, landfall ${landfall.toFixed(0)}/s`)
    if (round >= WARM_UP_ROUNDS) rates.push([bare, landfall])
  }
  const [landfall, bare] = [median(rates.map(([, landfall]) => landfall)), median(rates.map(([bare]) => bare))]
  return [higherIsBetter(name, landfall, "deliveries/s", bare)]
})

const runOnStore = (name: string, url: Redacted.Redacted, workers: number) =>
  Effect.provide(throughputResults(name, url, workers), storageLayerAt(url))

/** One worker on SQLite, as in `landfall serve`, in a separate process. */
export const sqliteThroughput = Effect.scoped(
  Effect.flatMap(makeSqliteUrl, (url) => runOnStore("delivery.sqlite", url, 1))
)

/** Two workers in separate processes on one Postgres server. */
export const postgresThroughput = skipWithoutPostgres(
  Effect.scoped(Effect.flatMap(makePostgresUrl, (url) => runOnStore("delivery.postgres", url, 2)))
)
