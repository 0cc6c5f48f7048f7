import type { Instant } from "@landfall/core/time/Instant"
import type { CarrierQuirks } from "@landfall/core/tracking/carriers/CarrierProfile"
import { Result } from "effect"

/** Counts unknown values as `field=value`, and unknown properties by their paths. Bounded, because the sender chooses them. */
export interface UnknownValueCounter {
  readonly add: (field: string, value: string) => void
  readonly addProperty: (path: string) => void
  readonly counts: () => Readonly<Record<string, number>>
}

const MAX_KEYS = 100
const MAX_VALUE_LENGTH = 40
const MAX_PATH_LENGTH = 80

/** Makes a counter of at most 100 values and properties; all further ones are counted together under `…`. */
export const makeUnknownValueCounter = (): UnknownValueCounter => {
  const counts = new Map<string, number>()
  const count = (key: string) => {
    const counted = counts.has(key) || counts.size < MAX_KEYS ? key : "…"
    counts.set(counted, (counts.get(counted) ?? 0) + 1)
  }
  return {
    add: (field, value) => count(`${field}=${value.slice(0, MAX_VALUE_LENGTH)}`),
    addProperty: (path) => count(path.slice(0, MAX_PATH_LENGTH).toWellFormed()),
    counts: () => Object.fromEntries(counts)
  }
}

/** The quirks of a carrier that follows the standard. */
export const NO_QUIRKS: CarrierQuirks = { localTimesMarkedZ: false }

/** The context of decoding an event. */
export interface DecodingContext {
  readonly receivedAt: Instant
  readonly quirks: CarrierQuirks
  readonly tally: UnknownValueCounter
}

/** The fault of a rejected event, with its JSON path. */
export interface Rejection {
  readonly path: string
  readonly reason: string
}

/** Rejects an event, with the JSON path of the fault and its rule. */
export const reject = (path: string, reason: string): Result.Result<never, Rejection> => Result.fail({ path, reason })
