import { HEARTBEAT_MILLIS, WorkerHeartbeats } from "@landfall/core/alerts/dispatch/WorkerHeartbeats"
import { Clock, Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { backgroundLoop } from "../supervision/BackgroundLoop.ts"
import { DeliveryDispatcher } from "./Dispatcher.ts"

/** Stores every few seconds that the delivery worker of this process runs, and when it last claimed, while the layer lives. */
export const layer: Layer.Layer<never, never, DeliveryDispatcher | SecureRandom.SecureRandom | WorkerHeartbeats> =
  Layer.effectDiscard(
    Effect.gen(function* () {
      const heartbeats = yield* WorkerHeartbeats
      const { health } = yield* DeliveryDispatcher
      const worker = yield* (yield* SecureRandom.SecureRandom).uuidV4()
      yield* Effect.addFinalizer(() =>
        Effect.catch(heartbeats.leave(worker), (error) =>
          Effect.logDebug("The heartbeat of this worker could not be removed.", error)
        )
      )
      const storeHeartbeat = Effect.gen(function* () {
        const { lastClaimAt } = yield* health
        const now = yield* Clock.currentTimeMillis
        yield* heartbeats.beat(
          worker,
          Option.map(lastClaimAt, (at) => Math.max(0, now - at))
        )
        return HEARTBEAT_MILLIS
      })
      yield* backgroundLoop({ name: "heartbeats of the worker", step: storeHeartbeat })
    })
  )
