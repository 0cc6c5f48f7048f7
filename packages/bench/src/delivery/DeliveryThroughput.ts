import { Console, Effect, type Redacted } from "effect"
import { median, more } from "../report/Row.ts"
import { bareRate, secondsOf } from "./BareRate.ts"
import { sqliteFile, storeAt } from "./DeliveryStores.ts"
import { prepareWorkload } from "./DeliveryWorkload.ts"
import { startPostgres, whereServer } from "./PostgresServer.ts"
import { type ReceiverProcess, startReceiver } from "./ReceiverProcess.ts"
import { startWorker, type WorkerProcess } from "./WorkerProcess.ts"

/** Deliveries in each round. */
const BACKLOG = 20_000
/** Rounds that warm up, and rounds that count: a worker that runs on has its code compiled after some 30,000 deliveries. */
const WARMING = 2
const ROUNDS = 3
/** How many messages are posted at once. */
const POSTERS = 16

/** Deliveries a second of some workers: leased, signed, sent, answered and recorded, each step durable. */
const workersRate = Effect.fnUntraced(function* (receiver: ReceiverProcess, workers: ReadonlyArray<WorkerProcess>) {
  receiver.forget()
  const delivered = Effect.gen(function* () {
    for (const { begin } of workers) begin()
    yield* receiver.arrived(BACKLOG)
    while (workers.reduce((sum, { succeeded }) => sum + succeeded(), 0) < BACKLOG) yield* Effect.sleep(1)
  })
  const rate = BACKLOG / (yield* secondsOf(delivered))
  for (const { rest } of workers) yield* rest
  return rate
})

const throughput = Effect.fnUntraced(function* (name: string, url: Redacted.Redacted, workers: number) {
  const receiver = yield* startReceiver
  const { post } = yield* prepareWorkload(receiver.url)
  const started = yield* Effect.replicateEffect(startWorker(url), workers)
  const rates: Array<readonly [bare: number, ours: number]> = []
  for (let round = 0; round < WARMING + ROUNDS; round++) {
    const bare = yield* bareRate(receiver, BACKLOG)
    yield* Effect.forEach(Array.from({ length: BACKLOG }), () => post, { concurrency: POSTERS, discard: true })
    const ours = yield* workersRate(receiver, started)
    const label = round < WARMING ? "warming up" : `round ${round - WARMING + 1} of ${ROUNDS}`
    yield* Console.error(`  ${name} ${label}: bare ${bare.toFixed(0)}/s, ours ${ours.toFixed(0)}/s`)
    if (round >= WARMING) rates.push([bare, ours])
  }
  const [ours, bare] = [median(rates.map(([, ours]) => ours)), median(rates.map(([bare]) => bare))]
  return [more(name, ours, "deliveries/s", bare)]
})

const on = (name: string, url: Redacted.Redacted, workers: number) =>
  Effect.provide(throughput(name, url, workers), storeAt(url))

/** One worker on SQLite, as `landfall serve` has it, but in a process of its own. */
export const sqliteThroughput = Effect.scoped(Effect.flatMap(sqliteFile, (url) => on("delivery.sqlite", url, 1)))

/** Two workers in processes of their own on one Postgres server. */
export const postgresThroughput = whereServer(
  Effect.scoped(Effect.flatMap(startPostgres, (url) => on("delivery.postgres", url, 2)))
)
