import type { PositionReport, StaticReport, Transceiver } from "@landfall/core/congestion/detection/VesselReport"
import type { Instant } from "@landfall/core/time/Instant"
import { ImoNumber } from "@landfall/core/vessels/ImoNumber"
import { isShip, type MmsiInteger } from "@landfall/core/vessels/Mmsi"
import { Option, Schema } from "effect"
import type { AisMessage, ClassBExtended, Dimensions, PositionMessage, StaticMessage } from "../messages/AisMessage.ts"
import { metresOf, shipTypeOf, statusOf, textOf } from "../messages/Codes.ts"
import type { AisTally } from "./AisTally.ts"

/** When something was so, who told, and by which feed it came. */
export interface Hearing {
  readonly at: Instant
  readonly clock: "source" | "arrival"
  readonly source: string
}

/** What is told of a ship, one report after the other. */
export interface Reports {
  readonly position: (report: PositionReport) => void
  readonly description: (report: StaticReport) => void
}

/** The seven digits of an IMO number with a right check digit, from whatever stands in their place. */
export const imoOf: (text: string) => Option.Option<ImoNumber> = Schema.decodeUnknownOption(ImoNumber)

const TRANSCEIVERS: Readonly<Record<PositionMessage["type"], Option.Option<Transceiver>>> = {
  1: Option.some("class_a"),
  2: Option.some("class_a"),
  3: Option.some("class_a"),
  18: Option.some("class_b"),
  19: Option.some("class_b"),
  27: Option.some("long_range")
}

const tellPosition = (
  message: PositionMessage,
  mmsi: MmsiInteger,
  { at, clock, source }: Hearing,
  tally: AisTally,
  reports: Reports
): void => {
  if (Option.isNone(message.position)) {
    tally.met(message.isOutOfRange ? "position_out_of_range" : "no_position")
    return
  }
  reports.position({
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

const UNSAID = {
  imo: Option.none(),
  name: Option.none(),
  callSign: Option.none(),
  shipType: Option.none(),
  length: Option.none(),
  beam: Option.none(),
  draught: Option.none(),
  destination: Option.none()
}

const saidBy = (message: StaticMessage | ClassBExtended) => {
  switch (message.type) {
    case 5:
      return {
        imo: imoOf(String(message.imo)),
        name: textOf(message.name),
        callSign: textOf(message.callSign),
        shipType: shipTypeOf(message.shipType),
        ...sizeOf(message),
        draught: metresOf(message.draughtMetres),
        destination: textOf(message.destination)
      }
    case 19:
      return { ...UNSAID, name: textOf(message.name), shipType: shipTypeOf(message.shipType), ...sizeOf(message) }
    case 24:
      if (message.part === "A") return { ...UNSAID, name: textOf(message.name) }
      return {
        ...UNSAID,
        callSign: textOf(message.callSign),
        shipType: shipTypeOf(message.shipType),
        ...sizeOf(message)
      }
  }
}

/**
 * Tells what a message says of a ship: a position, what the ship is, both (type 19), or nothing, which is counted with
 * its reason.
 */
export const tell = (message: AisMessage, hearing: Hearing, tally: AisTally, reports: Reports): void => {
  const { mmsi } = message
  switch (message.type) {
    case 1:
    case 2:
    case 3:
    case 18:
    case 19:
    case 27:
      if (!isShip(mmsi)) {
        tally.met("not_a_ship")
        return
      }
      tellPosition(message, mmsi, hearing, tally, reports)
      if (message.type === 19) reports.description({ _tag: "StaticReport", mmsi, ...hearing, ...saidBy(message) })
      return
    case 5:
    case 24:
      if (!isShip(mmsi)) tally.met("not_a_ship")
      else reports.description({ _tag: "StaticReport", mmsi, ...hearing, ...saidBy(message) })
      return
    default:
      tally.met("other_message_type")
  }
}
