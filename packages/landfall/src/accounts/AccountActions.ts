import { type Account, type AccountId, AccountStore } from "@landfall/core/accounts/Account"
import { Accounts, type NewAccount } from "@landfall/core/accounts/Accounts"
import { ApiKeyStore, apiKeyState } from "@landfall/core/accounts/ApiKey"
import type { Plan } from "@landfall/core/accounts/Plan"
import type { CellName } from "@landfall/core/cells/CellName"
import { formatCount } from "@landfall/core/listing/Count"
import { Credits } from "@landfall/core/usage/Credits"
import { UsageStore } from "@landfall/core/usage/Usage"
import { Console, DateTime, Effect, Option } from "effect"
import { inCell, inCellOf, inEveryCell } from "../cells/AccountCells.ts"
import { resolveAccount } from "../terminal/AccountFlag.ts"
import { printJson } from "../terminal/JsonOutput.ts"
import {
  accountLine,
  cellJson,
  missingParts,
  periodLine,
  printLines,
  toAccountJson,
  toPeriodJson
} from "./AccountOutput.ts"

/** The current period and the valid keys of an account. */
const readCondition = Effect.fnUntraced(function* (account: Account) {
  const now = yield* DateTime.now
  const keys = yield* (yield* ApiKeyStore).list(account.id)
  const period = yield* (yield* UsageStore).currentPeriod(account.id, now)
  return { now, period, validKeys: keys.filter((key) => apiKeyState(key, now) === "valid").length }
})

/** Prints an account, its credits, and its missing parts. */
const printCondition = Effect.fnUntraced(function* (account: Account, json: boolean) {
  const { now, period, validKeys } = yield* readCondition(account)
  if (json) {
    const current = Option.getOrNull(Option.map(period, (found) => toPeriodJson(found, now)))
    return yield* printJson({ ...toAccountJson(account), validKeys, period: current })
  }
  yield* printLines([
    accountLine(account),
    `  ${periodLine(period)}; ${formatCount(validKeys, "valid API key")}`,
    ...missingParts(account, period, validKeys).map((sentence) => `  ${sentence}`)
  ])
})

export const list = Effect.fnUntraced(function* ({ json }: { readonly json: boolean }) {
  const byCell = yield* inEveryCell((has) =>
    Effect.gen(function* () {
      return (yield* (yield* AccountStore).list).filter(({ id }) => has(id))
    })
  )
  const accounts = byCell.flatMap(({ cell, result }) => result.map((account) => ({ cell, account })))
  if (json)
    return yield* printJson(accounts.map(({ account, cell }) => ({ ...toAccountJson(account), ...cellJson(cell) })))
  if (accounts.length === 0) {
    return yield* Console.error("There is no account yet. Create one with: landfall accounts create NAME")
  }
  yield* printLines(accounts.map(({ account, cell }) => accountLine(account, cell)))
})

interface CreateInput {
  readonly name: string
  readonly plan: Plan
  readonly credits: Option.Option<number>
  readonly cell: Option.Option<CellName>
  readonly json: boolean
}

export const create = ({ cell, name, plan, credits, json }: CreateInput) =>
  Effect.gen(function* () {
    const request: NewAccount = Option.isSome(credits) ? { name, plan, monthlyCredits: credits } : { name, plan }
    yield* printCondition(yield* (yield* Accounts).create(request), json)
  }).pipe(inCell(cell))

interface ShowInput {
  readonly account: Option.Option<AccountId>
  readonly json: boolean
}

export const show = ({ account, json }: ShowInput) =>
  Effect.gen(function* () {
    yield* printCondition(yield* resolveAccount(account), json)
  }).pipe(inCellOf(account))

interface SetPlanInput {
  readonly account: AccountId
  readonly plan: Plan
  readonly json: boolean
}

export const setPlan = ({ account, plan, json }: SetPlanInput) =>
  Effect.gen(function* () {
    yield* printCondition(yield* (yield* AccountStore).change(account, { plan }), json)
  }).pipe(inCellOf(Option.some(account)))

interface SetGrantInput {
  readonly account: AccountId
  readonly credits: Option.Option<number>
  readonly json: boolean
}

export const setGrant = ({ account, credits, json }: SetGrantInput) =>
  Effect.gen(function* () {
    yield* printCondition(yield* (yield* AccountStore).change(account, { monthlyCredits: credits }), json)
  }).pipe(inCellOf(Option.some(account)))

interface TopUpInput {
  readonly account: AccountId
  readonly credits: number
  readonly json: boolean
}

export const topUp = ({ account, credits, json }: TopUpInput) =>
  Effect.gen(function* () {
    const stored = yield* (yield* AccountStore).find(account)
    yield* (yield* UsageStore).topUp(account, Credits.make(credits), yield* DateTime.now)
    yield* printCondition(stored, json)
  }).pipe(inCellOf(Option.some(account)))
