import { Account, AccountId, AccountStore } from "@landfall/core/accounts/Account"
import { Plan } from "@landfall/core/accounts/Plan"
import { formatCount } from "@landfall/core/listing/Count"
import { Console, DateTime, Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { SecureRandom } from "effect/crypto"
import { withDatabase } from "../settings/Database.ts"
import { jsonFlag, printJson } from "../terminal/JsonOutput.ts"

const toAccountJson = (account: Account) => ({
  id: account.id,
  name: account.name,
  plan: account.plan,
  monthlyCredits: Option.getOrNull(account.monthlyCredits),
  createdAt: DateTime.formatIso(account.createdAt)
})

const accountLine = (account: Account) =>
  `${account.id}  ${account.plan.padEnd(13)}  ${Option.match(account.monthlyCredits, {
    onNone: () => "no monthly credits",
    onSome: (credits) => `${formatCount(credits, "credit")} a month`
  })}  ${account.name}`

const printAccount = (asJson: boolean, account: Account) =>
  asJson ? printJson(toAccountJson(account)) : Console.log(accountLine(account))

const planFlag = Flag.Literals("plan", Plan.literals).pipe(Flag.withDescription("Plan of the account"))
const creditsFlag = Flag.Int("credits").pipe(
  Flag.withSchema(Schema.Int.pipe(Schema.check(Schema.isGreaterThanOrEqualTo(0)))),
  Flag.withDescription("Credits that the account receives at the start of each calendar month (UTC)")
)

const list = Command.make(
  "list",
  { json: jsonFlag },
  Effect.fnUntraced(function* ({ json }) {
    const accounts = yield* (yield* AccountStore).list
    if (json) return yield* printJson(accounts.map(toAccountJson))
    for (const account of accounts) yield* Console.log(accountLine(account))
  }, withDatabase)
).pipe(Command.withDescription("List the accounts, oldest first"))

const create = Command.make(
  "create",
  {
    name: Argument.String("name").pipe(
      Argument.withSchema(Schema.NonEmptyString),
      Argument.withDescription("Name of the account")
    ),
    plan: planFlag.pipe(Flag.withDefault("pay-as-you-go" as const)),
    credits: Flag.optional(creditsFlag),
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ name, plan, credits, json }) {
    const store = yield* AccountStore
    const random = yield* SecureRandom.SecureRandom
    const account = new Account({
      id: AccountId.make(`acc_${yield* random.ulid}`),
      name,
      plan,
      monthlyCredits: credits,
      createdAt: yield* DateTime.now
    })
    yield* store.create(account)
    yield* printAccount(json, account)
  }, withDatabase)
).pipe(Command.withDescription("Create an account; create its API key with `landfall keys create --account ID`"))

const change = Command.make(
  "change",
  {
    id: Argument.String("account").pipe(Argument.withSchema(AccountId), Argument.withDescription("Id of the account")),
    plan: Flag.optional(planFlag),
    credits: Flag.optional(creditsFlag),
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ id, plan, credits, json }) {
    const store = yield* AccountStore
    const current = yield* store.find(id)
    const account = new Account({
      ...current,
      plan: Option.getOrElse(plan, () => current.plan),
      monthlyCredits: Option.isSome(credits) ? credits : current.monthlyCredits
    })
    yield* store.update(account)
    yield* printAccount(json, account)
  }, withDatabase)
).pipe(
  Command.withDescription(
    "Change the plan or the monthly credits of an account; changed credits apply from the next month"
  )
)

export const accountsCommand = Command.make("accounts").pipe(
  Command.withDescription("List, create and change accounts"),
  Command.withSubcommands([list, create, change])
)
