import { AccountView, type ChangeAccount, type CreateAccount } from "@landfall/api/admin/AccountsAdminApi"
import { AdminApi } from "@landfall/api/admin/AdminApi"
import { ConsumptionPeriodView } from "@landfall/api/usage/ConsumptionApi"
import {
  type Account,
  type AccountChanges,
  type AccountId,
  AccountStore,
  defaultMonthlyCredits
} from "@landfall/core/accounts/Account"
import { Accounts, type NewAccount } from "@landfall/core/accounts/Accounts"
import { includesAlerts, Plan } from "@landfall/core/accounts/Plan"
import { Credits } from "@landfall/core/usage/Credits"
import { UsageStore } from "@landfall/core/usage/Usage"
import { DateTime, Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { mapDomainErrors } from "../conventions/DomainErrors.ts"
import { makeIdempotent, wholeResponse } from "../conventions/IdempotentRequests.ts"
import { parsePageRequest, toPageView } from "../conventions/Pagination.ts"
import { parseAccountId } from "../conventions/PathIds.ts"
import { Consumption, toPeriodView } from "../usage/Consumption.ts"
import { withAuditLine } from "./AuditLog.ts"

const toAccountView = (account: Account) => ({
  id: account.id,
  name: account.name,
  plan: account.plan,
  monthlyCredits: Option.getOrNull(account.monthlyCredits),
  createdAt: account.createdAt
})

const PLANS = Plan.literals.map((plan) => ({
  plan,
  alerts: includesAlerts(plan),
  defaultMonthlyCredits: defaultMonthlyCredits(plan)
}))

const toNewAccount = ({ monthlyCredits, ...body }: typeof CreateAccount.Type): NewAccount =>
  monthlyCredits === undefined ? body : { ...body, monthlyCredits: Option.fromNullOr(monthlyCredits) }

const toChanges = ({ monthlyCredits, ...body }: typeof ChangeAccount.Type): AccountChanges =>
  monthlyCredits === undefined ? body : { ...body, monthlyCredits: Option.fromNullOr(monthlyCredits) }

export const accountsAdminHandlers = HttpApiBuilder.group(
  AdminApi,
  "accounts",
  Effect.fnUntraced(function* (handlers) {
    const store = yield* AccountStore
    const accounts = yield* Accounts
    const usage = yield* UsageStore
    const consumption = yield* Consumption
    const createOnce = yield* makeIdempotent({
      operation: "admin.accounts.create",
      status: 201,
      form: wholeResponse(AccountView)
    })
    const topUpOnce = yield* makeIdempotent({
      operation: "admin.accounts.topUp",
      status: 201,
      form: wholeResponse(ConsumptionPeriodView)
    })

    const find = (id: string) => Effect.flatMap(parseAccountId(id), store.find)

    const topUp = Effect.fnUntraced(function* (id: AccountId, credits: number) {
      const now = yield* DateTime.now
      return toPeriodView(now)(yield* usage.topUp(id, Credits.make(credits), now))
    })

    return handlers.handleAll({
      plans: () => Effect.succeed(PLANS),
      create: Effect.fnUntraced(function* ({ headers, payload }) {
        const key = headers["idempotency-key"]
        return yield* withAuditLine(
          "account.created",
          Effect.map(accounts.create(toNewAccount(payload)), toAccountView),
          ({ id, plan, monthlyCredits }) => ({ accountId: id, plan, monthlyCredits: monthlyCredits ?? "none" }),
          (change) => createOnce("operator", key, payload, change)
        )
      }, mapDomainErrors),
      list: Effect.fnUntraced(function* ({ query }) {
        return toPageView(yield* store.listPage(yield* parsePageRequest(query, "acc_")), toAccountView)
      }, mapDomainErrors),
      get: ({ params }) => find(params.id).pipe(Effect.map(toAccountView), mapDomainErrors),
      change: Effect.fnUntraced(function* ({ params, payload }) {
        const id = yield* parseAccountId(params.id)
        return yield* withAuditLine(
          "account.changed",
          Effect.map(store.change(id, toChanges(payload)), toAccountView),
          ({ plan, monthlyCredits }) => ({
            accountId: id,
            changed: Object.keys(payload),
            plan,
            monthlyCredits: monthlyCredits ?? "none"
          }),
          (change) => change
        )
      }, mapDomainErrors),
      topUp: Effect.fnUntraced(function* ({ headers, params, payload }) {
        const { id } = yield* find(params.id)
        const { credits } = payload
        return yield* withAuditLine(
          "account.topped_up",
          topUp(id, credits),
          (period) => ({ accountId: id, credits, periodId: period.id }),
          (change) => topUpOnce("operator", headers["idempotency-key"], { id, ...payload }, change)
        )
      }, mapDomainErrors),
      currentPeriod: ({ params }) => find(params.id).pipe(Effect.flatMap(consumption.currentPeriod), mapDomainErrors),
      periods: ({ params }) => find(params.id).pipe(Effect.flatMap(consumption.periods), mapDomainErrors),
      usages: ({ params, query }) =>
        find(params.id).pipe(
          Effect.flatMap((account) => consumption.usages(account, query)),
          mapDomainErrors
        )
    })
  })
)
