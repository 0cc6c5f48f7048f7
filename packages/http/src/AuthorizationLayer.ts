import { AlertsPlan, Authorization, CallCost, CurrentAccount } from "@landfall/api/conventions/Authorization"
import { includesAlerts } from "@landfall/core/accounts/Plan"
import { Credits } from "@landfall/core/usage/Credits"
import { UsageMeter } from "@landfall/core/usage/UsageMeter"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { AccountLookup } from "./AccountLookup.ts"
import { failWith } from "./ApiError.ts"
import { mapDomainErrors } from "./DomainErrors.ts"

const NO_CREDITS = Credits.make(0)
const failUnknownKey = failWith("keyUnknown", ["The header API_KEY names no key of this service that is valid now."])

/** Looks keys up, counts the call with what it cost, and hands on the account. */
export const authorizationLayer = Layer.effect(
  Authorization,
  Effect.gen(function* () {
    const callers = yield* AccountLookup
    const meter = yield* UsageMeter

    const authenticate = Effect.fnUntraced(function* (credential: Redacted.Redacted<string>) {
      const key = Redacted.value(credential)
      if (key === "") return yield* failWith("keyMissing", ["The header API_KEY is missing or empty."])
      const account = yield* mapDomainErrors(callers.findByApiKey(key))
      return Option.isSome(account) ? account.value : yield* failUnknownKey
    })

    return Authorization.of({
      apiKey: Effect.fnUntraced(function* (httpEffect, { credential, group, endpoint }) {
        const account = yield* authenticate(credential)
        const cost = { credits: NO_CREDITS }
        const caller = Context.make(CurrentAccount, account).pipe(Context.add(CallCost, cost))
        const response = yield* httpEffect.pipe(
          Effect.provideContext(caller),
          Effect.onExit(() => meter.count(account.id, `${group.identifier}.${endpoint.identifier}`, cost.credits))
        )
        return response
      })
    })
  })
)

export const alertsPlanLayer = Layer.succeed(
  AlertsPlan,
  Effect.fnUntraced(function* (httpEffect) {
    const account = yield* CurrentAccount
    if (includesAlerts(account.plan)) return yield* httpEffect
    return yield* failWith("planWithoutAlerts", [`The plan of the account is ${account.plan}.`])
  })
)
