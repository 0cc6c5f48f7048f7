import type { Transceiver } from "@landfall/core/congestion/detection/VesselReport"
import { Option, Predicate } from "effect"
import { type DecodedMessage, type DecodedPosition, type DecodedStaticData, NO_STATIC_DATA } from "./DecodedMessage.ts"
import { firstNumber, type JsonObject, numberAt, objectAt, textAt, timeAt } from "./JsonFields.ts"

export type { DecodedMessage } from "./DecodedMessage.ts"

/**
 * Messages of aisstream.io: `{MessageType, MetaData, Message: {<MessageType>: {…}}}`, with the fields of ITU-R M.1371 as
 * numbers in knots, degrees and metres (aisstream.io/documentation). `MetaData.time_utc` is the time of reception.
 */

/** The types that have positions or static data of vessels: ITU-R M.1371 types 1 to 3, 5, 18, 19, 24 and 27. */
export const AISSTREAM_MESSAGE_TYPES = [
  "PositionReport",
  "ShipStaticData",
  "StandardClassBPositionReport",
  "ExtendedClassBPositionReport",
  "StaticDataReport",
  "LongRangeAisBroadcastMessage"
] as const

interface Header {
  readonly mmsi: number
  readonly millis: number
}

const positionOf = (header: Header, body: JsonObject, transceiver: Transceiver): DecodedPosition => ({
  _tag: "Position",
  ...header,
  latitude: numberAt(body, "Latitude"),
  longitude: numberAt(body, "Longitude"),
  speedKnots: numberAt(body, "Sog"),
  courseDegrees: numberAt(body, "Cog"),
  headingDegrees: numberAt(body, "TrueHeading"),
  status: numberAt(body, "NavigationalStatus"),
  transceiver: Option.some(transceiver)
})

/** The length and beam, from the distances of the antenna to the bow (A), stern (B), port (C) and starboard (D). */
const dimensionsOf = (body: JsonObject) => {
  const dimension = objectAt(body, "Dimension")
  return {
    lengthMetres: numberAt(dimension, "A") + numberAt(dimension, "B"),
    beamMetres: numberAt(dimension, "C") + numberAt(dimension, "D")
  }
}

const voyageDataOf = (header: Header, body: JsonObject): DecodedStaticData => ({
  _tag: "StaticData",
  ...header,
  imo: numberAt(body, "ImoNumber"),
  name: textAt(body, "Name"),
  callSign: textAt(body, "CallSign"),
  shipType: numberAt(body, "Type"),
  ...dimensionsOf(body),
  draughtMetres: numberAt(body, "MaximumStaticDraught"),
  destination: textAt(body, "Destination")
})

const isValidPart = (part: JsonObject): boolean => part.Valid === true

/** Type 24: part A has the name, part B the rest. The part that was not sent is not valid. */
const staticPartsOf = (header: Header, body: JsonObject): ReadonlyArray<DecodedMessage> => {
  const [partA, partB] = [objectAt(body, "ReportA"), objectAt(body, "ReportB")]
  if (isValidPart(partA)) return [{ ...NO_STATIC_DATA, ...header, name: textAt(partA, "Name") }]
  if (!isValidPart(partB)) return ["malformed_message"]
  return [
    {
      ...NO_STATIC_DATA,
      ...header,
      callSign: textAt(partB, "CallSign"),
      shipType: numberAt(partB, "ShipType"),
      ...dimensionsOf(partB)
    }
  ]
}

const messagesOf = (type: string, header: Header, body: JsonObject): ReadonlyArray<DecodedMessage> => {
  switch (type) {
    case "PositionReport":
      return [positionOf(header, body, "class_a")]
    case "StandardClassBPositionReport":
      return [positionOf(header, body, "class_b")]
    case "ExtendedClassBPositionReport":
      return [
        positionOf(header, body, "class_b"),
        {
          ...NO_STATIC_DATA,
          ...header,
          name: textAt(body, "Name"),
          shipType: numberAt(body, "Type"),
          ...dimensionsOf(body)
        }
      ]
    case "LongRangeAisBroadcastMessage":
      return [positionOf(header, body, "long_range")]
    case "ShipStaticData":
      return [voyageDataOf(header, body)]
    case "StaticDataReport":
      return staticPartsOf(header, body)
    default:
      return ["other_message_type"]
  }
}

/** Decodes a message of aisstream.io. */
export const decodeAisstream = (document: unknown): ReadonlyArray<DecodedMessage> => {
  if (!Predicate.isReadonlyObject(document)) return ["invalid_json"]
  const type = document.MessageType
  if (typeof type !== "string") return ["malformed_message"]
  const body = objectAt(document, "Message")[type]
  if (!Predicate.isReadonlyObject(body)) return ["malformed_message"]
  const metadata = objectAt(document, "MetaData" in document ? "MetaData" : "Metadata")
  const millis = timeAt(metadata, "time_utc")
  if (millis === undefined) return ["invalid_time"]
  if (body.Valid === false) return ["malformed_message"]
  return messagesOf(type, { mmsi: firstNumber(numberAt(body, "UserID"), numberAt(metadata, "MMSI")), millis }, body)
}

/** The error that aisstream.io sends before it closes the connection, such as that of an API key; none for a message. */
export const aisstreamError = (document: unknown): Option.Option<string> => {
  if (!Predicate.isReadonlyObject(document)) return Option.none()
  const error = textAt(document, "error")
  return error === "" ? Option.none() : Option.some(error)
}

/** A rectangle of the sea, in degrees. `west` is greater than `east` where it crosses the antimeridian. */
export interface SeaArea {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}

/** The whole earth. */
export const WORLD: SeaArea = { south: -90, west: -180, north: 90, east: 180 }

const boxesOf = ({ south, west, north, east }: SeaArea): ReadonlyArray<readonly [corner: unknown, corner: unknown]> =>
  west <= east
    ? [
        [
          [south, west],
          [north, east]
        ]
      ]
    : [...boxesOf({ south, west, north, east: 180 }), ...boxesOf({ south, west: -180, north, east })]

/** The subscription, which aisstream.io expects within 3 s of the opening of the connection. */
export const aisstreamSubscription = (apiKey: string, areas: ReadonlyArray<SeaArea>): string =>
  JSON.stringify({
    APIKey: apiKey,
    BoundingBoxes: (areas.length === 0 ? [WORLD] : areas).flatMap(boxesOf),
    FilterMessageTypes: AISSTREAM_MESSAGE_TYPES
  })
