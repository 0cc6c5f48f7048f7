import { assert, describe, it } from "@effect/vitest"
import { AccountStore } from "@landfall/core/accounts/Account"
import { DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { DueBacklog, MAX_DUE_COUNTED } from "@landfall/core/alerts/delivery/DueBacklog"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import { EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import {
  accountOf,
  applicationOf,
  endpointCredentialsOf,
  endpointOf,
  SAMPLE_TIME
} from "@landfall/testing/samples/Samples"
import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { plansOf } from "../../Plans.ts"
import { openOnFile } from "../../TestStorage.ts"

const NOW = DateTime.toEpochMillis(SAMPLE_TIME)
const account = accountOf(1)
const application = applicationOf(account, 1)

const endpoints = Effect.fnUntraced(function* (count: number) {
  yield* TestClock.setTime(NOW)
  yield* (yield* AccountStore).create(account)
  yield* (yield* ApplicationStore).create(application)
  const stored = Array.from({ length: count }, (_, n) => endpointOf(application, n + 1))
  for (const [n, endpoint] of stored.entries())
    yield* (yield* EndpointStore).create(endpoint, endpointCredentialsOf(n + 1))
  return stored.map(({ id }) => id)
})

/** Deliveries of an endpoint, each due a millisecond before the next, the first of them at `dueAt`. */
const queued = Effect.fnUntraced(function* (endpointId: EndpointId, state: string, count: number, dueAt: number) {
  const sql = yield* SqlClient.SqlClient
  const numbers = sql`WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})`
  const id = sql`'msg_' || ${endpointId} || ${state} || i`
  yield* sql`INSERT INTO message (id, account_id, type, body, example, created_at)
    ${numbers} SELECT ${id}, ${account.id}, 'test', '{}', 0, ${NOW} FROM n`
  yield* sql`INSERT INTO delivery (message_id, endpoint_id, state, due_at, attempts)
    ${numbers} SELECT ${id}, ${endpointId}, ${state}, ${dueAt} + i, 0 FROM n`
  yield* sql`UPDATE endpoint_queue SET next_at = min(coalesce(next_at, ${dueAt}), ${dueAt})
    WHERE endpoint_id = ${endpointId}`
})

const measure = Effect.flatMap(DueBacklog, (backlog) => backlog.measure)

describe("the backlog of deliveries", () => {
  it.effect("counts the due deliveries of all endpoints, and for how long the oldest has been due", () =>
    Effect.gen(function* () {
      const [first, second, third] = yield* endpoints(3)
      if (first === undefined || second === undefined || third === undefined) return assert.fail()
      assert.deepStrictEqual(yield* measure, { due: 0, oldestDueMillis: 0 })
      yield* queued(first, "pending", 10, NOW - 500)
      yield* queued(second, "retry", 5, NOW - 2000)
      yield* queued(second, "pending", 5, NOW + 1)
      yield* queued(third, "retry", 5, NOW + 60_000)
      assert.deepStrictEqual(yield* measure, { due: 15, oldestDueMillis: 2000 })
    }).pipe(Effect.provide(openOnFile))
  )

  it.effect("excludes leased deliveries until their lease expires", () =>
    Effect.gen(function* () {
      const [first] = yield* endpoints(1)
      if (first === undefined) return assert.fail()
      yield* queued(first, "pending", 10, NOW - 500)
      yield* (yield* DeliveryQueue).claim(4, 1000)
      assert.strictEqual((yield* measure).due, 6)
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* measure).due, 10)
    }).pipe(Effect.provide(openOnFile))
  )

  it.effect("is counted up to a bound, along the index of the queues", () =>
    Effect.gen(function* () {
      const [first] = yield* endpoints(1)
      if (first === undefined) return assert.fail()
      yield* queued(first, "pending", MAX_DUE_COUNTED + 500, NOW - 60_000)
      const { result, plans } = yield* plansOf(measure)
      assert.deepStrictEqual(result, { due: MAX_DUE_COUNTED, oldestDueMillis: 60_000 })
      const ofDeliveries = plans.flatMap(({ steps }) => steps.filter((step) => / delivery\b/.test(step)))
      assert.isNotEmpty(ofDeliveries)
      for (const step of ofDeliveries) assert.match(step, /^SEARCH delivery USING COVERING INDEX delivery_queue/)
    }).pipe(Effect.provide(openOnFile))
  )
})
