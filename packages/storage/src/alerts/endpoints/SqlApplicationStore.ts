import { AccountId } from "@landfall/core/accounts/Account"
import {
  Application,
  ApplicationId,
  ApplicationName,
  ApplicationNotFound,
  ApplicationStore
} from "@landfall/core/alerts/endpoints/Application"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { makeAccountCounts } from "../../limits/AccountCounts.ts"
import { listPage } from "../../sql/ListPage.ts"
import { mapToStorageError } from "../../sql/StorageErrorMapping.ts"

const ApplicationRow = Schema.Struct({
  id: ApplicationId,
  accountId: AccountId,
  name: ApplicationName,
  createdAt: Schema.DateTimeUtcFromMillis,
  updatedAt: Schema.DateTimeUtcFromMillis
}).pipe(Schema.decodeTo(Application))

const decodeRows = Schema.decodeUnknownEffect(Schema.Array(ApplicationRow))

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const counts = yield* makeAccountCounts

  const insert = SqlSchema.void({
    Request: ApplicationRow,
    execute: (row) => sql`INSERT INTO application ${sql.insert(row)}`
  })
  const findById = SqlSchema.findOneOption({
    Request: Schema.Struct({ accountId: AccountId, id: ApplicationId }),
    Result: ApplicationRow,
    execute: ({ accountId, id }) => sql`SELECT * FROM application WHERE id = ${id} AND account_id = ${accountId}`
  })
  const findFirst = SqlSchema.findOneOption({
    Request: AccountId,
    Result: ApplicationRow,
    execute: (accountId) => sql`SELECT * FROM application WHERE account_id = ${accountId} ORDER BY id LIMIT 1`
  })

  return ApplicationStore.of({
    create: Effect.fn("ApplicationStore.create")(
      function* (application: Application) {
        yield* counts.addApplication(application.accountId)
        yield* insert(application)
      },
      sql.withTransaction,
      mapToStorageError("ApplicationStore.create")
    ),
    find: Effect.fn("ApplicationStore.find")(function* (accountId, id) {
      const application = yield* findById({ accountId, id })
      return Option.isSome(application) ? application.value : yield* new ApplicationNotFound({ id })
    }, mapToStorageError("ApplicationStore.find")),
    first: Effect.fn("ApplicationStore.first")(findFirst, mapToStorageError("ApplicationStore.first")),
    list: Effect.fn("ApplicationStore.list")(
      (accountId, page) =>
        listPage(
          sql,
          page,
          "oldest first",
          ({ where, orderAndLimit }) =>
            sql`SELECT * FROM application WHERE account_id = ${accountId} AND ${where} ${orderAndLimit}`,
          decodeRows
        ),
      mapToStorageError("ApplicationStore.list")
    )
  })
})

/** `ApplicationStore` in the table `application`. */
export const layer = Layer.effect(ApplicationStore, make)
