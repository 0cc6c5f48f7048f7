import type { Instant } from "@landfall/core/time/Instant"
import {
  CarrierEvent,
  type Place,
  type TransportCall,
  type Vessel
} from "@landfall/core/tracking/carriers/CarrierEvent"
import { Brand, Effect, Option, Result, Schema } from "effect"
import type { EventParts } from "./EventParts.ts"

/** An event as JSON holds it: null for what is missing. */
export type StoredEvent = typeof CarrierEvent.Encoded
type Located = Extract<StoredEvent, { readonly _tag: "TransportEvent" | "EquipmentEvent" }>

const storedVessel = (vessel: Vessel): typeof Vessel.Encoded => ({
  ...vessel,
  imo: Option.getOrNull(vessel.imo),
  name: Option.getOrNull(vessel.name)
})

const storedPlace = (place: Place): typeof Place.Encoded => ({
  ...place,
  name: Option.getOrNull(place.name),
  facility: Option.getOrNull(place.facility),
  facilityType: Option.getOrNull(place.facilityType)
})

const storedCall = (call: TransportCall): typeof TransportCall.Encoded => ({
  ...call,
  id: Option.getOrNull(call.id),
  vessel: Option.isNone(call.vessel) ? null : storedVessel(call.vessel.value),
  exportVoyage: Option.getOrNull(call.exportVoyage),
  importVoyage: Option.getOrNull(call.importVoyage)
})

const storedShared = (event: CarrierEvent) => ({
  sourceEventId: Option.getOrNull(event.sourceEventId),
  createdDateTime: Option.getOrNull(event.createdDateTime),
  remark: Option.getOrNull(event.remark),
  delayReason: Option.getOrNull(event.delayReason)
})

const storedWhere = (event: Exclude<CarrierEvent, { readonly _tag: "ShipmentEvent" }>) => ({
  place: Option.isNone(event.place) ? null : storedPlace(event.place.value),
  transportCall: Option.isNone(event.transportCall) ? null : storedCall(event.transportCall.value),
  equipmentReference: Option.getOrNull(event.equipmentReference)
})

/**
 * An event as `CarrierEvent` encodes it, in a fraction of the time: thousands come in a second. Names stay in the order
 * in which they were written: copies of one event are told apart by it.
 */
export const storedOf = (event: CarrierEvent): StoredEvent => {
  switch (event._tag) {
    case "TransportEvent":
      return { ...event, ...storedShared(event), ...storedWhere(event) }
    case "EquipmentEvent":
      return {
        ...event,
        ...storedShared(event),
        ...storedWhere(event),
        emptyIndicator: Option.getOrNull(event.emptyIndicator)
      }
    case "ShipmentEvent":
      return { ...event, ...storedShared(event) }
    case "UnknownEvent":
      return { ...event, ...storedShared(event), ...storedWhere(event) }
  }
}

const instant = Brand.nominal<Instant>()

const sharedOf = (stored: StoredEvent, parts: EventParts) => ({
  sourceEventId: Option.fromNullOr(stored.sourceEventId),
  eventDateTime: instant(stored.eventDateTime),
  createdDateTime: stored.createdDateTime === null ? Option.none() : Option.some(instant(stored.createdDateTime)),
  receivedAt: instant(stored.receivedAt),
  documents: parts.references(stored.documents),
  references: parts.references(stored.references),
  remark: Option.fromNullOr(stored.remark),
  delayReason: parts.text(stored.delayReason)
})

const whereOf = (stored: Pick<Located, "place" | "transportCall" | "equipmentReference">, parts: EventParts) => ({
  place: parts.place(stored.place),
  transportCall: parts.call(stored.transportCall),
  equipmentReference: parts.text(stored.equipmentReference)
})

const EMPTY_INDICATORS = { EMPTY: Option.some("EMPTY" as const), LADEN: Option.some("LADEN" as const) }

/** The event that was stored so; undefined where it is none. */
export const eventOf = (stored: StoredEvent, parts: EventParts): CarrierEvent | undefined => {
  switch (stored._tag) {
    case "TransportEvent":
      return { ...stored, ...sharedOf(stored, parts), ...whereOf(stored, parts) }
    case "EquipmentEvent": {
      const indicator = stored.emptyIndicator
      const emptyIndicator = indicator === null ? Option.none() : EMPTY_INDICATORS[indicator]
      return { ...stored, ...sharedOf(stored, parts), ...whereOf(stored, parts), emptyIndicator }
    }
    case "ShipmentEvent":
      return { ...stored, ...sharedOf(stored, parts) }
    case "UnknownEvent":
      return { ...stored, ...sharedOf(stored, parts), ...whereOf(stored, parts) }
    default:
      return undefined
  }
}

const bySchema = Schema.decodeEffect(Schema.fromJsonString(CarrierEvent))

/**
 * Reads the text of a `storedOf`, in a fraction of the time of its schema: every event that comes in asks for all that
 * were told of its box before. It believes our own writing; what is damaged is told by the schema.
 */
export const decodeBody = (body: string, parts: EventParts): Effect.Effect<CarrierEvent, Schema.SchemaError> => {
  const event = Result.try(() => {
    const stored: StoredEvent = JSON.parse(body)
    return eventOf(stored, parts)
  })
  const read = Result.getOrUndefined(event)
  return read === undefined ? bySchema(body) : Effect.succeed(read)
}
