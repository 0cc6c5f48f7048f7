import type { PositionReport, StaticReport, Transceiver } from "@landfall/core/congestion/detection/VesselReport"
import type { Instant } from "@landfall/core/time/Instant"
import { ImoNumber } from "@landfall/core/vessels/ImoNumber"
import { isVesselMmsi, type MmsiInteger } from "@landfall/core/vessels/Mmsi"
import { Option, Schema } from "effect"
import { metresOf, nonEmptyText, shipTypeOf, statusOf } from "../messages/AisCodes.ts"
import type { AisMessage, ClassBExtended, Dimensions, PositionMessage, StaticMessage } from "../messages/AisMessage.ts"
import type { AisTally } from "./AisTally.ts"

/** The timestamp, the vessel and the feed of a report. */
export interface ReportStamp {
  readonly at: Instant
  readonly clock: "source" | "arrival"
  readonly source: string
}

/** Receives reports of vessels one after another. */
export interface ReportHandlers {
  readonly onPosition: (report: PositionReport) => void
  readonly onStaticData: (report: StaticReport) => void
}

/** A valid IMO number from the field of a message; none when its check digit is wrong. */
export const imoOf: (text: string) => Option.Option<ImoNumber> = Schema.decodeUnknownOption(ImoNumber)

const TRANSCEIVERS: Readonly<Record<PositionMessage["type"], Option.Option<Transceiver>>> = {
  1: Option.some("class_a"),
  2: Option.some("class_a"),
  3: Option.some("class_a"),
  18: Option.some("class_b"),
  19: Option.some("class_b"),
  27: Option.some("long_range")
}

const emitPosition = (
  message: PositionMessage,
  mmsi: MmsiInteger,
  { at, clock, source }: ReportStamp,
  tally: AisTally,
  reports: ReportHandlers
): void => {
  if (Option.isNone(message.position)) {
    tally.addOccurrence(message.isOutOfRange ? "position_out_of_range" : "no_position")
    return
  }
  reports.onPosition({
    _tag: "PositionReport",
    mmsi,
    at,
    clock,
    source,
    position: message.position.value,
    speed: message.speed,
    course: message.course,
    heading: message.type === 27 ? Option.none() : message.heading,
    status: message.type === 18 || message.type === 19 ? Option.none() : statusOf(message.status),
    transceiver: TRANSCEIVERS[message.type]
  })
}

const sizeOf = ({ bowMetres, sternMetres, portMetres, starboardMetres }: Dimensions) => ({
  length: metresOf(bowMetres + sternMetres),
  beam: metresOf(portMetres + starboardMetres)
})

const NO_STATIC_DATA = {
  imo: Option.none(),
  name: Option.none(),
  callSign: Option.none(),
  shipType: Option.none(),
  length: Option.none(),
  beam: Option.none(),
  draught: Option.none(),
  destination: Option.none()
}

const staticDataOf = (message: StaticMessage | ClassBExtended) => {
  switch (message.type) {
    case 5:
      return {
        imo: imoOf(String(message.imo)),
        name: nonEmptyText(message.name),
        callSign: nonEmptyText(message.callSign),
        shipType: shipTypeOf(message.shipType),
        ...sizeOf(message),
        draught: metresOf(message.draughtMetres),
        destination: nonEmptyText(message.destination)
      }
    case 19:
      return {
        ...NO_STATIC_DATA,
        name: nonEmptyText(message.name),
        shipType: shipTypeOf(message.shipType),
        ...sizeOf(message)
      }
    case 24:
      if (message.part === "A") return { ...NO_STATIC_DATA, name: nonEmptyText(message.name) }
      return {
        ...NO_STATIC_DATA,
        callSign: nonEmptyText(message.callSign),
        shipType: shipTypeOf(message.shipType),
        ...sizeOf(message)
      }
  }
}

/**
 * Emits the reports of a message: a position, static data, both (type 19), or none, which is counted with its reason.
 */
export const emitReports = (
  message: AisMessage,
  stamp: ReportStamp,
  tally: AisTally,
  reports: ReportHandlers
): void => {
  const { mmsi } = message
  switch (message.type) {
    case 1:
    case 2:
    case 3:
    case 18:
    case 19:
    case 27:
      if (!isVesselMmsi(mmsi)) {
        tally.addOccurrence("not_a_ship")
        return
      }
      emitPosition(message, mmsi, stamp, tally, reports)
      if (message.type === 19) reports.onStaticData({ _tag: "StaticReport", mmsi, ...stamp, ...staticDataOf(message) })
      return
    case 5:
    case 24:
      if (!isVesselMmsi(mmsi)) tally.addOccurrence("not_a_ship")
      else reports.onStaticData({ _tag: "StaticReport", mmsi, ...stamp, ...staticDataOf(message) })
      return
    default:
      tally.addOccurrence("other_message_type")
  }
}
