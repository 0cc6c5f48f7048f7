import type { Bearing } from "@landfall/core/congestion/detection/VesselReport"
import type { Position } from "@landfall/core/geo/Position"
import type { Knots } from "@landfall/core/vessels/Knots"
import type { Option } from "effect"

/**
 * The messages of AIS that tell where ships are and what they are (ITU-R M.1371-5, annex 8). What the standard has a
 * value for that means "not available" is none, and so is what lies beyond a field's range.
 */

interface MessageHeader {
  /** How often a repeater sent it on, 0 to 3. */
  readonly repeat: number
  /** Whoever sent it: a ship or another station, 0 to 1,073,741,823 as the field allows. */
  readonly mmsi: number
}

interface PositionFields {
  /** None where either half is not available. */
  readonly position: Option.Option<Position>
  /** Whether the values of the position lie beyond 90 or 180 degrees, and are not those for "not available". */
  readonly isOutOfRange: boolean
  readonly speed: Option.Option<Knots>
  readonly course: Option.Option<Bearing>
  /** Better than 10 m, as the ship says. */
  readonly isAccurate: boolean
  /** Whether the receiver checks its satellites' integrity. */
  readonly raim: boolean
}

interface HeadingFields {
  readonly heading: Option.Option<Bearing>
  /** The second of the minute in UTC when the position was fixed, 0 to 59. */
  readonly utcSecond: Option.Option<number>
}

/** Types 1, 2 and 3: a class A ship's position. */
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

/** Type 18: a class B ship's position. */
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

/** Metres from the antenna to the ship's ends and sides, 0 where not available; 511 and 63 for that and more. */
export interface Dimensions {
  readonly bowMetres: number
  readonly sternMetres: number
  readonly portMetres: number
  readonly starboardMetres: number
}

interface StaticFields extends Dimensions {
  /** Empty where not available. */
  readonly name: string
  /** The code of the ship's type and cargo, 0 to 255 as the field allows. */
  readonly shipType: number
}

/** Type 19: a class B ship's position and what it is. */
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

/** Type 27: a position that a satellite can hear. */
export interface LongRangePosition extends MessageHeader, PositionFields {
  readonly type: 27
  readonly status: number
  /** Whether the position is that of satellites; else it is another fix, or an old one. */
  readonly isSatelliteFix: boolean
}

/** When the ship means to arrive: no year, and none of the parts is surer than the crew that typed it. */
export interface Eta {
  readonly month: Option.Option<number>
  readonly day: Option.Option<number>
  readonly hour: Option.Option<number>
  readonly minute: Option.Option<number>
}

/** Type 5: what a class A ship is, and its voyage. */
export interface VoyageData extends MessageHeader, StaticFields {
  readonly type: 5
  readonly aisVersion: number
  /** As it is sent, 0 where not available: crews type anything. */
  readonly imo: number
  readonly callSign: string
  /** The kind of position fixing device, 0 to 15. */
  readonly positionFixingDevice: number
  readonly eta: Eta
  /** 0 where not available; 25.5 for that and more. */
  readonly draughtMetres: number
  readonly destination: string
  readonly isTerminalReady: boolean
}

/** Type 24, part A: a class B ship's name. */
export interface StaticPartA extends MessageHeader {
  readonly type: 24
  readonly part: "A"
  readonly name: string
}

/** Type 24, part B: the rest. A craft that belongs to a ship (98MIDxxxx) names it in place of its own dimensions. */
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

/** A message of any other type: who sent it is all that is read. */
export interface OtherMessage extends MessageHeader {
  readonly type: 4 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 20 | 21 | 22 | 23 | 25 | 26
}

export type StaticMessage = VoyageData | StaticPartA | StaticPartB
export type PositionMessage = ClassAPosition | ClassBPosition | ClassBExtended | LongRangePosition
export type AisMessage = PositionMessage | StaticMessage | OtherMessage

/**
 * The rate of turn in degrees a minute, to starboard positive, of what is sent: the square of `turn` / 4.733 with the
 * sign of `turn` (ITU-R M.1371-5, table 48). Undefined for 127 and -127, which say only that it is more than 10 a minute.
 */
export const degreesPerMinute = (turn: number): number | undefined =>
  Math.abs(turn) === 127 ? undefined : Math.sign(turn) * (turn / 4.733) ** 2
