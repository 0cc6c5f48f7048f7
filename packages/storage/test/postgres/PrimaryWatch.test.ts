import { assert, describe, it } from "@effect/vitest"
import { type PostgresServer, startPostgres } from "@landfall/postgres-server/PostgresServer"
import { Cause, Context, Effect, Exit, Layer, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import * as PostgresClient from "../../src/postgres/PostgresClient.ts"
import { countOtherSessions } from "../../src/transfer/PostgresSessions.ts"
import { skipReason } from "./TestServer.ts"

const server = Effect.acquireRelease(
  Effect.promise(() => startPostgres({ durable: false })),
  ({ destroy }) => Effect.promise(destroy)
)

const open = (url: string) =>
  Effect.map(Layer.build(PostgresClient.layer({ url: Redacted.make(url) })), (context) =>
    Context.get(context, SqlClient.SqlClient)
  )

const execute = (url: string, ...statements: ReadonlyArray<string>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const sql = yield* open(url)
      for (const statement of statements) yield* sql.unsafe(statement)
    })
  )

/** Makes a server accept writes, or no longer, as a promotion and a return as a standby do. */
const setWritable = (url: string, writable: boolean) =>
  execute(url, `ALTER SYSTEM SET default_transaction_read_only = ${writable ? "off" : "on"}`, "SELECT pg_reload_conf()")

/** Postgres lists a session for a short time after its client has closed it. */
const UNTIL_ENDED = Schedule.spaced("50 millis").pipe(Schedule.upTo({ times: 200 }))

const portOf = ({ url }: PostgresServer): string => new URL(url).port

const listOf = (one: PostgresServer, other: PostgresServer): string =>
  one.url.replace(/@[^/]*/, `@127.0.0.1:${portOf(one)},127.0.0.1:${portOf(other)}`)

describe.skipIf(skipReason !== undefined)("a client of several Postgres servers", () => {
  it.live("writes to the one that accepts writes, and follows when another does", () =>
    Effect.gen(function* () {
      const [one, other] = yield* Effect.all([server, server])
      for (const { url } of [one, other]) yield* execute(url, "CREATE TABLE written (value integer)")
      yield* setWritable(one.url, false)

      const sql = yield* open(listOf(one, other))
      yield* sql`INSERT INTO written VALUES (1)`
      // A restore needs the database for itself: the watch of the primary does not count as another user of it. The sessions above may still be ending.
      const others = yield* Effect.repeat(countOtherSessions(sql), {
        schedule: UNTIL_ENDED,
        while: (count) => count > 0
      })
      assert.strictEqual(others, 0)
      yield* setWritable(other.url, false)
      yield* setWritable(one.url, true)
      // A connection to the replaced primary rejects the statement, or is closed, until the client has moved.
      yield* Effect.retry(sql`INSERT INTO written VALUES (2)`, Schedule.spaced("50 millis"))

      const valuesIn = ({ url }: PostgresServer) =>
        Effect.scoped(Effect.flatMap(open(url), (client) => client`SELECT value FROM written`.values))
      assert.deepStrictEqual(yield* valuesIn(other), [[1]])
      assert.deepStrictEqual(yield* valuesIn(one), [[2]])
    })
  )

  it.live("starts while one of them is down, and states what each reports when none accepts writes", () =>
    Effect.gen(function* () {
      const [one, other] = yield* Effect.all([server, server])
      yield* Effect.promise(one.stop)
      const sql = yield* open(listOf(one, other))
      assert.deepStrictEqual(yield* sql`SELECT 1`.values, [[1]])

      yield* setWritable(other.url, false)
      const refused = yield* Effect.exit(Effect.scoped(open(listOf(one, other))))
      assert(Exit.isFailure(refused))
      const message = Cause.pretty(refused.cause)
      assert.include(message, "None of the Postgres servers accepts writes")
      assert.include(message, `127.0.0.1:${portOf(other)}: it is a standby`)
      assert.include(message, `127.0.0.1:${portOf(one)}: connect ECONNREFUSED`)
    })
  )
})
