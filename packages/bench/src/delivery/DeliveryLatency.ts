import { Clock, Effect } from "effect"
import { lowerIsBetter, percentile } from "../report/BenchResult.ts"
import { makeSqliteUrl, storageLayerAt } from "./BenchStores.ts"
import { deliveryWorkerLayer } from "./DeliveryWorker.ts"
import { prepareWorkload } from "./DeliveryWorkload.ts"
import { type ReceiverProcess, startReceiver } from "./ReceiverProcess.ts"
import { openUndiciBaseline } from "./UndiciBaselineRate.ts"

const EVENTS_PER_SECOND = 200
const SECONDS = 10

/** Starts `step` at a steady rate, independent of its duration, and returns the nanosecond at which each started. */
const runPaced = Effect.fnUntraced(function* <E, R>(
  perSecond: number,
  step: (n: number) => Effect.Effect<string, E, R>
) {
  const started = new Map<string, bigint>()
  const clock = yield* Clock.Clock
  const first = clock.monotonicTimeNanosUnsafe()
  const count = perSecond * SECONDS
  const begin = Effect.fnUntraced(function* (n: number) {
    const began = clock.monotonicTimeNanosUnsafe()
    started.set(yield* step(n), began)
  })
  for (let n = 0; n < count; n++) {
    const due = Number(first - clock.monotonicTimeNanosUnsafe()) / 1e6 + (n * 1000) / perSecond
    if (due > 0) yield* Effect.sleep(due)
    yield* Effect.forkChild(begin(n))
  }
  return { started, count }
})

/** The milliseconds from the start of each step to the arrival of its message at the receiver. */
export const measureLatencies = Effect.fnUntraced(function* <E, R>(
  receiver: ReceiverProcess,
  step: (n: number) => Effect.Effect<string, E, R>,
  perSecond = EVENTS_PER_SECOND
) {
  receiver.clearArrivals()
  const { started, count } = yield* runPaced(perSecond, step)
  yield* receiver.awaitArrivals(count)
  return [...started].map(([id, began]) => Number((receiver.arrivals.get(id) ?? 0n) - began) / 1e6)
})

const latencyResults = Effect.gen(function* () {
  const receiver = yield* startReceiver
  const bare = yield* openUndiciBaseline(receiver.url)
  const bareMillis = yield* measureLatencies(receiver, (n) =>
    Effect.as(
      Effect.promise(() => bare.post(`msg_${n}`)),
      `msg_${n}`
    )
  )
  const { post } = yield* prepareWorkload(receiver.url)
  const accepted = Effect.map(post, ({ id }): string => id)
  const measured = measureLatencies(receiver, () => accepted)
  const landfall = yield* Effect.provide(measured, deliveryWorkerLayer)
  return [0.5, 0.95].map((p) =>
    lowerIsBetter(`delivery.latency.p${p * 100}`, percentile(landfall, p), "ms", percentile(bareMillis, p))
  )
})

/** The latency from acceptance to arrival, at 200 events per second on SQLite. */
export const sqliteLatency = Effect.scoped(
  Effect.flatMap(makeSqliteUrl, (url) => Effect.provide(latencyResults, storageLayerAt(url)))
)
