import { toCrockford } from "../../samples/Crockford.ts"

/** Makes the id of what is stored at this time (milliseconds since the epoch), younger than all before. */
export type NextUlid = (millis: number) => string

/** ULIDs whose random part counts up instead, so that ids are made without leaving a transaction. */
export const makeUlidSequence = (): NextUlid => {
  let latest = 0
  let count = 0
  return (millis) => {
    latest = Math.max(latest, millis)
    count += 1
    return toCrockford(latest, 10) + toCrockford(count, 16)
  }
}
