import { Unlocode } from "@landfall/core/geo/Unlocode"
import type { Place, TransportCall, TransportMode } from "@landfall/core/tracking/carriers/CarrierEvent"
import { Option, Schema } from "effect"
import type { UnknownValueCounter } from "./DecodingContext.ts"
import { childOf, type JsonFields, textOf } from "./JsonFields.ts"

const isUnlocode = Schema.is(Unlocode)

/** A UN/LOCODE with any spacing and case; undefined for any other text, such as `Busan`. */
export const unlocodeOf = (text: string | undefined): Unlocode | undefined => {
  if (text === undefined) return undefined
  const spaceless = text.replaceAll(/\s/g, "")
  const code = spaceless.toUpperCase()
  return isUnlocode(code) && (spaceless === code || spaceless === code.toLowerCase()) ? code : undefined
}

/** The UN/LOCODE of a location; any other value is counted. */
const readUnlocode = (fields: JsonFields | undefined, tally: UnknownValueCounter): Unlocode | undefined => {
  const text = textOf(fields, "UNLocationCode")
  if (text === undefined) return undefined
  const code = unlocodeOf(text)
  if (code !== undefined) return code
  tally.add("UNLocationCode", text)
  return undefined
}

/** The UN/LOCODE of a BIC facility code, which begins with it. */
const readFacilityUnlocode = (fields: JsonFields | undefined): Unlocode | undefined => {
  if (textOf(fields, "facilityCodeListProvider")?.toUpperCase() !== "BIC") return undefined
  const code = textOf(fields, "facilityCode")?.slice(0, 5).toUpperCase()
  return code !== undefined && isUnlocode(code) ? code : undefined
}

const optional = (text: string | undefined): Option.Option<string> => Option.fromUndefinedOr(text)

/**
 * The place of an event: the location of an equipment event, or of the transport call of a transport event. None when no
 * location has a UN/LOCODE.
 */
export const readPlace = (
  event: JsonFields,
  kind: "TRANSPORT" | "EQUIPMENT",
  tally: UnknownValueCounter
): Option.Option<Place> => {
  const call = childOf(event, "transportCall")
  const eventLocation = childOf(event, "eventLocation") ?? childOf(event, "location")
  const callLocations = [call, childOf(call, "location")]
  const locations = (
    kind === "EQUIPMENT" ? [eventLocation, ...callLocations] : [...callLocations, eventLocation]
  ).filter((fields) => fields !== undefined)
  for (const read of [(fields: JsonFields) => readUnlocode(fields, tally), readFacilityUnlocode]) {
    for (const location of locations) {
      const unlocode = read(location)
      if (unlocode === undefined) continue
      const firstText = (name: string): string | undefined => {
        const text = textOf(location, name)
        if (text !== undefined) return text
        for (const other of locations) {
          const otherText = textOf(other, name)
          if (otherText !== undefined) return otherText
        }
        return undefined
      }
      return Option.some({
        unlocode,
        name: optional(firstText("locationName") ?? firstText("portName")),
        facility: optional(firstText("facilityCode")),
        facilityType: optional((textOf(location, "facilityTypeCode") ?? firstText("facilityTypeCode"))?.toUpperCase())
      })
    }
  }
  // HMM writes the code itself in place of the location.
  const reportedCode = unlocodeOf(
    textOf(event, "eventLocation") ?? textOf(event, "location") ?? textOf(call, "location")
  )
  const facility = optional(textOf(call, "facilityCode"))
  return reportedCode === undefined
    ? Option.none()
    : Option.some({ unlocode: reportedCode, name: Option.none(), facility, facilityType: Option.none() })
}

/** The texts by which an event names its place, other than a UN/LOCODE. */
export interface LocationTexts {
  readonly facilities: ReadonlyArray<string>
  readonly names: ReadonlyArray<string>
  readonly facilityType: string | undefined
}

/** The facility codes, by SMDG or the carrier, and the names of the place of an event. */
export const readLocationTexts = (event: JsonFields): LocationTexts => {
  const call = childOf(event, "transportCall")
  const locations = [
    childOf(event, "eventLocation") ?? childOf(event, "location"),
    call,
    childOf(call, "location")
  ].filter((fields) => fields !== undefined)
  const texts = (...names: ReadonlyArray<string>): ReadonlyArray<string> =>
    locations.flatMap((location) => textOf(location, ...names) ?? [])
  return {
    facilities: texts("facilityCode"),
    names: texts("locationName", "portName"),
    facilityType: texts("facilityTypeCode")[0]?.toUpperCase()
  }
}

/** Modes of transport by DCSA's names and by the codes of UN/ECE Recommendation 19. */
const TRANSPORT_MODES: ReadonlyMap<string, TransportMode> = new Map([
  ["VESSEL", "VESSEL"],
  ["MARITIME", "VESSEL"],
  ["1", "VESSEL"],
  ["RAIL", "RAIL"],
  ["2", "RAIL"],
  ["TRUCK", "TRUCK"],
  ["ROAD", "TRUCK"],
  ["3", "TRUCK"],
  ["BARGE", "BARGE"],
  ["8", "BARGE"]
])

const readTransportMode = (call: JsonFields, tally: UnknownValueCounter): TransportMode => {
  const text = textOf(call, "modeOfTransport", "modeOfTransportCode")
  if (text === undefined) return "UNKNOWN"
  const mode = TRANSPORT_MODES.get(text.toUpperCase())
  if (mode === undefined) tally.add("modeOfTransport", text)
  return mode ?? "UNKNOWN"
}

/** The transport call of an event, if any. */
export const readTransportCall = (event: JsonFields, tally: UnknownValueCounter): Option.Option<TransportCall> => {
  const call = childOf(event, "transportCall")
  if (call === undefined) return Option.none()
  const vessel = childOf(call, "vessel") ?? call
  const [imo, name] = [optional(textOf(vessel, "vesselIMONumber")), optional(textOf(vessel, "vesselName"))]
  return Option.some({
    id: optional(textOf(call, "transportCallID")),
    mode: readTransportMode(call, tally),
    vessel: Option.isNone(imo) && Option.isNone(name) ? Option.none() : Option.some({ imo, name }),
    exportVoyage: optional(textOf(call, "exportVoyageNumber", "carrierExportVoyageNumber", "carrierVoyageNumber")),
    importVoyage: optional(textOf(call, "importVoyageNumber", "carrierImportVoyageNumber", "carrierVoyageNumber"))
  })
}
