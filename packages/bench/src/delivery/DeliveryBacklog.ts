import { DatabaseSync } from "node:sqlite"
import type { AccountId } from "@landfall/core/accounts/Account"
import { DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import * as PostgresClient from "@landfall/storage/postgres/PostgresClient"
import { NO_LIMITS } from "@landfall/storage/postgres/SessionLimits"
import { Clock, Console, Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { higherIsBetter, lowerIsBetter, percentile } from "../report/BenchResult.ts"
import { makePostgresUrl, makeSqliteUrl, skipWithoutPostgres, storageLayerAt } from "./BenchStores.ts"
import { measureLatencies } from "./DeliveryLatency.ts"
import { deliveryWorkerLayer } from "./DeliveryWorker.ts"
import { prepareWorkload } from "./DeliveryWorkload.ts"
import { startReceiver, startUnresponsiveReceiver } from "./ReceiverProcess.ts"
import { measureSeconds } from "./UndiciBaselineRate.ts"
import { startWorker } from "./WorkerProcess.ts"

const ID_NUMBER_WIDTH = 12

/** Statements that insert messages and due deliveries, and add them to the queue of the endpoint. */
const fillStatements = (series: string, id: string, accountId: AccountId, endpointId: EndpointId, now: number) => [
  `INSERT INTO message (id, account_id, type, body, example, created_at)
    ${series} SELECT ${id}, '${accountId}', 'vessel.arrival.at.final.pod', '{"data":{}}', 0, ${now} FROM n`,
  `INSERT INTO delivery (message_id, endpoint_id, state, due_at, attempts)
    ${series} SELECT ${id}, '${endpointId}', 'pending', ${now}, 0 FROM n`,
  `UPDATE endpoint_queue SET next_at = ${now} WHERE endpoint_id = '${endpointId}'`
]

const runOnSqlite = (filename: string, run: (database: DatabaseSync) => void) =>
  Effect.acquireUseRelease(
    Effect.sync(() => new DatabaseSync(filename)),
    (database) => Effect.sync(() => run(database)),
    (database) => Effect.sync(() => database.close())
  )

/** Inserts due deliveries numbered from `first` to `end` - 1 in a few statements: a million through the outbox would take an hour. */
const fillQueue = Effect.fnUntraced(function* (
  url: Redacted.Redacted,
  accountId: AccountId,
  endpointId: EndpointId,
  first: number,
  end: number
) {
  const now = yield* Clock.currentTimeMillis
  const [scheme, filename] = Redacted.value(url).split(/^sqlite:/)
  if (scheme === "" && filename !== undefined) {
    const series = `WITH RECURSIVE n (i) AS (SELECT ${first} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${end})`
    const all = fillStatements(series, `printf('msg_0%0${ID_NUMBER_WIDTH}d', i)`, accountId, endpointId, now)
    return yield* runOnSqlite(filename, (database) => database.exec(`BEGIN IMMEDIATE; ${all.join("; ")}; COMMIT`))
  }
  const series = `WITH n (i) AS (SELECT generate_series(${first}, ${end} - 1))`
  const all = fillStatements(series, `'msg_0' || lpad(i::text, ${ID_NUMBER_WIDTH}, '0')`, accountId, endpointId, now)
  yield* Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    for (const statement of [...all, "ANALYZE"]) yield* sql`${sql.literal(statement)}`.unprepared
  }).pipe(Effect.provide(PostgresClient.layer({ url, limits: NO_LIMITS })))
})

const SMALL_BACKLOG = 10_000
const LARGE_BACKLOG = 1_000_000
/** The number of timed claims, and the limit of each, as in a busy worker. */
const CLAIMS = 30
const CLAIM_LIMIT = 256
const LEASE_MILLIS = 600_000
const SECONDS_UNDER_BACKLOG = 10
const MEBIBYTE = 1024 * 1024
const HEALTHY_PER_SECOND = 50

/** Deliveries leased per second, by claims of 256. */
const claimRate = Effect.gen(function* () {
  const queue = yield* DeliveryQueue
  let leased = 0
  const claims = Effect.gen(function* () {
    for (let n = 0; n < CLAIMS; n++) leased += (yield* queue.claim(CLAIM_LIMIT, LEASE_MILLIS)).length
  })
  const seconds = yield* measureSeconds(claims)
  return leased / seconds
})

/** The peak resident memory of a worker on a database, in MiB. */
const peakMemoryMiB = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const worker = yield* startWorker(url)
  worker.startDelivering()
  yield* Effect.sleep(SECONDS_UNDER_BACKLOG * 1000)
  return worker.peakResidentBytes() / MEBIBYTE
}, Effect.scoped)

/** The 95th percentile of the latency at a healthy endpoint, in milliseconds. */
const healthyEndpointMillis = Effect.fnUntraced(function* () {
  const receiver = yield* startReceiver
  const { post } = yield* prepareWorkload(receiver.url)
  const accepted = Effect.map(post, ({ id }): string => id)
  const measured = measureLatencies(receiver, () => accepted, HEALTHY_PER_SECOND)
  return percentile(yield* Effect.provide(measured, deliveryWorkerLayer), 0.95)
}, Effect.scoped)

/** A million deliveries that wait for one endpoint whose receiver accepts connections and never responds. */
const backlogResults = Effect.fnUntraced(function* (store: "sqlite" | "postgres", url: Redacted.Redacted) {
  const alone = yield* healthyEndpointMillis()
  const idle = yield* peakMemoryMiB(url)
  const dead = yield* startUnresponsiveReceiver
  const { endpointId, accountId } = yield* prepareWorkload(dead)
  yield* Console.error(`  delivery.claims.${store}: filling the queue`)
  yield* fillQueue(url, accountId, endpointId, 0, SMALL_BACKLOG)
  const few = yield* claimRate
  yield* fillQueue(url, accountId, endpointId, SMALL_BACKLOG, LARGE_BACKLOG)
  const many = yield* claimRate
  const memory = yield* peakMemoryMiB(url)
  const beside = yield* healthyEndpointMillis()
  return [
    higherIsBetter(`delivery.claims.${store}`, many, "deliveries/s", few),
    lowerIsBetter(`delivery.memory.${store}`, memory, "MiB", idle),
    lowerIsBetter(`delivery.beside.dead.${store}.p95`, beside, "ms", alone)
  ]
})

const runOnStore = (store: "sqlite" | "postgres", url: Redacted.Redacted) =>
  Effect.provide(backlogResults(store, url), storageLayerAt(url))

/** Claim rate, memory, and latency of another endpoint with a million due deliveries, against few or none. */
export const sqliteBacklog = Effect.scoped(Effect.flatMap(makeSqliteUrl, (url) => runOnStore("sqlite", url)))

export const postgresBacklog = skipWithoutPostgres(
  Effect.scoped(Effect.flatMap(makePostgresUrl, (url) => runOnStore("postgres", url)))
)
