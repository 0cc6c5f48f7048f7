import { Option } from "effect"
import { dayOf, hourOf, minuteOf, monthOf } from "./AisCodes.ts"
import type { Dimensions, StaticPartA, StaticPartB, VoyageData } from "./AisMessage.ts"
import { readFlag, readText, readUnsigned } from "./Sextets.ts"

const readDimensions = (sextets: Uint8Array, start: number): Dimensions => ({
  bowMetres: readUnsigned(sextets, start, 9),
  sternMetres: readUnsigned(sextets, start + 9, 9),
  portMetres: readUnsigned(sextets, start + 18, 6),
  starboardMetres: readUnsigned(sextets, start + 24, 6)
})

const NO_DIMENSIONS: Dimensions = { bowMetres: 0, sternMetres: 0, portMetres: 0, starboardMetres: 0 }

export const readVoyageData = (sextets: Uint8Array): VoyageData => ({
  type: 5,
  repeat: readUnsigned(sextets, 6, 2),
  mmsi: readUnsigned(sextets, 8, 30),
  aisVersion: readUnsigned(sextets, 38, 2),
  imo: readUnsigned(sextets, 40, 30),
  callSign: readText(sextets, 70, 7),
  name: readText(sextets, 112, 20),
  shipType: readUnsigned(sextets, 232, 8),
  ...readDimensions(sextets, 240),
  positionFixingDevice: readUnsigned(sextets, 270, 4),
  eta: {
    month: monthOf(readUnsigned(sextets, 274, 4)),
    day: dayOf(readUnsigned(sextets, 278, 5)),
    hour: hourOf(readUnsigned(sextets, 283, 5)),
    minute: minuteOf(readUnsigned(sextets, 288, 6))
  },
  draughtMetres: readUnsigned(sextets, 294, 8) / 10,
  destination: readText(sextets, 302, 20),
  isTerminalReady: !readFlag(sextets, 422)
})

/**
 * Whether an MMSI is that of an auxiliary craft of a vessel: 98, the vessel's country and four digits (ITU-R M.585).
 */
const isAuxiliary = (mmsi: number): boolean => mmsi >= 980_000_000 && mmsi <= 989_999_999

export const readStaticData = (sextets: Uint8Array): StaticPartA | StaticPartB => {
  const header = { type: 24, repeat: readUnsigned(sextets, 6, 2), mmsi: readUnsigned(sextets, 8, 30) } as const
  if (readUnsigned(sextets, 38, 2) === 0) return { ...header, part: "A", name: readText(sextets, 40, 20) }
  const isAuxiliaryCraft = isAuxiliary(header.mmsi)
  return {
    ...header,
    part: "B",
    shipType: readUnsigned(sextets, 40, 8),
    vendor: readText(sextets, 48, 3),
    unitModel: readUnsigned(sextets, 66, 4),
    serial: readUnsigned(sextets, 70, 20),
    callSign: readText(sextets, 90, 7),
    ...(isAuxiliaryCraft ? NO_DIMENSIONS : readDimensions(sextets, 132)),
    mothership: isAuxiliaryCraft ? Option.some(readUnsigned(sextets, 132, 30)) : Option.none()
  }
}
