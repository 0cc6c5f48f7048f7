import { Instant } from "@landfall/core/time/Instant"
import { type CarrierQueue, type PollLease, PollQueue } from "@landfall/core/tracking/polling/PollQueue"
import type { Scac } from "@landfall/core/tracking/references/Sealine"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import { Clock, DateTime, Effect } from "effect"
import { MAERSK, type PollOutcomeOptions, pollOutcomeOf, queryTo } from "../../suite/PollSamples.ts"
import { containerReference, requestOf, trackShipment } from "../../suite/ShipmentOperations.ts"
import type { StoragePorts } from "../../suite/StoragePorts.ts"
import { storeAccount } from "../../suite/StoredSamples.ts"

export const LEASE_MILLIS = 60_000

/** Tracks this number of containers of one account, one after another. */
export const trackContainers = Effect.fnUntraced(function* (count: number) {
  const account = yield* storeAccount(1)
  return yield* Effect.forEach(
    Array.from({ length: count }, (_, serial) => serial),
    (serial) => trackShipment(account, requestOf(containerReference(serial)))
  )
})

/** Tracks containers and enrols them at a carrier. */
export const enrolContainers = Effect.fnUntraced(function* (count: number, scac: Scac = MAERSK) {
  const shipments = yield* trackContainers(count)
  yield* (yield* PollQueue).enrol((shipment) => [queryTo(scac, shipment)], 1000)
  return shipments
})

export const shipmentIdsOf = (items: ReadonlyArray<{ readonly shipmentId: string } | Shipment>) =>
  items.map((item) => ("shipmentId" in item ? item.shipmentId : item.id))

/** The queues of all carriers; nothing is claimed. */
export const carrierQueues = Effect.gen(function* () {
  const offered: Array<CarrierQueue> = []
  yield* (yield* PollQueue).claim(
    (queues) => {
      offered.push(...queues)
      return new Map()
    },
    100,
    LEASE_MILLIS
  )
  return offered
})

export const claimPolls = Effect.fnUntraced(function* (count: number, scac: Scac = MAERSK) {
  return yield* (yield* PollQueue).claim(() => new Map([[scac, count]]), 100, LEASE_MILLIS)
})

export const claimOnePoll = Effect.fnUntraced(function* () {
  const [lease] = yield* claimPolls(1)
  return lease ?? (yield* Effect.die(new Error("The claim leased nothing")))
})

export const instantAfter = (millis: number) => Effect.map(Clock.currentTimeMillis, (now) => Instant.make(now + millis))

export const recordPoll = Effect.fnUntraced(function* (lease: PollLease, changes: PollOutcomeOptions = {}) {
  return yield* (yield* PollQueue).record(pollOutcomeOf(lease, yield* DateTime.now, changes))
})

/** A rule that every poll queue satisfies. */
export type PollQueueRule<E> = readonly [name: string, body: () => Effect.Effect<void, E, StoragePorts | PollQueue>]
