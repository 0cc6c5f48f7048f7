import { DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { Console, Effect, type Redacted } from "effect"
import { less, more, percentile } from "../report/Row.ts"
import { fillQueue } from "./Backlog.ts"
import { secondsOf } from "./BareRate.ts"
import { latencies } from "./DeliveryLatency.ts"
import { sqliteFile, storeAt } from "./DeliveryStores.ts"
import { deliveryWorker } from "./DeliveryWorker.ts"
import { prepareWorkload } from "./DeliveryWorkload.ts"
import { startPostgres, whereServer } from "./PostgresServer.ts"
import { startDeadReceiver, startReceiver } from "./ReceiverProcess.ts"
import { startWorker } from "./WorkerProcess.ts"

const FEW = 10_000
const MANY = 1_000_000
/** Claims that are timed, and what each asks for, as a busy worker does. */
const CLAIMS = 30
const CLAIM = 256
const LEASE_MILLIS = 600_000
const SECONDS_UNDER_BACKLOG = 10
const MEBIBYTE = 1024 * 1024
const HEALTHY_PER_SECOND = 50

/** Deliveries leased a second, by claims of 256. */
const claimRate = Effect.gen(function* () {
  const queue = yield* DeliveryQueue
  let leased = 0
  const claims = Effect.gen(function* () {
    for (let n = 0; n < CLAIMS; n++) leased += (yield* queue.claim(CLAIM, LEASE_MILLIS)).length
  })
  const seconds = yield* secondsOf(claims)
  return leased / seconds
})

/** The largest that a worker gets while it works on a database, in MiB. */
const memoryOf = Effect.fnUntraced(function* (url: Redacted.Redacted) {
  const worker = yield* startWorker(url)
  worker.begin()
  yield* Effect.sleep(SECONDS_UNDER_BACKLOG * 1000)
  return worker.largestBytes() / MEBIBYTE
}, Effect.scoped)

/** The p95 of what a healthy endpoint waits, in milliseconds. */
const healthyMillis = Effect.fnUntraced(function* () {
  const receiver = yield* startReceiver
  const { post } = yield* prepareWorkload(receiver.url)
  const accepted = Effect.map(post, ({ id }): string => id)
  const measured = latencies(receiver, () => accepted, HEALTHY_PER_SECOND)
  return percentile(yield* Effect.provide(measured, deliveryWorker), 0.95)
}, Effect.scoped)

/** A million deliveries that wait for one endpoint whose receiver takes connections and never answers. */
const backlog = Effect.fnUntraced(function* (store: "sqlite" | "postgres", url: Redacted.Redacted) {
  const alone = yield* healthyMillis()
  const idle = yield* memoryOf(url)
  const dead = yield* startDeadReceiver
  const { endpointId, accountId } = yield* prepareWorkload(dead)
  yield* Console.error(`  delivery.claims.${store}: filling the queue`)
  yield* fillQueue(url, accountId, endpointId, 0, FEW)
  const few = yield* claimRate
  yield* fillQueue(url, accountId, endpointId, FEW, MANY)
  const many = yield* claimRate
  const memory = yield* memoryOf(url)
  const beside = yield* healthyMillis()
  return [
    more(`delivery.claims.${store}`, many, "deliveries/s", few),
    less(`delivery.memory.${store}`, memory, "MiB", idle),
    less(`delivery.beside.dead.${store}.p95`, beside, "ms", alone)
  ]
})

const on = (store: "sqlite" | "postgres", url: Redacted.Redacted) => Effect.provide(backlog(store, url), storeAt(url))

/** Claims, memory and a neighbour's wait with a million deliveries due, against the same with few or none. */
export const sqliteBacklog = Effect.scoped(Effect.flatMap(sqliteFile, (url) => on("sqlite", url)))

export const postgresBacklog = whereServer(Effect.scoped(Effect.flatMap(startPostgres, (url) => on("postgres", url))))
