import type { AisMessage, OtherMessage } from "../messages/AisMessage.ts"
import { readClassA, readClassB, readClassBExtended, readLongRange } from "../messages/PositionMessages.ts"
import { readUnsigned } from "../messages/Sextets.ts"
import { readStaticData, readVoyageData } from "../messages/StaticMessages.ts"

/** The fault of a message. */
export type MessageFault = "message_too_short" | "unknown_message_type"

/**
 * The required bits of each type. In the standard, types 1 to 3 have 168 and type 5 has 424, of which some transmitters omit
 * the last ones; part A of type 24 has 160 in one edition and 168 in another.
 */
const MIN_BITS = {
  classA: 168,
  voyage: 420,
  classB: 168,
  extended: 306,
  partA: 160,
  partB: 162,
  longRange: 96
} as const

const OTHER_TYPES: ReadonlyArray<OtherMessage["type"] | undefined> = Array.from({ length: 64 }, (_, code) =>
  ([4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 20, 21, 22, 23, 25, 26] as const).find((type) => type === code)
)

/**
 * Decodes the message of `length` sextets, or returns its fault. Bits after the last field are ignored; the last `fillBits`
 * bits are not part of a field.
 */
export const readMessage = (sextets: Uint8Array, length: number, fillBits = 0): AisMessage | MessageFault => {
  const bits = length * 6
  if (bits < 38) return "message_too_short"
  const type = sextets[0] ?? 0
  switch (type) {
    case 1:
    case 2:
    case 3:
      return bits < MIN_BITS.classA
        ? "message_too_short"
        : readClassA(type, sextets, Math.min(19, bits - fillBits - 149))
    case 5:
      return bits < MIN_BITS.voyage ? "message_too_short" : readVoyageData(sextets)
    case 18:
      return bits < MIN_BITS.classB ? "message_too_short" : readClassB(sextets)
    case 19:
      return bits < MIN_BITS.extended ? "message_too_short" : readClassBExtended(sextets)
    case 24: {
      const part = readUnsigned(sextets, 38, 2)
      if (part > 1) return "unknown_message_type"
      return bits < (part === 0 ? MIN_BITS.partA : MIN_BITS.partB) ? "message_too_short" : readStaticData(sextets)
    }
    case 27:
      return bits < MIN_BITS.longRange ? "message_too_short" : readLongRange(sextets)
    default: {
      const other = OTHER_TYPES[type]
      if (other === undefined) return "unknown_message_type"
      return { type: other, repeat: readUnsigned(sextets, 6, 2), mmsi: readUnsigned(sextets, 8, 30) }
    }
  }
}
