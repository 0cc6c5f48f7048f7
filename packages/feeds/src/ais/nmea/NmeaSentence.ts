import { ARMOUR, NO_SEXTET } from "../messages/Sextets.ts"

const BANG = 33
const DOLLAR = 36
const STAR = 42
const COMMA = 44
const DIGIT_0 = 48
const DIGIT_9 = 57
const LETTER_A = 65
const LETTER_D = 68
const LETTER_M = 77
const LETTER_O = 79
const LETTER_V = 86
const LETTER_Z = 90
const BACKSLASH = 92

/** The longest payload, in bytes: IEC 61162-1 gives whole sentences 82, and senders exceed it. */
export const MAX_SEXTETS = 512

/** A VDM or VDO sentence. The object is reused for the next sentence: copy what must outlive it. */
export interface Sentence {
  /** The number of sentences of the message, 1 to 9, and the number of this one. */
  parts: number
  part: number
  /** The sequence number shared by the parts of a message: 0 to 9, or -1 when absent. */
  sequence: number
  /** The byte of the channel: `A`, `B`, `1`, `2`, or 0 when absent. */
  channel: number
  /** The payload, six bits per element. */
  readonly sextets: Uint8Array
  length: number
  /** The number of fill bits at the end of the payload, 0 to 5; 0 when absent. */
  fillBits: number
}

export const makeSentence = (): Sentence => ({
  parts: 0,
  part: 0,
  sequence: -1,
  channel: 0,
  sextets: new Uint8Array(MAX_SEXTETS),
  length: 0,
  fillBits: 0
})

/** The fault of a sentence. */
export type SentenceFault = "truncated_sentence" | "wrong_checksum" | "malformed_sentence" | "other_sentence"

const hex = (byte: number): number => {
  if (byte >= DIGIT_0 && byte <= DIGIT_9) return byte - DIGIT_0
  const letter = byte | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}

/** Whether the two hexadecimal digits after the star at `star` equal `sum`. Undefined when a digit is missing. */
const matchesChecksum = (bytes: Uint8Array, star: number, end: number, sum: number): boolean | undefined => {
  if (star + 2 >= end) return undefined
  const high = hex(bytes[star + 1] ?? 0)
  const low = hex(bytes[star + 2] ?? 0)
  return high === -1 || low === -1 ? undefined : high * 16 + low === sum
}

/** The fault of an invalid VDM sentence; the checksum distinguishes a damaged sentence from one of another kind. */
const faultOf = (bytes: Uint8Array, bang: number, end: number, isOther: boolean): SentenceFault => {
  let sum = 0
  let at = bang + 1
  while (at < end && bytes[at] !== STAR) sum ^= bytes[at++] ?? 0
  const isValid = matchesChecksum(bytes, at, end, sum)
  if (isValid === undefined) return "truncated_sentence"
  if (!isValid) return "wrong_checksum"
  return isOther ? "other_sentence" : "malformed_sentence"
}

const isLetter = (byte: number): boolean => byte >= LETTER_A && byte <= LETTER_Z

/** Whether `xxVDM,` or `xxVDO,` starts at `at`, for any talker `xx`. */
export const isVdm = (bytes: Uint8Array, at: number): boolean => {
  const last = bytes[at + 4]
  return (
    isLetter(bytes[at] ?? 0) &&
    isLetter(bytes[at + 1] ?? 0) &&
    bytes[at + 2] === LETTER_V &&
    bytes[at + 3] === LETTER_D &&
    (last === LETTER_M || last === LETTER_O) &&
    bytes[at + 5] === COMMA
  )
}

/**
 * Reads the VDM or VDO sentence whose `!` is at `bang` into `into`. Returns the position after its checksum, or the fault. The
 * payload is read and summed in one pass.
 */
export const readSentence = (bytes: Uint8Array, bang: number, end: number, into: Sentence): number | SentenceFault => {
  if (!isVdm(bytes, bang + 1)) return faultOf(bytes, bang, end, true)
  let at = bang + 7
  const parts = (bytes[at] ?? 0) - DIGIT_0
  const part = (bytes[at + 2] ?? 0) - DIGIT_0
  if (parts < 1 || parts > 9 || part < 1 || part > parts || bytes[at + 1] !== COMMA || bytes[at + 3] !== COMMA) {
    return faultOf(bytes, bang, end, false)
  }
  at += 4
  let sequence = -1
  while (at < end && bytes[at] !== COMMA) {
    const digit = (bytes[at++] ?? 0) - DIGIT_0
    if (digit < 0 || digit > 9 || sequence > 9) return faultOf(bytes, bang, end, false)
    sequence = sequence === -1 ? digit : sequence * 10 + digit
  }
  at++
  const channel = bytes[at] === COMMA ? 0 : (bytes[at++] ?? 0)
  if (at >= end || bytes[at] !== COMMA) return faultOf(bytes, bang, end, false)
  let sum = 0
  for (let position = bang + 1; position <= at; position++) sum ^= bytes[position] ?? 0
  at++

  let length = 0
  let byte = bytes[at] ?? 0
  while (at < end && byte !== COMMA) {
    const sextet = ARMOUR[byte] ?? NO_SEXTET
    if (sextet === NO_SEXTET || length === MAX_SEXTETS) return faultOf(bytes, bang, end, false)
    into.sextets[length++] = sextet
    sum ^= byte
    byte = bytes[++at] ?? 0
  }
  sum ^= COMMA
  at++
  // Receivers omit the count of fill bits or get it wrong, so the completeness of a message is measured by its sextets.
  const fill = bytes[at + 1] === STAR ? (bytes[at] ?? 0) - DIGIT_0 : 0
  while (at < end && bytes[at] !== STAR) sum ^= bytes[at++] ?? 0

  const isValid = matchesChecksum(bytes, at, end, sum)
  if (isValid === undefined) return "truncated_sentence"
  if (!isValid) return "wrong_checksum"
  into.parts = parts
  into.part = part
  into.sequence = sequence
  into.channel = channel
  into.length = length
  into.fillBits = fill > 0 && fill < 6 ? fill : 0
  return at + 3
}

/** The position of the next sentence or tag block, or `end`. */
export const findNextStart = (bytes: Uint8Array, from: number, end: number): number => {
  let at = from
  while (at < end) {
    const byte = bytes[at]
    if (byte === BANG || byte === BACKSLASH || byte === DOLLAR) return at
    at++
  }
  return end
}

export const isBang = (byte: number | undefined): boolean => byte === BANG
export const isBackslash = (byte: number | undefined): boolean => byte === BACKSLASH
