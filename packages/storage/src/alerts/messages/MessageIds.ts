const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const TIME_LENGTH = 10
const LATEST_MILLIS = 2 ** 48 - 1

/**
 * A text before every id of a message that was made at this instant or later, and after every id made before: its ULID
 * begins with the milliseconds since the epoch, 48 bits in Crockford's base 32 (ULID specification, "Binary Layout").
 */
export const firstIdAt = (millis: number): string => {
  let left = Math.min(Math.max(Math.trunc(millis), 0), LATEST_MILLIS)
  let text = ""
  for (let place = 0; place < TIME_LENGTH; place++) {
    text = ALPHABET.charAt(left % 32) + text
    left = Math.floor(left / 32)
  }
  return `msg_${text}`
}
