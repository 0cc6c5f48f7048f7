import { Instant } from "@landfall/core/time/Instant"
import { type CarrierQueue, type CheckLease, PollQueue } from "@landfall/core/tracking/polling/PollQueue"
import type { Scac } from "@landfall/core/tracking/references/Sealine"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import { Clock, DateTime, Effect } from "effect"
import { type CheckChanges, checkedOf, MAERSK, questionTo } from "../../suite/Checks.ts"
import { containerReference, requestOf, track } from "../../suite/Shipments.ts"
import type { StoragePorts } from "../../suite/StoragePorts.ts"
import { storedAccount } from "../../suite/Stored.ts"

export const LEASE_MILLIS = 60_000

/** Tracks so many boxes of one account, one after another. */
export const followed = Effect.fnUntraced(function* (count: number) {
  const account = yield* storedAccount(1)
  return yield* Effect.forEach(
    Array.from({ length: count }, (_, serial) => serial),
    (serial) => track(account, requestOf(containerReference(serial)))
  )
})

/** Has them asked about at a carrier. */
export const enrolled = Effect.fnUntraced(function* (count: number, scac: Scac = MAERSK) {
  const shipments = yield* followed(count)
  yield* (yield* PollQueue).enrol((shipment) => [questionTo(scac, shipment)], 1000)
  return shipments
})

export const ids = (items: ReadonlyArray<{ readonly shipmentId: string } | Shipment>) =>
  items.map((item) => ("shipmentId" in item ? item.shipmentId : item.id))

/** How the queues stand, nothing claimed. */
export const queues = Effect.gen(function* () {
  const seen: Array<CarrierQueue> = []
  yield* (yield* PollQueue).claim(
    (standing) => {
      seen.push(...standing)
      return new Map()
    },
    100,
    LEASE_MILLIS
  )
  return seen
})

export const claim = Effect.fnUntraced(function* (count: number, scac: Scac = MAERSK) {
  return yield* (yield* PollQueue).claim(() => new Map([[scac, count]]), 100, LEASE_MILLIS)
})

export const one = Effect.fnUntraced(function* () {
  const [lease] = yield* claim(1)
  return lease ?? (yield* Effect.die(new Error("nothing was leased")))
})

export const later = (millis: number) => Effect.map(Clock.currentTimeMillis, (now) => Instant.make(now + millis))

export const record = Effect.fnUntraced(function* (lease: CheckLease, changes: CheckChanges = {}) {
  return yield* (yield* PollQueue).record(checkedOf(lease, yield* DateTime.now, changes))
})

/** What every poll queue does. */
export type PollQueueRule<E> = readonly [name: string, body: () => Effect.Effect<void, E, StoragePorts | PollQueue>]
