import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as PostgresClient from "@landfall/storage/postgres/PostgresClient"
import { NO_LIMITS } from "@landfall/storage/postgres/SessionLimits"
import { Clock, Console, Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { makePostgresServer, skipWithoutPostgres, storageLayerAt } from "../delivery/BenchStores.ts"
import { prepareEndpoints } from "../delivery/DeliveryWorkload.ts"
import { startReceiver } from "../delivery/ReceiverProcess.ts"
import { startWorker, type WorkerProcess } from "../delivery/WorkerProcess.ts"
import { type BenchResult, higherIsBetter, median } from "../report/BenchResult.ts"
import { hasProcessorTimes, postmasterOf, secondsOf, serverSecondsOf } from "./ProcessorTime.ts"

/** The numbers of worker processes that are compared; the first is the baseline of the others. */
const WORKERS = [1, 2, 4, 8]
const ACCOUNTS = 16
const ENDPOINTS_PER_ACCOUNT = 16
/**
 * The first deliveries of each round, which are not measured: with them, each worker connects to the receivers and opens the
 * windows of its endpoints. A worker does this once when it starts, so eight pay it eight times whatever they deliver afterwards.
 */
const LEAD_IN = 20_480
/** Deliveries that are measured in each round. */
const MEASURED = 81_920
const DELIVERIES = LEAD_IN + MEASURED
/** Rounds of all workers that warm up: the code of each is compiled after about 30,000 deliveries. */
const WARM_UP_ROUNDS = 3
/** Rounds that count. Every second one goes from many workers to few, so that growing tables do not favour few. */
const ROUNDS = 3

type Endpoints = Effect.Success<ReturnType<typeof prepareEndpoints>>

/** Adds due deliveries, as many for each endpoint, in a few statements. */
const fill = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, endpoints: Endpoints, first: number) {
  const now = yield* Clock.currentTimeMillis
  const accounts = `ARRAY[${endpoints.map(({ accountId }) => `'${accountId}'`).join(", ")}]`
  const ids = `ARRAY[${endpoints.map(({ endpointId }) => `'${endpointId}'`).join(", ")}]`
  const series = `SELECT generate_series(${first}, ${first + DELIVERIES - 1})`
  const message = `'msg_0' || lpad(i::text, 25, '0')`
  const place = `1 + i % ${endpoints.length}`
  for (const statement of [
    `INSERT INTO message (id, account_id, type, body, example, created_at)
      SELECT ${message}, (${accounts})[${place}], 'vessel.arrival.at.final.pod',
        '{"data":{"padding":"${"x".repeat(450)}"}}', 0, ${now} FROM (${series}) AS n (i)`,
    `INSERT INTO delivery (message_id, endpoint_id, state, due_at, attempts)
      SELECT ${message}, (${ids})[${place}], 'pending', ${now}, 0 FROM (${series}) AS n (i)`,
    `UPDATE endpoint_queue SET next_at = ${now}`
  ]) {
    yield* sql.unsafe(statement).unprepared
  }
})

interface Stage {
  readonly sql: SqlClient.SqlClient
  readonly endpoints: Endpoints
  readonly postmaster: number
  /** The number of the next message; messages have their numbers as ids. */
  nextMessage: number
}

const succeededOf = (workers: ReadonlyArray<WorkerProcess>): number =>
  workers.reduce((sum, { succeededCount }) => sum + succeededCount(), 0)

/** One round of some workers: what they do in a second of processor time. */
type Round = (workers: ReadonlyArray<WorkerProcess>) => Effect.Effect<number, unknown>

/** Deliveries per second of processor time, after those of the lead-in. The workers pause afterwards. */
const perProcessorSecond = Effect.fnUntraced(function* (
  workers: ReadonlyArray<WorkerProcess>,
  secondsUsed: () => number
) {
  for (const { startDelivering } of workers) startDelivering()
  while (succeededOf(workers) < LEAD_IN) yield* Effect.sleep(5)
  const [first, before] = [succeededOf(workers), secondsUsed()]
  while (succeededOf(workers) < DELIVERIES) yield* Effect.sleep(5)
  const rate = (succeededOf(workers) - first) / (secondsUsed() - before)
  for (const { pause } of workers) yield* pause
  return rate
})

