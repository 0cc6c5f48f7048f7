import { mayTake, nextAccount } from "@landfall/core/limits/FairShare"
import { nextSlice } from "@landfall/core/limits/SliceTurns"
import { UsedTime } from "@landfall/core/limits/UsedTime"
import { IsLargeWork, WorkOwner } from "@landfall/core/limits/WorkOwner"
import { Clock, Effect, Option } from "effect"
import { type SqlClient, type SqlConnection, Statement } from "effect/sql"
import { LargeWorkCooldowns, type RunningWork } from "./LargeWorkCooldowns.ts"

/** A transaction or statement of an owner, which waits or runs. */
interface Ticket extends RunningWork {
  runs: boolean
  /** Starts the waiting work. */
  start: (() => void) | undefined
}

/**
 * The weight of one connection in the share of its owner. Alone, an owner has about half of the connections: each busy
 * one is a process that competes for the processors of the database, whose number is not known here, and more of them
 * complete no work sooner.
 */
const CONNECTION_WEIGHT = 3

const NANOS_PER_MILLI = 1e6

const monotonicNanos = Effect.map(Clock.Clock, (clock) => clock.monotonicTimeNanosUnsafe())

/**
 * The connections that transactions and statements of accounts take immediately, shared among owners by `mayTake`: alone, an owner
 * has about half of them. Further ones wait before they take a connection, those of the owner that has used
 * connections for the least time first. Transactions of one account wait for its lock, each with its connection, and its searches
 * for the processor of the database: without shares, they would take every connection. Large work waits for
 * the cooldown of its owner after long transactions.
 */
export const makeConnectionShares = (capacity: number) => {
  const running = new Map<string, number>()
  /** The waiting work by owner, oldest first; the owners in the order of their turns. */
  const waiting = new Map<string, Array<Ticket>>()
  const times = new UsedTime<string>()
  const cooldowns = new LargeWorkCooldowns(capacity === 1)
  let taken = 0

  const runningOf = (owner: string): number => running.get(owner) ?? 0
  const weightOf = (owner: string): number => CONNECTION_WEIGHT * runningOf(owner)

  const take = (ticket: Ticket, now: bigint): void => {
    ticket.runs = true
    ticket.startedAt = now
    cooldowns.run(ticket)
    taken++
    running.set(ticket.owner, runningOf(ticket.owner) + 1)
  }

  const release = (ticket: Ticket, now: bigint): void => {
    const { owner, startedAt } = ticket
    cooldowns.end(ticket, now)
    times.add(owner, Number(now - startedAt) / NANOS_PER_MILLI)
    taken--
    const left = runningOf(owner) - 1
    if (left === 0) running.delete(owner)
    else running.set(owner, left)
  }

  const owners = function* () {
    for (const owner of waiting.keys()) {
      yield { account: owner, weight: weightOf(owner), used: times.of(owner) }
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
    const ticket: Ticket = { owner, runs: false, startedAt: now, others: 0, ofService: 0, start: undefined }
    cooldowns.begin(owner)
    const queue = waiting.get(owner)
    if (queue === undefined && mayTake(capacity - taken, weightOf(owner))) take(ticket, now)
    else if (queue === undefined) waiting.set(owner, [ticket])
    else queue.push(ticket)
    return ticket
  }

  const leave = (ticket: Ticket, now: bigint): void => {
    if (ticket.runs) release(ticket, now)
    else {
      const queue = waiting.get(ticket.owner) ?? []
      const others = queue.filter((other) => other !== ticket)
      if (others.length === 0) waiting.delete(ticket.owner)
      else waiting.set(ticket.owner, others)
    }
    startWaiting(now)
  }

  const turnOf = (ticket: Ticket): Effect.Effect<void> =>
    Effect.callback((resume) => {
      if (ticket.runs) return resume(Effect.void)
      ticket.start = () => resume(Effect.void)
    })

  /** Waits for the cooldown of an owner; other work of it may extend it meanwhile. */
  const endOfCooldown = (owner: string): Effect.Effect<void> =>
    Effect.flatMap(monotonicNanos, (now) => {
      const millis = cooldowns.millisLeft(owner, now)
      return millis === 0 ? Effect.void : Effect.andThen(Effect.sleep(millis), endOfCooldown(owner))
    })

  const runInTurn = <A, E, R>(owner: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.acquireUseRelease(
      Effect.map(monotonicNanos, (now) => enter(owner, now)),
      (ticket) => (ticket.runs ? work : Effect.andThen(turnOf(ticket), work)),
      (ticket) => Effect.map(monotonicNanos, (now) => leave(ticket, now))
    )

  /** Runs work that takes one connection, for an owner in its turn. */
  const run = <A, E, R>(owner: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(IsLargeWork, (isLarge) =>
      isLarge ? Effect.andThen(endOfCooldown(owner), runInTurn(owner, work)) : runInTurn(owner, work)
    )

  /** Runs work that takes one connection, in the turn of its account. That of the service itself has no share. */
  const share = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(WorkOwner, (owner) => {
      if (owner !== undefined) return run(owner, work)
      return Effect.suspend(() => {
        cooldowns.begin(undefined)
        return work
      })
    })

  return { run, share }
}

export type ConnectionShares = ReturnType<typeof makeConnectionShares>

/** Shares the outermost transactions of a client among the owners of work. One inside another has its connection already. */
export const shareTransactions = (client: SqlClient.SqlClient, { share }: ConnectionShares) => {
  const isInTransaction = Effect.map(Effect.serviceOption(client.transactionService), Option.isSome)
  return (withTransaction: SqlClient.SqlClient["withTransaction"]): SqlClient.SqlClient["withTransaction"] =>
    (effect) =>
      Effect.flatMap(isInTransaction, (isInner) => (isInner ? withTransaction(effect) : share(withTransaction(effect))))
}

/** A page of fewer rows is decoded and encoded in less than a millisecond. */
const LONG_RESULT = 40

const isLong = (result: unknown): boolean => Array.isArray(result) && result.length > LONG_RESULT

/**
 * A client on a pool of connections whose statements outside a transaction take one in the turn of their account. What is
 * done with a long result waits for its turn of the event loop too, because the transactions of others wait for it. `acquirer`,
 * `compiler` and `transformRows` are those of the client.
 */
export const shareStatements = <C extends SqlClient.SqlClient>(
  client: C,
  { share }: ConnectionShares,
  acquirer: SqlConnection.Acquirer,
  compiler: Statement.Compiler,
  transformRows: (<A extends object>(rows: ReadonlyArray<A>) => ReadonlyArray<A>) | undefined
) => {
  const inTransaction = Effect.map(
    Effect.serviceOption(client.transactionService),
    Option.map(([connection]) => connection)
  )
  const statements = Statement.make(
    Effect.flatMap(inTransaction, Option.match({ onNone: () => acquirer, onSome: Effect.succeed })),
    compiler,
    [["db.system.name", "postgresql"]],
    transformRows,
    (run) =>
      Effect.flatMap(inTransaction, (connection) =>
        Option.isSome(connection)
          ? run(connection.value)
          : Effect.tap(share(Effect.scoped(Effect.flatMap(acquirer, run))), (result) =>
              isLong(result) ? nextSlice : Effect.void
            )
      )
  )
  return Object.assign(statements, { ...client, ...statements })
}
