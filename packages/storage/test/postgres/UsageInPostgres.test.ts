import { assert, describe, it } from "@effect/vitest"
import { AccountStore } from "@landfall/core/accounts/Account"
import { Credits } from "@landfall/core/usage/Credits"
import { UsageStore } from "@landfall/core/usage/Usage"
import { accountOf, SAMPLE_TIME } from "@landfall/testing/samples/Samples"
import { Context, Effect, Layer, Option, Redacted, Result } from "effect"
import * as PostgresStorage from "../../src/PostgresStorage.ts"
import * as AesGcmSecretBox from "../../src/secrets/AesGcmSecretBox.ts"
import { newSchema, skipReason, withServer } from "./TestServer.ts"

const GRANT = 60
const accounts = [1, 2, 3, 4].map((n) => accountOf(n, { monthlyCredits: Option.some(GRANT) }))

const server = (url: Redacted.Redacted) =>
  Layer.build(
    PostgresStorage.layer({ url }).pipe(Layer.provide(AesGcmSecretBox.layer({ key: Redacted.make("a key for tests") })))
  )

describe.skipIf(skipReason !== undefined)("debits of several servers on one Postgres database", () => {
  withServer()

  it.live("never overdraw, use the whole grant and never deadlock", () =>
    Effect.gen(function* () {
      const url = yield* newSchema
      const first = yield* server(url)
      const servers = [first, yield* server(url), yield* server(url)]
      yield* Effect.forEach(accounts, (account) => Context.get(first, AccountStore).create(account))
      // Each server debits the accounts in a different order, and the first debits create the period of the month.
      const debits = Array.from({ length: 2 * GRANT }, (_, n) =>
        servers.flatMap((stores, index) => {
          const order = index % 2 === 0 ? accounts : accounts.toReversed()
          return order.map(({ id }) =>
            Effect.result(Context.get(stores, UsageStore).debit(id, Credits.make(1 + (n % 2)), SAMPLE_TIME))
          )
        })
      ).flat()
      const results = yield* Effect.all(debits, { concurrency: "unbounded" })
      const rejections = results.filter(Result.isFailure).map(({ failure }) => failure._tag)
      assert.deepStrictEqual([...new Set(rejections)], ["CreditsExhausted"])
      for (const { id } of accounts) {
        const periods = yield* Context.get(first, UsageStore).periods(id)
        assert.deepStrictEqual(
          periods.map(({ consumed }) => consumed),
          [Credits.make(GRANT)]
        )
      }
    })
  )
})
