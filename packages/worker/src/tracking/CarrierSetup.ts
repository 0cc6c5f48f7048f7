import type { StorageError } from "@landfall/core/faults/StorageError"
import { formatCount } from "@landfall/core/listing/Count"
import { type SourceCarriers, TrackingSource } from "@landfall/core/tracking/carriers/TrackingSource"
import { PollQueue } from "@landfall/core/tracking/polling/PollQueue"
import { Effect } from "effect"
import type { StorageOutage } from "../supervision/StorageOutage.ts"
import type { CarrierBackoff } from "./CarrierBackoff.ts"

/** The carriers that the poll queue is set up for. */
export interface CarrierSetup {
  readonly current: () => SourceCarriers
  /** Sets the queue up for the configured carriers, when they have changed. */
  readonly update: Effect.Effect<void>
}

/**
 * Makes the set-up of the poll queue.
 *
 * @param limit the maximum number of shipments that one transaction removes from the queue or restarts
 */
export const makeCarrierSetup = Effect.fnUntraced(function* (
  outage: StorageOutage,
  backoff: CarrierBackoff,
  limit: number
) {
  const source = yield* TrackingSource
  const queue = yield* PollQueue
  let configured: SourceCarriers = { profiles: [], fingerprints: new Map() }

  /** Repeats a transaction on up to `limit` shipments until none is left. Returns their number. */
  const repeatForAll = Effect.fnUntraced(function* (transaction: Effect.Effect<number, StorageError>) {
    let all = 0
    for (let count = limit; count >= limit; all += count) {
      count = yield* outage.persist(transaction)
    }
    return all
  })

  // Removes the shipments of carriers that are no longer configured from the poll queue.
  const releaseRemoved = Effect.fnUntraced(function* ({ profiles }: SourceCarriers) {
    const scacs = profiles.map(({ scac }) => scac)
    const released = yield* repeatForAll(queue.release(scacs, limit))
    if (released === 0) return
    yield* Effect.logInfo(`Polling ended for ${formatCount(released, "shipment")}, whose carrier is not configured.`)
  })

  // Polls immediately the shipments whose polls failed before the profile or a key of their carrier changed.
  const restartChanged = Effect.fnUntraced(function* ({ fingerprints }: SourceCarriers) {
    const restarted = yield* repeatForAll(queue.reconfigure(fingerprints, limit))
    for (const [scac, fingerprint] of fingerprints) {
      if (configured.fingerprints.get(scac) !== fingerprint) backoff.reset(scac)
    }
    if (restarted === 0) return
    yield* Effect.logInfo(
      `The profile or a key of a carrier changed: ${formatCount(restarted, "shipment")} whose last poll failed will be polled immediately.`
    )
  })

  const update = Effect.gen(function* () {
    const current = yield* source.carriers
    if (current === configured) return
    yield* releaseRemoved(current)
    yield* restartChanged(current)
    configured = current
  })

  const setup: CarrierSetup = { current: () => configured, update }
  return setup
})
