import type { AccountId } from "@landfall/core/accounts/Account"
import type { AllowedNetworks } from "@landfall/core/accounts/AllowedNetworks"
import { type ApiKeyId, ApiKeyStore } from "@landfall/core/accounts/ApiKey"
import { ApiKeys } from "@landfall/core/accounts/ApiKeys"
import * as SqlAccountStore from "@landfall/storage/accounts/SqlAccountStore"
import * as SqlApiKeyStore from "@landfall/storage/accounts/SqlApiKeyStore"
import { Console, DateTime, Duration, Effect, Layer, Option, Redacted, Schema } from "effect"
import { withStores } from "../settings/Database.ts"
import { resolveAccount } from "../terminal/AccountFlag.ts"
import { printJson } from "../terminal/JsonOutput.ts"
import { printLines } from "./AccountOutput.ts"
import type { KeyLifetime } from "./KeyLifetime.ts"
import { keyTable, toKeyJson } from "./KeyOutput.ts"

const withAccountStores = withStores(
  ApiKeys.layer.pipe(Layer.provideMerge(Layer.merge(SqlAccountStore.layer, SqlApiKeyStore.layer)))
)

/** The end that the caller gave to a new key has passed. */
export class KeyEndPassed extends Schema.TaggedError<KeyEndPassed>()("KeyEndPassed", { message: Schema.String }) {}

interface CreateInput {
  readonly account: Option.Option<AccountId>
  readonly name: string
  readonly expires: Option.Option<KeyLifetime>
  readonly allow: AllowedNetworks
  readonly json: boolean
}

const endOf = (lifetime: KeyLifetime, now: DateTime.Utc): DateTime.Utc =>
  lifetime._tag === "Until" ? lifetime.instant : DateTime.addDuration(now, Duration.millis(lifetime.millis))

export const create = Effect.fnUntraced(function* ({ account, name, expires, allow, json }: CreateInput) {
  const now = yield* DateTime.now
  const end = Option.map(expires, (lifetime) => endOf(lifetime, now))
  if (Option.exists(end, (instant) => DateTime.isLessThanOrEqualTo(instant, now))) {
    return yield* new KeyEndPassed({ message: "--expires must be in the future." })
  }
  const { id: accountId } = yield* resolveAccount(account)
  const issued = yield* (yield* ApiKeys).issue({
    accountId,
    name,
    allowedNetworks: allow,
    ...(Option.isSome(end) ? { expiresAt: end.value } : {})
  })
  const secret = Redacted.value(issued.secret)
  if (json) return yield* printJson({ ...toKeyJson(issued.key, now), secret })
  yield* printLines([
    secret,
    "",
    `This is the API key ${issued.key.id} of ${accountId}. It is shown once, because only its hash is stored: save it now.`
  ])
}, withAccountStores)

interface ListInput {
  readonly account: Option.Option<AccountId>
  readonly json: boolean
}

export const list = Effect.fnUntraced(function* ({ account, json }: ListInput) {
  const now = yield* DateTime.now
  const { id } = yield* resolveAccount(account)
  const keys = yield* (yield* ApiKeyStore).list(id)
  if (json) return yield* printJson(keys.map((key) => toKeyJson(key, now)))
  if (keys.length === 0) {
    return yield* Console.error(`${id} has no API key. Create one with: landfall keys create --account ${id}`)
  }
  yield* printLines(keyTable(keys, now))
}, withAccountStores)

interface RevokeInput {
  readonly key: ApiKeyId
  readonly json: boolean
}

export const revoke = Effect.fnUntraced(function* ({ key: id, json }: RevokeInput) {
  const now = yield* DateTime.now
  const key = yield* (yield* ApiKeyStore).revoke(id, now.epochMilliseconds)
  if (json) return yield* printJson(toKeyJson(key, now))
  yield* Console.log(`${key.id} is revoked. Running servers reject it within a second.`)
}, withAccountStores)
