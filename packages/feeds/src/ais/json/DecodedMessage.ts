import type { Transceiver, VesselReport } from "@landfall/core/congestion/detection/VesselReport"
import { positionOf } from "@landfall/core/geo/Position"
import { isVesselMmsi } from "@landfall/core/vessels/Mmsi"
import { Option } from "effect"
import { courseOf, headingOf, metresOf, nonEmptyText, shipTypeOf, speedOf, statusOf } from "../messages/AisCodes.ts"
import type { AisFaultKind, AisSkipKind, AisTally } from "../reports/AisTally.ts"
import { imoOf, type ReportStamp } from "../reports/MessageReports.ts"
import type { ReportClock } from "../reports/ReportClock.ts"

interface MessageHeader {
  /** The sender. NaN when the message names none. */
  readonly mmsi: number
  /** The time of the observation in milliseconds since 1970; NaN when the source gives none. */
  readonly millis: number
}

/** A position as a source of JSON gives it, in the units of AIS. NaN is a value that is not available. */
export interface DecodedPosition extends MessageHeader {
  readonly _tag: "Position"
  readonly latitude: number
  readonly longitude: number
  readonly speedKnots: number
  readonly courseDegrees: number
  readonly headingDegrees: number
  /** The code of the navigation status, 0 to 15. */
  readonly status: number
  readonly transceiver: Option.Option<Transceiver>
}

/** Static data as a source of JSON gives it. NaN and the empty text are values that are not available. */
export interface DecodedStaticData extends MessageHeader {
  readonly _tag: "StaticData"
  readonly imo: number
  readonly name: string
  readonly callSign: string
  /** The code of the type of vessel, 1 to 99. */
  readonly shipType: number
  readonly lengthMetres: number
  readonly beamMetres: number
  readonly draughtMetres: number
  readonly destination: string
}

/** A part of a document: a position, static data, or the kind of fault or of other content that is counted. */
export type DecodedMessage = DecodedPosition | DecodedStaticData | AisFaultKind | AisSkipKind

/** Decodes a parsed JSON document. Total: any value gives messages or a fault. */
export type DocumentDecoder = (document: unknown) => ReadonlyArray<DecodedMessage>

/** Static data of which nothing is available. */
export const NO_STATIC_DATA: Omit<DecodedStaticData, "mmsi" | "millis"> = {
  _tag: "StaticData",
  imo: Number.NaN,
  name: "",
  callSign: "",
  shipType: Number.NaN,
  lengthMetres: Number.NaN,
  beamMetres: Number.NaN,
  draughtMetres: Number.NaN,
  destination: ""
}

/** Whether static data has any value. */
export const hasStaticData = (data: DecodedStaticData): boolean =>
  [data.imo, data.shipType, data.lengthMetres, data.beamMetres, data.draughtMetres].some((value) => value > 0) ||
  [data.name, data.callSign, data.destination].some((text) => text !== "")

/** The largest values that AIS can send: 511 m to each end, 63 m to each side, 25.5 m of draught. */
const MAX_LENGTH_METRES = 1_022
const MAX_BEAM_METRES = 126
const MAX_DRAUGHT_METRES = 25.5

const metresUpTo = (metres: number, most: number) => metresOf(metres <= most ? metres : Number.NaN)

const isMmsi = (mmsi: number): boolean => Number.isInteger(mmsi) && mmsi >= 0 && mmsi <= 999_999_999

const positionFault = ({ latitude, longitude }: DecodedPosition): AisFaultKind | AisSkipKind =>
  Number.isNaN(latitude) || Number.isNaN(longitude) || Math.abs(latitude) === 91 || Math.abs(longitude) === 181
    ? "no_position"
    : "position_out_of_range"

const positionReport = (
  message: DecodedPosition,
  { at, clock, source }: ReportStamp
): VesselReport | AisFaultKind | AisSkipKind => {
  const { mmsi, latitude, longitude, speedKnots, courseDegrees, headingDegrees, status, transceiver } = message
  if (!isVesselMmsi(mmsi)) return "not_a_ship"
  const position = positionOf(latitude, longitude)
  if (Option.isNone(position)) return positionFault(message)
  return {
    _tag: "PositionReport",
    mmsi,
    at,
    clock,
    source,
    position: position.value,
    speed: speedOf(Math.round(speedKnots * 10)),
    course: courseOf(Math.round(courseDegrees * 10)),
    heading: headingOf(Math.round(headingDegrees)),
    status: statusOf(status),
    transceiver
  }
}

const staticReport = (
  message: DecodedStaticData,
  { at, clock, source }: ReportStamp
): VesselReport | AisFaultKind | AisSkipKind => {
  const { mmsi } = message
  if (!isVesselMmsi(mmsi)) return "not_a_ship"
  return {
    _tag: "StaticReport",
    mmsi,
    at,
    clock,
    source,
    imo: imoOf(String(message.imo)),
    name: nonEmptyText(message.name),
    callSign: nonEmptyText(message.callSign),
    shipType: shipTypeOf(message.shipType),
    length: metresUpTo(message.lengthMetres, MAX_LENGTH_METRES),
    beam: metresUpTo(message.beamMetres, MAX_BEAM_METRES),
    draught: metresUpTo(message.draughtMetres, MAX_DRAUGHT_METRES),
    destination: nonEmptyText(message.destination)
  }
}

/** Emits the reports of decoded messages by the rules of every source, and counts the others by their kind. */
export const emitDecoded = (
  messages: ReadonlyArray<DecodedMessage>,
  clock: ReportClock,
  arrivedAt: ReportStamp["at"],
  tally: AisTally,
  report: (report: VesselReport) => void
): void => {
  for (const message of messages) {
    if (typeof message === "string") {
      tally.addOccurrence(message)
      continue
    }
    if (!isMmsi(message.mmsi)) {
      tally.addOccurrence("invalid_mmsi")
      continue
    }
    const stamp = clock.stamp(message.millis, arrivedAt)
    if (stamp === undefined) continue
    const read = message._tag === "Position" ? positionReport(message, stamp) : staticReport(message, stamp)
    if (typeof read === "string") tally.addOccurrence(read)
    else report(read)
  }
}
