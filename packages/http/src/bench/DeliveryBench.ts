import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeDns from "@effect/platform-node/NodeDns"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as AesGcmSecretBox from "@landfall/storage/AesGcmSecretBox"
import * as SqliteStorage from "@landfall/storage/SqliteStorage"
import { DeliveryScheduler, defaultSchedulerSettings } from "@landfall/worker/DeliveryScheduler"
import { publicOnly } from "@landfall/worker/node/AddressRules"
import { makeBareUndici, postAll } from "@landfall/worker/node/bench/BareUndici"
import { TargetResolver } from "@landfall/worker/node/EgressGuard"
import * as NodeMac from "@landfall/worker/node/NodeMac"
import * as UndiciTransport from "@landfall/worker/node/UndiciTransport"
import { Clock, Console, DateTime, Effect, FileSystem, Layer, Redacted } from "effect"
import { VERSION } from "../server/Version.ts"
import { eventBody, prepareWorkload } from "./DeliveryWorkload.ts"
import { type ReceiverProcess, startReceiver } from "./ReceiverProcess.ts"
import { less, median, more, percentile, type Row } from "./Row.ts"

const CONNECTIONS = defaultSchedulerSettings.concurrency
/** Deliveries in each round of the throughput measurement, and how many rounds there are after one that warms up. */
const BACKLOG = 10_000
const ROUNDS = 3
/** The latency measurement. */
const EVENTS_PER_SECOND = 200
const LATENCY_SECONDS = 10

const progress = (line: string) => Console.error(`  ${line}`)

const worker = DeliveryScheduler.layer({ ...defaultSchedulerSettings, version: VERSION }).pipe(
  Layer.provide(UndiciTransport.layer(UndiciTransport.defaultTransportSettings)),
  Layer.provide(TargetResolver.layer({ ...publicOnly, allowLoopback: true })),
  Layer.provide([NodeDns.layer, NodeMac.layer])
)

/** A database in a folder of its own that is removed afterwards. */
const storage = Layer.unwrap(
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const folder = yield* files.makeTempDirectoryScoped({ prefix: "landfall-bench-" })
    const box = AesGcmSecretBox.layer({ key: Redacted.make("a key for this bench alone") })
    return SqliteStorage.layer({ filename: `${folder}/bench.db` }).pipe(Layer.provide(box))
  })
)

const secondsOf = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const started = yield* Clock.monotonicTimeNanos
  yield* effect
  return Number((yield* Clock.monotonicTimeNanos) - started) / 1e9
})

const bareUndici = Effect.fnUntraced(function* (url: string) {
  const clock = yield* Clock.Clock
  return yield* Effect.acquireRelease(
    Effect.map(DateTime.now, (now) =>
      makeBareUndici({
        url,
        body: eventBody(now),
        key: new Uint8Array(32).fill(7),
        connections: CONNECTIONS,
        nowSeconds: () => Math.floor(clock.currentTimeMillisUnsafe() / 1000)
      })
    ),
    (bare) => Effect.promise(() => bare.close())
  )
})

/** Deliveries a second of a pool that only signs and posts. */
const bareRate = Effect.fnUntraced(function* (receiver: ReceiverProcess) {
  const bare = yield* bareUndici(receiver.url)
  receiver.forget()
  return BACKLOG / (yield* secondsOf(Effect.promise(() => postAll(bare, BACKLOG, CONNECTIONS))))
}, Effect.scoped)

/** Completes when every delivery has arrived and its outcome is stored. */
const allRecorded = Effect.fnUntraced(function* (receiver: ReceiverProcess) {
  const scheduler = yield* DeliveryScheduler
  yield* receiver.arrived(BACKLOG)
  while ((yield* scheduler.health).attempts.succeeded < BACKLOG) yield* Effect.sleep(1)
})

