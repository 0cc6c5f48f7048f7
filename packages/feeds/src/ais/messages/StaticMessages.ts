import { Option } from "effect"
import type { Dimensions, StaticPartA, StaticPartB, VoyageData } from "./AisMessage.ts"
import { dayOf, hourOf, minuteOf, monthOf } from "./Codes.ts"
import { flag, text, unsigned } from "./Sextets.ts"

const readDimensions = (sextets: Uint8Array, start: number): Dimensions => ({
  bowMetres: unsigned(sextets, start, 9),
  sternMetres: unsigned(sextets, start + 9, 9),
  portMetres: unsigned(sextets, start + 18, 6),
  starboardMetres: unsigned(sextets, start + 24, 6)
})

const NO_DIMENSIONS: Dimensions = { bowMetres: 0, sternMetres: 0, portMetres: 0, starboardMetres: 0 }

export const readVoyageData = (sextets: Uint8Array): VoyageData => ({
  type: 5,
  repeat: unsigned(sextets, 6, 2),
  mmsi: unsigned(sextets, 8, 30),
  aisVersion: unsigned(sextets, 38, 2),
  imo: unsigned(sextets, 40, 30),
  callSign: text(sextets, 70, 7),
  name: text(sextets, 112, 20),
  shipType: unsigned(sextets, 232, 8),
  ...readDimensions(sextets, 240),
  fixing: unsigned(sextets, 270, 4),
  eta: {
    month: monthOf(unsigned(sextets, 274, 4)),
    day: dayOf(unsigned(sextets, 278, 5)),
    hour: hourOf(unsigned(sextets, 283, 5)),
    minute: minuteOf(unsigned(sextets, 288, 6))
  },
  draughtMetres: unsigned(sextets, 294, 8) / 10,
  destination: text(sextets, 302, 20),
  isTerminalReady: !flag(sextets, 422)
})

/** Whether an MMSI is that of a craft that belongs to a ship: 98, the ship's country and four digits (ITU-R M.585). */
const isAuxiliary = (mmsi: number): boolean => mmsi >= 980_000_000 && mmsi <= 989_999_999

export const readStaticData = (sextets: Uint8Array): StaticPartA | StaticPartB => {
  const sent = { type: 24, repeat: unsigned(sextets, 6, 2), mmsi: unsigned(sextets, 8, 30) } as const
  if (unsigned(sextets, 38, 2) === 0) return { ...sent, part: "A", name: text(sextets, 40, 20) }
  const ofShip = isAuxiliary(sent.mmsi)
  return {
    ...sent,
    part: "B",
    shipType: unsigned(sextets, 40, 8),
    vendor: text(sextets, 48, 3),
    unitModel: unsigned(sextets, 66, 4),
    serial: unsigned(sextets, 70, 20),
    callSign: text(sextets, 90, 7),
    ...(ofShip ? NO_DIMENSIONS : readDimensions(sextets, 132)),
    mothership: ofShip ? Option.some(unsigned(sextets, 132, 30)) : Option.none()
  }
}
