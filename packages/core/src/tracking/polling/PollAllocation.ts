import type { Instant } from "../../time/Instant.ts"
import type { Scac } from "../references/Sealine.ts"
import { dayFraction } from "./NextPoll.ts"

/** What decides how many checks of a carrier's shipments may begin now. */
export interface CarrierLoad {
  readonly scac: Scac
  /** Shipments due now; a store may stop counting at the most that one claim takes. */
  readonly due: number
  /** Checks under way. */
  readonly running: number
  /** The most that may be under way at once. */
  readonly concurrency: number
  /** Requests allowed from midnight to midnight UTC. */
  readonly dailyAllowance: number
  /** Requests made since midnight UTC; a check that begins counts one. */
  readonly usedToday: number
  /** Nothing is asked before; undefined when the carrier never asked for quiet. */
  readonly quietUntil: Instant | undefined
}

/** So much of a day's allowance may be used ahead of the clock: one hour's worth. */
const ALLOWANCE_LEAD_DAYS = 1 / 24

/**
 * Requests that a carrier still allows at this moment. The allowance is let out as the day goes, one hour ahead, so that
 * a busy night leaves something for the afternoon; never more than is left of the day.
 */
export const availableAllowance = (load: CarrierLoad, now: Instant): number => {
  const letOut = Math.ceil(load.dailyAllowance * Math.min(dayFraction(now) + ALLOWANCE_LEAD_DAYS, 1))
  return Math.max(Math.min(letOut, load.dailyAllowance) - load.usedToday, 0)
}

/** The most checks of a carrier's shipments that may begin now. */
export const pollCapacityOf = (load: CarrierLoad, now: Instant): number => {
  if (load.quietUntil !== undefined && load.quietUntil > now) return 0
  return Math.max(Math.min(load.due, load.concurrency - load.running, availableAllowance(load, now)), 0)
}

/** How many checks each carrier may begin. Carriers that may begin none are left out. */
export type PollAllocation = ReadonlyMap<Scac, number>

/**
 * Shares `limit` checks fairly between carriers: each gets as much as every other until it has no more room, and what
 * it leaves goes to the rest (max-min fairness). So a carrier with a million shipments due, one that is down and one
 * whose allowance is spent take nothing from the others. Where the last checks do not go round evenly, they fall to the
 * carriers in turn.
 *
 * @param turn counts the claims, from 0: it says at which carrier the turn begins
 */
export const allocatePolls = (
  loads: ReadonlyArray<CarrierLoad>,
  limit: number,
  now: Instant,
  turn: number
): PollAllocation => {
  const start = loads.length === 0 ? 0 : turn % loads.length
  const open = [...loads.slice(start), ...loads.slice(0, start)]
    .map((load) => ({ scac: load.scac, room: pollCapacityOf(load, now), share: 0 }))
    .filter(({ room }) => room > 0)
  let left = Math.max(Math.floor(limit), 0)
  let hungry = open
  while (left > 0 && hungry.length > 0) {
    const each = Math.max(Math.floor(left / hungry.length), 1)
    for (const carrier of hungry) {
      const given = Math.min(each, carrier.room - carrier.share, left)
      carrier.share += given
      left -= given
    }
    hungry = hungry.filter((carrier) => carrier.share < carrier.room)
  }
  return new Map(open.filter(({ share }) => share > 0).map(({ scac, share }) => [scac, share]))
}
