import { type ApiKey, ApiKeyId, ApiKeyStore } from "@landfall/core/accounts/ApiKey"
import { ApiKeys } from "@landfall/core/accounts/ApiKeys"
import { Console, DateTime, Effect, Option, Redacted } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { withDatabase } from "../settings/Database.ts"
import { accountFlag, resolveAccountId } from "../terminal/AccountFlag.ts"
import { jsonFlag, printJson } from "../terminal/JsonOutput.ts"

const toKeyJson = (key: ApiKey) => ({
  id: key.id,
  accountId: key.accountId,
  name: key.name,
  createdAt: DateTime.formatIso(key.createdAt),
  revokedAt: Option.getOrNull(Option.map(key.revokedAt, DateTime.formatIso))
})

const create = Command.make(
  "create",
  {
    account: accountFlag,
    name: Flag.String("name").pipe(Flag.withDescription("Name of the key"), Flag.withDefault("Key")),
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ account, name, json }) {
    const keys = yield* ApiKeys
    const issued = yield* keys.issue(yield* resolveAccountId(account), name, Option.none())
    const secret = Redacted.value(issued.secret)
    if (json) return yield* printJson({ ...toKeyJson(issued.key), secret })
    yield* Console.log(
      `${secret}\n\nThis is the API key ${issued.key.id}. It is shown once, because only its hash is stored: save it now.`
    )
  }, withDatabase)
).pipe(Command.withDescription("Create an API key and show it once"))

const list = Command.make(
  "list",
  { account: accountFlag, json: jsonFlag },
  Effect.fnUntraced(function* ({ account, json }) {
    const keys = yield* (yield* ApiKeyStore).list(yield* resolveAccountId(account))
    if (json) return yield* printJson(keys.map(toKeyJson))
    for (const key of keys) {
      const state = Option.isSome(key.revokedAt) ? "revoked" : "valid"
      yield* Console.log(`${key.id}  ${state.padEnd(7)}  ${DateTime.formatIso(key.createdAt)}  ${key.name}`)
    }
  }, withDatabase)
).pipe(Command.withDescription("List the API keys of an account, without their secrets"))

const revoke = Command.make(
  "revoke",
  {
    id: Argument.String("key").pipe(
      Argument.withSchema(ApiKeyId),
      Argument.withDescription("Id of the API key, key_…")
    ),
    json: jsonFlag
  },
  Effect.fnUntraced(function* ({ id, json }) {
    const now = yield* DateTime.now
    const key = yield* (yield* ApiKeyStore).revoke(id, now.epochMilliseconds)
    if (json) return yield* printJson(toKeyJson(key))
    yield* Console.log(`${key.id} is revoked. Running servers reject it within a second.`)
  }, withDatabase)
).pipe(Command.withDescription("Revoke an API key"))

export const keysCommand = Command.make("keys").pipe(
  Command.withDescription("Create, list and revoke the API keys of an account"),
  Command.withSubcommands([create, list, revoke])
)
