/**
 * The payload of AIS as it is armoured in sentences: six bits in each byte, the first bit of the message highest in the
 * first (IEC 61162-1; "AIVDM/AIVDO protocol decoding", gpsd project, section AIVDM/AIVDO Payload Armoring).
 */

/** What `ARMOUR` holds for bytes that armour nothing. */
export const NO_SEXTET = 255

/** The six bits that each byte armours: `0` to `W` are 0 to 39, `` ` `` to `w` are 40 to 63. */
export const ARMOUR: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 48 && byte <= 87) return byte - 48
  return byte >= 96 && byte <= 119 ? byte - 56 : NO_SEXTET
})

/** The whole number of `width` bits, 1 to 31, that begins at bit `start`, counted from 0. */
export const readUnsigned = (sextets: Uint8Array, start: number, width: number): number => {
  let index = (start / 6) | 0
  const skipped = start - index * 6
  const first = (sextets[index] ?? 0) & (63 >> skipped)
  let left = width - 6 + skipped
  if (left <= 0) return first >> -left
  let value = first
  while (left >= 6) {
    value = (value << 6) | (sextets[++index] ?? 0)
    left -= 6
  }
  return left === 0 ? value : (value << left) | ((sextets[++index] ?? 0) >> (6 - left))
}

/** The same in two's complement. */
export const readSigned = (sextets: Uint8Array, start: number, width: number): number =>
  (readUnsigned(sextets, start, width) << (32 - width)) >> (32 - width)

export const readFlag = (sextets: Uint8Array, bit: number): boolean => readUnsigned(sextets, bit, 1) === 1

/** No text of AIS is longer: names of 20 characters, and 14 more for aids to navigation. */
const characterCodes: Array<number> = []

/**
 * Text of `length` characters of the six-bit alphabet (ITU-R M.1371-5, annex 8, table 47), up to the first `@`, which
 * stands for the end, and without the blanks after it.
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
