import type { AccountId } from "@landfall/core/accounts/Account"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { changesByReceived, mergeReceived } from "@landfall/core/tracking/carriers/ReceivedEvents"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import {
  eventsConcerning,
  indexEvents,
  linkingDocuments,
  shipmentsConcernedBy
} from "@landfall/core/tracking/shipments/ShipmentEventMatching"
import { joinKey, type MemoryState } from "../state/MemoryState.ts"

type State = MemoryState["Service"]

/** Every event that an account has stored. */
export const storedEvents = (state: State, accountId: AccountId): ReadonlyArray<CarrierEvent> =>
  state.carrierEvents.filter((row) => row.accountId === accountId).map((row) => row.event)

/** The stored events that concern a shipment. */
export const eventsOf = (state: State, shipment: Shipment): ReadonlyArray<CarrierEvent> =>
  eventsConcerning(shipment, storedEvents(state, shipment.accountId))

/** The shipments of an account that any of these stored events concerns; stopped ones are omitted. */
export const concernedShipments = (
  state: State,
  accountId: AccountId,
  events: ReadonlyArray<CarrierEvent>
): ReadonlyArray<Shipment> => {
  const stored = storedEvents(state, accountId)
  const shipments = state.shipments.filter((shipment) => shipment.accountId === accountId)
  return shipmentsConcernedBy(indexEvents(events), shipments, (shipment) => linkingDocuments(shipment, stored))
}

/** The stored events of these keys. */
export const findByKeys = (state: State, accountId: AccountId, keys: Iterable<string>) =>
  [...keys].flatMap((key) => {
    const row = state.carrierEvents.get(joinKey(accountId, key))
    return row === undefined ? [] : [{ key, event: row.event }]
  })

/**
 * Stores received events. Returns those that changed something, and how many were not stored before. To be called inside
 * a transaction.
 */
export const storeEvents = (state: State, accountId: AccountId, events: ReadonlyArray<CarrierEvent>) => {
  const received = mergeReceived(events)
  const stored = findByKeys(state, accountId, received.keys()).map(({ key, event }) => [key, event] as const)
  const { changed, added } = changesByReceived(received, new Map(stored))
  for (const [key, event] of changed) state.carrierEvents.set(joinKey(accountId, key), { accountId, event })
  return { changed: [...changed.values()], added }
}
