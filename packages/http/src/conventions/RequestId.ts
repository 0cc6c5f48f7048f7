import { Clock, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { Hex } from "effect/encoding"

/** The header that carries the id of a request, from the caller and in the response. */
export const REQUEST_ID_HEADER = "x-request-id"

/** Ids that callers can send: characters that logs and headers carry without quotes. */
const VALID_ID = /^[A-Za-z0-9._~-]{1,128}$/

/** Number of ids whose random digits are fetched in one step. One fetch costs about ten times as much as an id. */
const ID_BATCH_SIZE = 256
/** Random hexadecimal digits of an id: 3, 1 of which 2 bits are used, 3 and 12. */
const ID_DIGITS = 19
/** The first digit of the fourth group, whose upper two bits are the variant of the UUID. */
const VARIANT_DIGITS = "89ab"

/**
 * Generates ids: UUIDs of version 7 (RFC 9562), from random digits that are used once each. Written by hand, because every
 * request needs one: the generator of `effect` fetches random bytes for each.
 */
const makeIdGenerator = (clock: Clock.Clock) => {
  let digits = ""
  let used = 0
  let millis = Number.NaN
  let time = ""

  const timeDigits = (now: number): string => {
    if (now !== millis) {
      millis = now
      const text = Math.trunc(now).toString(16).padStart(12, "0")
      time = `${text.slice(0, 8)}-${text.slice(8)}`
    }
    return time
  }

  return (): string => {
    if (used + ID_DIGITS > digits.length) {
      digits = Hex.encode(SecureRandom.randomBytesUnsafe((ID_BATCH_SIZE * ID_DIGITS) / 2))
      used = 0
    }
    const from = used
    used += ID_DIGITS
    const variant = VARIANT_DIGITS[Number.parseInt(digits.charAt(from + 3), 16) & 3]
    return `${timeDigits(clock.currentTimeMillisUnsafe())}-7${digits.slice(from, from + 3)}-${variant}${digits.slice(from + 4, from + 7)}-${digits.slice(from + 7, used)}`
  }
}

/** Makes the function that gives a request its id: the valid id that the caller sent, else a new one. */
export const makeRequestIds = Effect.map(Clock.Clock, (clock) => {
  const newId = makeIdGenerator(clock)
  return (received: string | undefined): string =>
    received !== undefined && VALID_ID.test(received) ? received : newId()
})
