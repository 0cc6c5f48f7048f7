import process from "node:process"
import { AccountId } from "@landfall/core/accounts/Account"
import { Credits } from "@landfall/core/usage/Credits"
import { CarryOver } from "@landfall/core/usage/PeriodOpening"
import { UsageStore } from "@landfall/core/usage/Usage"
import { DateTime, Effect, Layer, Redacted, Result } from "effect"
import * as PostgresStorage from "../../src/PostgresStorage.ts"
import * as AesGcmSecretBox from "../../src/secrets/AesGcmSecretBox.ts"

const [url = "", debits = "0", ...accountIds] = process.argv.slice(2)

const MONTHS = ["2026-03-31T23:59:59.999Z", "2026-04-01T00:00:00Z"].map((instant) => DateTime.makeUnsafe(instant))

const write = (text: string) => Effect.sync(() => process.stdout.write(text))

/** Debits 1 to 3 credits many times from each account, in both months at the same time, and prints what was paid. */
const program = Effect.gen(function* () {
  const usage = yield* UsageStore
  yield* write("started ")
  const spend = Effect.fnUntraced(function* (accountId: string, n: number) {
    const credits = 1 + (n % 3)
    const at = MONTHS[n % 2]
    if (at === undefined) return 0
    const paid = yield* Effect.result(usage.debit(AccountId.make(accountId), Credits.make(credits), at))
    if (Result.isSuccess(paid)) return credits
    return paid.failure._tag === "CreditsExhausted" ? 0 : yield* paid.failure
  })
  for (const accountId of accountIds) {
    const paid = yield* Effect.forEach(
      Array.from({ length: Number(debits) }, (_, n) => n),
      (n) => spend(accountId, n),
      { concurrency: 16 }
    )
    yield* write(`paid ${paid.reduce((sum, credits) => sum + credits, 0)} `)
  }
  yield* write("done")
})

const storage = PostgresStorage.layer({ url: Redacted.make(url) }).pipe(
  Layer.provide(AesGcmSecretBox.layer({ key: Redacted.make("a key for tests") })),
  Layer.provide(Layer.succeed(CarryOver, true))
)

await Effect.runPromise(Effect.provide(program, storage))
