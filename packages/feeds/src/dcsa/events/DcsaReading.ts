import type { Instant } from "@landfall/core/time/Instant"
import type { CarrierQuirks } from "@landfall/core/tracking/carriers/CarrierProfile"
import { Result } from "effect"
import type { Tally } from "./Tally.ts"

export const NO_QUIRKS: CarrierQuirks = { localTimesMarkedZ: false }

/** What reading an event needs beside the event. */
export interface DcsaReading {
  readonly receivedAt: Instant
  readonly quirks: CarrierQuirks
  readonly tally: Tally
}

/** Why an event cannot be taken, with the JSON path of what is wrong. */
export interface Refusal {
  readonly path: string
  readonly reason: string
}

export const refuse = (path: string, reason: string): Result.Result<never, Refusal> => Result.fail({ path, reason })
