import { nextAccount } from "@landfall/core/limits/FairShare"
import { Limits } from "@landfall/core/limits/Limits"
import { LoopTurn } from "@landfall/core/limits/LoopTurn"
import { UsedTime } from "@landfall/core/limits/UsedTime"
import { WorkOwner } from "@landfall/core/limits/WorkOwner"
import { Context, Duration, Effect, Layer, Schedule } from "effect"
import { type ApiError, failWith } from "../conventions/ApiError.ts"
import type { CallRecord } from "../conventions/CallRecord.ts"
import { decideRequest, SLOT_MILLIS } from "../shares/RequestConcurrency.ts"
import { makeBucketClock, makeRejectionCounter } from "./RateRejections.ts"

/** Requests of ordinary callers end within this time. */
const RETRY_AFTER_SECONDS = 1

/** The interval at which slots are taken from requests that have run for long. */
const SWEEP_INTERVAL = Duration.millis(25)

/** The requests of an account. */
interface AccountQueue {
  weight: number
  inProgress: number
  readonly waiting: Array<RunningRequest>
}

/** A request of an account, which waits, holds a slot or runs without one. */
interface RunningRequest {
  readonly account: string
  readonly weight: number
  /** Since when the request holds a slot, in milliseconds of a monotonic clock; undefined while it holds none. */
  heldSince: number | undefined
  /** Starts the request that waits. */
  start: (() => void) | undefined
}

/** The turns of the event loop in which requests run that wait for nothing else. */
export interface RequestTurns {
  /** That of all requests. */
  readonly turn: LoopTurn
  /** That of requests whose account has used the least time, when the time of the other is over. */
  readonly promptTurn: LoopTurn
}

/** The time that is counted for a request in the prompt turn, whose duration is not known when it starts. */
const PROMPT_MILLIS = 1

/** The requests of all accounts on a server. Instants are milliseconds of a monotonic clock. */
export const makeSlots = (
  slots: number,
  maxInProgress: number,
  now: () => number,
  { promptTurn, turn }: RequestTurns
) => {
  const accounts = new Map<string, AccountQueue>()
  /** The accounts with waiting requests, in the order in which they began to wait. */
  const waiting = new Map<string, AccountQueue>()
  /** The requests that hold a slot, oldest first. */
  const holders = new Set<RunningRequest>()
  /** The time of the event loop that requests of accounts with waiting ones took until their first wait. */
  const times = new UsedTime<string>()

  const free = (): number => Math.max(0, slots - holders.size)

  const queueOf = (account: string): AccountQueue => {
    const existing = accounts.get(account)
    if (existing !== undefined) return existing
    const added: AccountQueue = { weight: 0, inProgress: 0, waiting: [] }
    accounts.set(account, added)
    return added
  }

  const hold = (request: RunningRequest, queue: AccountQueue): void => {
    request.heldSince = now()
    holders.add(request)
    queue.weight += request.weight
  }

  const release = (request: RunningRequest): void => {
    if (!holders.delete(request)) return
    request.heldSince = undefined
    const queue = accounts.get(request.account)
    if (queue !== undefined) queue.weight -= request.weight
  }

  /**
   * Removes and returns the next waiting request of an account, and puts the account behind the others that hold as
   * much.
   */
  const shift = (account: string, queue: AccountQueue): RunningRequest | undefined => {
    const request = queue.waiting.shift()
    waiting.delete(account)
    if (queue.waiting.length > 0) waiting.set(account, queue)
    return request
  }

  const waitingAccounts = function* () {
    for (const [account, { weight }] of waiting) yield { account, weight, used: times.of(account) }
  }

  const startNext = (): boolean => {
    const account = nextAccount(free(), waitingAccounts())
    const queue = account === undefined ? undefined : waiting.get(account)
    if (account === undefined || queue === undefined) return false
    const request = shift(account, queue)
    if (request === undefined) return false
    hold(request, queue)
    times.serve(account)
    const startedAt = now()
    request.start?.()
    times.add(account, now() - startedAt)
    return true
  }

  /**
   * Whether a request that arrives runs in the current turn of the event loop. When others have used its time, one of an account that
   * has used no more than any that waits runs too: it comes next in any case, and would wait for a whole turn.
   */
  const runsNow = (account: string): boolean => {
    if (turn.hasTime()) return true
    if (waiting.size === 0) return false
    const used = times.of(account)
    for (const other of waiting.keys()) if (times.of(other) < used) return false
    if (!promptTurn.hasTime()) return false
    times.add(account, PROMPT_MILLIS)
    return true
  }

  let isStarting = false
  /** Starts requests that wait, while the turn of the event loop has time; the rest in the next turn. */
  const startWaiting = (): void => {
    // A request that ends immediately calls this again: the loop below continues then.
    if (isStarting) return
    isStarting = true
    let hasMore = waiting.size > 0
    while (hasMore && turn.hasTime()) hasMore = startNext() && waiting.size > 0
    isStarting = false
    if (hasMore) turn.callNext(startWaiting)
  }

  return {
    /** Counts a request. Returns it, with a slot or waiting; undefined when its account has too many in progress. */
    enter: (account: string, weight: number): RunningRequest | undefined => {
      const queue = queueOf(account)
      const { inProgress, weight: running } = queue
      const decision = decideRequest(
        free(),
        { weight: running, waiting: queue.waiting.length, inProgress },
        maxInProgress
      )
      if (decision === "reject") return undefined
      const request: RunningRequest = { account, weight, heldSince: undefined, start: undefined }
      queue.inProgress++
      if (decision === "run" && runsNow(account)) hold(request, queue)
      else {
        queue.waiting.push(request)
        waiting.set(account, queue)
        if (decision === "run") turn.callNext(startWaiting)
      }
      return request
    },
    /** Waits until a request holds a slot. */
    wait: (request: RunningRequest): Effect.Effect<void> =>
      Effect.callback((resume) => {
        if (request.heldSince !== undefined) return resume(Effect.void)
        request.start = () => resume(Effect.void)
      }),
    /** Ends a request: it is complete, or its caller has disconnected. */
    leave: (request: RunningRequest): void => {
      const queue = accounts.get(request.account)
      if (queue === undefined) return
      const index = queue.waiting.indexOf(request)
      if (index >= 0) {
        queue.waiting.splice(index, 1)
        if (queue.waiting.length === 0) waiting.delete(request.account)
      }
      release(request)
      queue.inProgress--
      if (queue.inProgress === 0) accounts.delete(request.account)
      startWaiting()
    },
    /** Takes the slots of requests that have held them for long, and starts those that wait. */
    sweep: (): void => {
      if (waiting.size === 0) return
      const latestStart = now() - SLOT_MILLIS
      for (const request of holders) {
        if (request.heldSince === undefined || request.heldSince > latestStart) break
        release(request)
      }
      startWaiting()
    }
  }
}