const pidsOf = (workers: ReadonlyArray<WorkerProcess>): ReadonlyArray<number> => workers.map(({ pid }) => pid)

/** Rounds of deliveries from the database, by the processor time of the workers and of Postgres. */
const roundOfDeliveries =
  (stage: Stage): Round =>
  (workers) =>
    Effect.gen(function* () {
      yield* fill(stage.sql, stage.endpoints, stage.nextMessage)
      stage.nextMessage += DELIVERIES
      yield* stage.sql`VACUUM (ANALYZE)`.unprepared
      const pids = pidsOf(workers)
      return yield* perProcessorSecond(workers, () => secondsOf(pids) + serverSecondsOf(stage.postmaster))
    })

/** Rounds of messages that processes sign and send, by their processor time. */
const roundOfSends: Round = (workers) => perProcessorSecond(workers, () => secondsOf(pidsOf(workers)))

/** The rate of each number of workers, in rounds that alternate so that a disturbance meets all of them. */
const compareWorkers = Effect.fnUntraced(function* (name: string, round: Round, url: Redacted.Redacted, program?: URL) {
  const all = yield* Effect.replicateEffect(startWorker(url, program), Math.max(...WORKERS))
  const rates = new Map(WORKERS.map((count) => [count, [] as number[]]))
  for (let warmUp = 0; warmUp < WARM_UP_ROUNDS; warmUp++) yield* round(all)
  for (let number = 1; number <= ROUNDS; number++) {
    const order = [...rates]
    for (const [count, measured] of number % 2 === 1 ? order : order.reverse()) {
      const rate = yield* round(all.slice(0, count))
      measured.push(rate)
      yield* Console.error(
        `  ${name} ${count} workers, round ${number} of ${ROUNDS}: ${rate.toFixed(0)} per second of processor time`
      )
    }
  }
  const alone = median(rates.get(WORKERS[0] ?? 1) ?? [])
  return [...rates].map(
    ([count, measured]): BenchResult =>
      higherIsBetter(`${name}.${count}`, median(measured), "per second of processor time", alone)
  )
}, Effect.scoped)

const results = Effect.gen(function* () {
  if (!hasProcessorTimes) {
    yield* Console.error("  skipped: the processor time of other processes is read on Linux only")
    return []
  }
  const server = yield* makePostgresServer
  const url = Redacted.make(server.url)
  const receiver = yield* startReceiver
  const sql = Context.get(yield* Layer.build(PostgresClient.layer({ url, limits: NO_LIMITS })), SqlClient.SqlClient)
  const endpoints = yield* Effect.provide(
    prepareEndpoints(receiver.url, ACCOUNTS, ENDPOINTS_PER_ACCOUNT),
    storageLayerAt(url)
  )
  // It would run during some rounds and not during others; each round vacuums before it is measured.
  yield* sql`ALTER SYSTEM SET autovacuum = off`.unprepared
  yield* sql`SELECT pg_reload_conf()`
  // The limit of endpoints that have received nothing yet is not measured here.
  yield* sql`UPDATE endpoint SET verified_at = 1`
  const stage = { sql, endpoints, postmaster: postmasterOf(server.folder), nextMessage: 0 }
  const round = roundOfDeliveries(stage)
  return [
    ...(yield* compareWorkers("scale.claims", round, url, new URL("./claimer.ts", import.meta.url))),
    ...(yield* compareWorkers("scale.deliveries", round, url)),
    ...(yield* compareWorkers(
      "scale.sends",
      roundOfSends,
      Redacted.make(receiver.url),
      new URL("./sender.ts", import.meta.url)
    ))
  ]
}).pipe(Effect.scoped)

/**
 * The processor time of a claimed and of a delivered webhook with 1, 2, 4 and 8 worker processes on one Postgres
 * server, and, for comparison, of a signed request that the same number of processes sends without a database.
 */
export const scaleBench: ReadonlyArray<Effect.Effect<ReadonlyArray<BenchResult>, unknown, never>> = [
  Effect.provide(skipWithoutPostgres(results), [NodeServices.layer, NodeCrypto.layer])
]
