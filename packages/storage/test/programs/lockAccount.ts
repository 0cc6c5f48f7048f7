import process from "node:process"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as PostgresClient from "../../src/postgres/PostgresClient.ts"

const [url = "", accountId = ""] = process.argv.slice(2)

/** Locks an account in a transaction that it never ends. */
const program = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`SELECT id FROM account WHERE id = ${accountId} FOR UPDATE`
      yield* Effect.sync(() => process.stdout.write("locked"))
      yield* Effect.sleep("10 minutes")
    })
  )
})

await Effect.runPromise(Effect.provide(program, PostgresClient.layer({ url: Redacted.make(url) })))
