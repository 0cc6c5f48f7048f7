import { CallCost, CurrentAccount } from "@landfall/api/conventions/Authorization"
import { costOf, type MeteredOperation, type Tariff } from "@landfall/core/usage/Tariff"
import { UsageStore } from "@landfall/core/usage/Usage"
import { DateTime, Effect } from "effect"

/**
 * What has the caller pay for `count` of an operation, and notes the cost for the usage counters. A caller who goes away
 * meanwhile is counted with what was taken.
 */
export const makeCreditCharge = (tariff: Tariff) =>
  Effect.map(UsageStore, (usage) =>
    Effect.fnUntraced(function* (operation: MeteredOperation, count: number) {
      const account = yield* CurrentAccount
      const cost = yield* CallCost
      const credits = costOf(tariff, operation, count)
      yield* usage.debit(account.id, credits, yield* DateTime.now)
      cost.credits = credits
    }, Effect.uninterruptible)
  )
