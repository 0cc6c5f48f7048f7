import type { AccountId } from "@landfall/core/accounts/Account"
import { instantOf } from "@landfall/core/time/Instant"
import { hasNoReferences, sharedCallOf } from "@landfall/core/tracking/carriers/CallAttribution"
import type { CarrierEvent } from "@landfall/core/tracking/carriers/CarrierEvent"
import { changesByReceived, mergeReceived } from "@landfall/core/tracking/carriers/ReceivedEvents"
import { compactEvents, maxEventsOf } from "@landfall/core/tracking/compaction/EventCompaction"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import {
  type ConcernedShipments,
  eventsConcerning,
  indexEvents,
  linkingDocuments,
  type MatchedNumber,
  type ShipmentScope,
  shipmentsConcernedBy
} from "@landfall/core/tracking/shipments/ShipmentEventMatching"
import { Option } from "effect"
import { joinKey, type MemoryState } from "../state/MemoryState.ts"

type State = MemoryState["Service"]

/** Every event that an account has stored. */
export const storedEvents = (state: State, accountId: AccountId): ReadonlyArray<CarrierEvent> =>
  state.carrierEvents.filter((row) => row.accountId === accountId).map((row) => row.event)

/** The stored events of an account that concern a number. */
const eventsOfNumber = (state: State, accountId: AccountId, number: MatchedNumber): ReadonlyArray<CarrierEvent> =>
  eventsConcerning(number, storedEvents(state, accountId))

/** The stored events that concern a shipment. */
export const eventsOf = (state: State, shipment: Shipment): ReadonlyArray<CarrierEvent> =>
  eventsOfNumber(state, shipment.accountId, shipment)

/** The shipments of an account that any of these stored events concerns, and the events that concern any. */
export const concernedShipments = (
  state: State,
  accountId: AccountId,
  events: ReadonlyArray<CarrierEvent>,
  scope: ShipmentScope = "followed"
): ConcernedShipments<Shipment> => {
  const stored = storedEvents(state, accountId)
  const shipments = state.shipments.filter((shipment) => shipment.accountId === accountId)
  return shipmentsConcernedBy(indexEvents(events), shipments, (shipment) => linkingDocuments(shipment, stored), scope)
}

/** The stored events of these keys. */
export const findByKeys = (state: State, accountId: AccountId, keys: Iterable<string>) =>
  [...keys].flatMap((key) => {
    const row = state.carrierEvents.get(joinKey(accountId, key))
    return row === undefined ? [] : [{ key, event: row.event }]
  })

/**
 * Stores received events. Returns those that changed something, and the keys of those that were not stored before. Call
 * it inside a transaction.
 */
export const storeEvents = (state: State, accountId: AccountId, events: ReadonlyArray<CarrierEvent>) => {
  const received = mergeReceived(events)
  const stored = findByKeys(state, accountId, received.keys()).map(({ key, event }) => [key, event] as const)
  const { changed, added } = changesByReceived(received, new Map(stored))
  for (const [key, event] of changed) {
    const id = state.nextUlid(0)
    // A replaced event moves to the end of the order.
    state.carrierEvents.delete(joinKey(accountId, key))
    state.carrierEvents.set(joinKey(accountId, key), { id, accountId, event, untrackedBytes: Option.none() })
  }
  return { changed: [...changed.values()], added }
}

/** The stored events of the calls of these events that have a container, or neither a container nor a document. */
export const storedOfCalls = (
  state: State,
  accountId: AccountId,
  events: ReadonlyArray<CarrierEvent>
): ReadonlyArray<CarrierEvent> => {
  const calls = new Set(events.map(sharedCallOf).filter((call) => call !== undefined))
  if (calls.size === 0) return []
  const needed = new Set(events.filter(hasNoReferences).map(sharedCallOf))
  return storedEvents(state, accountId).filter((event) => {
    const call = sharedCallOf(event)
    return call !== undefined && (hasNoReferences(event) ? calls.has(call) : needed.has(call))
  })
}

/** Deletes stored events by their keys. Call it inside a transaction. */
export const removeEvents = (state: State, accountId: AccountId, keys: Iterable<string>): void => {
  for (const key of keys) state.carrierEvents.delete(joinKey(accountId, key))
}

/** The shipments whose journeys a compaction of these events must not change. */
const preservedBy = (state: State, accountId: AccountId, events: ReadonlyArray<CarrierEvent>) =>
  concernedShipments(state, accountId, events, "all").shipments.map((shipment) => ({
    tracked: { number: shipment.number, type: shipment.type, since: instantOf(shipment.trackedSince) },
    events: eventsOf(state, shipment)
  }))

/**
 * Deletes the events for which these numbers have no room. Returns the number of added events that were rejected. To be
 * called inside a transaction.
 *
 * @param added the events that the transaction has added, by `storedEventKey`
 */
export const compactNumbers = (
  state: State,
  accountId: AccountId,
  numbers: ReadonlyArray<MatchedNumber>,
  added: ReadonlySet<string>
): number => {
  let excess = 0
  for (const number of numbers) {
    const limit = maxEventsOf(number, state.limits)
    const events = eventsOfNumber(state, accountId, number)
    if (events.length <= limit) continue
    const { dropped, rejected } = compactEvents(events, limit, preservedBy(state, accountId, events), added)
    removeEvents(state, accountId, [...dropped, ...rejected])
    excess += rejected.size
  }
  return excess
}
