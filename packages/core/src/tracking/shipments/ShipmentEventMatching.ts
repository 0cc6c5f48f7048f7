import { Option } from "effect"
import type { AccountId } from "../../accounts/Account.ts"
import { hasNoReferences, sharedCallOf } from "../carriers/CallAttribution.ts"
import type { CarrierEvent, EventReference } from "../carriers/CarrierEvent.ts"
import { containerOf } from "../carriers/EventIdentity.ts"
import type { Scac } from "../references/Sealine.ts"
import type { Shipment } from "./Shipment.ts"
import type { AccountEvents } from "./ShipmentStore.ts"

/** The reference type of a container. */
export const CONTAINER_TYPE = "EQ"
/**
 * The type of the key of a transport call, by which a vessel's event without references is found. No carrier's
 * reference has it.
 */
export const CALL_TYPE = "CALL"
const BOOKING_TYPE = "BKG"
const BILL_OF_LADING_TYPE = "TRD"

/** The container of a match key whose event names no container, and so concerns every container of its documents. */
export const ANY_CONTAINER = ""
/** The container of a match key whose event is a change of the document itself that concerns no container. */
export const NO_CONTAINER = "-"

/** A reference by which an event is indexed: a container, or a document together with the container of the event. */
export interface MatchKey extends EventReference {
  /** The number of a container, `ANY_CONTAINER` or `NO_CONTAINER`. */
  readonly container: string
}

/** Type and value of a reference as one text. */
export const referenceKey = ({ type, value }: EventReference): string => `${type} ${value}`

/** The containers that an event names: the one it is about, else those of its references. */
const containersOf = (event: CarrierEvent): ReadonlyArray<string> => {
  const container = containerOf(event)
  if (Option.isSome(container)) return [container.value]
  return event.references.filter(({ type }) => type === CONTAINER_TYPE).map(({ value }) => value)
}

/** Whether an event names a container. Without a list: it is tested for every event with every stored event of its container. */
const namesContainer = (event: CarrierEvent, number: string): boolean => {
  const container = containerOf(event)
  return Option.isSome(container)
    ? container.value === number
    : event.references.some(({ type, value }) => type === CONTAINER_TYPE && value === number)
}

const namesNoContainer = (event: CarrierEvent): boolean =>
  Option.isNone(containerOf(event)) && !event.references.some(({ type }) => type === CONTAINER_TYPE)

/** The documents that an event names, and for a change of a document that document. */
const documentReferencesOf = (event: CarrierEvent): ReadonlyArray<EventReference> =>
  event._tag === "ShipmentEvent"
    ? [...event.documents, { type: event.documentType, value: event.documentId }]
    : event.documents

/**
 * Whether an event that names no container concerns every container of its documents: a change of a document does not, unless it
 * states the port of discharge or the place of delivery.
 */
const isShared = (event: CarrierEvent): boolean => event._tag !== "ShipmentEvent" || event.destination !== undefined

/** Every key by which an event is found, each once. */
export const matchKeysOf = (event: CarrierEvent): ReadonlyArray<MatchKey> => {
  const named = containersOf(event)
  const containers = named.length > 0 ? named : [isShared(event) ? ANY_CONTAINER : NO_CONTAINER]
  const keys = new Map<string, MatchKey>()
  const add = (key: MatchKey) => keys.set(`${key.type} ${key.value} ${key.container}`, key)
  for (const container of named) add({ type: CONTAINER_TYPE, value: container, container })
  for (const { type, value } of documentReferencesOf(event)) {
    // A document of these types would be mistaken for a container or a call.
    if (type === CONTAINER_TYPE || type === CALL_TYPE) continue
    for (const container of containers) add({ type, value, container })
  }
  const call = sharedCallOf(event)
  if (call !== undefined) for (const container of containers) add({ type: CALL_TYPE, value: call, container })
  return [...keys.values()]
}

/** The number of a shipment to which events are matched, and its type where known. */
export type MatchedNumber = Pick<Shipment, "number" | "type">

const isContainer = ({ type }: MatchedNumber): boolean => Option.isSome(type) && type.value === "CT"

