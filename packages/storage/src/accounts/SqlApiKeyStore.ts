import { AccountId } from "@landfall/core/accounts/Account"
import { ApiKey, ApiKeyHash, ApiKeyId, ApiKeyNotFound, ApiKeyStore } from "@landfall/core/accounts/ApiKey"
import { StorageError } from "@landfall/core/faults/StorageError"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { rowLocks } from "../sql/RowLocks.ts"
import { mapToStorageError } from "../sql/StorageErrorMapping.ts"
import { AccountRow } from "./AccountRow.ts"

const ApiKeyRow = Schema.Struct({
  id: ApiKeyId,
  accountId: AccountId,
  name: Schema.NonEmptyString,
  hash: ApiKeyHash,
  createdAt: Schema.DateTimeUtcFromMillis,
  revokedAt: Schema.OptionFromNullOr(Schema.DateTimeUtcFromMillis)
}).pipe(Schema.decodeTo(ApiKey))

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const locks = rowLocks(sql)

  const insert = SqlSchema.void({
    Request: ApiKeyRow,
    execute: (row) => sql`INSERT INTO api_key ${sql.insert(row)} ON CONFLICT (hash) DO NOTHING`
  })
  const findOwner = SqlSchema.findOneOption({
    Request: ApiKeyHash,
    Result: Schema.Struct({ accountId: AccountId }),
    execute: (hash) => sql`SELECT account_id FROM api_key WHERE hash = ${hash}`
  })
  const findAccount = SqlSchema.findOneOption({
    Request: ApiKeyHash,
    Result: AccountRow,
    execute: (hash) =>
      sql`SELECT account.* FROM api_key JOIN account ON account.id = api_key.account_id
        WHERE api_key.hash = ${hash} AND api_key.revoked_at IS NULL`
  })
  const findByAccount = SqlSchema.findAll({
    Request: AccountId,
    Result: ApiKeyRow,
    execute: (accountId) => sql`SELECT * FROM api_key WHERE account_id = ${accountId} ORDER BY created_at, id`
  })
  const setRevoked = SqlSchema.findOneOption({
    Request: Schema.Struct({ id: ApiKeyId, at: Schema.Int }),
    Result: ApiKeyRow,
    execute: ({ id, at }) =>
      sql`UPDATE api_key SET revoked_at = coalesce(revoked_at, ${at}) WHERE id = ${id} RETURNING *`
  })

  const add = Effect.fn("ApiKeyStore.add")(
    function* (key: ApiKey) {
      yield* insert(key)
      const owner = yield* findOwner(key.hash)
      if (Option.exists(owner, ({ accountId }) => accountId === key.accountId)) return
      // A hash must identify exactly one account.
      return yield* new StorageError({
        operation: "ApiKeyStore.add",
        reason: "fault",
        cause: new Error("this API key belongs to another account")
      })
    },
    sql.withTransaction,
    mapToStorageError("ApiKeyStore.add")
  )

  const addFirst = Effect.fn("ApiKeyStore.addFirst")(
    function* (key: ApiKey) {
      yield* locks.lockAccount(key.accountId)
      if ((yield* findByAccount(key.accountId)).length > 0) return false
      yield* insert(key)
      return true
    },
    sql.withTransaction,
    mapToStorageError("ApiKeyStore.addFirst")
  )

  return ApiKeyStore.of({
    add,
    addFirst,
    authenticate: (hash) => findAccount(hash).pipe(mapToStorageError("ApiKeyStore.authenticate")),
    list: Effect.fn("ApiKeyStore.list")(findByAccount, mapToStorageError("ApiKeyStore.list")),
    revoke: Effect.fn("ApiKeyStore.revoke")(function* (id, at) {
      const revoked = yield* setRevoked({ id, at })
      return Option.isSome(revoked) ? revoked.value : yield* new ApiKeyNotFound({ id })
    }, mapToStorageError("ApiKeyStore.revoke"))
  })
})

/** `ApiKeyStore` in the table `api_key`. */
export const layer = Layer.effect(ApiKeyStore, make)
