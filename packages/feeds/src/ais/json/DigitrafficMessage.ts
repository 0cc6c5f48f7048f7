import { Option, Predicate } from "effect"
import type { AisFaultKind, AisSkipKind } from "../reports/AisTally.ts"
import { type DecodedMessage, type DecodedPosition, type DecodedStaticData, NO_STATIC_DATA } from "./DecodedMessage.ts"
import { firstNumber, type JsonObject, numberAt, objectAt, textAt } from "./JsonFields.ts"

/**
 * Messages of Digitraffic, the open data of Fintraffic: over MQTT the topics `vessels-v2/<mmsi>/location` and
 * `vessels-v2/<mmsi>/metadata`, over REST `/api/ais/v1/locations` (GeoJSON) and `/api/ais/v1/vessels`
 * (digitraffic.fi, "Marine traffic"). Class A vessels alone, types of cargo vessels and tankers as 70 and 80.
 */

/** The topics with the positions and the static data of every vessel. */
export const DIGITRAFFIC_TOPICS: ReadonlyArray<string> = ["vessels-v2/+/location", "vessels-v2/+/metadata"]

const CLASS_A = Option.some("class_a" as const)

/** The fields that a location has in both forms; the time is in seconds over MQTT, in milliseconds over REST. */
const movementOf = (
  mmsi: number,
  millis: number,
  fields: JsonObject
): Omit<DecodedPosition, "latitude" | "longitude"> => ({
  _tag: "Position",
  mmsi,
  millis,
  speedKnots: numberAt(fields, "sog"),
  courseDegrees: numberAt(fields, "cog"),
  headingDegrees: numberAt(fields, "heading"),
  status: numberAt(fields, "navStat"),
  transceiver: CLASS_A
})

/** The names differ: `refA` and `type` over MQTT, `referencePointA` and `shipType` over REST. */
const metadataOf = (mmsi: number, fields: JsonObject): DecodedStaticData => {
  const distance = (end: "A" | "B" | "C" | "D"): number =>
    firstNumber(numberAt(fields, `ref${end}`), numberAt(fields, `referencePoint${end}`))
  return {
    ...NO_STATIC_DATA,
    mmsi,
    millis: numberAt(fields, "timestamp"),
    imo: numberAt(fields, "imo"),
    name: textAt(fields, "name"),
    callSign: textAt(fields, "callSign"),
    shipType: firstNumber(numberAt(fields, "type"), numberAt(fields, "shipType")),
    lengthMetres: distance("A") + distance("B"),
    beamMetres: distance("C") + distance("D"),
    // Decimetres.
    draughtMetres: numberAt(fields, "draught") / 10,
    destination: textAt(fields, "destination")
  }
}

const TOPIC = /^vessels-v2\/(\d{1,10})\/(locations?|metadata)$/

/** Decodes a message of MQTT. Total: any topic and document give messages or a fault. */
export const decodeDigitrafficTopic = (topic: string, document: unknown): ReadonlyArray<DecodedMessage> => {
  const [, digits, kind] = TOPIC.exec(topic) ?? []
  if (digits === undefined) return ["other_message_type"]
  if (!Predicate.isReadonlyObject(document)) return ["invalid_json"]
  const mmsi = Number(digits)
  if (kind === "metadata") return [metadataOf(mmsi, document)]
  const millis = numberAt(document, "time") * 1000
  return [
    {
      ...movementOf(mmsi, millis, document),
      latitude: numberAt(document, "lat"),
      longitude: numberAt(document, "lon")
    }
  ]
}

const locationOf = (feature: unknown): DecodedMessage => {
  if (!Predicate.isReadonlyObject(feature)) return "malformed_message"
  const properties = objectAt(feature, "properties")
  const { coordinates } = objectAt(feature, "geometry")
  const [longitude, latitude]: ReadonlyArray<unknown> = Array.isArray(coordinates) ? coordinates : []
  if (typeof longitude !== "number" || typeof latitude !== "number") return "malformed_message"
  const mmsi = firstNumber(numberAt(feature, "mmsi"), numberAt(properties, "mmsi"))
  return { ...movementOf(mmsi, numberAt(properties, "timestampExternal"), properties), latitude, longitude }
}

/** Decodes the response to `/api/ais/v1/locations`. */
export const decodeDigitrafficLocations = (document: unknown): ReadonlyArray<DecodedMessage> => {
  if (!Predicate.isReadonlyObject(document)) return ["invalid_json"]
  return Array.isArray(document.features) ? document.features.map(locationOf) : ["malformed_message"]
}

const vesselOf = (vessel: unknown): DecodedStaticData | AisFaultKind | AisSkipKind =>
  Predicate.isReadonlyObject(vessel) ? metadataOf(numberAt(vessel, "mmsi"), vessel) : "malformed_message"

/** Decodes the response to `/api/ais/v1/vessels`. */
export const decodeDigitrafficVessels = (document: unknown): ReadonlyArray<DecodedMessage> =>
  Array.isArray(document) ? document.map(vesselOf) : ["malformed_message"]
