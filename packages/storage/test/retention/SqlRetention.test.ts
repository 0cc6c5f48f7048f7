import { assert, describe, it } from "@effect/vitest"
import { AccountStore } from "@landfall/core/accounts/Account"
import { ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import { EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { type Prunable, Retention } from "@landfall/core/alerts/operations/Retention"
import {
  accountOf,
  applicationOf,
  endpointCredentialsOf,
  endpointOf,
  SAMPLE_TIME
} from "@landfall/testing/samples/Samples"
import { DateTime, Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { plansOf, scansOf, sortsOf } from "../Plans.ts"
import { openOnFile } from "../TestStorage.ts"

const HOUR = 3_600_000
const NOW = DateTime.toEpochMillis(SAMPLE_TIME)
const account = accountOf(1)
const application = applicationOf(account, 1)

const stored = Effect.fnUntraced(function* (endpoints: number) {
  yield* (yield* AccountStore).create(account)
  yield* (yield* ApplicationStore).create(application)
  for (let n = 1; n <= endpoints; n++) {
    yield* (yield* EndpointStore).create(endpointOf(application, n), endpointCredentialsOf(n))
  }
})

/** Messages that were made an hour apart, the last one now, each delivered to the first endpoint with one attempt. */
const delivered = Effect.fnUntraced(function* (count: number) {
  const sql = yield* SqlClient.SqlClient
  const numbers = sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`
  const id = sql`'msg_' || printf('%09d', i)`
  const at = sql`${NOW} - (${count} - i) * ${HOUR}`
  const { id: endpointId } = endpointOf(application, 1)
  yield* sql`INSERT INTO message (id, account_id, type, body, example, created_at)
    ${numbers} SELECT ${id}, ${account.id}, 'test', '{}', 0, ${at} FROM n`
  yield* sql`INSERT INTO delivery (message_id, endpoint_id, state, settled_at, attempts)
    ${numbers} SELECT ${id}, ${endpointId}, 'succeeded', ${at}, 1 FROM n`
  yield* sql`INSERT INTO attempt (message_id, endpoint_id, number, started_at, duration_millis, response_status, detail)
    ${numbers} SELECT ${id}, ${endpointId}, 1, ${at}, 1, 200, '' FROM n`
})

const countOf = (table: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(sql<{ readonly n: number }>`SELECT count(*) AS n FROM ${sql(table)}`, ([row]) => row?.n)
  )

const pass = Effect.fnUntraced(function* (kind: Prunable, before: number, limit: number) {
  const retention = yield* Retention
  let steps = 0
  for (let next = Option.some(""); Option.isSome(next); steps++) {
    next = (yield* retention.prune(kind, DateTime.makeUnsafe(before), next.value, limit)).next
  }
  return steps
})

describe("retention", () => {
  it.effect("finds expired rows by primary keys, among many messages and figures", () =>
    Effect.gen(function* () {
      yield* stored(3)
      yield* delivered(20_000)
      const { plans } = yield* plansOf(
        Effect.gen(function* () {
          const retention = yield* Retention
          for (const kind of ["messages", "hours", "tasks"] as const) {
            yield* retention.prune(kind, SAMPLE_TIME, "msg_000000100", 200)
          }
        })
      )
      assert.deepStrictEqual(scansOf(plans), [])
      assert.deepStrictEqual(sortsOf(plans), [])
    }).pipe(Effect.provide(openOnFile))
  )

  it.effect("removes deliveries and attempts with their messages, and no others", () =>
    Effect.gen(function* () {
      yield* stored(1)
      yield* delivered(1000)
      assert.strictEqual(yield* pass("messages", NOW - 300 * HOUR, 200), 5)
      for (const table of ["message", "delivery", "attempt"]) assert.strictEqual(yield* countOf(table), 301)
    }).pipe(Effect.provide(openOnFile))
  )

  it.effect("removes the hours that began before, of every endpoint, in steps", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* stored(5)
      yield* sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
        INSERT INTO endpoint_hour SELECT account_id, id, ${NOW} - i * ${HOUR}, 1, 0, 0, 1, 1 FROM n, endpoint`
      assert.isAbove(yield* pass("hours", NOW - 10 * HOUR, 20), 10)
      assert.strictEqual(yield* countOf("endpoint_hour"), 50)
      const [oldest] = yield* sql<{ readonly at: number }>`SELECT min(starts_at) AS at FROM endpoint_hour`
      assert.strictEqual(oldest?.at, NOW - 10 * HOUR)
    }).pipe(Effect.provide(openOnFile))
  )
})
