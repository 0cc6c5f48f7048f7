import { type Account, AccountId, AccountNotFound, AccountStore } from "@landfall/core/accounts/Account"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { rowLocks } from "../sql/RowLocks.ts"
import { mapToStorageError } from "../sql/StorageErrorMapping.ts"
import { AccountRow } from "./AccountRow.ts"

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const locks = rowLocks(sql)

  const insert = SqlSchema.void({
    Request: AccountRow,
    execute: (row) => sql`INSERT INTO account ${sql.insert(row)}`
  })
  const findById = SqlSchema.findOneOption({
    Request: AccountId,
    Result: AccountRow,
    execute: (id) => sql`SELECT * FROM account WHERE id = ${id}`
  })
  const findAll = SqlSchema.findAll({
    Request: Schema.Void,
    Result: AccountRow,
    execute: () => sql`SELECT * FROM account ORDER BY created_at, id`
  })
  const findFirst = SqlSchema.findOneOption({
    Request: Schema.Void,
    Result: AccountRow,
    execute: () => sql`SELECT * FROM account ORDER BY created_at, id LIMIT 1`
  })
  const replace = SqlSchema.findOneOption({
    Request: AccountRow,
    Result: Schema.Struct({ id: AccountId }),
    execute: (row) => sql`UPDATE account SET ${sql.update(row, ["id"])} WHERE id = ${row.id} RETURNING id`
  })

  const orNotFound =
    (id: AccountId) =>
    <A>(found: Option.Option<A>) =>
      Option.isSome(found) ? Effect.succeed(found.value) : Effect.fail(new AccountNotFound({ id }))

  const createFirst = Effect.fn("AccountStore.createFirst")(
    function* (account: Account) {
      yield* locks.lockName("the first account")
      const known = yield* findFirst()
      if (Option.isSome(known)) return known.value
      yield* insert(account)
      return account
    },
    sql.withTransaction,
    mapToStorageError("AccountStore.createFirst")
  )

  return AccountStore.of({
    create: Effect.fn("AccountStore.create")(insert, mapToStorageError("AccountStore.create")),
    createFirst,
    find: Effect.fn("AccountStore.find")(
      (id) => Effect.flatMap(findById(id), orNotFound(id)),
      mapToStorageError("AccountStore.find")
    ),
    list: findAll().pipe(Effect.withSpan("AccountStore.list"), mapToStorageError("AccountStore.list")),
    first: findFirst().pipe(Effect.withSpan("AccountStore.first"), mapToStorageError("AccountStore.first")),
    update: Effect.fn("AccountStore.update")(
      (account) => Effect.asVoid(Effect.flatMap(replace(account), orNotFound(account.id))),
      mapToStorageError("AccountStore.update")
    )
  })
})

/** `AccountStore` in the table `account`. */
export const layer = Layer.effect(AccountStore, make)
