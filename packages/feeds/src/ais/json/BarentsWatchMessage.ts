import type { Transceiver } from "@landfall/core/congestion/detection/VesselReport"
import { Option, Predicate } from "effect"
import { type DecodedMessage, type DecodedPosition, type DecodedStaticData, hasStaticData } from "./DecodedMessage.ts"
import { firstNumber, type JsonObject, numberAt, textAt, timeAt } from "./JsonFields.ts"

/**
 * Messages of BarentsWatch's live AIS: one JSON object per line, with a position, static data, or both
 * (`/v1/combined?modelType=Full`, `/v1/ais`; live.ais.barentswatch.no). Null is a value that is not available.
 */

/** The kinds of `type` that have no position or static data of a vessel, such as `Aton` and `MetHyd`. */
const VESSEL_TYPES: ReadonlySet<unknown> = new Set([undefined, null, "Position", "Staticdata"])

const transceiverOf = ({ aisClass }: JsonObject): Option.Option<Transceiver> => {
  if (aisClass === "A") return Option.some("class_a")
  return aisClass === "B" ? Option.some("class_b") : Option.none()
}

const positionOf = (fields: JsonObject, mmsi: number, millis: number): DecodedPosition => ({
  _tag: "Position",
  mmsi,
  millis,
  latitude: numberAt(fields, "latitude"),
  longitude: numberAt(fields, "longitude"),
  speedKnots: numberAt(fields, "speedOverGround"),
  courseDegrees: numberAt(fields, "courseOverGround"),
  headingDegrees: numberAt(fields, "trueHeading"),
  status: numberAt(fields, "navigationalStatus"),
  transceiver: transceiverOf(fields)
})

const staticDataOf = (fields: JsonObject, mmsi: number, millis: number): DecodedStaticData => ({
  _tag: "StaticData",
  mmsi,
  millis,
  imo: numberAt(fields, "imoNumber"),
  name: textAt(fields, "name"),
  callSign: textAt(fields, "callSign"),
  shipType: numberAt(fields, "shipType"),
  lengthMetres: firstNumber(
    numberAt(fields, "dimensionA") + numberAt(fields, "dimensionB"),
    numberAt(fields, "shipLength")
  ),
  beamMetres: firstNumber(
    numberAt(fields, "dimensionC") + numberAt(fields, "dimensionD"),
    numberAt(fields, "shipWidth")
  ),
  // Decimetres.
  draughtMetres: numberAt(fields, "draught") / 10,
  destination: textAt(fields, "destination")
})

/** Decodes a line of BarentsWatch. Total: any value gives messages or a fault. */
export const decodeBarentsWatch = (document: unknown): ReadonlyArray<DecodedMessage> => {
  if (!Predicate.isReadonlyObject(document)) return ["invalid_json"]
  if (!VESSEL_TYPES.has(document.type)) return ["other_message_type"]
  const mmsi = numberAt(document, "mmsi")
  const millis = timeAt(document, "msgtime")
  if (Number.isNaN(mmsi)) return ["malformed_message"]
  if (millis === undefined) return ["invalid_time"]
  const position = positionOf(document, mmsi, millis)
  const staticData = staticDataOf(document, mmsi, millis)
  const messages: ReadonlyArray<DecodedMessage> = [
    ...(Number.isNaN(position.latitude) || Number.isNaN(position.longitude) ? [] : [position]),
    ...(hasStaticData(staticData) ? [staticData] : [])
  ]
  return messages.length === 0 ? ["no_position"] : messages
}
