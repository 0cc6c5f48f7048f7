import { assert, describe, it } from "@effect/vitest"
import { WorkOwner } from "@landfall/core/limits/WorkOwner"
import { Context, Effect, Fiber, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import * as PostgresClient from "../../src/postgres/PostgresClient.ts"
import { NO_LIMITS, SERVICE_LIMITS } from "../../src/postgres/SessionLimits.ts"
import { newSchema, skipReason, withServer } from "./TestServer.ts"

const LOCK = 42
const STATEMENTS = 20

const openClient = Effect.fnUntraced(function* (limits = SERVICE_LIMITS) {
  return Context.get(yield* Layer.build(PostgresClient.layer({ url: yield* newSchema, limits })), SqlClient.SqlClient)
})

const ownedBy = (account: string) => Effect.provideService(WorkOwner, account)

describe.skipIf(skipReason !== undefined)("the connections to Postgres", () => {
  withServer()

  for (const [work, share, wait] of [
    ["statements", 2, (statement: Effect.Effect<unknown, unknown>) => statement],
    [
      "transactions",
      3,
      (statement: Effect.Effect<unknown, unknown>, sql: SqlClient.SqlClient) => sql.withTransaction(statement)
    ]
  ] as const) {
    it.live(`that wait for ${work} of one account leave some to others`, () =>
      Effect.gen(function* () {
        const sql = yield* openClient()
        const holder = yield* openClient()
        const waiting = sql<{ readonly sessions: number }>`SELECT count(*)::int AS sessions FROM pg_locks
          WHERE locktype = 'advisory' AND objid = ${LOCK} AND NOT granted`
        const locked = sql`SELECT pg_advisory_xact_lock(${LOCK})`
        const fibers = yield* holder.withTransaction(
          Effect.gen(function* () {
            yield* holder`SELECT pg_advisory_xact_lock(${LOCK})`
            const forked = yield* Effect.forEach(Array.from({ length: STATEMENTS }), () =>
              Effect.forkChild(wait(locked, sql).pipe(ownedBy("searching")))
            )
            yield* Effect.repeat(waiting, {
              until: ([row]) => row?.sessions === share,
              schedule: Schedule.spaced("10 millis")
            })
            assert.deepStrictEqual(yield* sql`SELECT 1 AS one`.pipe(ownedBy("other")), [{ one: 1 }])
            const within = sql.withTransaction(Effect.andThen(sql`SELECT 1`, sql`SELECT 2 AS two`))
            assert.deepStrictEqual(yield* within.pipe(ownedBy("another")), [{ two: 2 }])
            assert.deepStrictEqual(yield* waiting, [{ sessions: share }])
            return forked
          })
        )
        for (const fiber of fibers) yield* Fiber.join(fiber)
      })
    )
  }

  it.live("do not wait for the statement of an account that was interrupted: the server cancels it", () =>
    Effect.gen(function* () {
      // Without limits, nothing else ends the statement.
      const sql = yield* openClient(NO_LIMITS)
      const holder = yield* openClient(NO_LIMITS)
      const waiting = sql<{ readonly sessions: number }>`SELECT count(*)::int AS sessions FROM pg_locks
        WHERE locktype = 'advisory' AND objid = ${LOCK} AND NOT granted`
      yield* holder.withTransaction(
        Effect.gen(function* () {
          yield* holder`SELECT pg_advisory_xact_lock(${LOCK})`
          const fiber = yield* Effect.forkChild(sql`SELECT pg_advisory_xact_lock(${LOCK})`.pipe(ownedBy("searching")))
          yield* Effect.repeat(waiting, {
            until: ([row]) => row?.sessions === 1,
            schedule: Schedule.spaced("10 millis")
          })
          yield* Fiber.interrupt(fiber)
          yield* Effect.repeat(waiting, {
            until: ([row]) => row?.sessions === 0,
            schedule: Schedule.spaced("10 millis")
          })
          // The lock is still held: only a cancelled statement no longer waits for it.
          const locks = yield* sql`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = ${LOCK} AND granted`
          assert.strictEqual(locks.length, 1)
        })
      )
    })
  )
})