/** The references that match an event to a shipment by themselves: its container, or its booking or bill of lading. */
export const shipmentReferences = ({ number: value, type }: MatchedNumber): ReadonlyArray<EventReference> => {
  const booking = { type: BOOKING_TYPE, value }
  const billOfLading = { type: BILL_OF_LADING_TYPE, value }
  if (Option.isNone(type)) return [booking, billOfLading]
  switch (type.value) {
    case "CT":
      return [{ type: CONTAINER_TYPE, value }]
    case "BK":
      return [booking]
    case "BL":
      return [billOfLading]
  }
}

/** The types of the shipments that a reference of this type may match; null stands for a type that is not known yet. */
export const shipmentTypesMatching = (type: string): ReadonlyArray<string | null> => {
  switch (type) {
    case CONTAINER_TYPE:
      return ["CT"]
    case BOOKING_TYPE:
      return ["BK", null]
    case BILL_OF_LADING_TYPE:
      return ["BL", null]
    default:
      return []
  }
}

/**
 * The documents that the events of a container name, by `referenceKey`. An event that names one of them and no container
 * concerns that container. Empty for a booking or bill of lading.
 */
export type LinkingDocuments = ReadonlyMap<string, EventReference>

const NO_DOCUMENTS: LinkingDocuments = new Map()

/** The call of an event as a reference; none where it is found without. */
const callReferenceOf = (event: CarrierEvent): ReadonlyArray<EventReference> => {
  const value = sharedCallOf(event)
  return value === undefined ? [] : [{ type: CALL_TYPE, value }]
}

/** The calls of the events that name the container of a shipment, by `referenceKey`. */
export const linkingCalls = (shipment: MatchedNumber, events: ReadonlyArray<CarrierEvent>): LinkingDocuments =>
  new Map(
    events
      .filter((event) => isContainer(shipment) && namesContainer(event, shipment.number))
      .flatMap(callReferenceOf)
      .map((call) => [referenceKey(call), call])
  )

/** The linking documents of a shipment, by the events that name its container; other events add nothing. */
export const linkingDocuments = (shipment: MatchedNumber, events: Iterable<CarrierEvent>): LinkingDocuments => {
  if (!isContainer(shipment)) return NO_DOCUMENTS
  const documents = new Map<string, EventReference>()
  let previous: ReadonlyArray<EventReference> | undefined
  for (const event of events) {
    const named = documentReferencesOf(event)
    // Events of one container name the same documents, and those read from a cache share the list.
    if (named === previous || !namesContainer(event, shipment.number)) continue
    previous = named
    for (const document of named) {
      if (document.type !== CONTAINER_TYPE) documents.set(referenceKey(document), document)
    }
  }
  return documents
}

const namesLinkingDocument = (event: CarrierEvent, documents: LinkingDocuments): boolean => {
  if (documents.size === 0) return false
  const named = hasNoReferences(event) ? callReferenceOf(event) : documentReferencesOf(event)
  return named.some((document) => documents.has(referenceKey(document)))
}

/**
 * Whether an event concerns a shipment: by the container's number, by the booking or bill of lading, or for an event
 * that names no container by a document that links it to the shipment's container.
 */
export const concernsShipment = (
  event: CarrierEvent,
  shipment: MatchedNumber,
  documents: LinkingDocuments
): boolean => {
  if (isContainer(shipment)) {
    if (namesContainer(event, shipment.number)) return true
    return namesNoContainer(event) && isShared(event) && namesLinkingDocument(event, documents)
  }
  const references = shipmentReferences(shipment)
  return documentReferencesOf(event).some(({ type, value }) =>
    references.some((reference) => reference.type === type && reference.value === value)
  )
}

/** The events that concern a shipment, of candidates among which are all that name its container or document. */
export const eventsConcerning = (
  shipment: MatchedNumber,
  candidates: ReadonlyArray<CarrierEvent>,
  documents: LinkingDocuments = linkingDocuments(shipment, candidates)
): ReadonlyArray<CarrierEvent> => candidates.filter((event) => concernsShipment(event, shipment, documents))

/** Events with the keys by which they are found. */
export interface EventIndex {
  readonly events: ReadonlyArray<CarrierEvent>
  readonly keys: ReadonlyArray<MatchKey>
  /** By `referenceKey`. */
  readonly byReference: ReadonlyMap<string, ReadonlyArray<CarrierEvent>>
  /** The documents of events that name no container. */
  readonly sharedDocuments: ReadonlyArray<EventReference>
}

