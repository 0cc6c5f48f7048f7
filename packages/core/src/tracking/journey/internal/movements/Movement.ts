import { Option } from "effect"
import type { Unlocode } from "../../../../geo/Unlocode.ts"
import { HOUR_MILLIS } from "../../../../time/Durations.ts"
import type {
  CarrierEvent,
  EquipmentEvent,
  Place,
  TransportCall,
  TransportEvent
} from "../../../carriers/CarrierEvent.ts"
import { callIdentity, plainVesselName } from "../../../carriers/EventIdentity.ts"
import { type ReportedDate, sourceEventOf } from "../../Milestone.ts"

/** A vessel, train or truck arrives or departs; a container is loaded, discharged, gated in or gated out. */
export type MovementCode = "ARRI" | "DEPA" | "LOAD" | "DISC" | "IN" | "OUT"

/** Step 1 of derivation: an event that moves the container or its vessel, with the fields that the later steps need. */
export interface Movement {
  readonly event: TransportEvent | EquipmentEvent
  /** Milliseconds since the epoch. `orderSameDateMovements` may shift it by less than a millisecond. */
  readonly at: number
  readonly code: MovementCode
  /** ACT 3, EST 2, PLN 1. */
  readonly rank: number
  readonly place: Place
  readonly port: Unlocode
  readonly mode: "sea" | "barge" | "inland" | "unknown"
  /** One identifier for one vessel, whether reported by IMO number or by name; empty when unknown. */
  readonly vessel: string
  /** The transport call; empty when unknown. */
  readonly call: string
  /** The reported date, for the history of a milestone and the source of its date. */
  readonly reportedDate: ReportedDate
  /** Reported as EMPTY. False when the event does not state it. */
  readonly empty: boolean
  /** Reported as LADEN. False when the event does not state it. */
  readonly laden: boolean
}

export const ACTUAL_RANK = 3
const CLASSIFIER_RANK = { ACT: ACTUAL_RANK, EST: 2, PLN: 1 } as const

const codeOf = (event: TransportEvent | EquipmentEvent): MovementCode | undefined => {
  switch (event.code) {
    case "ARRI":
    case "DEPA":
    case "LOAD":
    case "DISC":
      return event.code
    case "GTIN":
    case "DROP":
      return "IN"
    case "GTOT":
    case "PICK":
      return "OUT"
    default:
      return undefined
  }
}

/** Seven digits that are not all zero. The check digit is not verified, because carriers send wrong ones. */
const looksLikeImo = (text: string): boolean => /^\d{7}$/.test(text) && text !== "0000000"

/**
 * IMO numbers by vessel name, from events that have both, so that events with the name alone refer to the same vessel. Two vessels
 * can have one name: the number of the same call precedes that of arrivals or departures at the same port.
 */
type ImoByVesselName = ReadonlyMap<string, string>

/** The keys of an event's vessel in `ImoByVesselName`, the closest first. */
const vesselKeys = (name: string, call: TransportCall, { code, place }: TransportEvent | EquipmentEvent) => {
  const inbound = code === "ARRI" || code === "DISC"
  const port = Option.isSome(place) ? place.value.unlocode : ""
  return [`${name}/${callIdentity(call)}`, `${name}/${inbound}/${port}`, name]
}

const indexImoByVesselName = (events: ReadonlyArray<CarrierEvent>): ImoByVesselName => {
  const names = new Map<string, string>()
  for (const event of events) {
    if (event._tag !== "TransportEvent" && event._tag !== "EquipmentEvent") continue
    if (Option.isNone(event.transportCall)) continue
    const vessel = event.transportCall.value.vessel
    if (Option.isNone(vessel) || Option.isNone(vessel.value.name) || Option.isNone(vessel.value.imo)) continue
    const { imo, name } = { imo: vessel.value.imo.value, name: plainVesselName(vessel.value.name.value) }
    if (!looksLikeImo(imo)) continue
    for (const key of vesselKeys(name, event.transportCall.value, event)) {
      const current = names.get(key)
      if (current === undefined || imo < current) names.set(key, imo)
    }
  }
  return names
}

/**
 * The placeholders that carriers write for an unknown vessel: to be named, advised, announced, confirmed, determined,
 * nominated.
 */
const PLACEHOLDER =
  /^(T\W?B\W?[ACDN]\W?|TO BE (ADVISED|ANNOUNCED|CONFIRMED|DETERMINED|NAMED|NOMINATED)|UNKNOWN( VESSEL)?|UNNAMED|NOT (YET )?(KNOWN|NAMED)|VESSEL( TO BE NAMED)?|N\W?A\W?|[-.?X]+)(\W*\d*)$/i

export const unnamedVesselFrom = (port: string): string => `unnamed from ${port}`
export const unnamedVesselTo = (port: string): string => `unnamed to ${port}`

/**
 * A vessel that is not named yet is that of its call, else the one that leaves or reaches the port: the unnamed vessels of
 * two legs are not one vessel.
 */
const unnamedVesselOf = ({ id }: TransportCall, code: MovementCode, { unlocode }: Place): string => {
  if (Option.isSome(id)) return `unnamed ${id.value}`
  return code === "ARRI" || code === "DISC" ? unnamedVesselTo(unlocode) : unnamedVesselFrom(unlocode)
}

const vesselOf = (
  event: TransportEvent | EquipmentEvent,
  code: MovementCode,
  place: Place,
  names: () => ImoByVesselName
): string => {
  if (Option.isNone(event.transportCall)) return ""
  const vessel = event.transportCall.value.vessel
  if (Option.isNone(vessel)) return ""
  if (Option.isSome(vessel.value.imo) && looksLikeImo(vessel.value.imo.value)) return vessel.value.imo.value
  if (Option.isNone(vessel.value.name)) return ""
  const name = plainVesselName(vessel.value.name.value)
  if (PLACEHOLDER.test(vessel.value.name.value.trim())) return unnamedVesselOf(event.transportCall.value, code, place)
  const imoByKey = names()
  if (imoByKey.size === 0) return name
  const key = vesselKeys(name, event.transportCall.value, event).find((one) => imoByKey.has(one))
  return (key === undefined ? undefined : imoByKey.get(key)) ?? name
}

