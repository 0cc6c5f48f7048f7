import type { Instant } from "../../time/Instant.ts"
import type { Scac } from "../references/Sealine.ts"
import { dayFraction } from "./NextPoll.ts"

/** The load of a carrier, which decides how many polls may start now. */
export interface CarrierLoad {
  readonly scac: Scac
  /** Shipments due now. A store may stop counting at the limit of one claim. */
  readonly due: number
  /** Polls in progress. */
  readonly running: number
  /** The maximum number of polls in progress. */
  readonly concurrency: number
  /** Requests allowed from midnight to midnight UTC. */
  readonly dailyAllowance: number
  /** Requests since midnight UTC. A poll counts as one request when it starts. */
  readonly usedToday: number
  /** No poll starts before; undefined without a pause. */
  readonly pausedUntil: Instant | undefined
}

/** The share of the daily allowance that may be used ahead of the clock: one hour. */
const ALLOWANCE_LEAD_DAYS = 1 / 24

/**
 * Requests that a carrier's allowance permits at `now`. The allowance is released over the day, one hour ahead, so that
 * polls of the night do not use up the requests of the afternoon; never more than the rest of the day's allowance.
 */
export const availableAllowance = (load: CarrierLoad, now: Instant): number => {
  const released = Math.ceil(load.dailyAllowance * Math.min(dayFraction(now) + ALLOWANCE_LEAD_DAYS, 1))
  return Math.max(Math.min(released, load.dailyAllowance) - load.usedToday, 0)
}

/** The maximum number of polls of a carrier that may start at `now`. */
export const pollCapacityOf = (load: CarrierLoad, now: Instant): number => {
  if (load.pausedUntil !== undefined && load.pausedUntil > now) return 0
  return Math.max(Math.min(load.due, load.concurrency - load.running, availableAllowance(load, now)), 0)
}

/** The number of polls that each carrier may start. Carriers without polls are omitted. */
export type PollAllocation = ReadonlyMap<Scac, number>

/**
 * Allocates `limit` polls between carriers by max-min fairness: each gets an equal share up to its capacity, and
 * unused shares go to the others. A remainder goes to the carriers in rotation.
 *
 * @param turn the number of the claim, from 0; the rotation starts at the carrier with this index
 */
export const allocatePolls = (
  loads: ReadonlyArray<CarrierLoad>,
  limit: number,
  now: Instant,
  turn: number
): PollAllocation => {
  // A carrier with a million due shipments, an unavailable one, or one without allowance takes nothing from the
  // others.
  const start = loads.length === 0 ? 0 : turn % loads.length
  const open = [...loads.slice(start), ...loads.slice(0, start)]
    .map((load) => ({ scac: load.scac, capacity: pollCapacityOf(load, now), share: 0 }))
    .filter(({ capacity }) => capacity > 0)
  let remaining = Math.max(Math.floor(limit), 0)
  let unfilled = open
  while (remaining > 0 && unfilled.length > 0) {
    const each = Math.max(Math.floor(remaining / unfilled.length), 1)
    for (const carrier of unfilled) {
      const granted = Math.min(each, carrier.capacity - carrier.share, remaining)
      carrier.share += granted
      remaining -= granted
    }
    unfilled = unfilled.filter((carrier) => carrier.share < carrier.capacity)
  }
  return new Map(open.filter(({ share }) => share > 0).map(({ scac, share }) => [scac, share]))
}
