import { Account, type AccountChanges, AccountId, AccountNotFound, AccountStore } from "@landfall/core/accounts/Account"
import { Plan } from "@landfall/core/accounts/Plan"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { listPage } from "../sql/ListPage.ts"
import { rowLocks } from "../sql/RowLocks.ts"
import { mapToStorageError } from "../sql/StorageErrorMapping.ts"

const changeable = {
  name: Schema.NonEmptyString,
  plan: Plan,
  monthlyCredits: Schema.OptionFromNullOr(Schema.Int)
}

/** A row of `account`. */
const AccountRow = Schema.Struct({
  id: AccountId,
  ...changeable,
  createdAt: Schema.DateTimeUtcFromMillis
}).pipe(Schema.decodeTo(Account))

/** Columns of `account` with new values. */
const AccountChangesRow = Schema.Struct({
  name: Schema.optionalKey(changeable.name),
  plan: Schema.optionalKey(changeable.plan),
  monthlyCredits: Schema.optionalKey(changeable.monthlyCredits)
})

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
  const decodeRows = Schema.decodeUnknownEffect(Schema.Array(AccountRow))
  const encodeChanges = Schema.encodeEffect(AccountChangesRow)
  const update = SqlSchema.findOneOption({
    Request: Schema.Struct({ id: AccountId, changes: Schema.toEncoded(AccountChangesRow) }),
    Result: AccountRow,
    execute: ({ id, changes }) => sql`UPDATE account SET ${sql.update(changes)} WHERE id = ${id} RETURNING *`
  })

  const orNotFound =
    (id: AccountId) =>
    <A>(found: Option.Option<A>) =>
      Option.isSome(found) ? Effect.succeed(found.value) : Effect.fail(new AccountNotFound({ id }))

  const change = Effect.fn("AccountStore.change")(function* (id: AccountId, changes: AccountChanges) {
    const isEmpty = Object.keys(changes).length === 0
    const changed = isEmpty ? yield* findById(id) : yield* update({ id, changes: yield* encodeChanges(changes) })
    return yield* orNotFound(id)(changed)
  }, mapToStorageError("AccountStore.change"))

  const createFirst = Effect.fn("AccountStore.createFirst")(
    function* (account: Account) {
      yield* locks.lockName("the first account")
      const existing = yield* findFirst()
      if (Option.isSome(existing)) return existing.value
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
    listPage: Effect.fn("AccountStore.listPage")(
      (page) =>
        listPage(
          sql,
          page,
          "oldest first",
          ({ where, orderAndLimit }) => sql`SELECT * FROM account WHERE ${where} ${orderAndLimit}`,
          decodeRows
        ),
      mapToStorageError("AccountStore.listPage")
    ),
    first: findFirst().pipe(Effect.withSpan("AccountStore.first"), mapToStorageError("AccountStore.first")),
    change
  })
})

/** `AccountStore` in the table `account`. */
export const layer = Layer.effect(AccountStore, make)
