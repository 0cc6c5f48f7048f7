import { toCrockford } from "../../samples/Crockford.ts"

/** Returns a ULID for an instant (milliseconds since the epoch) that sorts after all earlier ones. */
export type NextUlid = (millis: number) => string

/** Creates a sequence of ULIDs with a counter in place of the random part, so that a transaction needs no randomness. */
export const makeUlidSequence = (): NextUlid => {
  let latest = 0
  let count = 0
  return (millis) => {
    latest = Math.max(latest, millis)
    count += 1
    return toCrockford(latest, 10) + toCrockford(count, 16)
  }
}
