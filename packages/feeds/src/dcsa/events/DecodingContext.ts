import type { Instant } from "@landfall/core/time/Instant"
import type { CarrierQuirks } from "@landfall/core/tracking/carriers/CarrierProfile"
import { Result } from "effect"

/** Counts values that mean nothing to us, as `field=value`. Bounded, since the sender chooses the values. */
export interface UnknownValueCounter {
  readonly add: (field: string, value: string) => void
  readonly counts: () => Readonly<Record<string, number>>
}

const MAX_KEYS = 100
const MAX_VALUE_LENGTH = 40

/** What does not fit among the first hundred is counted under `…`. */
export const makeUnknownValueCounter = (): UnknownValueCounter => {
  const counts = new Map<string, number>()
  return {
    add: (field, value) => {
      const key = `${field}=${value.slice(0, MAX_VALUE_LENGTH)}`
      const counted = counts.has(key) || counts.size < MAX_KEYS ? key : "…"
      counts.set(counted, (counts.get(counted) ?? 0) + 1)
    },
    counts: () => Object.fromEntries(counts)
  }
}

export const NO_QUIRKS: CarrierQuirks = { localTimesMarkedZ: false }

/** What reading an event needs beside the event. */
export interface DecodingContext {
  readonly receivedAt: Instant
  readonly quirks: CarrierQuirks
  readonly tally: UnknownValueCounter
}

/** Why an event cannot be taken, with the JSON path of what is wrong. */
export interface Rejection {
  readonly path: string
  readonly reason: string
}

export const reject = (path: string, reason: string): Result.Result<never, Rejection> => Result.fail({ path, reason })