/** Indexes events by their match keys, so that those of many shipments are found without comparing all. */
export const indexEvents = (events: ReadonlyArray<CarrierEvent>): EventIndex => {
  const keys: Array<MatchKey> = []
  const byReference = new Map<string, Array<CarrierEvent>>()
  for (const event of events) {
    for (const key of matchKeysOf(event)) {
      keys.push(key)
      const text = referenceKey(key)
      const existing = byReference.get(text)
      if (existing === undefined) byReference.set(text, [event])
      else existing.push(event)
    }
  }
  return { events, keys, byReference, sharedDocuments: keys.filter(({ container }) => container === ANY_CONTAINER) }
}

/** The indexed events that concern a shipment, each at least once. */
const findEvents = (
  index: EventIndex,
  shipment: MatchedNumber,
  documentsOf: () => LinkingDocuments
): ReadonlyArray<CarrierEvent> => {
  const documents = index.sharedDocuments.length === 0 ? NO_DOCUMENTS : documentsOf()
  const references = [...shipmentReferences(shipment).map(referenceKey), ...documents.keys()]
  return references.flatMap((reference) =>
    (index.byReference.get(reference) ?? []).filter((event) => concernsShipment(event, shipment, documents))
  )
}

/** Whether events can still change a shipment: not after it was stopped. */
const isFollowed = ({ status }: Pick<Shipment, "status">): boolean => status !== "stopped"

/** Which shipments events are matched to: those that events can still change, or stopped ones too. */
export type ShipmentScope = "followed" | "all"

/** Shipments with the events that concern any of them. */
export interface ConcernedShipments<S> {
  readonly shipments: ReadonlyArray<S>
  readonly events: ReadonlySet<CarrierEvent>
}

/**
 * The shipments that any of the indexed events concerns, in their order, and these events.
 *
 * @param documentsOf the linking documents of a shipment, by the events that its account has stored
 */
export const shipmentsConcernedBy = <S extends MatchedNumber & Pick<Shipment, "status">>(
  index: EventIndex,
  shipments: ReadonlyArray<S>,
  documentsOf: (shipment: S) => LinkingDocuments,
  scope: ShipmentScope = "followed"
): ConcernedShipments<S> => {
  const events = new Set<CarrierEvent>()
  const concerned = shipments.filter((shipment) => {
    if (scope === "followed" && !isFollowed(shipment)) return false
    const concerning = findEvents(index, shipment, () => documentsOf(shipment))
    for (const event of concerning) events.add(event)
    return concerning.length > 0
  })
  return { shipments: concerned, events }
}

/** The fields of a shipment that decide whether a carrier's events concern it. */
export type CarrierShipment = Pick<Shipment, "accountId" | "number" | "type" | "sealine" | "status">

/** Whether a carrier's events can be about a shipment: one of this carrier, or of a carrier that is not known yet. */
const isOfCarrier = ({ sealine }: CarrierShipment, scac: Scac): boolean =>
  Option.isNone(sealine) || sealine.value === scac

/**
 * The events of a carrier that concern each account, in their order. Accounts without such events are omitted.
 *
 * @param documentsOf the linking documents of a shipment, by the events that its account has stored
 */
export const matchAccountEvents = (
  scac: Scac,
  index: EventIndex,
  shipments: ReadonlyArray<CarrierShipment>,
  documentsOf: (shipment: CarrierShipment) => LinkingDocuments
): ReadonlyArray<AccountEvents> => {
  const matched = new Map<AccountId, Set<CarrierEvent>>()
  for (const shipment of shipments) {
    if (!isFollowed(shipment) || !isOfCarrier(shipment, scac)) continue
    const concerning = findEvents(
      index,
      shipment,
      () => new Map([...documentsOf(shipment), ...linkingDocuments(shipment, index.events)])
    )
    const events = matched.get(shipment.accountId) ?? new Set()
    for (const event of concerning) events.add(event)
    if (events.size > 0) matched.set(shipment.accountId, events)
  }
  return [...matched].map(([accountId, events]) => ({
    accountId,
    events: index.events.filter((event) => events.has(event))
  }))
}
