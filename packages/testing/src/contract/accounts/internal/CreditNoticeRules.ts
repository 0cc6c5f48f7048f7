import { assert } from "@effect/vitest"
import type { Account } from "@landfall/core/accounts/Account"
import { DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { CreditEventType } from "@landfall/core/alerts/EventType"
import { FilterTypes } from "@landfall/core/alerts/endpoints/Endpoint"
import { Credits } from "@landfall/core/usage/Credits"
import { UsageStore } from "@landfall/core/usage/Usage"
import { DateTime, Effect, Option, Schema } from "effect"
import { SAMPLE_TIME } from "../../../samples/Samples.ts"
import { property, rule } from "../../suite/Rules.ts"
import type { StorageLayer } from "../../suite/StoragePorts.ts"
import { storeAccount, storeApplication, storeEndpoint } from "../../suite/StoredSamples.ts"

const Body = Schema.fromJsonString(
  Schema.Struct({
    type: CreditEventType,
    data: Schema.Struct({
      levelPercent: Schema.optionalKey(Schema.Int),
      periodId: Schema.String,
      credits: Schema.Int,
      creditsInitial: Schema.Int,
      creditsToppedUp: Schema.Int,
      periodStart: Schema.String,
      periodEnd: Schema.String
    })
  })
)
const readBody = Schema.decodeUnknownSync(Body)

const EVERY_TYPE = Option.some(FilterTypes.make([...CreditEventType.literals]))

/** Stores an account with monthly credits and one endpoint that receives the events about credits. */
const storeSubscriber = Effect.fnUntraced(function* (monthlyCredits: number, changes: Partial<Account> = {}) {
  const account = yield* storeAccount(1, { monthlyCredits: Option.some(monthlyCredits), ...changes })
  const application = yield* storeApplication(account, 1)
  const endpoint = yield* storeEndpoint(application, 1, { filterTypes: EVERY_TYPE })
  return { account, application, endpoint }
})

/** Claims the messages about credits: their type, or their level for `credits.low`, and the remaining credits. */
const claimNotices = Effect.fnUntraced(function* () {
  const leases = yield* (yield* DeliveryQueue).claim(100, 600_000)
  return leases.map(({ body }) => readBody(body)).map(({ type, data }) => [data.levelPercent ?? type, data.credits])
})

const debit = Effect.fnUntraced(function* (account: Account, amount: number, at: DateTime.Utc = SAMPLE_TIME) {
  return yield* Effect.result((yield* UsageStore).debit(account.id, Credits.make(amount), at))
})

const monthsLater = (months: number) => DateTime.add(SAMPLE_TIME, { months })

const EXHAUSTED = "credits.exhausted"

/** Registers the rules of the events about remaining credits. */
export const noticeRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "a debit that reaches 20 %, 5 % or 0 notifies each level once", () =>
    Effect.gen(function* () {
      const { account } = yield* storeSubscriber(100)
      const notices: Array<unknown> = []
      for (const amount of [79, 1, 1, 13, 1, 1, 4]) {
        yield* debit(account, amount)
        notices.push(yield* claimNotices())
      }
      assert.deepStrictEqual(notices, [[], [[20, 20]], [], [], [[5, 5]], [], [[EXHAUSTED, 0]]])
    })
  )

  rule(layer, "a debit that passes several levels notifies the lowest", () =>
    Effect.gen(function* () {
      const { account } = yield* storeSubscriber(100)
      yield* debit(account, 97)
      assert.deepStrictEqual(yield* claimNotices(), [[5, 3]])
      yield* debit(account, 3)
      assert.deepStrictEqual(yield* claimNotices(), [[EXHAUSTED, 0]])
    })
  )

  rule(layer, "the message names the period, its credits and its bounds", () =>
    Effect.gen(function* () {
      const { account } = yield* storeSubscriber(100)
      const usage = yield* UsageStore
      const period = yield* usage.topUp(account.id, Credits.make(20), SAMPLE_TIME)
      yield* debit(account, 100)
      const [lease] = yield* (yield* DeliveryQueue).claim(1, 1000)
      assert.deepStrictEqual(readBody(lease?.body), {
        type: "credits.low",
        data: {
          levelPercent: 20,
          periodId: period.id,
          credits: 20,
          creditsInitial: 100,
          creditsToppedUp: 20,
          periodStart: "2026-03-01T00:00:00.000Z",
          periodEnd: "2026-04-01T00:00:00.000Z"
        }
      })
    })
  )

  rule(layer, "a rejected call notifies once that the credits are exhausted, even if some remain", () =>
    Effect.gen(function* () {
      const { account } = yield* storeSubscriber(100)
      const usage = yield* UsageStore
      yield* debit(account, 50)
      yield* debit(account, 60)
      assert.deepStrictEqual(yield* claimNotices(), [])
      yield* Effect.all(
        Array.from({ length: 10 }, () => usage.recordRejection(account.id, SAMPLE_TIME)),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(yield* claimNotices(), [[EXHAUSTED, 50]])
      yield* debit(account, 50)
      assert.deepStrictEqual(yield* claimNotices(), [])
    })
  )

  rule(layer, "a rejected call that is the first of its period notifies too", () =>
    Effect.gen(function* () {
      const { account } = yield* storeSubscriber(100)
      const usage = yield* UsageStore
      yield* usage.recordRejection(account.id, SAMPLE_TIME)
      assert.deepStrictEqual(yield* claimNotices(), [[EXHAUSTED, 100]])
      const without = yield* storeAccount(2)
      yield* usage.recordRejection(without.id, SAMPLE_TIME)
      assert.deepStrictEqual(yield* usage.periods(without.id), [])
    })
  )

  rule(layer, "the levels that a top-up has raised the remaining credits above are notified again", () =>
    Effect.gen(function* () {
      const { account } = yield* storeSubscriber(100)
      const usage = yield* UsageStore
      yield* debit(account, 100)
      yield* claimNotices()
      yield* usage.topUp(account.id, Credits.make(10), SAMPLE_TIME)
      yield* debit(account, 1)
      assert.deepStrictEqual(yield* claimNotices(), [])
      yield* debit(account, 5)
      assert.deepStrictEqual(yield* claimNotices(), [[5, 4]])
      yield* debit(account, 4)
      assert.deepStrictEqual(yield* claimNotices(), [[EXHAUSTED, 0]])
      yield* usage.topUp(account.id, Credits.make(1000), SAMPLE_TIME)
      yield* debit(account, 800)
      assert.deepStrictEqual(yield* claimNotices(), [[20, 200]])
    })
  )

  rule(layer, "each period notifies its own levels", () =>
    Effect.gen(function* () {
      const { account } = yield* storeSubscriber(10)
      yield* debit(account, 10)
      yield* debit(account, 10, monthsLater(1))
      assert.deepStrictEqual(yield* claimNotices(), [
        [EXHAUSTED, 0],
        [EXHAUSTED, 0]
      ])
    })
  )

  rule(layer, "only endpoints of the account whose filter names the type are notified, and no disabled one", () =>
    Effect.gen(function* () {
      const { account, application, endpoint } = yield* storeSubscriber(10)
      yield* storeEndpoint(application, 2)
      yield* storeEndpoint(application, 3, {
        filterTypes: Option.some(FilterTypes.make(["credits.low", "endpoint.disabled"]))
      })
      yield* storeEndpoint(application, 4, { filterTypes: EVERY_TYPE, disabled: true })
      const other = yield* storeAccount(2, { monthlyCredits: Option.some(10) })
      yield* storeEndpoint(yield* storeApplication(other, 2), 5, { filterTypes: EVERY_TYPE })
      yield* debit(account, 10)
      const leases = yield* (yield* DeliveryQueue).claim(100, 600_000)
      assert.deepStrictEqual(
        leases.map(({ endpointId }) => endpointId),
        [endpoint.id]
      )
    })
  )

  rule(layer, "an account whose plan has no alerts is not notified", () =>
    Effect.gen(function* () {
      const { account } = yield* storeSubscriber(10, { plan: "free" })
      yield* debit(account, 10)
      assert.deepStrictEqual(yield* claimNotices(), [])
    })
  )

  property(
    layer,
    "concurrent debits notify each level at most once, and the last credit exactly once",
    Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 1, maximum: 60 }))),
    (grant) =>
      Effect.gen(function* () {
        const { account } = yield* storeSubscriber(grant)
        yield* Effect.all(
          Array.from({ length: grant + 5 }, () => debit(account, 1)),
          { concurrency: "unbounded" }
        )
        const notices = yield* claimNotices()
        assert.strictEqual(new Set(notices.map(([level]) => level)).size, notices.length)
        assert.deepStrictEqual(notices.at(-1), [EXHAUSTED, 0])
      })
  )
}
