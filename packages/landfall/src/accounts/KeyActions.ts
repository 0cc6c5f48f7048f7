import type { AccountId } from "@landfall/core/accounts/Account"
import type { AllowedNetworks } from "@landfall/core/accounts/AllowedNetworks"
import { type ApiKey, type ApiKeyId, ApiKeyNotFound, ApiKeyStore } from "@landfall/core/accounts/ApiKey"
import { ApiKeys } from "@landfall/core/accounts/ApiKeys"
import { Console, DateTime, Duration, Effect, Option, Redacted, Schema } from "effect"
import { inCellOf, inEveryCell } from "../cells/AccountCells.ts"
import { resolveAccount } from "../terminal/AccountFlag.ts"
import { printJson } from "../terminal/JsonOutput.ts"
import { printLines } from "./AccountOutput.ts"
import type { KeyLifetime } from "./KeyLifetime.ts"
import { keyTable, toKeyJson } from "./KeyOutput.ts"

/** The requested expiry of a new key has passed. */
export class KeyExpiryInPast extends Schema.TaggedError<KeyExpiryInPast>()("KeyExpiryInPast", {
  message: Schema.String
}) {}

interface CreateInput {
  readonly account: Option.Option<AccountId>
  readonly name: string
  readonly expires: Option.Option<KeyLifetime>
  readonly allow: AllowedNetworks
  readonly json: boolean
}

const endOf = (lifetime: KeyLifetime, now: DateTime.Utc): DateTime.Utc =>
  lifetime._tag === "Until" ? lifetime.instant : DateTime.addDuration(now, Duration.millis(lifetime.millis))

export const create = ({ account, name, expires, allow, json }: CreateInput) =>
  Effect.gen(function* () {
    const now = yield* DateTime.now
    const end = Option.map(expires, (lifetime) => endOf(lifetime, now))
    if (Option.exists(end, (instant) => DateTime.isLessThanOrEqualTo(instant, now))) {
      return yield* new KeyExpiryInPast({ message: "--expires must be in the future." })
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
  }).pipe(inCellOf(account))

interface ListInput {
  readonly account: Option.Option<AccountId>
  readonly json: boolean
}

export const list = ({ account, json }: ListInput) =>
  Effect.gen(function* () {
    const now = yield* DateTime.now
    const { id } = yield* resolveAccount(account)
    const keys = yield* (yield* ApiKeyStore).list(id)
    if (json) return yield* printJson(keys.map((key) => toKeyJson(key, now)))
    if (keys.length === 0) {
      return yield* Console.error(`${id} has no API key. Create one with: landfall keys create --account ${id}`)
    }
    yield* printLines(keyTable(keys, now))
  }).pipe(inCellOf(account))

interface RevokeInput {
  readonly key: ApiKeyId
  readonly json: boolean
}

export const revoke = Effect.fnUntraced(function* ({ key: id, json }: RevokeInput) {
  const now = yield* DateTime.now
  const results = yield* inEveryCell((has) =>
    Effect.gen(function* () {
      const store = yield* ApiKeyStore
      const accountKey = yield* store.findById(id)
      const isHere = Option.exists(accountKey, ({ account }) => has(account.id))
      return isHere ? Option.some(yield* store.revoke(id, now.epochMilliseconds)) : Option.none<ApiKey>()
    })
  )
  const [key] = results.flatMap(({ result }) => Option.toArray(result))
  if (key === undefined) return yield* new ApiKeyNotFound({ id })
  if (json) return yield* printJson(toKeyJson(key, now))
  yield* Console.log(`${key.id} is revoked. Every server rejects it within one second.`)
})
