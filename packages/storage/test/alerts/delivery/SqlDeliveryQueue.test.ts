import { assert, describe, it } from "@effect/vitest"
import { AccountStore } from "@landfall/core/accounts/Account"
import { type DeliveryLease, DeliveryQueue, type LeaseOutcome } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { RetryDecision } from "@landfall/core/alerts/delivery/RetryPolicy"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import { Endpoint, EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { Outbox } from "@landfall/core/alerts/Outbox"
import {
  accountOf,
  applicationOf,
  endpointCredentialsOf,
  endpointOf,
  SAMPLE_TIME
} from "@landfall/testing/samples/Samples"
import { DateTime, Effect, Fiber, Option } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { runProgram } from "../../ChildProcess.ts"
import { plansOf, scansOf, sortsOf } from "../../Plans.ts"
import { openOnFile, openStorageOn, temporaryFile } from "../../TestStorage.ts"

const POST_MESSAGES = new URL("../../programs/postMessages.ts", import.meta.url)
const NOW = DateTime.toEpochMillis(SAMPLE_TIME)
const account = accountOf(1)
const application = applicationOf(account, 1)

/** Stores endpoint number `n` of the account and returns its id. */
const storeEndpoint = Effect.fnUntraced(function* (n: number) {
  const endpoint = endpointOf(application, n)
  yield* (yield* EndpointStore).create(endpoint, endpointCredentialsOf(n))
  return endpoint.id
})

/** Stores the account with one endpoint. */
const storeOne = Effect.gen(function* () {
  yield* (yield* AccountStore).create(account)
  yield* (yield* ApplicationStore).create(application)
  return yield* storeEndpoint(1)
})

/** Stores the account with two endpoints. */
const storeTwo = Effect.gen(function* () {
  return [yield* storeOne, yield* storeEndpoint(2)] as const
})

/** Runs a test on a new, empty database at `NOW`. */
const onNew = <A, E, R>(body: Effect.Effect<A, E, R>) =>
  Effect.andThen(TestClock.setTime(NOW), body).pipe(Effect.provide(openOnFile))

/** Runs a test on a database that other processes open too, by the clock of them all. */
const onShared = <A, E, R>(body: (filename: string) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(temporaryFile, (filename) => Effect.provide(body(filename), openStorageOn(filename)))

const post = Effect.fnUntraced(function* (...endpointIds: ReadonlyArray<EndpointId>) {
  const recipients = endpointIds.map((endpointId) => ({ endpointId, skip: Option.none() }))
  const draft = { shipmentId: Option.none(), type: "test", body: "{}", example: true, recipients }
  return yield* (yield* Outbox).post(account.id, draft, SAMPLE_TIME)
})

/** Inserts due deliveries without the outbox, for speed. */
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

/** Claims until nothing is due, and returns how many deliveries were leased of each endpoint. */
const drain = Effect.gen(function* () {
  const queue = yield* DeliveryQueue
  const claimed: Record<string, number> = {}
  for (let due = true; due; ) {
    for (const { endpointId } of yield* queue.claim(100, 60_000)) claimed[endpointId] = (claimed[endpointId] ?? 0) + 1
    due = Option.exists(yield* queue.nextDueAt(), (at) => at <= NOW)
  }
  return claimed
})

const outcomeOf = (lease: DeliveryLease, next: RetryDecision, status = 200): LeaseOutcome => ({
  lease,
  startedAt: NOW,
  durationMillis: 100,
  responseStartMillis: 90,
  outcome: { _tag: "Responded", status, body: "" },
  next
})

/** Posts to a healthy endpoint, and asserts that a claim returns only this delivery. */
const servesAlone = Effect.fnUntraced(function* (healthy: EndpointId) {
  yield* post(healthy)
  assert.deepStrictEqual(yield* drain, { [healthy]: 1 })
})

const statesOf = Effect.fnUntraced(function* (endpointId: EndpointId) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT state || coalesce(' ' || skip_reason, ''), count(*) FROM delivery
    WHERE endpoint_id = ${endpointId} GROUP BY 1 ORDER BY 1`.values
  return Object.fromEntries(rows)
})

describe("the plans of the delivery queue with 100,000 deliveries due", () => {
  it.effect("claims read queues by their turns and each queue by its index; recording finds every row by its key", () =>
    Effect.gen(function* () {
      const [first, second] = yield* storeTwo
      yield* backlog(first, 50_000)
      yield* backlog(second, 50_000)
      const queue = yield* DeliveryQueue
      const { plans } = yield* plansOf(
        Effect.gen(function* () {
          const leases = yield* queue.claim(256, 1000)
          assert.strictEqual(leases.length, 256)
          const pause: RetryDecision = { _tag: "Retry", dueAt: NOW + 1, pauseUntil: NOW + 1000 }
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
      // Only leased deliveries are sorted, at most the limit of the claim.
      assert.isAtMost(sortsOf(plans).length, 3)
      const walked = "SEARCH delivery USING COVERING INDEX delivery_queue (endpoint_id=? AND state=? AND due_at>?)"
      assert.isTrue(plans.some(({ steps }) => steps.some((step) => step.startsWith(walked))))
    }).pipe(onNew)
  )
})

describe("the backlog of an inactive or paused endpoint", () => {
  const BACKLOG = 6_000

  it.effect("is skipped when the endpoint is disabled, and delays no other endpoint", () =>
    Effect.gen(function* () {
      const [disabled, healthy] = yield* storeTwo
      yield* backlog(disabled, BACKLOG)
      yield* (yield* EndpointStore).modify(
        account.id,
        disabled,
        (endpoint) => new Endpoint({ ...endpoint, disabled: true })
      )
      yield* servesAlone(healthy)
      assert.deepStrictEqual(yield* statesOf(disabled), { "skipped endpoint_disabled": BACKLOG })
    }).pipe(onNew)
  )

  it.effect("is skipped when the endpoint is removed", () =>
    Effect.gen(function* () {
      const [removed, healthy] = yield* storeTwo
      yield* backlog(removed, BACKLOG)
      yield* (yield* EndpointStore).remove(account.id, removed, SAMPLE_TIME)
      yield* servesAlone(healthy)
      assert.deepStrictEqual(yield* statesOf(removed), { "skipped endpoint_deleted": BACKLOG })
    }).pipe(onNew)
  )

  it.effect("is skipped when the receiver responds with 410", () =>
    Effect.gen(function* () {
      const [removed, healthy] = yield* storeTwo
      yield* backlog(removed, BACKLOG)
      const queue = yield* DeliveryQueue
      const leases = yield* queue.claim(1, 60_000)
      assert.deepStrictEqual(
        yield* queue.record(leases.map((lease) => outcomeOf(lease, { _tag: "DisableEndpoint" }, 410))),
        []
      )
      yield* servesAlone(healthy)
      assert.deepStrictEqual(yield* statesOf(removed), { exhausted: 1, "skipped endpoint_disabled": BACKLOG - 1 })
    }).pipe(onNew)
  )

  it.effect("waits during a pause, and is due after it", () =>
    Effect.gen(function* () {
      const [busy, healthy] = yield* storeTwo
      yield* backlog(busy, BACKLOG)
      const queue = yield* DeliveryQueue
      const pauseUntil = NOW + 60_000
      const leases = yield* queue.claim(10, 120_000)
      yield* queue.record(
        leases.map((lease) => outcomeOf(lease, { _tag: "Retry", dueAt: pauseUntil, pauseUntil }, 429))
      )
      yield* servesAlone(healthy)
      assert.deepStrictEqual(yield* statesOf(busy), { pending: BACKLOG - 10, retry: 10 })
      assert.deepStrictEqual(yield* queue.nextDueAt(), Option.some(pauseUntil))
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* queue.claim(10, 60_000)).length, 10)
    }).pipe(onNew)
  )
})

describe("an endpoint whose secret cannot be read", () => {
  it.effect("delays its own deliveries only", () =>
    Effect.gen(function* () {
      const [broken, healthy] = yield* storeTwo
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
    }).pipe(onNew)
  )
})

describe("the arrival of work", () => {
  it.effect("is signalled when its transaction has committed, and not before", () =>
    Effect.gen(function* () {
      const endpoint = yield* storeOne
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
    }).pipe(onNew)
  )

  it.effect("is signalled when it happened between a claim and the wait", () =>
    Effect.gen(function* () {
      const endpoint = yield* storeOne
      const queue = yield* DeliveryQueue
      yield* queue.claim(1, 1000)
      yield* post(endpoint)
      yield* queue.arrival
    }).pipe(onNew)
  )

  it.live("is signalled to a waiting worker when another process has written", () =>
    onShared((filename) =>
      Effect.gen(function* () {
        const endpoint = yield* storeOne
        const queue = yield* DeliveryQueue
        assert.deepStrictEqual(yield* queue.claim(10, 1000), [])
        const arrival = yield* Effect.forkChild(queue.arrival)
        const ended = yield* runProgram(POST_MESSAGES, filename, account.id, endpoint, "3")
        assert.strictEqual(ended.code, 0, ended.output)
        yield* Fiber.join(arrival)
        assert.strictEqual((yield* queue.claim(10, 1000)).length, 3)
      })
    )
  )
})

describe("several processes that write to one database", () => {
  it.live("lose no write, and no write fails", () =>
    onShared((filename) =>
      Effect.gen(function* () {
        const endpoint = yield* storeOne
        const others = Array.from({ length: 2 }, () => runProgram(POST_MESSAGES, filename, account.id, endpoint, "100"))
        const own = Effect.forEach(Array.from({ length: 100 }), () => post(endpoint), { discard: true })
        const [ended] = yield* Effect.all([Effect.all(others, { concurrency: 2 }), own], { concurrency: 2 })
        for (const { code, output } of ended) assert.strictEqual(code, 0, output)
        assert.deepStrictEqual(yield* statesOf(endpoint), { pending: 300 })
      })
    )
  )
})
