import { assert } from "@effect/vitest"
import { ApiKey, ApiKeyStore } from "@landfall/core/accounts/ApiKey"
import { DashboardToken, DashboardTokenStore } from "@landfall/core/accounts/DashboardToken"
import { DateTime, Effect, Option } from "effect"
import { apiKeyHashOf, apiKeyOf, SAMPLE_TIME } from "../../../samples/Samples.ts"
import { assertFailsWith } from "../../suite/Assertions.ts"
import { rule } from "../../suite/Rules.ts"
import type { StorageLayer } from "../../suite/StoragePorts.ts"
import { storeAccount } from "../../suite/StoredSamples.ts"
import { countAdmitted, LIMIT, NUMBERS } from "./Admissions.ts"

/** The rules of the API keys and the tokens of the dashboard that an account may have. */
export const keyRules = <E>(layer: StorageLayer<E>): void => {
  rule(
    layer,
    "keys that are created at the same time do not exceed the limit of valid keys together, and a revoked one makes room",
    () =>
      Effect.gen(function* () {
        const store = yield* ApiKeyStore
        const [account, other] = [yield* storeAccount(1), yield* storeAccount(2)]
        const keys = NUMBERS.map((n) => apiKeyOf(account, n))
        const admitted = yield* countAdmitted(keys.map(store.addWithinLimits), "account.keys")
        assert.strictEqual(admitted, LIMIT)
        const [first] = yield* store.list(account.id)
        if (first !== undefined) yield* store.revoke(first.id, SAMPLE_TIME.epochMilliseconds)
        yield* store.addWithinLimits(apiKeyOf(account, 20))
        yield* store.addWithinLimits(apiKeyOf(other, 21))
      })
  )

  rule(layer, "an account that creates and revokes keys again and again creates no more of them for 24 hours", () =>
    Effect.gen(function* () {
      const store = yield* ApiKeyStore
      const account = yield* storeAccount(1)
      for (let n = 1; n <= LIMIT + 1; n++) {
        const key = apiKeyOf(account, n)
        yield* store.addWithinLimits(key)
        yield* store.revoke(key.id, SAMPLE_TIME.epochMilliseconds)
      }
      const again = apiKeyOf(account, 20)
      const error = yield* assertFailsWith(store.addWithinLimits(again), "LimitExceeded")
      assert.deepInclude(error, { limit: "account.createdKeys", value: LIMIT + 1, needed: LIMIT + 2 })
      yield* store.addWithinLimits(new ApiKey({ ...again, createdAt: DateTime.add(SAMPLE_TIME, { hours: 25 }) }))
    })
  )

  rule(
    layer,
    "tokens of the dashboard that are created at the same time do not exceed the limit together, and expired ones make room",
    () =>
      Effect.gen(function* () {
        const [keys, tokens] = [yield* ApiKeyStore, yield* DashboardTokenStore]
        const [account, other] = [yield* storeAccount(1), yield* storeAccount(2)]
        const [key, second, foreign] = [apiKeyOf(account, 1), apiKeyOf(account, 2), apiKeyOf(other, 3)]
        for (const stored of [key, second, foreign]) yield* keys.add(stored)
        const tokenOf = (n: number, { id }: ApiKey) =>
          new DashboardToken({
            hash: apiKeyHashOf(n),
            kind: "link",
            keyId: id,
            createdAt: SAMPLE_TIME,
            expiresAt: DateTime.add(SAMPLE_TIME, { minutes: 5 }),
            usedAt: Option.none()
          })
        const additions = NUMBERS.map((n) => tokens.add(tokenOf(n, n % 2 === 0 ? key : second), 0))
        assert.strictEqual(yield* countAdmitted(additions, "account.tokens"), LIMIT)
        yield* tokens.add(tokenOf(20, foreign), 0)
        const afterTheirEnd = DateTime.add(SAMPLE_TIME, { minutes: 6 }).epochMilliseconds
        yield* tokens.add(tokenOf(21, key), afterTheirEnd)
      })
  )
}
