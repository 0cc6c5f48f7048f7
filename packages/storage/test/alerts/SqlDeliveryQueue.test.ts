import { assert, describe, it } from "@effect/vitest"
import { AccountStore } from "@landfall/core/accounts/Account"
import { ApplicationStore } from "@landfall/core/alerts/Application"
import { DeliveryQueue, type Lease, type Outcome } from "@landfall/core/alerts/DeliveryQueue"
import { Endpoint, EndpointStore } from "@landfall/core/alerts/Endpoint"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { Outbox } from "@landfall/core/alerts/Outbox"
import type { NextStep } from "@landfall/core/alerts/RetryPolicy"
import { accountOf, applicationOf, confidentialOf, endpointOf, SAMPLE_TIME } from "@landfall/testing/Samples"
import { DateTime, Effect, Fiber, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { runProgram } from "../ChildProcess.ts"
import { plansOf, scansOf, sortsOf } from "../Plans.ts"
import { openOnFile, openStorageOn, temporaryFile } from "../TestStorage.ts"

const POST_MESSAGES = new URL("../programs/postMessages.ts", import.meta.url)
const NOW = DateTime.toEpochMillis(SAMPLE_TIME)
const account = accountOf(1)
const application = applicationOf(account, 1)

/** One account with this many endpoints. */
const store = Effect.fnUntraced(function* (endpoints: number) {
  yield* TestClock.setTime(NOW)
  yield* (yield* AccountStore).create(account)
  yield* (yield* ApplicationStore).create(application)
  const stored = Array.from({ length: endpoints }, (_, n) => endpointOf(application, n + 1))
  for (const [n, endpoint] of stored.entries()) yield* (yield* EndpointStore).create(endpoint, confidentialOf(n + 1))
  return stored.map(({ id }) => id)
})

const post = Effect.fnUntraced(function* (...endpointIds: ReadonlyArray<EndpointId>) {
  const recipients = endpointIds.map((endpointId) => ({ endpointId, skip: Option.none() }))
  const draft = { shipmentId: Option.none(), type: "test", body: "{}", example: true, recipients }
  return yield* (yield* Outbox).post(account.id, draft, SAMPLE_TIME)
})

/** Makes deliveries that are due already, without going through the outbox one by one. */
const backlog = Effect.fnUntraced(function* (endpointId: EndpointId, count: number) {
  const sql = yield* SqlClient.SqlClient
  const numbers = sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`
  const id = sql`'msg_' || ${endpointId} || printf('%09d', i)`
  yield* sql`INSERT INTO message (id, account_id, type, body, example, created_at)
    ${numbers} SELECT ${id}, ${account.id}, 'test', '{}', 0, ${NOW} FROM n`
  yield* sql`INSERT INTO delivery (message_id, endpoint_id, state, due_at, attempts)
    ${numbers} SELECT ${id}, ${endpointId}, 'pending', ${NOW} - i, 0 FROM n`
  yield* sql`UPDATE endpoint_queue SET next_at = ${NOW} WHERE endpoint_id = ${endpointId}`
})

/** Claims until nothing is handed out any more, and answers how many went to each endpoint. */
const drain = Effect.gen(function* () {
  const queue = yield* DeliveryQueue
  const claimed: Record<string, number> = {}
  for (let due = true; due; ) {
    for (const { endpointId } of yield* queue.claim(100, 60_000)) claimed[endpointId] = (claimed[endpointId] ?? 0) + 1
    due = Option.exists(yield* queue.nextDueAt(), (at) => at <= NOW)
  }
  return claimed
})

const outcomeOf = (lease: Lease, next: NextStep, status = 200): Outcome => ({
  lease,
  startedAt: NOW,
  durationMillis: 100,
  responseStartMillis: 90,
  outcome: { _tag: "Answered", status, body: "" },
  next
})

const statesOf = Effect.fnUntraced(function* (endpointId: EndpointId) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT state || coalesce(' ' || skip_reason, ''), count(*) FROM delivery
    WHERE endpoint_id = ${endpointId} GROUP BY 1 ORDER BY 1`.values
  return Object.fromEntries(rows)
})

describe("the plans of the delivery queue with 100,000 deliveries due", () => {
  it.effect(
    "claims walk the line of queues and the index of each queue; records find each row by its key",
    () =>
      Effect.gen(function* () {
        const [first, second] = yield* store(2)
        if (first === undefined || second === undefined) return assert.fail()
        yield* backlog(first, 50_000)
        yield* backlog(second, 50_000)
        const queue = yield* DeliveryQueue
        const { plans } = yield* plansOf(
          Effect.gen(function* () {
            const leases = yield* queue.claim(256, 1000)
            assert.strictEqual(leases.length, 256)
            const pause: NextStep = { _tag: "Retry", dueAt: NOW + 1, pauseUntil: NOW + 1000 }
            yield* queue.record(leases.slice(0, 200).map((lease) => outcomeOf(lease, pause, 503)))
            yield* queue.release(leases.slice(200))
            yield* queue.claim(256, 1000)
            yield* queue.nextDueAt()
          })
        )
        // The first of an index in its order is found by walking it, one step far.
        const scans = scansOf(plans).filter(
          (step) => !step.startsWith("SCAN endpoint_queue USING COVERING INDEX endpoint_queue_next")
        )
        assert.deepStrictEqual(scans, [])
        // What was leased is put in order, which is no more than the claim has asked for.
        assert.isAtMost(sortsOf(plans).length, 3)
        const walked = "SEARCH delivery USING COVERING INDEX delivery_queue (endpoint_id=? AND state=? AND due_at>?)"
        assert.isTrue(plans.some(({ steps }) => steps.some((step) => step.startsWith(walked))))
      }).pipe(Effect.provide(openOnFile)),
    60_000
  )
})

describe("a backlog of an endpoint that takes nothing now", () => {
  const BACKLOG = 6_000

  it.effect("is skipped when the endpoint is disabled, and hides nothing that others wait for", () =>
    Effect.gen(function* () {
      const [disabled, healthy] = yield* store(2)
      if (disabled === undefined || healthy === undefined) return assert.fail()
      yield* backlog(disabled, BACKLOG)
      yield* (yield* EndpointStore).modify(account.id, disabled, (known) => new Endpoint({ ...known, disabled: true }))
      yield* post(healthy)
      assert.deepStrictEqual(yield* drain, { [healthy]: 1 })
      assert.deepStrictEqual(yield* statesOf(disabled), { "skipped endpoint_disabled": BACKLOG })
    }).pipe(Effect.provide(openOnFile))
  )

  it.effect("is skipped when the endpoint is removed", () =>
    Effect.gen(function* () {
      const [removed, healthy] = yield* store(2)
      if (removed === undefined || healthy === undefined) return assert.fail()
      yield* backlog(removed, BACKLOG)
      yield* (yield* EndpointStore).remove(account.id, removed, SAMPLE_TIME)
      yield* post(healthy)
      assert.deepStrictEqual(yield* drain, { [healthy]: 1 })
      assert.deepStrictEqual(yield* statesOf(removed), { "skipped endpoint_deleted": BACKLOG })
    }).pipe(Effect.provide(openOnFile))
  )

  it.effect("is skipped when the receiver is gone", () =>
    Effect.gen(function* () {
      const [gone, healthy] = yield* store(2)
      if (gone === undefined || healthy === undefined) return assert.fail()
      yield* backlog(gone, BACKLOG)
      const queue = yield* DeliveryQueue
      const leases = yield* queue.claim(1, 60_000)
      assert.deepStrictEqual(
        yield* queue.record(leases.map((lease) => outcomeOf(lease, { _tag: "DisableEndpoint" }, 410))),
        []
      )
      yield* post(healthy)
      assert.deepStrictEqual(yield* drain, { [healthy]: 1 })
      assert.deepStrictEqual(yield* statesOf(gone), { exhausted: 1, "skipped endpoint_disabled": BACKLOG - 1 })
    }).pipe(Effect.provide(openOnFile))
  )

  it.effect("rests while the receiver asks for quiet, and comes due again after", () =>
    Effect.gen(function* () {
      const [busy, healthy] = yield* store(2)
      if (busy === undefined || healthy === undefined) return assert.fail()
      yield* backlog(busy, BACKLOG)
      const queue = yield* DeliveryQueue
      const pauseUntil = NOW + 60_000
      const leases = yield* queue.claim(10, 120_000)
      yield* queue.record(
        leases.map((lease) => outcomeOf(lease, { _tag: "Retry", dueAt: pauseUntil, pauseUntil }, 429))
      )
      yield* post(healthy)
      assert.deepStrictEqual(yield* drain, { [healthy]: 1 })
      assert.deepStrictEqual(yield* statesOf(busy), { pending: BACKLOG - 10, retry: 10 })
      assert.deepStrictEqual(yield* queue.nextDueAt(), Option.some(pauseUntil))
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* queue.claim(10, 60_000)).length, 10)
    }).pipe(Effect.provide(openOnFile))
  )
})

