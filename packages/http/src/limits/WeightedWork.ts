import { IsLargeWork } from "@landfall/core/limits/WorkOwner"
import { Context, Effect, Layer } from "effect"
import type { ApiError } from "../conventions/ApiError.ts"
import { type CallRecord, CurrentCall } from "../conventions/CallRecord.ts"
import { baseWeight, isHeavy, weightOf } from "../shares/RequestWeight.ts"
import { CallRates } from "./CallRates.ts"
import { HeavyRequestSlots } from "./HeavyRequestSlots.ts"

/** Debits the weight of a call beyond its earlier debits. Returns the failure of a call that is rejected. */
export const takeWeight = (rates: CallRates["Service"], call: CallRecord, weight: number) => {
  const more = weight - Math.max(call.chargedWeight, baseWeight(call.operation))
  if (more <= 0) return undefined
  const rejected = rates.take(call, more)
  if (rejected === undefined) call.chargedWeight = weight
  return rejected
}

/** Runs the work of requests that count as more than one by their number of items. */
export class WeightedWork extends Context.Service<
  WeightedWork,
  {
    /**
     * Runs the work of the current call on `items` items. Their weight beyond the earlier debits of the call is debited
     * from its rates. A heavy request takes a slot among those of its account and of the server.
     */
    readonly run: <A, E, R>(items: number, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | ApiError, R>
    /** Debits the actual weight of the current call beyond its earlier debits; its rates may be in debt then. */
    readonly charge: (weight: number) => Effect.Effect<void>
  }
>()("@landfall/http/limits/WeightedWork") {
  static readonly layer = Layer.effect(
    WeightedWork,
    Effect.gen(function* () {
      const rates = yield* CallRates
      const slots = yield* HeavyRequestSlots

      return WeightedWork.of({
        charge: (weight) =>
          Effect.map(CurrentCall, (call) => {
            const more = weight - Math.max(call.chargedWeight, baseWeight(call.operation))
            if (more <= 0) return
            rates.charge(call, more)
            call.chargedWeight = weight
          }),
        run: <A, E, R>(items: number, work: Effect.Effect<A, E, R>) =>
          Effect.flatMap(CurrentCall, (call): Effect.Effect<A, E | ApiError, R> => {
            const weight = weightOf(call.operation, items)
            const rejected = takeWeight(rates, call, weight)
            if (rejected !== undefined) return rejected
            // A request of a few items may be as much work, such as lines that many endpoints register.
            const owned = weight > 1 ? Effect.provideService(work, IsLargeWork, true) : work
            return isHeavy(weight) ? slots.run(call, owned) : owned
          })
      })
    })
  )
}
