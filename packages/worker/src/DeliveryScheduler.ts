import { type DeliveryLease, DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { defaultRetryPolicy, type RetryPolicy } from "@landfall/core/alerts/delivery/RetryPolicy"
import { type AlertTransport, SEND_DEADLINE_MILLIS } from "@landfall/core/alerts/sending/AlertTransport"
import { Context, Effect, Fiber, Layer, Option } from "effect"
import type { Mac } from "effect/crypto"
import { makeClaimLoop } from "./ClaimLoop.ts"
import { makeEndpointPaces } from "./EndpointPaces.ts"
import { makeOutcomeRecorder } from "./OutcomeRecorder.ts"
import { makeSender } from "./Sender.ts"
import { makeSendLanes } from "./SendLanes.ts"
import { makeStorageOutage } from "./StorageOutage.ts"
import { supervised } from "./Supervision.ts"
import { addOutcomes, EMPTY_TALLY, type WorkerHealth } from "./WorkerHealth.ts"

/** How the delivery worker runs. All waits in milliseconds. */
export interface SchedulerSettings {
  /** The version that `user-agent: Landfall/<version>` tells receivers. */
  readonly version: string
  /** How many deliveries are sent at once. */
  readonly concurrency: number
  /** How many of these go to one endpoint. */
  readonly perEndpoint: number
  /** How many of these are kept for first attempts to endpoints that have not just failed. */
  readonly keptForFirst: number
  /** The most deliveries leased by one claim. */
  readonly claimBatch: number
  /** How long a lease lasts: the deadline of a send and time to record what came of it. */
  readonly leaseMillis: number
  /** The most outcomes recorded in one transaction. */
  readonly groupSize: number
  /** How long an outcome waits for others to be recorded with it. */
  readonly groupWaitMillis: number
  /** How long a stopping worker lets its sends end, and then the storage take their outcomes. */
  readonly graceMillis: number
  readonly retryPolicy: RetryPolicy
}

export const defaultSchedulerSettings: Omit<SchedulerSettings, "version"> = {
  concurrency: 256,
  perEndpoint: 64,
  keptForFirst: 64,
  claimBatch: 512,
  leaseMillis: SEND_DEADLINE_MILLIS + 10_000,
  groupSize: 512,
  groupWaitMillis: 50,
  graceMillis: 5_000,
  retryPolicy: defaultRetryPolicy
}

const make = Effect.fnUntraced(function* (settings: SchedulerSettings) {
  const queue = yield* DeliveryQueue
  const outage = makeStorageOutage("Deliveries wait")
  let tally = EMPTY_TALLY

  const recorder = makeOutcomeRecorder(queue, outage, settings, (outcomes, lost) => {
    tally = addOutcomes(tally, outcomes, lost)
    claims.recorded(outcomes)
  })
  const send = yield* makeSender(settings.version, settings.retryPolicy)
  const paces = makeEndpointPaces()
  const lanes = yield* makeSendLanes(settings, paces, send, recorder.add, (reopened) => claims.changed(reopened))
  const claims = yield* makeClaimLoop(queue, outage, lanes, paces, recorder, settings)

  const claiming = yield* Effect.forkScoped(supervised("Claiming deliveries", claims.run))
  const recording = yield* Effect.forkScoped(supervised("Recording deliveries", recorder.run))

  const release = (leases: ReadonlyArray<DeliveryLease>) =>
    leases.length === 0
      ? Effect.void
      : withinGrace(outage.persist(queue.release(leases)), () => `${leases.length} leases`)

  const withinGrace = (effect: Effect.Effect<void>, what: () => string) =>
    Effect.interruptible(effect).pipe(
      Effect.timeoutOption(settings.graceMillis),
      Effect.flatMap((done) =>
        Option.isSome(done)
          ? Effect.void
          : Effect.logWarning(`The storage did not take ${what()} in time: sent again when their leases end.`)
      )
    )

  yield* Effect.addFinalizer(
    Effect.fnUntraced(function* () {
      yield* Fiber.interrupt(claiming)
      yield* lanes.stop(settings.graceMillis, release)
      yield* Fiber.interrupt(recording)
      yield* withinGrace(recorder.flush, () => `${recorder.unrecorded()} outcomes`)
    })
  )

  const health = Effect.sync(
    (): WorkerHealth => ({
      lastClaimAt: claims.lastClaimAt(),
      storageUnavailableSince: outage.since(),
      inFlight: lanes.sending(),
      waiting: lanes.waiting(),
      unrecorded: recorder.unrecorded(),
      attempts: tally
    })
  )
  return DeliveryScheduler.of({ health })
})

/**
 * Sends what is due: leases deliveries, signs and sends them through the transport, and records what came of them in
 * groups. Works while its layer lives. When the layer ends it claims nothing more, lets sends end for the grace, records
 * their outcomes and gives every other lease back.
 */
export class DeliveryScheduler extends Context.Service<
  DeliveryScheduler,
  {
    /** How the worker is doing now. */
    readonly health: Effect.Effect<WorkerHealth>
  }
>()("@landfall/worker/DeliveryScheduler") {
  static readonly layer = (
    settings: SchedulerSettings
  ): Layer.Layer<DeliveryScheduler, never, DeliveryQueue | AlertTransport | Mac.Mac> =>
    Layer.effect(DeliveryScheduler, make(settings))
}
