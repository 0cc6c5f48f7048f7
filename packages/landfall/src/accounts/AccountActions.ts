import { type Account, type AccountId, AccountStore } from "@landfall/core/accounts/Account"
import { Accounts, type NewAccount } from "@landfall/core/accounts/Accounts"
import { ApiKeyStore, apiKeyState } from "@landfall/core/accounts/ApiKey"
import type { Plan } from "@landfall/core/accounts/Plan"
import { formatCount } from "@landfall/core/listing/Count"
import { Credits } from "@landfall/core/usage/Credits"
import { UsageStore } from "@landfall/core/usage/Usage"
import * as SqlAccountStore from "@landfall/storage/accounts/SqlAccountStore"
import * as SqlApiKeyStore from "@landfall/storage/accounts/SqlApiKeyStore"
import * as SqlUsageStore from "@landfall/storage/usage/SqlUsageStore"
import { Console, DateTime, Effect, Layer, Option } from "effect"
import { withStores } from "../settings/Database.ts"
import { resolveAccount } from "../terminal/AccountFlag.ts"
import { printJson } from "../terminal/JsonOutput.ts"
import { accountLine, missingForUse, periodLine, printLines, toAccountJson, toPeriodJson } from "./AccountOutput.ts"

const withAccountStores = withStores(
  Accounts.layer.pipe(
    Layer.provideMerge(Layer.mergeAll(SqlAccountStore.layer, SqlApiKeyStore.layer, SqlUsageStore.layer))
  )
)

/** The current period and the valid keys of an account. */
const readCondition = Effect.fnUntraced(function* (account: Account) {
  const now = yield* DateTime.now
  const keys = yield* (yield* ApiKeyStore).list(account.id)
  const period = yield* (yield* UsageStore).currentPeriod(account.id, now)
  return { now, period, validKeys: keys.filter((key) => apiKeyState(key, now) === "valid").length }
})

/** Prints an account, its credits, and what it lacks. */
const printCondition = Effect.fnUntraced(function* (account: Account, json: boolean) {
  const { now, period, validKeys } = yield* readCondition(account)
  if (json) {
    const current = Option.getOrNull(Option.map(period, (found) => toPeriodJson(found, now)))
    return yield* printJson({ ...toAccountJson(account), validKeys, period: current })
  }
  yield* printLines([
    accountLine(account),
    `  ${periodLine(period)}; ${formatCount(validKeys, "valid API key")}`,
    ...missingForUse(account, period, validKeys).map((sentence) => `  ${sentence}`)
  ])
})

export const list = Effect.fnUntraced(function* ({ json }: { readonly json: boolean }) {
  const accounts = yield* (yield* AccountStore).list
  if (json) return yield* printJson(accounts.map(toAccountJson))
  if (accounts.length === 0) {
    return yield* Console.error("There is no account yet. Create one with: landfall accounts create NAME")
  }
  yield* printLines(accounts.map(accountLine))
}, withAccountStores)

interface CreateInput {
  readonly name: string
  readonly plan: Plan
  readonly credits: Option.Option<number>
  readonly json: boolean
}

export const create = Effect.fnUntraced(function* ({ name, plan, credits, json }: CreateInput) {
  const request: NewAccount = Option.isSome(credits) ? { name, plan, monthlyCredits: credits } : { name, plan }
  yield* printCondition(yield* (yield* Accounts).create(request), json)
}, withAccountStores)

interface ShowInput {
  readonly account: Option.Option<AccountId>
  readonly json: boolean
}

export const show = Effect.fnUntraced(function* ({ account, json }: ShowInput) {
  yield* printCondition(yield* resolveAccount(account), json)
}, withAccountStores)

interface SetPlanInput {
  readonly account: AccountId
  readonly plan: Plan
  readonly json: boolean
}

export const setPlan = Effect.fnUntraced(function* ({ account, plan, json }: SetPlanInput) {
  yield* printCondition(yield* (yield* AccountStore).change(account, { plan }), json)
}, withAccountStores)

interface SetGrantInput {
  readonly account: AccountId
  readonly credits: Option.Option<number>
  readonly json: boolean
}

export const setGrant = Effect.fnUntraced(function* ({ account, credits, json }: SetGrantInput) {
  yield* printCondition(yield* (yield* AccountStore).change(account, { monthlyCredits: credits }), json)
}, withAccountStores)

interface TopUpInput {
  readonly account: AccountId
  readonly credits: number
  readonly json: boolean
}

export const topUp = Effect.fnUntraced(function* ({ account, credits, json }: TopUpInput) {
  const found = yield* (yield* AccountStore).find(account)
  yield* (yield* UsageStore).topUp(account, Credits.make(credits), yield* DateTime.now)
  yield* printCondition(found, json)
}, withAccountStores)
