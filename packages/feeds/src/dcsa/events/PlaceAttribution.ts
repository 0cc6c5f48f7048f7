import type { Unlocode } from "@landfall/core/geo/Unlocode"
import type { CarrierEvent, Place } from "@landfall/core/tracking/carriers/CarrierEvent"
import { callIdentity } from "@landfall/core/tracking/carriers/EventIdentity"
import { Option } from "effect"
import { type LocationTexts, readLocationTexts } from "../fields/DcsaPlace.ts"
import type { UnknownValueCounter } from "../fields/DecodingContext.ts"
import { fieldsOf } from "../fields/JsonFields.ts"
import { portNamed } from "../fields/PortNames.ts"
import type { ListedEvent } from "./EventList.ts"
import { isTrackAndTrace3, toVersion2 } from "./TrackAndTrace3.ts"

const callOf = (event: CarrierEvent): string =>
  event._tag === "ShipmentEvent" || Option.isNone(event.transportCall) ? "" : callIdentity(event.transportCall.value)

const isMovement = (event: CarrierEvent): event is Exclude<CarrierEvent, { readonly _tag: "ShipmentEvent" }> =>
  event._tag === "TransportEvent" || event._tag === "EquipmentEvent"

/** Whether an event moves something at a place that it does not state as a UN/LOCODE. */
export const isUnplaced = (event: CarrierEvent): boolean => isMovement(event) && Option.isNone(event.place)

/** Places by a text of the carrier; null where the text means several ports. */
type PlacesByText = ReadonlyMap<string, Place | null>

const textsOfPlaces = (
  events: ReadonlyArray<CarrierEvent>,
  textOf: (place: Place) => Option.Option<string>
): PlacesByText => {
  const places = new Map<string, Place | null>()
  for (const event of events) {
    if (event._tag === "ShipmentEvent" || Option.isNone(event.place)) continue
    const text = textOf(event.place.value)
    if (Option.isNone(text)) continue
    const key = text.value.toUpperCase()
    const existing = places.get(key)
    const isOther = existing !== undefined && existing?.unlocode !== event.place.value.unlocode
    places.set(key, isOther ? null : event.place.value)
  }
  return places
}

const codeIn = (places: PlacesByText, texts: ReadonlyArray<string>): Unlocode | undefined => {
  for (const text of texts) {
    const place = places.get(text.toUpperCase())
    if (place !== undefined && place !== null) return place.unlocode
  }
  return undefined
}

/** The port of the first of these names that identifies one. */
const firstNamed = (names: ReadonlyArray<string>): Unlocode | undefined => {
  for (const name of names) {
    const port = portNamed(name)
    if (port !== undefined) return port
  }
  return undefined
}

const textsOf = ({ value, path }: ListedEvent): LocationTexts => {
  const fields = fieldsOf(value, path)
  if (fields === undefined) return { facilities: [], names: [], facilityType: undefined }
  return readLocationTexts(isTrackAndTrace3(fields) ? toVersion2(fields) : fields)
}

/** Counts an event whose place stays unknown, and the name or code by which the carrier states it. */
const countUnplaced = ({ facilities, names }: LocationTexts, tally: UnknownValueCounter): void => {
  tally.add("UNLocationCode", "missing")
  const text = names[0] ?? facilities[0]
  if (text !== undefined) tally.add("place", text)
}

/**
 * Gives events without a UN/LOCODE the place of the other events of the payload that have the same facility code or,
 * failing that, the same name of a place, else that of the port with that name (`portNamed`); a text that means several
 * ports matches none. An event that remains without a place, of a call whose place no other event states, has no effect
 * on journeys and is counted as `UNLocationCode=missing`, and by the name or code of its place.
 *
 * @param listed the undecoded form of each event without a place, by its position
 */
export const attributePlaces = (
  events: ReadonlyArray<CarrierEvent>,
  listed: ReadonlyMap<number, ListedEvent>,
  tally: UnknownValueCounter
): ReadonlyArray<CarrierEvent> => {
  if (listed.size === 0) return events
  const facilities = textsOfPlaces(events, ({ facility }) => facility)
  const names = textsOfPlaces(events, ({ name }) => name)
  const placedCalls = new Set(events.filter((event) => isMovement(event) && !isUnplaced(event)).map(callOf))
  return events.map((event, index) => {
    const entry = listed.get(index)
    if (entry === undefined || !isMovement(event)) return event
    const texts = textsOf(entry)
    const unlocode = codeIn(facilities, texts.facilities) ?? codeIn(names, texts.names) ?? firstNamed(texts.names)
    if (unlocode === undefined) {
      if (!placedCalls.has(callOf(event)) || callOf(event) === "") countUnplaced(texts, tally)
      return event
    }
    const place: Place = {
      unlocode,
      name: Option.fromUndefinedOr(texts.names[0]),
      facility: Option.fromUndefinedOr(texts.facilities[0]),
      facilityType: Option.fromUndefinedOr(texts.facilityType)
    }
    return { ...event, place: Option.some(place) }
  })
}
