import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { DeliveryQueue, type LeaseOutcome } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { emptySleepMillis } from "@landfall/worker/dispatch/DispatchRules"
import { Clock, Effect, Redacted } from "effect"
import { storageLayerAt } from "../delivery/BenchStores.ts"

/**
 * A worker in a separate process that sends nothing: it leases deliveries and records that each succeeded, until it is
 * paused. It reports as a delivery worker does.
 */

const CLAIM_LIMIT = 256
const LEASE_MILLIS = 60_000

const nextMessage = Effect.callback<void>((resume) => {
  process.once("message", () => resume(Effect.void))
})

const claimAndRecord = Effect.gen(function* () {
  const queue = yield* DeliveryQueue
  let succeeded = 0
  let empty = 0
  while (true) {
    const leases = yield* queue.claim(CLAIM_LIMIT, LEASE_MILLIS)
    const startedAt = yield* Clock.currentTimeMillis
    yield* queue.record(
      leases.map(
        (lease): LeaseOutcome => ({
          lease,
          startedAt,
          durationMillis: 1,
          responseStartMillis: 1,
          outcome: { _tag: "Responded", status: 200, body: "" },
          next: { _tag: "Succeed" }
        })
      )
    )
    succeeded += leases.length
    process.send?.({ succeeded, residentBytes: 0 })
    empty = leases.length === 0 ? empty + 1 : 0
    if (empty > 0) yield* Effect.sleep(emptySleepMillis(empty))
  }
})

const main = Effect.gen(function* () {
  process.send?.({ ready: true })
  yield* Effect.forever(
    Effect.andThen(
      Effect.andThen(nextMessage, Effect.raceFirst(claimAndRecord, nextMessage)),
      Effect.sync(() => process.send?.({ succeeded: 0, residentBytes: 0 }))
    )
  )
}).pipe(Effect.provide(storageLayerAt(Redacted.make(process.argv[2] ?? ""))), Effect.provide(NodeCrypto.layer))

process.on("disconnect", () => process.exit(0))
NodeRuntime.runMain(main)
