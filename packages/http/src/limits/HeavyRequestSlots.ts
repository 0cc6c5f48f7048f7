import { Limits } from "@landfall/core/limits/Limits"
import { Context, Effect, Layer } from "effect"
import { type ApiError, failWith } from "../conventions/ApiError.ts"
import type { CallRecord } from "../conventions/CallRecord.ts"
import { decideHeavy, type HeavyLimits, nextHeavy } from "../shares/HeavyAdmission.ts"
import { makeRejectionCounter } from "./RateRejections.ts"

/** A heavy request that ran immediately has ended after about this time. */
const RETRY_AFTER_SECONDS = 1

/** A heavy request that waits. */
interface Waiting {
  readonly account: string
  readonly start: () => void
}

const change = (counts: Map<string, number>, account: string, by: number): void => {
  const count = (counts.get(account) ?? 0) + by
  if (count === 0) counts.delete(account)
  else counts.set(account, count)
}

/** The slots of heavy requests: those that run, and those that wait for one to end. */
const makeSlots = (limits: HeavyLimits) => {
  const running = new Map<string, number>()
  /** The number of waiting requests of each account: those in the queue, and those that are expected. */
  const waiting = new Map<string, number>()
  const queue: Array<Waiting> = []

  const startNext = (): void => {
    const account = nextHeavy(
      running,
      queue.map((request) => request.account),
      limits
    )
    const index = queue.findIndex((request) => request.account === account)
    const [next] = index < 0 ? [] : queue.splice(index, 1)
    if (next === undefined) return
    change(waiting, next.account, -1)
    change(running, next.account, 1)
    next.start()
    startNext()
  }

  return {
    /**
     * Counts a request among those that wait, before it can run; returns false when there is no slot for the account.
     */
    expect: (account: string): boolean => {
      if (decideHeavy({ running, waiting }, account, limits) === "reject") return false
      change(waiting, account, 1)
      return true
    },
    /** A request that was expected takes a slot now, or needs none. */
    endExpected: (account: string): void => change(waiting, account, -1),
    /** Takes a slot; undefined when there is none for the account. Not interruptible: the slot is then released. */
    take: (account: string): Effect.Effect<void> | undefined => {
      const decision = decideHeavy({ running, waiting }, account, limits)
      if (decision === "reject") return undefined
      if (decision === "run") {
        change(running, account, 1)
        return Effect.void
      }
      change(waiting, account, 1)
      return Effect.callback((resume) => void queue.push({ account, start: () => resume(Effect.void) }))
    },
    release: (account: string): void => {
      change(running, account, -1)
      startNext()
    }
  }
}

/** The heavy requests of a server, which accounts share. */
export class HeavyRequestSlots extends Context.Service<
  HeavyRequestSlots,
  {
    /**
     * Runs the whole call of a body that is heavy by its size. Until its work begins, it counts among the requests of its
     * account that wait, so that an account with too many is rejected before the next body is read; a body that arrives
     * slowly delays no other request.
     */
    readonly expect: <A, E, R>(call: CallRecord, whole: Effect.Effect<A, E, R>) => Effect.Effect<A, E | ApiError, R>
    /** Runs the work of a heavy call in a slot of its account, which it waits for. */
    readonly run: <A, E, R>(call: CallRecord, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | ApiError, R>
  }
>()("@landfall/http/limits/HeavyRequestSlots") {
  static readonly layer = Layer.effect(
    HeavyRequestSlots,
    Effect.gen(function* () {
      const limits = yield* Limits
      const count = yield* makeRejectionCounter
      const perAccount = limits["account.heavyRequests"]
      const slots = makeSlots({ perAccount, running: limits["server.heavyRequests"] })

      const reject = (call: CallRecord) => {
        call.retryAfterSeconds = RETRY_AFTER_SECONDS
        count("account.heavyRequests")
        return failWith("tooManyRequests", [
          `The account has as many large requests in progress as the server has room for: account.heavyRequests is ${perAccount}. Send the request again when one of them has ended.`
        ])
      }

      const endExpected = (call: CallRecord): void => {
        if (!call.isExpectedHeavy) return
        call.isExpectedHeavy = false
        slots.endExpected(call.accountId ?? "")
      }

      return HeavyRequestSlots.of({
        expect: <A, E, R>(call: CallRecord, whole: Effect.Effect<A, E, R>) =>
          Effect.suspend((): Effect.Effect<A, E | ApiError, R> => {
            if (!slots.expect(call.accountId ?? "")) return reject(call)
            call.isExpectedHeavy = true
            return Effect.ensuring(
              whole,
              Effect.sync(() => endExpected(call))
            )
          }),
        run: <A, E, R>(call: CallRecord, work: Effect.Effect<A, E, R>) => {
          const account = call.accountId ?? ""
          return Effect.acquireUseRelease(
            Effect.suspend((): Effect.Effect<void, ApiError> => {
              endExpected(call)
              return slots.take(account) ?? reject(call)
            }),
            () => work,
            () => Effect.sync(() => slots.release(account))
          )
        }
      })
    })
  )
}
