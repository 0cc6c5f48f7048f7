import type { AccountId } from "@landfall/core/accounts/Account"
import { Limits } from "@landfall/core/limits/Limits"
import { instantOf } from "@landfall/core/time/Instant"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { storedEventKey } from "@landfall/core/tracking/carriers/EventIdentity"
import {
  compactEvents,
  MAX_PRESERVED_SHIPMENTS,
  maxEventsOf,
  type PreservedShipment,
  rejectExcess
} from "@landfall/core/tracking/compaction/EventCompaction"
import { eventsConcerning, type MatchedNumber } from "@landfall/core/tracking/shipments/ShipmentEventMatching"
import { Effect } from "effect"
import { GenerationalCache } from "../../sql/GenerationalCache.ts"
import type { makeCarrierEventRows } from "../events/CarrierEventRows.ts"
import type { MatchedRows } from "./MatchedRows.ts"

/** A shipment, or another number that events have, with an id. */
type BoundedNumber<Id> = MatchedNumber & { readonly id: Id }

/** The maximum number of shipments without room in the cache. */
const MAX_CROWDED = 10_000

/** A shipment without room is compacted again after this many receipts: superseded dates may have arrived meanwhile. */
const RECEIPTS_BETWEEN_COMPACTIONS = 50

const withoutKeys = (events: ReadonlyArray<CarrierEvent>, keys: ReadonlySet<string>): ReadonlyArray<CarrierEvent> =>
  events.filter((event) => !keys.has(storedEventKey(event)))

/** Keeps the events of each shipment within the limits; use it inside a transaction. */
export const makeEventBounds = Effect.fnUntraced(function* (
  rows: Effect.Success<ReturnType<typeof makeCarrierEventRows>>,
  matched: MatchedRows
) {
  const limits = yield* Limits
  // Shipments whose last compaction dropped too little, with the receipts since: each would derive its journeys again.
  const crowded = new GenerationalCache<number>(MAX_CROWDED)

  const preservedBy = Effect.fnUntraced(function* (
    accountId: AccountId,
    events: ReadonlyArray<CarrierEvent>,
    removed: ReadonlySet<string>
  ) {
    const { shipments } = yield* matched.concernedShipments(accountId, events, "all")
    const some = shipments.slice(0, MAX_PRESERVED_SHIPMENTS + 1)
    const eventsOf = some.length > MAX_PRESERVED_SHIPMENTS ? undefined : yield* matched.eventsOf(accountId, some)
    return some.map(
      ({ id, number, type, trackedSince }): PreservedShipment => ({
        tracked: { number, type, since: instantOf(trackedSince) },
        events: withoutKeys(eventsOf?.get(id) ?? [], removed)
      })
    )
  })

  /** The events of one shipment that exceed its limit. */
  const compactOne = Effect.fnUntraced(function* (
    accountId: AccountId,
    shipment: BoundedNumber<string>,
    events: ReadonlyArray<CarrierEvent>,
    removed: ReadonlySet<string>,
    added: ReadonlySet<string>
  ) {
    const limit = maxEventsOf(shipment, limits)
    const receipts = crowded.get(shipment.id) ?? RECEIPTS_BETWEEN_COMPACTIONS
    if (receipts < RECEIPTS_BETWEEN_COMPACTIONS) {
      crowded.set(shipment.id, receipts + 1)
      return { dropped: new Set<string>(), rejected: rejectExcess(events, limit, added) }
    }
    const compaction = compactEvents(events, limit, yield* preservedBy(accountId, events, removed), added)
    const isCrowded = events.length - compaction.dropped.size > limit
    crowded.set(shipment.id, isCrowded ? 0 : RECEIPTS_BETWEEN_COMPACTIONS)
    return compaction
  })

  /**
   * Deletes the events for which shipments have no room. Returns the others, and the number of added events that were
   * rejected.
   *
   * @param eventsOf every event that concerns each of these shipments
   * @param added the events that the transaction has added, by `storedEventKey`
   */
  const compact = Effect.fnUntraced(function* <Id extends string>(
    accountId: AccountId,
    shipments: ReadonlyArray<BoundedNumber<Id>>,
    eventsOf: ReadonlyMap<Id, ReadonlyArray<CarrierEvent>>,
    added: ReadonlySet<string>
  ) {
    const full = shipments.filter(
      (shipment) => (eventsOf.get(shipment.id)?.length ?? 0) > maxEventsOf(shipment, limits)
    )
    if (full.length === 0) return { eventsOf, excess: 0 }
    const removed = new Set<string>()
    let excess = 0
    for (const shipment of full) {
      const events = withoutKeys(eventsOf.get(shipment.id) ?? [], removed)
      const { dropped, rejected } = yield* compactOne(accountId, shipment, events, removed, added)
      for (const key of [...dropped, ...rejected]) removed.add(key)
      excess += rejected.size
    }
    if (removed.size === 0) return { eventsOf, excess }
    yield* rows.remove(accountId, yield* rows.findByKeys(accountId, [...removed]))
    const retained: typeof eventsOf = new Map(
      shipments.map((shipment) => [
        shipment.id,
        eventsConcerning(shipment, withoutKeys(eventsOf.get(shipment.id) ?? [], removed))
      ])
    )
    return { eventsOf: retained, excess }
  })

  return { compact }
})

export type EventBounds = Effect.Success<ReturnType<typeof makeEventBounds>>