/** The requests that a server runs at the same time, which accounts share. */
export class RunningRequests extends Context.Service<
  RunningRequests,
  {
    /**
     * Runs a call among the requests of its account, and waits for its slot, of this weight, first. Fails with 429 when the
     * account has too many in progress.
     */
    readonly run: <A, E, R>(
      call: CallRecord,
      weight: number,
      work: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | ApiError, R>
    /** Takes the slots of requests that have held them for long. */
    readonly sweep: Effect.Effect<void>
  }
>()("@landfall/http/limits/RunningRequests") {
  /** Requests that run for long hold their slots until `sweep` runs. */
  static readonly layerUnswept = Layer.effect(
    RunningRequests,
    Effect.gen(function* () {
      const limits = yield* Limits
      const count = yield* makeRejectionCounter
      const maxInProgress = limits["account.requestsInProgress"]
      const slots = makeSlots(limits["server.runningRequests"], maxInProgress, yield* makeBucketClock, {
        turn: yield* LoopTurn.make,
        promptTurn: yield* LoopTurn.make
      })

      const reject = (call: CallRecord) => {
        call.retryAfterSeconds = RETRY_AFTER_SECONDS
        count("account.requestsInProgress")
        return failWith("tooManyRequests", [
          `The account has ${maxInProgress} requests in progress, as many as account.requestsInProgress allows. Send the request again when others have ended, or send fewer at the same time.`
        ])
      }

      return RunningRequests.of({
        run: <A, E, R>(call: CallRecord, weight: number, work: Effect.Effect<A, E, R>) =>
          Effect.acquireUseRelease(
            Effect.suspend((): Effect.Effect<RunningRequest, ApiError> => {
              const request = slots.enter(call.accountId ?? "", weight)
              return request === undefined ? reject(call) : Effect.succeed(request)
            }),
            (request) => {
              const owned = Effect.provideService(work, WorkOwner, request.account)
              return request.heldSince === undefined ? Effect.andThen(slots.wait(request), owned) : owned
            },
            (request) => Effect.sync(() => slots.leave(request))
          ),
        sweep: Effect.sync(slots.sweep)
      })
    })
  )

  static readonly layer = Layer.tap(RunningRequests.layerUnswept, (context) =>
    Effect.forkScoped(Effect.repeat(Context.get(context, RunningRequests).sweep, Schedule.spaced(SWEEP_INTERVAL)))
  )
}
