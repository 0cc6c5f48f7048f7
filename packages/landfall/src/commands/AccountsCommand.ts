import {
  AccountId,
  AccountName,
  defaultMonthlyCredits,
  GrantedCredits,
  TopUpCredits
} from "@landfall/core/accounts/Account"
import { Plan } from "@landfall/core/accounts/Plan"
import { CellName } from "@landfall/core/cells/CellName"
import { Option, Schema, SchemaGetter } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import * as actions from "../accounts/AccountActions.ts"
import { jsonFlag } from "../terminal/JsonOutput.ts"

const accountArgument = Argument.String("account").pipe(
  Argument.withSchema(AccountId),
  Argument.withDescription("Id of the account, acc_…")
)

const NO_GRANT = "none"

/** The monthly credits; `none` for an account without any. */
const GrantText = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter((text) =>
      text === NO_GRANT || Schema.is(GrantedCredits)(text.trim() === "" ? Number.NaN : Number(text))
        ? undefined
        : `must be a whole number of credits, 0 or more, or ${NO_GRANT}`
    )
  ),
  Schema.decodeTo(Schema.Option(GrantedCredits), {
    decode: SchemaGetter.transform((text) => (text === NO_GRANT ? Option.none() : Option.some(Number(text)))),
    encode: SchemaGetter.transform((grant) => Option.match(grant, { onNone: () => NO_GRANT, onSome: String }))
  })
)

const defaultsText = Plan.literals.map((plan) => `${defaultMonthlyCredits(plan)} for ${plan}`).join(", ")

const create = Command.make(
  "create",
  {
    name: Argument.String("name").pipe(
      Argument.withSchema(AccountName),
      Argument.withDescription("Name of the account")
    ),
    plan: Flag.Literals("plan", Plan.literals).pipe(
      Flag.withDescription("Plan of the account; pay-as-you-go by default"),
      Flag.withDefault("pay-as-you-go" as const)
    ),
    credits: Flag.Int("credits").pipe(
      Flag.withSchema(GrantedCredits),
      Flag.withDescription(`Credits at the start of each calendar month (UTC); by default ${defaultsText}`),
      Flag.optional
    ),
    cell: Flag.String("cell").pipe(
      Flag.withSchema(CellName),
      Flag.withDescription("Name of the cell that the account is created in; the home cell by default"),
      Flag.optional
    ),
    json: jsonFlag
  },
  actions.create
).pipe(
  Command.withDescription(
    "Create an account with credits for this month; create its API key with `landfall keys create`"
  )
)

const list = Command.make("list", { json: jsonFlag }, actions.list).pipe(
  Command.withDescription("List the accounts, oldest first")
)

const show = Command.make(
  "show",
  {
    account: accountArgument.pipe(
      Argument.withDescription("Id of the account; the first account by default"),
      Argument.optional
    ),
    json: jsonFlag
  },
  actions.show
).pipe(Command.withDescription("Show an account, its credits, and what it lacks to be used"))

const setPlan = Command.make(
  "set-plan",
  {
    account: accountArgument,
    plan: Argument.Literals("plan", Plan.literals).pipe(
      Argument.withDescription(`The new plan: ${Plan.literals.join(" or ")}`)
    ),
    json: jsonFlag
  },
  actions.setPlan
).pipe(Command.withDescription("Change the plan of an account, immediately"))

const topUp = Command.make(
  "top-up",
  {
    account: accountArgument,
    credits: Argument.Int("credits").pipe(
      Argument.withSchema(TopUpCredits),
      Argument.withDescription("Credits to add to the current credit period")
    ),
    json: jsonFlag
  },
  actions.topUp
).pipe(Command.withDescription("Add credits to the current credit period of an account, immediately"))

const setGrant = Command.make(
  "set-grant",
  {
    account: accountArgument,
    credits: Argument.String("credits").pipe(
      Argument.withSchema(GrantText),
      Argument.withDescription(`Credits at the start of each calendar month (UTC), or ${NO_GRANT}`)
    ),
    json: jsonFlag
  },
  actions.setGrant
).pipe(
  Command.withDescription(
    "Change the monthly credits of an account, from the next month on; for more credits now use `landfall accounts top-up`"
  )
)

export const accountsCommand = Command.make("accounts").pipe(
  Command.withSubcommands([create, list, show, setPlan, topUp, setGrant])
)
