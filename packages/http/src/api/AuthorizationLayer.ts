import type { Account } from "@landfall/core/accounts/Account"
import { ApiKeys } from "@landfall/core/accounts/ApiKeys"
import { Credits } from "@landfall/core/usage/Credits"
import { UsageMeter } from "@landfall/core/usage/UsageMeter"
import { Cache, Context, Duration, Effect, Exit, Layer, Option, Redacted } from "effect"
import { Authorization, CallCost, CurrentAccount } from "./Authorization.ts"
import { failing } from "./DomainFailures.ts"
import { failWith } from "./Failure.ts"

/** How long a key that was looked up is taken as it was: what commands change is seen within a second. */
const KEY_TTL = Duration.seconds(1)
const MAX_KEYS = 10_000
const MAX_KEY_LENGTH = 256

const none = Credits.make(0)
const unknownKey = failWith("keyUnknown", ["The header API_KEY names no key of this service that is valid now."])

/** Looks keys up, counts the call with what it cost, and hands on the account. */
export const authorizationLayer = Layer.effect(
  Authorization,
  Effect.gen(function* () {
    const keys = yield* ApiKeys
    const meter = yield* UsageMeter
    // By the digest, so that no key stays in memory; what is not found is not kept, so that guesses push nothing out.
    const accounts = yield* Cache.makeWith(keys.find, {
      capacity: MAX_KEYS,
      timeToLive: (exit) => (Exit.isSuccess(exit) && Option.isSome(exit.value) ? KEY_TTL : 0)
    })

    const authenticate = Effect.fnUntraced(function* (credential: Redacted.Redacted<string>) {
      const secret = Redacted.value(credential)
      if (secret === "") return yield* failWith("keyMissing", ["The header API_KEY is missing or empty."])
      if (secret.length > MAX_KEY_LENGTH) return yield* unknownKey
      const account: Option.Option<Account> = yield* failing(
        Effect.flatMap(keys.hash(credential), (hash) => Cache.get(accounts, hash))
      )
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
