import { decideHeavy, type HeavyLimits, nextHeavy } from "@landfall/core/limits/HeavyAdmission"
import { Limits } from "@landfall/core/limits/Limits"
import { baseWeight, isHeavy, weightOf } from "@landfall/core/limits/RequestWeight"
import { Context, Effect, Layer } from "effect"
import { type ApiError, failWith } from "../conventions/ApiError.ts"
import { type CallRecord, CurrentCall } from "../conventions/CallRecord.ts"
import { CallRates } from "./CallRates.ts"
import { makeRejectionCounter } from "./RateRejections.ts"

/** A heavy request that ran at once has ended after about this time. */
const RETRY_AFTER_SECONDS = 1

/**
 * Takes what a call counts as beyond what it has taken already. Returns the failure of a call that is rejected.
 */
export const takeWeight = (rates: CallRates["Service"], call: CallRecord, weight: number) => {
  const more = weight - Math.max(call.takenWeight, baseWeight(call.operation))
  if (more <= 0) return undefined
  const rejected = rates.take(call, more)
  if (rejected === undefined) call.takenWeight = weight
  return rejected
}

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

/** The places of heavy requests: those that run, and those that wait for one to end. */
const makePlaces = (limits: HeavyLimits) => {
  const running = new Map<string, number>()
  const waiting = new Map<string, number>()
  const queue: Array<Waiting> = []

  const startNext = (): void => {
    const account = nextHeavy(
      running,
      queue.map((request) => request.account)
    )
    const index = queue.findIndex((request) => request.account === account)
    const [next] = index < 0 ? [] : queue.splice(index, 1)
    if (next === undefined) return
    change(waiting, next.account, -1)
    change(running, next.account, 1)
    next.start()
  }

  return {
    /** Takes a place; undefined when there is none for the account. Not interruptible: the place is then released. */
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

/** Runs the work of requests that count as more than one by their number of items. */
export class WeightedWork extends Context.Service<
  WeightedWork,
  {
    /**
     * Runs the work of the current call on so many items. What they count as beyond the base weight of the operation is
     * taken from the rates of the call. A heavy request takes a place among those of its account and of the server.
     */
    readonly run: <A, E, R>(items: number, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | ApiError, R>
  }
>()("@landfall/http/limits/WeightedWork") {
  static readonly layer = Layer.effect(
    WeightedWork,
    Effect.gen(function* () {
      const limits = yield* Limits
      const rates = yield* CallRates
      const count = yield* makeRejectionCounter
      const perAccount = limits["account.heavyRequests"]
      const places = makePlaces({ perAccount, running: limits["server.heavyRequests"] })

      const reject = (call: CallRecord) => {
        call.retryAfterSeconds = RETRY_AFTER_SECONDS
        count("account.heavyRequests")
        return failWith("tooManyRequests", [
          `The account has as many large requests in progress as the server has room for: account.heavyRequests is ${perAccount}. Send the request again when one of them has ended.`
        ])
      }

      const runHeavy = <A, E, R>(call: CallRecord, work: Effect.Effect<A, E, R>): Effect.Effect<A, E | ApiError, R> => {
        const account = call.accountId ?? ""
        return Effect.acquireUseRelease(
          Effect.suspend((): Effect.Effect<void, ApiError> => places.take(account) ?? reject(call)),
          () => work,
          () => Effect.sync(() => places.release(account))
        )
      }

      return WeightedWork.of({
        run: <A, E, R>(items: number, work: Effect.Effect<A, E, R>) =>
          Effect.flatMap(CurrentCall, (call): Effect.Effect<A, E | ApiError, R> => {
            const weight = weightOf(call.operation, items)
            const rejected = takeWeight(rates, call, weight)
            if (rejected !== undefined) return rejected
            return isHeavy(weight) ? runHeavy(call, work) : work
          })
      })
    })
  )
}
