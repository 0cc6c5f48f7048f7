import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { DeliveryScheduler } from "@landfall/worker/DeliveryScheduler"
import { Effect, Redacted } from "effect"
import { storeAt } from "./DeliveryStores.ts"
import { deliveryWorker } from "./DeliveryWorker.ts"

/**
 * A delivery worker in a process of its own, as `landfall worker` runs it. Opens the database of its first argument, says
 * that it is ready, delivers once it is told to, and tells its parent how much it has delivered and how large it is.
 */

const TELL_EVERY = "20 millis"

const told = Effect.callback<void>((resume) => {
  process.once("message", () => resume(Effect.void))
})

const tell = Effect.gen(function* () {
  const { attempts } = yield* (yield* DeliveryScheduler).health
  process.send?.({ succeeded: attempts.succeeded, residentBytes: process.memoryUsage.rss() })
})

/** Delivers until it is told to rest, as often as it is told to begin: the process stays warm, as one that runs on does. */
const shift = Effect.andThen(
  told,
  Effect.raceFirst(Effect.provide(Effect.forever(Effect.andThen(tell, Effect.sleep(TELL_EVERY))), deliveryWorker), told)
)

const main = Effect.gen(function* () {
  process.send?.({ ready: true })
  yield* Effect.forever(
    Effect.andThen(
      shift,
      Effect.sync(() => process.send?.({ succeeded: 0, residentBytes: 0 }))
    )
  )
}).pipe(Effect.provide(storeAt(Redacted.make(process.argv[2] ?? ""))), Effect.provide(NodeCrypto.layer))

process.on("disconnect", () => process.exit(0))
NodeRuntime.runMain(main)
