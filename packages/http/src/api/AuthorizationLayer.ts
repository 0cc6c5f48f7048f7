import type { Account } from "@landfall/core/accounts/Account"
import { ApiKeys } from "@landfall/core/accounts/ApiKeys"
import { Credits } from "@landfall/core/usage/Credits"
import { UsageMeter } from "@landfall/core/usage/UsageMeter"
import { Cache, Duration, Effect, Layer, type Option, Redacted } from "effect"
import { Authorization, CallCost, CurrentAccount } from "./Authorization.ts"
import { failing } from "./DomainFailures.ts"
import { failWith } from "./Failure.ts"

/** How long a key that was looked up is taken as it was: what commands change is seen within a second. */
const KEY_TTL = Duration.seconds(1)
const MAX_KEYS = 10_000
const MAX_KEY_LENGTH = 256

const none = Credits.make(0)

/** Looks keys up, counts the call with what it cost, and hands on the account. */
export const authorizationLayer = Layer.effect(
  Authorization,
  Effect.gen(function* () {
    const keys = yield* ApiKeys
    const meter = yield* UsageMeter
    const accounts = yield* Cache.make({
      capacity: MAX_KEYS,
      timeToLive: KEY_TTL,
      lookup: (secret: string) => keys.authenticate(Redacted.make(secret))
    })

    const authenticate = Effect.fnUntraced(function* (secret: string) {
      if (secret === "") return yield* failWith("keyMissing")
      if (secret.length > MAX_KEY_LENGTH) return yield* failWith("keyUnknown")
      const account: Option.Option<Account> = yield* failing(Cache.get(accounts, secret))
      return account._tag === "Some" ? account.value : yield* failWith("keyUnknown")
    })

    return Authorization.of({
      apiKey: Effect.fnUntraced(function* (httpEffect, { credential, group, endpoint }) {
        const account = yield* authenticate(Redacted.value(credential))
        const cost = { credits: none }
        const response = yield* httpEffect.pipe(
          Effect.provideService(CurrentAccount, account),
          Effect.provideService(CallCost, cost),
          Effect.onExit(() => meter.count(account.id, `${group.identifier}.${endpoint.identifier}`, cost.credits))
        )
        return response
      })
    })
  })
)
