import { AccountId, AccountName, GrantedCredits, TopUpCredits } from "@landfall/core/accounts/Account"
import { Plan } from "@landfall/core/accounts/Plan"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AdminAuthorization } from "../conventions/AdminAuthorization.ts"
import { apiErrors } from "../conventions/ErrorResponses.ts"
import { idempotencyHeader } from "../conventions/IdempotencyHeader.ts"
import { pathId } from "../conventions/Ids.ts"
import { ListQuery, pageSchema } from "../conventions/Pagination.ts"
import { ADMIN_PREFIX } from "../conventions/PathPrefixes.ts"
import { ConsumptionPeriodView, UsagesQuery, UsagesResponse } from "../usage/ConsumptionApi.ts"

const NAME_TEXT = "The name of the account, 1 to 256 characters without control characters."
const PLAN_TEXT = "The plan of the account; `pay-as-you-go` includes tracking and alerts."
const MONTHLY_CREDITS_TEXT =
  "Credits at the start of each calendar month (UTC); null: none, so that the account has no credit period without a top-up."

/** The body of a request that creates an account: its name, and its plan, which is `pay-as-you-go` by default. */
export const CreateAccount = Schema.Struct({
  name: AccountName.annotateKey({ description: NAME_TEXT }),
  plan: Schema.optionalKey(Plan).annotateKey({ description: `${PLAN_TEXT} Default: \`pay-as-you-go\`.` }),
  monthlyCredits: Schema.optionalKey(Schema.NullOr(GrantedCredits)).annotateKey({
    description: `${MONTHLY_CREDITS_TEXT} Default: that of the plan, see the plans.`
  })
}).annotate({ identifier: "CreateAccount" })

/** The body of a request that changes an account. Absent properties remain unchanged. */
export const ChangeAccount = Schema.Struct({
  name: Schema.optionalKey(AccountName).annotateKey({ description: NAME_TEXT }),
  plan: Schema.optionalKey(Plan).annotateKey({ description: `${PLAN_TEXT} Applies immediately.` }),
  monthlyCredits: Schema.optionalKey(Schema.NullOr(GrantedCredits)).annotateKey({
    description: `${MONTHLY_CREDITS_TEXT} Applies from the next month; top-ups apply immediately.`
  })
}).annotate({ identifier: "ChangeAccount" })

/** An account as administrators see it, with its plan and its monthly credits. */
export const AccountView = Schema.Struct({
  id: AccountId.annotateKey({ description: "The id of the account." }),
  name: Schema.String.annotateKey({ description: "The name of the account." }),
  plan: Plan.annotateKey({ description: PLAN_TEXT }),
  monthlyCredits: Schema.NullOr(Schema.Int).annotateKey({ description: MONTHLY_CREDITS_TEXT }),
  createdAt: Schema.DateTimeUtcFromString.annotateKey({ description: "When the account was created." })
}).annotate({ identifier: "Account" })

/** The body of a request that adds credits to the current credit period of an account. */
export const TopUp = Schema.Struct({
  credits: TopUpCredits.annotateKey({ description: "Credits to add to the current credit period." })
}).annotate({ identifier: "TopUp" })

/** A plan and what it includes. */
export const PlanView = Schema.Struct({
  plan: Plan.annotateKey({ description: "The name of the plan." }),
  alerts: Schema.Boolean.annotateKey({ description: "Whether the plan includes tracking and alerts." }),
  defaultMonthlyCredits: Schema.Int.annotateKey({
    description: "Monthly credits of a new account that is created without `monthlyCredits`."
  })
}).annotate({ identifier: "Plan" })

const ACCOUNTS = `${ADMIN_PREFIX}/accounts` as const
const params = { id: pathId("account") }

/** Accounts, their plans, credits and usage, for the operator. */
export class AccountsAdminApi extends HttpApiGroup.make("accounts")
  .add(
    HttpApiEndpoint.get("plans", `${ADMIN_PREFIX}/plans`, {
      success: Schema.Array(PlanView)
    }).annotate(OpenApi.Summary, "List the plans"),
    HttpApiEndpoint.post("create", ACCOUNTS, {
      headers: idempotencyHeader,
      payload: CreateAccount,
      success: AccountView.pipe(HttpApiSchema.status(201)),
      error: apiErrors(400, 409, 413, 415, 422, 503)
    }).annotate(OpenApi.Summary, "Create an account"),
    HttpApiEndpoint.get("list", ACCOUNTS, {
      query: ListQuery,
      success: pageSchema(AccountView, "AccountPage"),
      error: apiErrors(400, 503)
    }).annotate(OpenApi.Summary, "List accounts, oldest first"),
    HttpApiEndpoint.get("get", `${ACCOUNTS}/:id`, {
      params,
      success: AccountView,
      error: apiErrors(404, 503)
    }).annotate(OpenApi.Summary, "Retrieve an account"),
    HttpApiEndpoint.patch("change", `${ACCOUNTS}/:id`, {
      params,
      payload: ChangeAccount,
      success: AccountView,
      error: apiErrors(400, 404, 413, 415, 503)
    }).annotate(OpenApi.Summary, "Change the name, the plan or the monthly credits of an account"),
    HttpApiEndpoint.post("topUp", `${ACCOUNTS}/:id/top-ups`, {
      params,
      headers: idempotencyHeader,
      payload: TopUp,
      success: ConsumptionPeriodView.pipe(HttpApiSchema.status(201)),
      error: apiErrors(400, 404, 409, 413, 415, 422, 503)
    }).annotate(OpenApi.Summary, "Add credits to the current credit period of an account"),
    HttpApiEndpoint.get("currentPeriod", `${ACCOUNTS}/:id/consumption/current-period`, {
      params,
      success: ConsumptionPeriodView,
      error: apiErrors(404, 503)
    }).annotate(OpenApi.Summary, "Retrieve the credits of the current period of an account"),
    HttpApiEndpoint.get("periods", `${ACCOUNTS}/:id/consumption/periods`, {
      params,
      success: Schema.Array(ConsumptionPeriodView),
      error: apiErrors(404, 503)
    }).annotate(OpenApi.Summary, "List the credit periods of an account, newest first"),
    HttpApiEndpoint.get("usages", `${ACCOUNTS}/:id/usages`, {
      params,
      query: UsagesQuery,
      success: UsagesResponse,
      error: apiErrors(400, 404, 503)
    }).annotate(OpenApi.Summary, "Retrieve the calls and credits of an account")
  )
  .middleware(AdminAuthorization)
  .annotate(OpenApi.Description, "Accounts, their plans, credits and usage.") {}
