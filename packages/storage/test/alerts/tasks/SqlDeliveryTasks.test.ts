import { assert, describe, it } from "@effect/vitest"
import { AccountStore } from "@landfall/core/accounts/Account"
import { DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import { EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { DeliveryTasks } from "@landfall/core/alerts/operations/DeliveryTasks"
import type { ResendScope } from "@landfall/core/alerts/operations/ResendSelection"
import { FIRST_PAGE_REQUEST, parseCursor } from "@landfall/core/listing/Page"
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
import { MAX_SCANNED_TASKS } from "../../../src/alerts/tasks/SqlDeliveryTasks.ts"
import { startProgram } from "../../ChildProcess.ts"
import { plansOf, scansOf, sortsOf } from "../../Plans.ts"
import { openOnFile, openStorageOn, temporaryFile } from "../../TestStorage.ts"

const RUN_TASK_PAGES = new URL("../../programs/runTaskPages.ts", import.meta.url)
const NOW = DateTime.toEpochMillis(SAMPLE_TIME)
const account = accountOf(1)
const application = applicationOf(account, 1)
const endpoint = endpointOf(application, 1)

const span: ResendScope = {
  kind: "replay-missing",
  endpointId: endpoint.id,
  since: DateTime.makeUnsafe(0),
  until: SAMPLE_TIME
}

/** An endpoint with this many undelivered deliveries, inserted without the outbox for speed. */
const missing = Effect.fnUntraced(function* (count: number) {
  yield* TestClock.setTime(NOW)
  yield* (yield* AccountStore).create(account)
  yield* (yield* ApplicationStore).create(application)
  yield* (yield* EndpointStore).create(endpoint, endpointCredentialsOf(1))
  const sql = yield* SqlClient.SqlClient
  const numbers = sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`
  const id = sql`'msg_' || printf('%09d', i)`
  yield* sql`INSERT INTO message (id, account_id, type, body, example, created_at)
    ${numbers} SELECT ${id}, ${account.id}, 'test', '{}', 0, ${NOW} - 1000 FROM n`
  yield* sql`INSERT INTO delivery (message_id, endpoint_id, state, attempts, skip_reason, settled_at)
    ${numbers} SELECT ${id}, ${endpoint.id}, 'skipped', 0, 'endpoint_disabled', ${NOW} - 1000 + i % 10 FROM n`
})

const waiting = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly waiting: number }>`SELECT count(*) AS waiting FROM delivery
    WHERE state = 'pending' AND manual = 1`
  return rows[0]?.waiting ?? 0
})

describe("the plans of tasks with 50,000 skipped deliveries", () => {
  it.effect("a batch reads the index of missed deliveries from the end of the previous batch, without sorting", () =>
    Effect.gen(function* () {
      yield* missing(50_000)
      const tasks = yield* DeliveryTasks
      const { plans } = yield* plansOf(
        Effect.gen(function* () {
          assert.strictEqual((yield* tasks.start(account.id, span)).total, 50_000)
          for (let page = 0; page < 3; page++) yield* tasks.runBatch(500)
        })
      )
      // The first of the open tasks, and the open tasks and waiting deliveries that are counted up to a bound.
      const bounded = /^SCAN (?:delivery_task USING (?:COVERING )?INDEX delivery_task_next|counted|open)/
      const scans = scansOf(plans).filter((step) => !bounded.test(step))
      assert.deepStrictEqual(scans, [])
      assert.deepStrictEqual(sortsOf(plans), [])
      const walked = "SEARCH d USING INDEX delivery_missed (endpoint_id=? AND (settled_at,message_id)>(?,?)"
      assert.isTrue(
        plans.some(({ steps }) => steps.some((step) => step.startsWith(walked))),
        JSON.stringify(plans, null, 1)
      )
    }).pipe(Effect.provide(openOnFile))
  )
})

describe("the tasks of an application among many of another one", () => {
  it.effect("are found page by page, each of which reads a bounded number of tasks", () =>
    Effect.gen(function* () {
      yield* missing(1)
      const [few, other] = [applicationOf(account, 2), endpointOf(applicationOf(account, 2), 2)]
      yield* (yield* ApplicationStore).create(few)
      yield* (yield* EndpointStore).create(other, endpointCredentialsOf(2))
      const sql = yield* SqlClient.SqlClient
      const insertTasks = (ids: string, count: number, endpointId: string) =>
        sql`INSERT INTO delivery_task (id, account_id, endpoint_id, kind, since, until, status, total, done, settled_after,
            message_after, settled_last, created_at, updated_at, finished_at)
          WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
          SELECT ${ids} || printf('%06d', i), ${account.id}, ${endpointId}, 'recover', 0, ${NOW}, 'completed', 1, 1, ${NOW}, '',
            ${NOW}, ${NOW}, ${NOW}, ${NOW} FROM n`
      yield* insertTasks("task_a", 3, other.id)
      yield* insertTasks("task_b", 2 * MAX_SCANNED_TASKS, endpoint.id)
      const tasks = yield* DeliveryTasks
      const found: Array<string> = []
      let page = yield* tasks.list(account.id, FIRST_PAGE_REQUEST, few.id)
      const sizes = [page.data.length]
      while (!page.done) {
        const cursor = Option.some(yield* parseCursor(Option.getOrElse(page.iterator, () => "")))
        page = yield* tasks.list(account.id, { ...FIRST_PAGE_REQUEST, cursor }, few.id)
        sizes.push(page.data.length)
        found.push(...page.data.map(({ id }) => id))
      }
      assert.deepStrictEqual(sizes, [0, 0, 3])
      assert.deepStrictEqual(found, ["task_a000003", "task_a000002", "task_a000001"])
    }).pipe(Effect.provide(openOnFile))
  )
})

describe("a task whose worker crashes", () => {
  it.live("continues after kill -9 where it stopped: no delivery is omitted, and none is sent twice", () =>
    Effect.gen(function* () {
      const MISSED = 900
      const filename = yield* temporaryFile
      const task = yield* Effect.gen(function* () {
        yield* missing(MISSED)
        return yield* (yield* DeliveryTasks).start(account.id, span)
      }).pipe(Effect.provide(openStorageOn(filename)), Effect.provide(TestClock.layer()))
      // Killed at any point after some pages, and before the task ends, however late the kill arrives.
      for (const [pages, most] of [
        [5, 100],
        [60, 200]
      ] as const) {
        const worker = yield* startProgram(RUN_TASK_PAGES, filename, "2", String(most))
        yield* worker.printed(`page ${pages} `)
        yield* worker.kill
        assert.strictEqual((yield* worker.exited).signal, "SIGKILL")
      }
      yield* Effect.gen(function* () {
        const [tasks, queue] = [yield* DeliveryTasks, yield* DeliveryQueue]
        const remaining = yield* tasks.find(account.id, task.id)
        assert.isAtLeast(remaining.done, 130)
        assert.isBelow(remaining.done, MISSED)
        assert.strictEqual(yield* waiting, remaining.done)
        while ((yield* tasks.runBatch(100)).ran);
        const { state, done } = yield* tasks.find(account.id, task.id)
        assert.deepStrictEqual([state._tag, done], ["Completed", MISSED])
        const leases = yield* queue.claim(2 * MISSED, 25_000)
        assert.strictEqual(leases.length, MISSED)
        assert.strictEqual(new Set(leases.map(({ messageId }) => messageId)).size, MISSED)
      }).pipe(Effect.provide(openStorageOn(filename)))
    })
  )

  it.effect("runs every batch completely or not at all, whenever it is interrupted", () =>
    Effect.gen(function* () {
      const MISSED = 300
      const filename = yield* temporaryFile
      let yields = 0
      const interrupted = Effect.gen(function* () {
        const tasks = yield* DeliveryTasks
        const page = yield* Effect.forkChild(tasks.runBatch(7), { startImmediately: true })
        for (let step = 0; step < yields; step++) yield* Effect.yieldNow
        yield* Fiber.interrupt(page)
        const [task] = (yield* tasks.list(account.id, FIRST_PAGE_REQUEST)).data
        assert.strictEqual(yield* waiting, task?.done)
        return task?.done ?? 0
      })
      yield* Effect.provide(
        Effect.andThen(
          missing(MISSED),
          Effect.flatMap(DeliveryTasks, (tasks) => tasks.start(account.id, span))
        ),
        openStorageOn(filename)
      )
      const readRows = new Set<number>()
      for (; yields < 30; yields++) readRows.add(yield* Effect.provide(interrupted, openStorageOn(filename)))
      assert.isAbove(readRows.size, 1)
      assert.isTrue([...readRows].every((done) => done % 7 === 0))
    })
  )
})
