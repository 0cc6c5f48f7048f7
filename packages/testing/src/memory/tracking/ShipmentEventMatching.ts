import type { AccountId } from "@landfall/core/accounts/Account"
import { type CarrierEvent, containerOf } from "@landfall/core/tracking/carriers/CarrierEvent"
import { mergeDuplicates, storedEventKey } from "@landfall/core/tracking/carriers/EventIdentity"
import type { Shipment } from "@landfall/core/tracking/shipments/Shipment"
import { Option } from "effect"
import { joinKey, type MemoryState } from "../state/MemoryState.ts"

type State = MemoryState["Service"]

const documentKeys = (event: CarrierEvent): ReadonlyArray<string> => {
  const named = event.documents.map(({ type, value }) => `${type} ${value}`)
  return event._tag === "ShipmentEvent" ? [...named, `${event.documentType} ${event.documentId}`] : named
}

/** The containers an event names: its own, else those of its references. */
const containersOf = (event: CarrierEvent): ReadonlyArray<string> => {
  const own = containerOf(event)
  if (Option.isSome(own)) return [own.value]
  return event.references.filter(({ type }) => type === "EQ").map(({ value }) => value)
}

/** The documents that the events of each container name. */
export type DocumentsByContainer = ReadonlyMap<string, ReadonlySet<string>>

export const documentsByContainer = (events: ReadonlyArray<CarrierEvent>): DocumentsByContainer => {
  const byContainer = new Map<string, Set<string>>()
  for (const event of events) {
    for (const container of containersOf(event)) {
      const known = byContainer.get(container) ?? new Set()
      for (const document of documentKeys(event)) known.add(document)
      byContainer.set(container, known)
    }
  }
  return byContainer
}

const NO_DOCUMENTS: ReadonlySet<string> = new Set()

/**
 * Whether an event speaks of a shipment: by container number, by booking or bill of lading, or, when it names no
 * container, by a document that an event of the shipment's container names too.
 */
export const concernsShipment = (event: CarrierEvent, shipment: Shipment, documents: DocumentsByContainer): boolean => {
  const { number, type } = shipment
  const named = documentKeys(event)
  if (Option.isSome(type) && type.value === "CT") {
    const containers = containersOf(event)
    if (containers.length > 0 || event._tag === "ShipmentEvent") return containers.includes(number)
    const own = documents.get(number) ?? NO_DOCUMENTS
    return named.some((document) => own.has(document))
  }
  const isBooking = named.includes(`BKG ${number}`)
  const isBill = named.includes(`TRD ${number}`)
  if (Option.isNone(type)) return isBooking || isBill
  return type.value === "BK" ? isBooking : isBill
}

/** Every event that an account holds. */
export const storedEvents = (state: State, accountId: AccountId): ReadonlyArray<CarrierEvent> =>
  state.carrierEvents.filter((row) => row.accountId === accountId).map((row) => row.event)

/**
 * Stores an event, or what is to be kept of it and the one held that means the same. To be called inside a transaction.
 */
export const storeEvent = (
  state: State,
  accountId: AccountId,
  event: CarrierEvent
): "added" | "rewritten" | "repeated" => {
  const key = joinKey(accountId, storedEventKey(event))
  const known = state.carrierEvents.get(key)
  if (known === undefined) {
    state.carrierEvents.set(key, { accountId, event })
    return "added"
  }
  const kept = mergeDuplicates(known.event, event)
  if (kept === known.event) return "repeated"
  state.carrierEvents.set(key, { accountId, event: kept })
  return "rewritten"
}