/** Deliveries a second of the worker: leased, signed, sent, answered and recorded, each step durable. */
const workerRate = Effect.fnUntraced(function* (receiver: ReceiverProcess, post: Effect.Effect<unknown, unknown>) {
  yield* Effect.replicateEffect(Effect.orDie(post), BACKLOG, { discard: true })
  receiver.forget()
  return BACKLOG / (yield* secondsOf(Effect.provide(allRecorded(receiver), worker)))
})

const throughput = Effect.gen(function* () {
  const receiver = yield* startReceiver
  const { post } = yield* prepareWorkload(receiver.url)
  const rates: Array<readonly [bare: number, worker: number]> = []
  for (let round = 0; round <= ROUNDS; round++) {
    const bare = yield* bareRate(receiver)
    const ours = yield* workerRate(receiver, post)
    const label = round === 0 ? "warming up" : `round ${round} of ${ROUNDS}`
    yield* progress(`delivery.sqlite ${label}: bare ${bare.toFixed(0)}/s, worker ${ours.toFixed(0)}/s`)
    if (round > 0) rates.push([bare, ours])
  }
  const ours = median(rates.map(([, ours]) => ours))
  return [more("delivery.sqlite", ours, "deliveries/s", median(rates.map(([bare]) => bare)))]
}).pipe(Effect.scoped, Effect.provide(storage))

/** Begins `step` at a steady pace, however long each takes, and answers the nanosecond at which each began. */
const paced = Effect.fnUntraced(function* <E, R>(step: (n: number) => Effect.Effect<string, E, R>) {
  const started = new Map<string, bigint>()
  const clock = yield* Clock.Clock
  const first = clock.monotonicTimeNanosUnsafe()
  const count = EVENTS_PER_SECOND * LATENCY_SECONDS
  const begin = Effect.fnUntraced(function* (n: number) {
    const began = clock.monotonicTimeNanosUnsafe()
    started.set(yield* step(n), began)
  })
  for (let n = 0; n < count; n++) {
    const due = Number(first - clock.monotonicTimeNanosUnsafe()) / 1e6 + (n * 1000) / EVENTS_PER_SECOND
    if (due > 0) yield* Effect.sleep(due)
    yield* Effect.forkChild(begin(n))
  }
  return { started, count }
})

/** The milliseconds from the begin of each message's acceptance to its arrival at the receiver. */
const latencies = Effect.fnUntraced(function* <E, R>(
  receiver: ReceiverProcess,
  step: (n: number) => Effect.Effect<string, E, R>
) {
  receiver.forget()
  const { started, count } = yield* paced(step)
  yield* receiver.arrived(count)
  return [...started].map(([id, began]) => Number((receiver.arrivals.get(id) ?? 0n) - began) / 1e6)
})

const latency = Effect.gen(function* () {
  const receiver = yield* startReceiver
  const bare = yield* bareUndici(receiver.url)
  const bareMillis = yield* latencies(receiver, (n) =>
    Effect.as(
      Effect.promise(() => bare.post(`msg_${n}`)),
      `msg_${n}`
    )
  )
  const { post } = yield* prepareWorkload(receiver.url)
  const accepted = Effect.map(post, ({ id }): string => id)
  const measured = latencies(receiver, () => accepted)
  const ours = yield* Effect.provide(measured, worker)
  return [0.5, 0.95].map((p) =>
    less(`delivery.latency.p${p * 100}`, percentile(ours, p), "ms", percentile(bareMillis, p))
  )
}).pipe(Effect.scoped, Effect.provide(storage))

/**
 * How fast and how soon webhooks of 500 bytes are delivered over real sockets from a durable queue on SQLite, against an
 * undici pool that signs and posts to the same receiver in the same run.
 */
export const deliveryBench: ReadonlyArray<Effect.Effect<ReadonlyArray<Row>, unknown, never>> = [
  throughput,
  latency
].map((bench) => Effect.provide(bench, [NodeServices.layer, NodeCrypto.layer]))
