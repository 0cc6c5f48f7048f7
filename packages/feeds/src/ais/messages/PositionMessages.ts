import { type Position, positionOf } from "@landfall/core/geo/Position"
import { Option } from "effect"
import type { ClassAPosition, ClassBExtended, ClassBPosition, LongRangePosition } from "./AisMessage.ts"
import { courseOf, headingOf, secondOf, speedOf, turnOf, wholeSpeedOf } from "./Codes.ts"
import { flag, signed, text, unsigned } from "./Sextets.ts"

/** Degrees that stand for "not available" (ITU-R M.1371-5, table 48). */
const NO_LATITUDE_DEGREES = 91
const NO_LONGITUDE_DEGREES = 181

/** Positions come in ten-thousandths of minutes, or in tenths of minutes from type 27. */
const PER_DEGREE = 600_000
const PER_DEGREE_LONG_RANGE = 600

const isBeyond = (latitude: number, longitude: number): boolean =>
  (Math.abs(latitude) > 90 && latitude !== NO_LATITUDE_DEGREES) ||
  (Math.abs(longitude) > 180 && longitude !== NO_LONGITUDE_DEGREES)

const isOutOfRange = (position: Option.Option<Position>, latitude: number, longitude: number): boolean =>
  Option.isNone(position) && isBeyond(latitude, longitude)

/** Some transmitters leave out the last bits of the radio state: `radioBits` of its 19 are there. */
export const readClassA = (type: 1 | 2 | 3, sextets: Uint8Array, radioBits: number): ClassAPosition => {
  const latitude = signed(sextets, 89, 27) / PER_DEGREE
  const longitude = signed(sextets, 61, 28) / PER_DEGREE
  const position = positionOf(latitude, longitude)
  return {
    type,
    repeat: unsigned(sextets, 6, 2),
    mmsi: unsigned(sextets, 8, 30),
    status: unsigned(sextets, 38, 4),
    turn: turnOf(unsigned(sextets, 42, 8)),
    speed: speedOf(unsigned(sextets, 50, 10)),
    isAccurate: flag(sextets, 60),
    position,
    isOutOfRange: isOutOfRange(position, latitude, longitude),
    course: courseOf(unsigned(sextets, 116, 12)),
    heading: headingOf(unsigned(sextets, 128, 9)),
    second: secondOf(unsigned(sextets, 137, 6)),
    manoeuvre: unsigned(sextets, 143, 2),
    raim: flag(sextets, 148),
    radio: unsigned(sextets, 149, radioBits)
  }
}

/** The fields that types 18 and 19 have in the same places. */
const readClassBPlace = (sextets: Uint8Array) => {
  const latitude = signed(sextets, 85, 27) / PER_DEGREE
  const longitude = signed(sextets, 57, 28) / PER_DEGREE
  const position = positionOf(latitude, longitude)
  return {
    repeat: unsigned(sextets, 6, 2),
    mmsi: unsigned(sextets, 8, 30),
    reserved: unsigned(sextets, 38, 8),
    speed: speedOf(unsigned(sextets, 46, 10)),
    isAccurate: flag(sextets, 56),
    position,
    isOutOfRange: isOutOfRange(position, latitude, longitude),
    course: courseOf(unsigned(sextets, 112, 12)),
    heading: headingOf(unsigned(sextets, 124, 9)),
    second: secondOf(unsigned(sextets, 133, 6))
  }
}

export const readClassB = (sextets: Uint8Array): ClassBPosition => ({
  type: 18,
  ...readClassBPlace(sextets),
  regional: unsigned(sextets, 139, 2),
  isCarrierSense: flag(sextets, 141),
  hasDisplay: flag(sextets, 142),
  hasDsc: flag(sextets, 143),
  usesWholeBand: flag(sextets, 144),
  takesMessage22: flag(sextets, 145),
  isAssigned: flag(sextets, 146),
  raim: flag(sextets, 147),
  radio: unsigned(sextets, 148, 20)
})

export const readClassBExtended = (sextets: Uint8Array): ClassBExtended => ({
  type: 19,
  ...readClassBPlace(sextets),
  regional: unsigned(sextets, 139, 4),
  name: text(sextets, 143, 20),
  shipType: unsigned(sextets, 263, 8),
  bowMetres: unsigned(sextets, 271, 9),
  sternMetres: unsigned(sextets, 280, 9),
  portMetres: unsigned(sextets, 289, 6),
  starboardMetres: unsigned(sextets, 295, 6),
  fixing: unsigned(sextets, 301, 4),
  raim: flag(sextets, 305),
  isTerminalReady: !flag(sextets, 306),
  isAssigned: flag(sextets, 307)
})

export const readLongRange = (sextets: Uint8Array): LongRangePosition => {
  const latitude = signed(sextets, 62, 17) / PER_DEGREE_LONG_RANGE
  const longitude = signed(sextets, 44, 18) / PER_DEGREE_LONG_RANGE
  const position = positionOf(latitude, longitude)
  return {
    type: 27,
    repeat: unsigned(sextets, 6, 2),
    mmsi: unsigned(sextets, 8, 30),
    isAccurate: flag(sextets, 38),
    raim: flag(sextets, 39),
    status: unsigned(sextets, 40, 4),
    position,
    isOutOfRange: isOutOfRange(position, latitude, longitude),
    speed: wholeSpeedOf(unsigned(sextets, 79, 6)),
    course: headingOf(unsigned(sextets, 85, 9)),
    isSatelliteFix: !flag(sextets, 94)
  }
}
