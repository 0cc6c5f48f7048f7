import type { Unlocode } from "@landfall/core/geo/Unlocode"
import { CarrierEvent, type Place, type TransportCall, type Vessel } from "@landfall/core/tracking/CarrierEvent"
import type { Instant } from "@landfall/core/tracking/Instant"
import { Brand, Effect, Option, Predicate, Result, Schema } from "effect"

/** A value as JSON holds it: null for none. */
const plain = (value: unknown): unknown => {
  if (Option.isOption(value)) return Option.isSome(value) ? plain(value.value) : null
  if (Array.isArray(value)) return value.map(plain)
  if (!Predicate.isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, plain(held)]))
}

/** Writes an event as `CarrierEvent` encodes it, in a quarter of the time: thousands come in a second. */
export const encodeBody = (event: CarrierEvent): string => JSON.stringify(plain(event))

type Stored = typeof CarrierEvent.Encoded
type Located = Extract<Stored, { readonly _tag: "TransportEvent" | "EquipmentEvent" }>

const instant = Brand.nominal<Instant>()
const unlocode = Brand.nominal<Unlocode>()

const vesselOf = (stored: typeof Vessel.Encoded): Vessel => ({
  imo: Option.fromNullOr(stored.imo),
  name: Option.fromNullOr(stored.name)
})

const placeOf = (stored: typeof Place.Encoded): Place => ({
  unlocode: unlocode(stored.unlocode),
  name: Option.fromNullOr(stored.name),
  facility: Option.fromNullOr(stored.facility),
  facilityType: Option.fromNullOr(stored.facilityType)
})

const callOf = (stored: typeof TransportCall.Encoded): TransportCall => ({
  id: Option.fromNullOr(stored.id),
  mode: stored.mode,
  vessel: stored.vessel === null ? Option.none() : Option.some(vesselOf(stored.vessel)),
  exportVoyage: Option.fromNullOr(stored.exportVoyage),
  importVoyage: Option.fromNullOr(stored.importVoyage)
})

const sharedOf = (stored: Stored) => ({
  sourceEventId: Option.fromNullOr(stored.sourceEventId),
  eventDateTime: instant(stored.eventDateTime),
  createdDateTime: stored.createdDateTime === null ? Option.none() : Option.some(instant(stored.createdDateTime)),
  receivedAt: instant(stored.receivedAt),
  documents: stored.documents,
  references: stored.references,
  remark: Option.fromNullOr(stored.remark),
  delayReason: Option.fromNullOr(stored.delayReason)
})

const whereOf = (stored: Pick<Located, "place" | "transportCall" | "equipmentReference">) => ({
  place: stored.place === null ? Option.none() : Option.some(placeOf(stored.place)),
  transportCall: stored.transportCall === null ? Option.none() : Option.some(callOf(stored.transportCall)),
  equipmentReference: Option.fromNullOr(stored.equipmentReference)
})

// Names stay in the order in which they were written: copies of one event are told apart by it.
const eventOf = (stored: Stored): CarrierEvent | undefined => {
  switch (stored._tag) {
    case "TransportEvent":
      return { ...stored, ...sharedOf(stored), ...whereOf(stored) }
    case "EquipmentEvent":
      return {
        ...stored,
        ...sharedOf(stored),
        ...whereOf(stored),
        emptyIndicator: Option.fromNullOr(stored.emptyIndicator)
      }
    case "ShipmentEvent":
      return { ...stored, ...sharedOf(stored) }
    case "UnknownEvent":
      return { ...stored, ...sharedOf(stored), ...whereOf(stored) }
    default:
      return undefined
  }
}

const bySchema = Schema.decodeEffect(Schema.fromJsonString(CarrierEvent))

/**
 * Reads an event that `encodeBody` wrote, in a fraction of the time of its schema: every event that comes in asks for
 * all that were told of its box before. It believes its own writing; what is damaged is told by the schema.
 */
export const decodeBody = (body: string): Effect.Effect<CarrierEvent, Schema.SchemaError> => {
  const event = Result.try(() => {
    const stored: Stored = JSON.parse(body)
    return eventOf(stored)
  })
  const read = Result.getOrUndefined(event)
  return read === undefined ? bySchema(body) : Effect.succeed(read)
}
