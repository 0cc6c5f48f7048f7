import type { Transceiver } from "@landfall/core/congestion/detection/VesselReport"
import { Option, Predicate } from "effect"
import { type DecodedMessage, type DecodedPosition, type DecodedStaticData, NO_STATIC_DATA } from "./DecodedMessage.ts"
import { type JsonObject, numberAt, textAt } from "./JsonFields.ts"

/**
 * Messages of AIS-catcher: JSON over UDP (`-u HOST PORT JSON on`), one object per datagram, and over HTTP (`-H URL`), an
 * object with the property `msgs`. An object has the sentences as they were received in `nmea`, or decoded fields with the
 * names of gpsd, or both (AIS-catcher, "JSON output").
 */

/** A message of AIS-catcher: sentences to read with a time, or decoded fields. */
export type AisCatcherMessage =
  | { readonly _tag: "Sentences"; readonly sentences: ReadonlyArray<string>; readonly millis: number }
  | { readonly _tag: "Decoded"; readonly message: DecodedMessage }

/** The largest number of messages in one document. */
const MAX_MESSAGES = 100_000
/** The largest number of sentences of one message: AIS has at most 5 slots, and a sentence number at most 9. */
const MAX_SENTENCES = 9

const RX_TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/

/** The time of reception in milliseconds since 1970: `rxuxtime` in seconds, else `rxtime` as `yyyymmddhhmmss` in UTC. */
const receivedMillis = (fields: JsonObject): number => {
  const seconds = numberAt(fields, "rxuxtime")
  if (Number.isFinite(seconds)) return Math.floor(seconds * 1000)
  const [, year, month, day, hour, minute, second] = RX_TIME.exec(textAt(fields, "rxtime")) ?? []
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

const TRANSCEIVERS: ReadonlyMap<number, Transceiver> = new Map([
  [1, "class_a"],
  [2, "class_a"],
  [3, "class_a"],
  [18, "class_b"],
  [19, "class_b"],
  [27, "long_range"]
])

const positionOf = (fields: JsonObject, type: number, millis: number): DecodedPosition => ({
  _tag: "Position",
  mmsi: numberAt(fields, "mmsi"),
  millis,
  latitude: numberAt(fields, "lat"),
  longitude: numberAt(fields, "lon"),
  speedKnots: numberAt(fields, "speed"),
  courseDegrees: numberAt(fields, "course"),
  headingDegrees: numberAt(fields, "heading"),
  status: numberAt(fields, "status"),
  transceiver: Option.fromUndefinedOr(TRANSCEIVERS.get(type))
})

const staticDataOf = (fields: JsonObject, millis: number): DecodedStaticData => ({
  ...NO_STATIC_DATA,
  mmsi: numberAt(fields, "mmsi"),
  millis,
  imo: numberAt(fields, "imo"),
  name: textAt(fields, "shipname"),
  callSign: textAt(fields, "callsign"),
  shipType: numberAt(fields, "shiptype"),
  lengthMetres: numberAt(fields, "to_bow") + numberAt(fields, "to_stern"),
  beamMetres: numberAt(fields, "to_port") + numberAt(fields, "to_starboard"),
  draughtMetres: numberAt(fields, "draught"),
  destination: textAt(fields, "destination")
})

const decodedOf = (fields: JsonObject, millis: number): ReadonlyArray<DecodedMessage> => {
  const type = numberAt(fields, "type")
  if (Number.isNaN(type)) return ["malformed_message"]
  if (type === 19) return [positionOf(fields, type, millis), staticDataOf(fields, millis)]
  if (TRANSCEIVERS.has(type)) return [positionOf(fields, type, millis)]
  return type === 5 || type === 24 ? [staticDataOf(fields, millis)] : ["other_message_type"]
}

const isText = (value: unknown): value is string => typeof value === "string"

const readMessage = (value: unknown): ReadonlyArray<AisCatcherMessage> => {
  // Some stations send the sentences themselves.
  if (isText(value)) return [{ _tag: "Sentences", sentences: [value], millis: Number.NaN }]
  if (!Predicate.isReadonlyObject(value)) return [{ _tag: "Decoded", message: "malformed_message" }]
  const millis = receivedMillis(value)
  const sentences = Array.isArray(value.nmea) ? value.nmea.slice(0, MAX_SENTENCES).filter(isText) : []
  if (sentences.length > 0) return [{ _tag: "Sentences", sentences, millis }]
  return decodedOf(value, millis).map((message) => ({ _tag: "Decoded", message }))
}

/** The messages of a document, not decoded: those of an array, or of its property `msgs`. */
export const messageValues = (document: unknown): ReadonlyArray<unknown> => {
  if (Array.isArray(document)) return document.slice(0, MAX_MESSAGES)
  return Predicate.isReadonlyObject(document) && Array.isArray(document.msgs)
    ? document.msgs.slice(0, MAX_MESSAGES)
    : [document]
}

/** Decodes messages of a document. Total: any value gives messages or a fault. */
export const readAisCatcher = (values: ReadonlyArray<unknown>): ReadonlyArray<AisCatcherMessage> =>
  values.flatMap(readMessage)
