import { mayTake } from "@landfall/core/limits/FairShare"
import { nextAccount } from "@landfall/core/limits/RequestConcurrency"
import { UsedTime } from "@landfall/core/limits/UsedTime"
import { WorkOwner } from "@landfall/core/limits/WorkOwner"
import { Clock, Effect } from "effect"
import type { SqlClient } from "effect/sql"

/** A transaction of an owner, which waits or runs. */
interface Ticket {
  readonly owner: string
  runs: boolean
  /** Since when it runs, in nanoseconds of a monotonic clock. */
  startedAt: bigint
  /** Starts the transaction that waits. */
  start: (() => void) | undefined
}

const NANOS_PER_MILLI = 1e6

const monotonicNanos = Effect.map(Clock.Clock, (clock) => clock.monotonicTimeNanosUnsafe())

/**
 * The transactions that a process runs at once, shared among owners by `mayTake`: alone, an owner has at most three quarters
 * of them. Further ones wait before they take a connection, those of the owner whose transactions have taken the least time
 * first. Transactions of one account wait for its lock, each with its connection: without shares, they would take
 * every connection.
 */
export const makeTransactionShares = (capacity: number) => {
  const running = new Map<string, number>()
  /** The waiting transactions by owner, oldest first; the owners in the order of their turns. */
  const waiting = new Map<string, Array<Ticket>>()
  const times = new UsedTime<string>()
  let taken = 0

  const runningOf = (owner: string): number => running.get(owner) ?? 0

  const take = (ticket: Ticket, now: bigint): void => {
    ticket.runs = true
    ticket.startedAt = now
    taken++
    running.set(ticket.owner, runningOf(ticket.owner) + 1)
  }

  const release = ({ owner, startedAt }: Ticket, now: bigint): void => {
    times.add(owner, Number(now - startedAt) / NANOS_PER_MILLI)
    taken--
    const left = runningOf(owner) - 1
    if (left === 0) running.delete(owner)
    else running.set(owner, left)
  }

  const owners = function* () {
    for (const owner of waiting.keys()) {
      yield { account: owner, weight: runningOf(owner), used: times.of(owner) }
    }
  }

  const startWaiting = (now: bigint): void => {
    while (waiting.size > 0) {
      const owner = nextAccount(capacity - taken, owners())
      const tickets = owner === undefined ? undefined : waiting.get(owner)
      const ticket = tickets?.shift()
      if (owner === undefined || tickets === undefined || ticket === undefined) return
      waiting.delete(owner)
      if (tickets.length > 0) waiting.set(owner, tickets)
      times.serve(owner)
      take(ticket, now)
      ticket.start?.()
    }
  }

  const enter = (owner: string, now: bigint): Ticket => {
    const ticket: Ticket = { owner, runs: false, startedAt: now, start: undefined }
    const queue = waiting.get(owner)
    if (queue === undefined && mayTake(capacity - taken, runningOf(owner))) take(ticket, now)
    else if (queue === undefined) waiting.set(owner, [ticket])
    else queue.push(ticket)
    return ticket
  }

  const leave = (ticket: Ticket, now: bigint): void => {
    if (ticket.runs) release(ticket, now)
    else {
      const queue = waiting.get(ticket.owner) ?? []
      const rest = queue.filter((other) => other !== ticket)
      if (rest.length === 0) waiting.delete(ticket.owner)
      else waiting.set(ticket.owner, rest)
    }
    startWaiting(now)
  }

  const turnOf = (ticket: Ticket): Effect.Effect<void> =>
    Effect.callback((resume) => {
      if (ticket.runs) return resume(Effect.void)
      ticket.start = () => resume(Effect.void)
    })

  /** Runs a transaction for an owner in its turn. */
  const run = <A, E, R>(owner: string, transaction: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.acquireUseRelease(
      Effect.map(monotonicNanos, (now) => enter(owner, now)),
      (ticket) => (ticket.runs ? transaction : Effect.andThen(turnOf(ticket), transaction)),
      (ticket) => Effect.map(monotonicNanos, (now) => leave(ticket, now))
    )

  return { run }
}

/**
 * Shares the outermost transactions of a client among the owners of work. A transaction inside another has its connection
 * already, and one of the service itself has no share.
 */
export const shareTransactions = (
  withTransaction: SqlClient.SqlClient["withTransaction"],
  isInTransaction: Effect.Effect<boolean>,
  capacity: number
): SqlClient.SqlClient["withTransaction"] => {
  const { run } = makeTransactionShares(capacity)
  return (effect) =>
    Effect.flatMap(isInTransaction, (isInner) =>
      isInner
        ? withTransaction(effect)
        : Effect.flatMap(WorkOwner, (owner) =>
            owner === undefined ? withTransaction(effect) : run(owner, withTransaction(effect))
          )
    )
}
