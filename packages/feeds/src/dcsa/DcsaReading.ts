import type { Instant } from "@landfall/core/tracking/Instant"
import { Result } from "effect"
import type { Tally } from "./Tally.ts"

/** What is peculiar to one carrier and cannot be told from its payloads. */
export interface DcsaQuirks {
  /** It writes the local time of the place and marks it `Z`, or with no offset at all. */
  readonly localTimesMarkedZ: boolean
}

export const NO_QUIRKS: DcsaQuirks = { localTimesMarkedZ: false }

/** What reading an event needs beside the event. */
export interface DcsaReading {
  readonly receivedAt: Instant
  readonly quirks: DcsaQuirks
  readonly tally: Tally
}

/** Why an event cannot be taken, with the JSON path of what is wrong. */
export interface Refusal {
  readonly path: string
  readonly reason: string
}

export const refuse = (path: string, reason: string): Result.Result<never, Refusal> => Result.fail({ path, reason })
