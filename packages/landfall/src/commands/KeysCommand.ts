import { AccountName } from "@landfall/core/accounts/Account"
import { AllowedNetworkText } from "@landfall/core/accounts/AllowedNetworks"
import { ApiKeyId } from "@landfall/core/accounts/ApiKey"
import { Argument, Command, Flag } from "effect/cli"
import * as actions from "../accounts/KeyActions.ts"
import { KeyLifetimeText } from "../accounts/KeyLifetime.ts"
import { accountFlag } from "../terminal/AccountFlag.ts"
import { jsonFlag } from "../terminal/JsonOutput.ts"

const MAX_NETWORKS = 100

const create = Command.make(
  "create",
  {
    account: accountFlag,
    name: Flag.String("name").pipe(
      Flag.withSchema(AccountName),
      Flag.withDescription("Name of the key; Key by default"),
      Flag.withDefault("Key")
    ),
    expires: Flag.String("expires").pipe(
      Flag.withSchema(KeyLifetimeText),
      Flag.withDescription(
        "When the key expires: a duration such as 90d or 12h, or an instant of ISO 8601; never by default"
      ),
      Flag.optional
    ),
    allow: Flag.String("allow").pipe(
      Flag.withSchema(AllowedNetworkText),
      Flag.withDescription(
        "Address or network (CIDR) that the key may be used from; repeat it for several; every address by default"
      ),
      Flag.atMost(MAX_NETWORKS)
    ),
    json: jsonFlag
  },
  actions.create
).pipe(Command.withDescription("Create an API key and show it once; an account can have several"))

const list = Command.make("list", { account: accountFlag, json: jsonFlag }, actions.list).pipe(
  Command.withDescription("List the API keys of an account, without their secrets")
)

const revoke = Command.make(
  "revoke",
  {
    key: Argument.String("key").pipe(
      Argument.withSchema(ApiKeyId),
      Argument.withDescription("Id of the API key, key_…")
    ),
    json: jsonFlag
  },
  actions.revoke
).pipe(Command.withDescription("Revoke an API key; every server rejects it within one second"))

export const keysCommand = Command.make("keys").pipe(Command.withSubcommands([create, list, revoke]))
