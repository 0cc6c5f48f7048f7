import { mayTake } from "@landfall/core/limits/FairShare"

/** The heavy requests of a server by account: those that run and those that wait. */
export interface HeavyRequests {
  readonly running: ReadonlyMap<string, number>
  readonly waiting: ReadonlyMap<string, number>
}

/** The limits of heavy requests that run or wait at the same time. */
export interface HeavyLimits {
  /** The heavy requests of one account that run or wait at the same time. */
  readonly perAccount: number
  /** The heavy requests of all accounts that run at the same time. */
  readonly running: number
}

/** The heavy requests that wait at the same time, for each that may run. */
const WAITING_PER_RUNNING = 8

const sum = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((total, count) => total + count, 0)

const countOf = (counts: ReadonlyMap<string, number>, account: string): number => counts.get(account) ?? 0

/** The decision on a heavy request that arrives. */
export type HeavyDecision = "run" | "wait" | "reject"

/**
 * Decides on a heavy request of an account. An account runs at most three quarters of them, by `mayTake`, because its requests may
 * wait for long while they run. It has at most `perAccount`; and once the slots of the server are taken,
 * at most its equal share of them, but always one. So an account that sends few is served while others send many.
 */
export const decideHeavy = (
  { running, waiting }: HeavyRequests,
  account: string,
  limits: HeavyLimits
): HeavyDecision => {
  const ofAccount = countOf(running, account) + countOf(waiting, account)
  if (ofAccount >= limits.perAccount) return "reject"
  const runs = sum(running)
  if (mayTake(limits.running - runs, countOf(running, account))) return "run"
  const slots = limits.running * (1 + WAITING_PER_RUNNING)
  if (runs + sum(waiting) < slots) return "wait"
  const accounts = new Set([...running.keys(), ...waiting.keys(), account]).size
  return ofAccount < Math.max(1, Math.floor(slots / accounts)) ? "wait" : "reject"
}

/**
 * The account whose oldest waiting request runs next: of those that may run one more, the one with the fewest running, and of
 * these the first in the list.
 */
export const nextHeavy = (
  running: ReadonlyMap<string, number>,
  waitingInOrder: ReadonlyArray<string>,
  limits: HeavyLimits
): string | undefined => {
  const free = limits.running - sum(running)
  let next: string | undefined
  for (const account of waitingInOrder) {
    if (!mayTake(free, countOf(running, account))) continue
    if (next === undefined || countOf(running, account) < countOf(running, next)) next = account
  }
  return next
}
