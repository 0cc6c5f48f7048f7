import { AlertsPlan, Authorization, CallCost, CurrentAccount } from "@landfall/api/conventions/Authorization"
import { includesAlerts } from "@landfall/core/accounts/Plan"
import { Credits } from "@landfall/core/usage/Credits"
import { costOf, type MeteredOperation, type Tariff } from "@landfall/core/usage/Tariff"
import { UsageStore } from "@landfall/core/usage/Usage"
import { UsageMeter } from "@landfall/core/usage/UsageMeter"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import type { ApiError } from "../ApiError.ts"
import { failWith } from "../ApiError.ts"
import { mapDomainErrors } from "../DomainErrors.ts"
import { AccountLookup } from "./AccountLookup.ts"

// The pipeline of every call with an API key, in the order in which it runs:
//
//   1. identify  the account that the key opens, or the response 401, which costs nothing and is not counted
//   2. answer    the operation computes its response
//   3. pay       a metered operation debits its credits, or fails with 402; nothing is sent before the debit is stored
//   4. count     the call is counted with the credits that it cost, whatever its status
//   5. stamp     `server/RequestPipeline.ts` sets the request id and records the duration
//
// Requests to track shipments are charged by the store, in the transaction that stores the shipments: `Shipments.track`
// in core passes the price to `ShipmentStore.track`, and `SqlShipmentStore` debits it.
//
// Every call runs it, so that it is written without generators. Ordinary operations run it as the middleware `Authorization`, fast paths call it directly.

const NO_CREDITS = Credits.make(0)
const failKeyMissing = failWith("keyMissing", ["The header API_KEY is missing or empty."])
const failKeyUnknown = failWith("keyUnknown", ["The header API_KEY names no key of this service that is valid now."])

/** A response to a call, which may read the account and set the cost of the call. */
type Answer<E> = Effect.Effect<HttpServerResponse.HttpServerResponse, E, CurrentAccount | CallCost>

/** Runs the calls of accounts. */
export class MeteredCalls extends Context.Service<
  MeteredCalls,
  {
    /** Identifies the caller, answers and counts the call. `operation` is its name in the usage counters: `group.endpoint`. */
    readonly run: <E>(
      operation: string,
      answer: Answer<E>
    ) => Effect.Effect<HttpServerResponse.HttpServerResponse, E | ApiError, HttpServerRequest.HttpServerRequest>
  }
>()("@landfall/http/metering/MeteredCalls") {
  static readonly layer = Layer.effect(
    MeteredCalls,
    Effect.gen(function* () {
      const lookup = yield* AccountLookup
      const meter = yield* UsageMeter

      const identify = (key: string | undefined) => {
        if (key === undefined || key === "") return failKeyMissing
        return Effect.flatMap(mapDomainErrors(lookup.findByApiKey(key)), (account) =>
          Option.isSome(account) ? Effect.succeed(account.value) : failKeyUnknown
        )
      }

      return MeteredCalls.of({
        run: (operation, answer) =>
          Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) =>
            Effect.flatMap(identify(headers.api_key), (account) => {
              const cost = { credits: NO_CREDITS }
              return answer.pipe(
                Effect.updateContext((context: Context.Context<never>) =>
                  Context.add(Context.add(context, CurrentAccount, account), CallCost, cost)
                ),
                Effect.onExit(() => meter.count(account.id, operation, cost.credits))
              )
            })
          )
      })
    })
  )
}

/**
 * Makes the function by which a metered operation pays: it debits `count` times the price of `operation`. Handlers call it
 * once the response is computed, so that an error costs nothing. A debit that has begun completes even when the caller
 * disconnects, and is counted.
 */
export const makePayment = (tariff: Tariff) =>
  Effect.map(
    UsageStore,
    (usage) => (operation: MeteredOperation, count: number) =>
      Effect.contextWith((context: Context.Context<CurrentAccount | CallCost>) => {
        const account = Context.get(context, CurrentAccount)
        const cost = Context.get(context, CallCost)
        const credits = costOf(tariff, operation, count)
        return Effect.flatMap(DateTime.now, (now) =>
          Effect.map(usage.debit(account.id, credits, now), () => {
            cost.credits = credits
          })
        )
      }).pipe(Effect.uninterruptible)
  )

/** Runs the ordinary operations as metered calls. */
export const authorizationLayer = Layer.effect(
  Authorization,
  Effect.map(MeteredCalls, ({ run }) =>
    Authorization.of((answer, { group, endpoint }) => run(`${group.identifier}.${endpoint.identifier}`, answer))
  )
)

/** Rejects calls of accounts whose plan has no alerts. */
export const alertsPlanLayer = Layer.succeed(
  AlertsPlan,
  Effect.fnUntraced(function* (answer) {
    const account = yield* CurrentAccount
    if (includesAlerts(account.plan)) return yield* answer
    return yield* failWith("planWithoutAlerts", [`The plan of the account is ${account.plan}.`])
  })
)