describe("an endpoint whose secret cannot be read", () => {
  it.effect("keeps its own deliveries waiting, and no others", () =>
    Effect.gen(function* () {
      const [broken, healthy] = yield* store(2)
      if (broken === undefined || healthy === undefined) return assert.fail()
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE endpoint SET secret = 'v1.AAAAAAAA.AAAA' WHERE id = ${broken}`
      yield* post(broken, healthy)
      const queue = yield* DeliveryQueue
      const leases = yield* queue.claim(10, 1000)
      assert.deepStrictEqual(
        leases.map(({ endpointId }) => endpointId),
        [healthy]
      )
      assert.deepStrictEqual(yield* statesOf(broken), { leased: 1 })
    }).pipe(Effect.provide(openOnFile))
  )
})

describe("the arrival of work", () => {
  it.effect("is told when its transaction has committed, and not before", () =>
    Effect.gen(function* () {
      const [endpoint] = yield* store(1)
      if (endpoint === undefined) return assert.fail()
      const sql = yield* SqlClient.SqlClient
      const queue = yield* DeliveryQueue
      yield* queue.claim(1, 1000)
      const arrival = yield* Effect.forkChild(queue.arrival)
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* post(endpoint)
          yield* Effect.yieldNow
          assert.isUndefined(arrival.pollUnsafe())
        })
      )
      yield* Fiber.join(arrival)
      assert.strictEqual((yield* queue.claim(1, 1000)).length, 1)
    }).pipe(Effect.provide(openOnFile))
  )

  it.effect("is told when it came between a claim and the wait", () =>
    Effect.gen(function* () {
      const [endpoint] = yield* store(1)
      if (endpoint === undefined) return assert.fail()
      const queue = yield* DeliveryQueue
      yield* queue.claim(1, 1000)
      yield* post(endpoint)
      yield* queue.arrival
    }).pipe(Effect.provide(openOnFile))
  )

  it.live(
    "is told when another process has written, to a worker that waits",
    () =>
      Effect.gen(function* () {
        const filename = yield* temporaryFile
        const context = yield* Layer.build(openStorageOn(filename))
        yield* Effect.gen(function* () {
          const endpoint = endpointOf(application, 1)
          yield* (yield* AccountStore).create(account)
          yield* (yield* ApplicationStore).create(application)
          yield* (yield* EndpointStore).create(endpoint, confidentialOf(1))
          const queue = yield* DeliveryQueue
          assert.deepStrictEqual(yield* queue.claim(10, 1000), [])
          const arrival = yield* Effect.forkChild(queue.arrival)
          const ended = yield* runProgram(POST_MESSAGES, filename, account.id, endpoint.id, "3")
          assert.strictEqual(ended.code, 0, ended.output)
          yield* Fiber.join(arrival)
          assert.strictEqual((yield* queue.claim(10, 1000)).length, 3)
        }).pipe(Effect.provide(context))
      }),
    30_000
  )
})

describe("several processes that write to one database", () => {
  it.live(
    "lose nothing, and none is refused",
    () =>
      Effect.gen(function* () {
        const filename = yield* temporaryFile
        const context = yield* Layer.build(openStorageOn(filename))
        yield* Effect.gen(function* () {
          const endpoint = endpointOf(application, 1)
          yield* (yield* AccountStore).create(account)
          yield* (yield* ApplicationStore).create(application)
          yield* (yield* EndpointStore).create(endpoint, confidentialOf(1))
          const others = Array.from({ length: 2 }, () =>
            runProgram(POST_MESSAGES, filename, account.id, endpoint.id, "100")
          )
          const own = Effect.forEach(Array.from({ length: 100 }), () => post(endpoint.id), { discard: true })
          const [ended] = yield* Effect.all([Effect.all(others, { concurrency: 2 }), own], { concurrency: 2 })
          for (const { code, output } of ended) assert.strictEqual(code, 0, output)
          assert.deepStrictEqual(yield* statesOf(endpoint.id), { pending: 300 })
        }).pipe(Effect.provide(context))
      }),
    60_000
  )
})
