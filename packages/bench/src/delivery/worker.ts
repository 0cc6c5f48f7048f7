import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { DeliveryDispatcher } from "@landfall/worker/dispatch/Dispatcher"
import { Effect, Redacted } from "effect"
import { storageLayerAt } from "./BenchStores.ts"
import { deliveryWorkerLayer } from "./DeliveryWorker.ts"

/**
 * A delivery worker in a separate process, as `landfall worker` runs it. Opens the database of its first argument, sends
 * its parent a ready message, delivers on command, and reports its progress and its memory.
 */

const REPORT_INTERVAL = "20 millis"

const nextMessage = Effect.callback<void>((resume) => {
  process.once("message", () => resume(Effect.void))
})

/** Memory is read in every twentieth report: it costs as much as several deliveries. */
const REPORTS_PER_MEMORY_READ = 20
let reports = 0
let residentBytes = 0

const reportProgress = Effect.gen(function* () {
  const { attempts } = yield* (yield* DeliveryDispatcher).health
  if (reports++ % REPORTS_PER_MEMORY_READ === 0) residentBytes = process.memoryUsage.rss()
  process.send?.({ succeeded: attempts.succeeded, residentBytes })
})

/** Delivers from a start message to a pause message. The process stays warm in between, as a long-running one. */
const deliverUntilPaused = Effect.andThen(
  nextMessage,
  Effect.raceFirst(
    Effect.provide(Effect.forever(Effect.andThen(reportProgress, Effect.sleep(REPORT_INTERVAL))), deliveryWorkerLayer),
    nextMessage
  )
)

const main = Effect.gen(function* () {
  // `landfall worker` frees the memory of its start in the same way.
  globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" })
  process.send?.({ ready: true })
  yield* Effect.forever(
    Effect.andThen(
      deliverUntilPaused,
      Effect.sync(() => process.send?.({ succeeded: 0, residentBytes: 0 }))
    )
  )
}).pipe(Effect.provide(storageLayerAt(Redacted.make(process.argv[2] ?? ""))), Effect.provide(NodeCrypto.layer))

process.on("disconnect", () => process.exit(0))
NodeRuntime.runMain(main)
