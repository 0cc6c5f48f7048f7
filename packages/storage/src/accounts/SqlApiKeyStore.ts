import { Account, AccountId } from "@landfall/core/accounts/Account"
import { AllowedNetworks } from "@landfall/core/accounts/AllowedNetworks"
import { ApiKey, ApiKeyHash, ApiKeyId, ApiKeyNotFound, ApiKeyStore, addedKey } from "@landfall/core/accounts/ApiKey"
import { Plan } from "@landfall/core/accounts/Plan"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { makeAccountCounts } from "../limits/AccountCounts.ts"
import { accountFences } from "../sql/AccountFences.ts"
import { ID_COLUMN, jsonRows } from "../sql/JsonRows.ts"
import { listPage } from "../sql/ListPage.ts"
import { rowLocks } from "../sql/RowLocks.ts"
import { mapToStorageError } from "../sql/StorageErrorMapping.ts"

const keyColumns = {
  id: ApiKeyId,
  accountId: AccountId,
  name: Schema.NonEmptyString,
  hash: ApiKeyHash,
  prefix: Schema.OptionFromNullOr(Schema.String),
  createdAt: Schema.DateTimeUtcFromMillis,
  expiresAt: Schema.OptionFromNullOr(Schema.DateTimeUtcFromMillis),
  allowedNetworks: Schema.fromJsonString(AllowedNetworks),
  lastUsedAt: Schema.OptionFromNullOr(Schema.DateTimeUtcFromMillis),
  revokedAt: Schema.OptionFromNullOr(Schema.DateTimeUtcFromMillis)
}

/** A row of `api_key`. */
const ApiKeyRow = Schema.Struct(keyColumns).pipe(Schema.decodeTo(ApiKey))

/** A row of `api_key` with the columns of its account. */
const AccountKeyRow = Schema.Struct({
  ...keyColumns,
  accountName: Schema.NonEmptyString,
  accountPlan: Plan,
  accountMonthlyCredits: Schema.OptionFromNullOr(Schema.Int),
  accountCreatedAt: Schema.DateTimeUtcFromMillis
})

