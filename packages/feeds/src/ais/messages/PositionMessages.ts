import { type Position, positionOf } from "@landfall/core/geo/Position"
import { Option } from "effect"
import { courseOf, headingOf, longRangeSpeedOf, rateOfTurnOf, secondOf, speedOf } from "./AisCodes.ts"
import type { ClassAPosition, ClassBExtended, ClassBPosition, LongRangePosition } from "./AisMessage.ts"
import { readFlag, readSigned, readText, readUnsigned } from "./Sextets.ts"

/** The degrees for "not available" (ITU-R M.1371-5, table 48). */
const NO_LATITUDE_DEGREES = 91
const NO_LONGITUDE_DEGREES = 181

/** The unit of positions: 1/10,000 of a minute, or 1/10 of a minute in type 27. */
const UNITS_PER_DEGREE = 600_000
const LONG_RANGE_UNITS_PER_DEGREE = 600

const isBeyondRange = (latitude: number, longitude: number): boolean =>
  (Math.abs(latitude) > 90 && latitude !== NO_LATITUDE_DEGREES) ||
  (Math.abs(longitude) > 180 && longitude !== NO_LONGITUDE_DEGREES)

const isOutOfRange = (position: Option.Option<Position>, latitude: number, longitude: number): boolean =>
  Option.isNone(position) && isBeyondRange(latitude, longitude)

/** The radio state; some transmitters omit its last bits, so that `radioBits` of 19 are present. */
export const readClassA = (type: 1 | 2 | 3, sextets: Uint8Array, radioBits: number): ClassAPosition => {
  const latitude = readSigned(sextets, 89, 27) / UNITS_PER_DEGREE
  const longitude = readSigned(sextets, 61, 28) / UNITS_PER_DEGREE
  const position = positionOf(latitude, longitude)
  return {
    type,
    repeat: readUnsigned(sextets, 6, 2),
    mmsi: readUnsigned(sextets, 8, 30),
    status: readUnsigned(sextets, 38, 4),
    rateOfTurn: rateOfTurnOf(readUnsigned(sextets, 42, 8)),
    speed: speedOf(readUnsigned(sextets, 50, 10)),
    isAccurate: readFlag(sextets, 60),
    position,
    isOutOfRange: isOutOfRange(position, latitude, longitude),
    course: courseOf(readUnsigned(sextets, 116, 12)),
    heading: headingOf(readUnsigned(sextets, 128, 9)),
    utcSecond: secondOf(readUnsigned(sextets, 137, 6)),
    manoeuvre: readUnsigned(sextets, 143, 2),
    raim: readFlag(sextets, 148),
    communicationState: readUnsigned(sextets, 149, radioBits)
  }
}

/** The fields that types 18 and 19 share. */
const readClassBFields = (sextets: Uint8Array) => {
  const latitude = readSigned(sextets, 85, 27) / UNITS_PER_DEGREE
  const longitude = readSigned(sextets, 57, 28) / UNITS_PER_DEGREE
  const position = positionOf(latitude, longitude)
  return {
    repeat: readUnsigned(sextets, 6, 2),
    mmsi: readUnsigned(sextets, 8, 30),
    reserved: readUnsigned(sextets, 38, 8),
    speed: speedOf(readUnsigned(sextets, 46, 10)),
    isAccurate: readFlag(sextets, 56),
    position,
    isOutOfRange: isOutOfRange(position, latitude, longitude),
    course: courseOf(readUnsigned(sextets, 112, 12)),
    heading: headingOf(readUnsigned(sextets, 124, 9)),
    utcSecond: secondOf(readUnsigned(sextets, 133, 6))
  }
}

export const readClassB = (sextets: Uint8Array): ClassBPosition => ({
  type: 18,
  ...readClassBFields(sextets),
  regional: readUnsigned(sextets, 139, 2),
  isCarrierSense: readFlag(sextets, 141),
  hasDisplay: readFlag(sextets, 142),
  hasDsc: readFlag(sextets, 143),
  usesFullBand: readFlag(sextets, 144),
  acceptsMessage22: readFlag(sextets, 145),
  isAssigned: readFlag(sextets, 146),
  raim: readFlag(sextets, 147),
  communicationState: readUnsigned(sextets, 148, 20)
})

export const readClassBExtended = (sextets: Uint8Array): ClassBExtended => ({
  type: 19,
  ...readClassBFields(sextets),
  regional: readUnsigned(sextets, 139, 4),
  name: readText(sextets, 143, 20),
  shipType: readUnsigned(sextets, 263, 8),
  bowMetres: readUnsigned(sextets, 271, 9),
  sternMetres: readUnsigned(sextets, 280, 9),
  portMetres: readUnsigned(sextets, 289, 6),
  starboardMetres: readUnsigned(sextets, 295, 6),
  positionFixingDevice: readUnsigned(sextets, 301, 4),
  raim: readFlag(sextets, 305),
  isTerminalReady: !readFlag(sextets, 306),
  isAssigned: readFlag(sextets, 307)
})

export const readLongRange = (sextets: Uint8Array): LongRangePosition => {
  const latitude = readSigned(sextets, 62, 17) / LONG_RANGE_UNITS_PER_DEGREE
  const longitude = readSigned(sextets, 44, 18) / LONG_RANGE_UNITS_PER_DEGREE
  const position = positionOf(latitude, longitude)
  return {
    type: 27,
    repeat: readUnsigned(sextets, 6, 2),
    mmsi: readUnsigned(sextets, 8, 30),
    isAccurate: readFlag(sextets, 38),
    raim: readFlag(sextets, 39),
    status: readUnsigned(sextets, 40, 4),
    position,
    isOutOfRange: isOutOfRange(position, latitude, longitude),
    speed: longRangeSpeedOf(readUnsigned(sextets, 79, 6)),
    course: headingOf(readUnsigned(sextets, 85, 9)),
    isSatelliteFix: !readFlag(sextets, 94)
  }
}