/** DCSA facility types inland: inland terminal, ramp, depot, off-dock storage, customer location, freight station. */
const INLAND_FACILITIES: ReadonlySet<string> = new Set(["INTE", "RAMP", "DEPO", "OFFD", "CLOC", "COFS"])

export const isInlandFacility = (place: Place): boolean =>
  Option.isSome(place.facilityType) && INLAND_FACILITIES.has(place.facilityType.value)

export const isPortTerminal = (place: Place): boolean =>
  Option.isSome(place.facilityType) && place.facilityType.value === "POTE"

const namesVessel = (event: TransportEvent | EquipmentEvent): boolean => {
  if (Option.isNone(event.transportCall)) return false
  const call = event.transportCall.value
  return Option.isSome(call.vessel) || Option.isSome(call.exportVoyage) || Option.isSome(call.importVoyage)
}

/** Infers a missing mode: sea when a vessel or voyage is named, then by facility type, then sea for LOAD and DISC. */
const inferMode = (event: TransportEvent | EquipmentEvent, place: Place): Movement["mode"] => {
  if (namesVessel(event)) return "sea"
  if (isInlandFacility(place)) return "inland"
  return isPortTerminal(place) || event.code === "LOAD" || event.code === "DISC" ? "sea" : "unknown"
}

/** A gate move is inland, whatever the mode of its transport call. */
const modeOf = (event: TransportEvent | EquipmentEvent, code: MovementCode, place: Place): Movement["mode"] => {
  if (code === "IN" || code === "OUT") return "inland"
  switch (Option.isSome(event.transportCall) ? event.transportCall.value.mode : "UNKNOWN") {
    case "VESSEL":
      return "sea"
    case "BARGE":
      return "barge"
    case "UNKNOWN":
      return inferMode(event, place)
    default:
      return "inland"
  }
}

/** Places of transport calls, for events without a place: another event of the same call states it. */
const placesByCall = (events: ReadonlyArray<CarrierEvent>): ReadonlyMap<string, Place> => {
  const places = new Map<string, Place>()
  for (const event of events) {
    if (event._tag === "ShipmentEvent" || Option.isNone(event.place) || Option.isNone(event.transportCall)) continue
    const call = event.transportCall.value.id
    if (Option.isSome(call) && !places.has(call.value)) places.set(call.value, event.place.value)
  }
  return places
}

const lazy = <A>(make: () => A): (() => A) => {
  let cached: { readonly value: A } | undefined
  return () => {
    cached ??= { value: make() }
    return cached.value
  }
}

/**
 * The movements among events, in the same order. Events without a place, unknown events and documents are not
 * movements.
 */
export const movementsOf = (events: ReadonlyArray<CarrierEvent>): Array<Movement> => {
  const names = lazy(() => indexImoByVesselName(events))
  const places = lazy(() => placesByCall(events))
  const movements: Array<Movement> = []
  for (const event of events) {
    if (event._tag !== "TransportEvent" && event._tag !== "EquipmentEvent") continue
    const code = codeOf(event)
    if (code === undefined) continue
    const call = Option.isSome(event.transportCall) ? callIdentity(event.transportCall.value) : ""
    const place = Option.isSome(event.place) ? event.place.value : places().get(call)
    if (place === undefined) continue
    const empty =
      event._tag === "EquipmentEvent" && Option.isSome(event.emptyIndicator) ? event.emptyIndicator.value : undefined
    movements.push({
      event,
      at: event.eventDateTime,
      code,
      rank: CLASSIFIER_RANK[event.classifier],
      place,
      port: place.unlocode,
      mode: modeOf(event, code, place),
      vessel: vesselOf(event, code, place, names),
      call,
      reportedDate: { date: event.eventDateTime, classifier: event.classifier, source: sourceEventOf(event) },
      empty: empty === "EMPTY",
      laden: empty === "LADEN"
    })
  }
  return movements
}

/** The largest offset of local time from UTC: some carriers send local times as UTC. */
export const MAX_OFFSET_MILLIS = 14 * HOUR_MILLIS

/** Whether a movement is one of the container itself: loaded, discharged or at a gate. */
export const isEquipment = ({ event }: Movement): boolean => event._tag === "EquipmentEvent"

/** When an event was last stated: when it was created, else when it was received. */
export const statedAt = ({ event }: { readonly event: CarrierEvent }): number =>
  event.createdDateTime._tag === "Some" ? event.createdDateTime.value : event.receivedAt

/** Whether a movement of a vessel brings the container to a port. */
export const isInbound = ({ code }: Movement): boolean => code === "ARRI" || code === "DISC"

/** Whether a movement of a vessel takes the container from a port. */
export const isOutbound = (movement: Movement): boolean => movement.code === "LOAD" || movement.code === "DEPA"

export const namesContainer = ({ event }: Movement): boolean => event.equipmentReference._tag === "Some"

/** Whether a movement names this container, as the one it is about or in its references. */
export const namesOwnContainer = (movement: Movement): boolean =>
  namesContainer(movement) || movement.event.references.some(({ type }) => type === "EQ")

/** Whether an event was created or received before an instant. */
export const wasKnownBefore = ({ event }: Movement, before: number): boolean =>
  event.receivedAt < before || (Option.isSome(event.createdDateTime) && event.createdDateTime.value < before)
