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

const main = Effect.gen(function* () {
  process.send?.({ ready: true })
  yield* told
  yield* Effect.provide(Effect.forever(Effect.andThen(tell, Effect.sleep(TELL_EVERY))), deliveryWorker)
}).pipe(Effect.provide(storeAt(Redacted.make(process.argv[2] ?? ""))), Effect.provide(NodeCrypto.layer))

process.on("disconnect", () => process.exit(0))
NodeRuntime.runMain(main)
