import { Clock, DateTime, Effect } from "effect"
import { eventBody } from "./DeliveryWorkload.ts"
import type { ReceiverProcess } from "./ReceiverProcess.ts"
import { makeUndiciBaseline, postAll } from "./UndiciBaseline.ts"

/** The connections of the baseline, and of the worker, to the receiver. */
const CONNECTIONS = 64

export const measureSeconds = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const started = yield* Clock.monotonicTimeNanos
  yield* effect
  return Number((yield* Clock.monotonicTimeNanos) - started) / 1e9
})

/** Opens the baseline, an undici pool that signs and posts; its scope closes it. */
export const openUndiciBaseline = Effect.fnUntraced(function* (url: string) {
  const clock = yield* Clock.Clock
  return yield* Effect.acquireRelease(
    Effect.map(DateTime.now, (now) =>
      makeUndiciBaseline({
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

/** Messages per second of the baseline. */
export const undiciBaselineRate = Effect.fnUntraced(function* (receiver: ReceiverProcess, count: number) {
  const bare = yield* openUndiciBaseline(receiver.url)
  receiver.clearArrivals()
  return count / (yield* measureSeconds(Effect.promise(() => postAll(bare, count, CONNECTIONS))))
}, Effect.scoped)
