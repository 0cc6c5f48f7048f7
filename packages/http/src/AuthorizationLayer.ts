import { Authorization, CallCost, CurrentAccount } from "@landfall/api/conventions/Authorization"
import { Credits } from "@landfall/core/usage/Credits"
import { UsageMeter } from "@landfall/core/usage/UsageMeter"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { Callers } from "./Callers.ts"
import { failing } from "./DomainFailures.ts"
import { failWith } from "./Failure.ts"

const none = Credits.make(0)
const unknownKey = failWith("keyUnknown", ["The header API_KEY names no key of this service that is valid now."])

/** Looks keys up, counts the call with what it cost, and hands on the account. */
export const authorizationLayer = Layer.effect(
  Authorization,
  Effect.gen(function* () {
    const callers = yield* Callers
    const meter = yield* UsageMeter

    const authenticate = Effect.fnUntraced(function* (credential: Redacted.Redacted<string>) {
      const key = Redacted.value(credential)
      if (key === "") return yield* failWith("keyMissing", ["The header API_KEY is missing or empty."])
      const account = yield* failing(callers.find(key))
      return Option.isSome(account) ? account.value : yield* unknownKey
    })

    return Authorization.of({
      apiKey: Effect.fnUntraced(function* (httpEffect, { credential, group, endpoint }) {
        const account = yield* authenticate(credential)
        const cost = { credits: none }
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