const toAccountKey = ({
  accountName,
  accountPlan,
  accountMonthlyCredits,
  accountCreatedAt,
  ...key
}: typeof AccountKeyRow.Type) => ({
  key: new ApiKey(key),
  account: new Account({
    id: key.accountId,
    name: accountName,
    plan: accountPlan,
    monthlyCredits: accountMonthlyCredits,
    createdAt: accountCreatedAt
  })
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const locks = rowLocks(sql)
  const { andUnfenced } = accountFences(sql)
  const counts = yield* makeAccountCounts

  const insert = SqlSchema.void({
    Request: ApiKeyRow,
    execute: (row) => sql`INSERT INTO api_key ${sql.insert(row)} ON CONFLICT (hash) DO NOTHING`
  })
  const findStored = SqlSchema.findOne({
    Request: ApiKeyHash,
    Result: ApiKeyRow,
    execute: (hash) => sql`SELECT * FROM api_key WHERE hash = ${hash}`
  })
  const accountKeys = sql`SELECT api_key.*, account.name AS account_name, account.plan AS account_plan,
      account.monthly_credits AS account_monthly_credits, account.created_at AS account_created_at
    FROM api_key JOIN account ON account.id = api_key.account_id`
  const findByHash = SqlSchema.findOneOption({
    Request: ApiKeyHash,
    Result: AccountKeyRow,
    execute: (hash) => sql`${accountKeys} WHERE api_key.hash = ${hash}`
  })
  const findById = SqlSchema.findOneOption({
    Request: ApiKeyId,
    Result: AccountKeyRow,
    execute: (id) => sql`${accountKeys} WHERE api_key.id = ${id}`
  })
  const findByAccount = SqlSchema.findAll({
    Request: AccountId,
    Result: ApiKeyRow,
    execute: (accountId) => sql`SELECT * FROM api_key WHERE account_id = ${accountId} ORDER BY created_at, id`
  })
  const decodeRows = Schema.decodeUnknownEffect(Schema.Array(ApiKeyRow))
  const setRevoked = SqlSchema.findOneOption({
    Request: Schema.Struct({ id: ApiKeyId, at: Schema.Int }),
    Result: ApiKeyRow,
    execute: ({ id, at }) =>
      sql`UPDATE api_key SET revoked_at = coalesce(revoked_at, ${at}) WHERE id = ${id} RETURNING *`
  })

  const add = Effect.fn("ApiKeyStore.add")(
    function* (key: ApiKey) {
      yield* insert(key)
      return yield* Effect.fromResult(addedKey(yield* findStored(key.hash), key))
    },
    Effect.catchTag("NoSuchElementError", Effect.die),
    sql.withTransaction,
    mapToStorageError("ApiKeyStore.add")
  )

  const addFirst = Effect.fn("ApiKeyStore.addFirst")(
    function* <E>(key: ApiKey, before: Effect.Effect<void, E>) {
      yield* locks.lockAccount(key.accountId)
      if ((yield* findByAccount(key.accountId)).length > 0) return false
      yield* before
      yield* insert(key)
      return true
    },
    sql.withTransaction,
    mapToStorageError("ApiKeyStore.addFirst")
  )

  const addWithinLimits = Effect.fn("ApiKeyStore.addWithinLimits")(
    function* (key: ApiKey) {
      yield* counts.addKey(key.accountId, key.createdAt)
      yield* insert(key)
    },
    sql.withTransaction,
    mapToStorageError("ApiKeyStore.addWithinLimits")
  )

  return ApiKeyStore.of({
    add,
    addWithinLimits,
    addFirst: (key, before = Effect.void) => addFirst(key, before),
    find: (hash) => Effect.map(findByHash(hash), Option.map(toAccountKey)).pipe(mapToStorageError("ApiKeyStore.find")),
    findById: (id) =>
      Effect.map(findById(id), Option.map(toAccountKey)).pipe(mapToStorageError("ApiKeyStore.findById")),
    findAll: Effect.fn("ApiKeyStore.findAll")(function* (hashes) {
      const rows = hashes.map((hash) => [hash])
      return yield* decodeRows(
        yield* sql`SELECT * FROM api_key WHERE hash IN (SELECT id FROM ${jsonRows(sql, ID_COLUMN, rows)} AS requested)`
      )
    }, mapToStorageError("ApiKeyStore.findAll")),
    list: Effect.fn("ApiKeyStore.list")(findByAccount, mapToStorageError("ApiKeyStore.list")),
    listPage: Effect.fn("ApiKeyStore.listPage")(
      (accountId, page) =>
        listPage(
          sql,
          page,
          "oldest first",
          ({ where, orderAndLimit }) =>
            sql`SELECT * FROM api_key WHERE account_id = ${accountId} AND ${where} ${orderAndLimit}`,
          decodeRows
        ),
      mapToStorageError("ApiKeyStore.listPage")
    ),
    revoke: Effect.fn("ApiKeyStore.revoke")(function* (id, at) {
      const revoked = yield* setRevoked({ id, at })
      return Option.isSome(revoked) ? revoked.value : yield* new ApiKeyNotFound({ id })
    }, mapToStorageError("ApiKeyStore.revoke")),
    recordUse: Effect.fn("ApiKeyStore.recordUse")(function* (ids, at) {
      const rows = ids.map((id) => [id])
      // The rule of `isLaterUse`, in the statement that records the use.
      const isLater = sql`(last_used_at IS NULL OR last_used_at < ${at})`
      // Locked in one order, so that two servers never wait for each other.
      const used = sql`SELECT id FROM api_key WHERE id IN (SELECT id FROM ${jsonRows(sql, ID_COLUMN, rows)} AS used)
        AND ${isLater} ${andUnfenced()} ORDER BY id ${locks.forChange}`
      yield* sql`UPDATE api_key SET last_used_at = ${at} WHERE id IN (${used}) AND ${isLater}`
    }, mapToStorageError("ApiKeyStore.recordUse"))
  })
})

/** `ApiKeyStore` in the table `api_key`. */
export const layer = Layer.effect(ApiKeyStore, make)
