import type { Bearing } from "@landfall/core/congestion/detection/VesselReport"
import type { Position } from "@landfall/core/geo/Position"
import type { Knots } from "@landfall/core/vessels/Knots"
import type { Option } from "effect"

/**
 * AIS messages with positions and static data of vessels (ITU-R M.1371-5, annex 8). A field with the value for "not
 * available", or with a value outside its range, is none.
 */

interface MessageHeader {
  /** The repeat indicator, 0 to 3. */
  readonly repeat: number
  /** The MMSI of the sender, a vessel or another station: 0 to 1,073,741,823 as the field allows. */
  readonly mmsi: number
}

interface PositionFields {
  /** None when latitude or longitude is not available. */
  readonly position: Option.Option<Position>
  /** Whether the position is outside 90 or 180 degrees and is not the value for "not available". */
  readonly isOutOfRange: boolean
  readonly speed: Option.Option<Knots>
  readonly course: Option.Option<Bearing>
  /** Whether the accuracy is better than 10 m, according to the vessel. */
  readonly isAccurate: boolean
  /** Whether receiver autonomous integrity monitoring (RAIM) is in use. */
  readonly raim: boolean
}

interface HeadingFields {
  readonly heading: Option.Option<Bearing>
  /** The UTC second of the position, 0 to 59. */
  readonly utcSecond: Option.Option<number>
}

/** Types 1, 2 and 3: a class A vessel's position. */
export interface ClassAPosition extends MessageHeader, PositionFields, HeadingFields {
  readonly type: 1 | 2 | 3
  /** The code of the navigation status, 0 to 15. */
  readonly status: number
  /** The rate of turn as it is sent, -127 to 127; see `degreesPerMinute`. */
  readonly rateOfTurn: Option.Option<number>
  /** 0 not available, 1 no special manoeuvre, 2 special manoeuvre. */
  readonly manoeuvre: number
  readonly communicationState: number
}

/** Type 18: a class B vessel's position. */
export interface ClassBPosition extends MessageHeader, PositionFields, HeadingFields {
  readonly type: 18
  /** Bits 38 to 45, for regional use. */
  readonly reserved: number
  /** Bits 139 and 140, for regional use. */
  readonly regional: number
  readonly isCarrierSense: boolean
  readonly hasDisplay: boolean
  readonly hasDsc: boolean
  readonly usesFullBand: boolean
  readonly acceptsMessage22: boolean
  readonly isAssigned: boolean
  readonly communicationState: number
}

/** Metres from the antenna to the vessel's ends and sides, 0 when not available; 511 and 63 mean that or more. */
export interface Dimensions {
  readonly bowMetres: number
  readonly sternMetres: number
  readonly portMetres: number
  readonly starboardMetres: number
}

interface StaticFields extends Dimensions {
  /** Empty when not available. */
  readonly name: string
  /** The code of the vessel's type and cargo, 0 to 255 as the field allows. */
  readonly shipType: number
}

/** Type 19: position and static data of a class B vessel. */
export interface ClassBExtended extends MessageHeader, PositionFields, HeadingFields, StaticFields {
  readonly type: 19
  /** Bits 38 to 45, for regional use. */
  readonly reserved: number
  /** Bits 139 to 142, for regional use. */
  readonly regional: number
  /** The kind of position fixing device, 0 to 15. */
  readonly positionFixingDevice: number
  /** Whether data terminal equipment is ready. */
  readonly isTerminalReady: boolean
  readonly isAssigned: boolean
}

/** Type 27: long-range position report, for reception by satellites. */
export interface LongRangePosition extends MessageHeader, PositionFields {
  readonly type: 27
  readonly status: number
  /** Whether the position is a current GNSS position. */
  readonly isSatelliteFix: boolean
}

/** The estimated time of arrival, entered by the crew, without a year. */
export interface Eta {
  readonly month: Option.Option<number>
  readonly day: Option.Option<number>
  readonly hour: Option.Option<number>
  readonly minute: Option.Option<number>
}

/** Type 5: static and voyage data of a class A vessel. */
export interface VoyageData extends MessageHeader, StaticFields {
  readonly type: 5
  readonly aisVersion: number
  /** The IMO number as sent, unchecked; 0 when not available. */
  readonly imo: number
  readonly callSign: string
  /** The kind of position fixing device, 0 to 15. */
  readonly positionFixingDevice: number
  readonly eta: Eta
  /** 0 when not available; 25.5 means that or more. */
  readonly draughtMetres: number
  readonly destination: string
  readonly isTerminalReady: boolean
}

/** Type 24, part A: a class B vessel's name. */
export interface StaticPartA extends MessageHeader {
  readonly type: 24
  readonly part: "A"
  readonly name: string
}

/**
 * Type 24, part B: the other static data. An auxiliary craft (MMSI 98MIDxxxx) has the MMSI of its mothership instead of
 * dimensions.
 */
export interface StaticPartB extends MessageHeader, Dimensions {
  readonly type: 24
  readonly part: "B"
  readonly shipType: number
  readonly vendor: string
  readonly unitModel: number
  readonly serial: number
  readonly callSign: string
  readonly mothership: Option.Option<number>
}

/** A message of any other type; only its sender is read. */
export interface OtherMessage extends MessageHeader {
  readonly type: 4 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 20 | 21 | 22 | 23 | 25 | 26
}

export type StaticMessage = VoyageData | StaticPartA | StaticPartB
export type PositionMessage = ClassAPosition | ClassBPosition | ClassBExtended | LongRangePosition
export type AisMessage = PositionMessage | StaticMessage | OtherMessage

/**
 * The rate of turn in degrees per minute, positive to starboard: the square of `turn` / 4.733 with the sign of `turn`
 * (ITU-R M.1371-5, table 48). Undefined for 127 and -127, which mean more than 10 degrees per minute.
 */
export const degreesPerMinute = (turn: number): number | undefined =>
  Math.abs(turn) === 127 ? undefined : Math.sign(turn) * (turn / 4.733) ** 2
