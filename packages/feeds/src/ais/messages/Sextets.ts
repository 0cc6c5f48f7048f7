/**
 * The armoured payload of AIS sentences: six bits per byte, most significant bit first (IEC 61162-1; "AIVDM/AIVDO protocol
 * decoding", gpsd project, section AIVDM/AIVDO Payload Armoring).
 */

/** The value in `ARMOUR` of bytes outside the alphabet. */
export const NO_SEXTET = 255

/** The six bits of each armoured byte: `0` to `W` are 0 to 39, `` ` `` to `w` are 40 to 63. */
export const ARMOUR: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 48 && byte <= 87) return byte - 48
  return byte >= 96 && byte <= 119 ? byte - 56 : NO_SEXTET
})

/** The unsigned integer of `width` bits, 1 to 31, from bit `start`, counted from 0. */
export const readUnsigned = (sextets: Uint8Array, start: number, width: number): number => {
  let index = (start / 6) | 0
  const skipped = start - index * 6
  const first = (sextets[index] ?? 0) & (63 >> skipped)
  let bitsLeft = width - 6 + skipped
  if (bitsLeft <= 0) return first >> -bitsLeft
  let value = first
  while (bitsLeft >= 6) {
    value = (value << 6) | (sextets[++index] ?? 0)
    bitsLeft -= 6
  }
  return bitsLeft === 0 ? value : (value << bitsLeft) | ((sextets[++index] ?? 0) >> (6 - bitsLeft))
}

/** The signed integer (two's complement) of the same bits. */
export const readSigned = (sextets: Uint8Array, start: number, width: number): number =>
  (readUnsigned(sextets, start, width) << (32 - width)) >> (32 - width)

export const readFlag = (sextets: Uint8Array, bit: number): boolean => readUnsigned(sextets, bit, 1) === 1

/** A reused buffer of the characters of a text. */
const characterCodes: Array<number> = []

/**
 * Text of `length` characters of the six-bit alphabet (ITU-R M.1371-5, annex 8, table 47), up to the first `@`, which
 * ends the text, and without trailing spaces.
 */
export const readText = (sextets: Uint8Array, start: number, length: number): string => {
  characterCodes.length = 0
  for (let index = 0; index < length; index++) {
    const code = readUnsigned(sextets, start + index * 6, 6)
    if (code === 0) break
    characterCodes.push(code < 32 ? code + 64 : code)
  }
  return String.fromCharCode(...characterCodes).trimEnd()
}
