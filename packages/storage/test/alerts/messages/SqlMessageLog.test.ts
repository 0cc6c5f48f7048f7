import { assert, describe, it } from "@effect/vitest"
import { AccountStore } from "@landfall/core/accounts/Account"
import { NoResponse } from "@landfall/core/alerts/delivery/Delivery"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { ApplicationStore } from "@landfall/core/alerts/endpoints/Application"
import { EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { MAX_COUNTED_DELIVERIES } from "@landfall/core/alerts/operations/EndpointStats"
import { type AttemptFilter, type MessageFilter, MessageLog } from "@landfall/core/alerts/operations/MessageLog"
import { DeliveryStatus } from "@landfall/core/alerts/operations/MessageSummary"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { FIRST_PAGE_REQUEST, type Page, type PageRequest, parseCursor } from "@landfall/core/listing/Page"
import {
  accountOf,
  applicationOf,
  endpointCredentialsOf,
  endpointOf,
  SAMPLE_TIME
} from "@landfall/testing/samples/Samples"
import { DateTime, Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { firstMessageIdAt } from "../../../src/alerts/messages/MessageIdRange.ts"
import { MAX_INDEX_ROWS } from "../../../src/alerts/messages/MessageIndexes.ts"
import { MAX_SCANNED_MESSAGES } from "../../../src/alerts/messages/MessagePages.ts"
import { plansOf, scansOf } from "../../Plans.ts"
import { openOnFile } from "../../TestStorage.ts"

const account = accountOf(1)
const application = applicationOf(account, 1)
const [busy, quiet] = [endpointOf(application, 1), endpointOf(application, 2)]
/** More messages than two pages read. */
const MESSAGES = 2 * MAX_SCANNED_MESSAGES + 500
const EXHAUSTED = 7
const RARE = "delivery.exhausted"
const SHIPMENT = ShipmentId.make("shp_1")
const NOW = DateTime.toEpochMillis(SAMPLE_TIME)

/**
 * Messages to a busy endpoint, of which the rare ones are the oldest. Every second message is also addressed to a quiet
 * endpoint, which received the first ten; its filter skipped the others.
 */
const filled = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* (yield* AccountStore).create(account)
  yield* (yield* ApplicationStore).create(application)
  for (const endpoint of [busy, quiet]) yield* (yield* EndpointStore).create(endpoint, endpointCredentialsOf(1))
  const rows = sql`WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${MESSAGES - 1})`
  const id = sql`${firstMessageIdAt(NOW)} || printf('%016d', i)`
  yield* sql`INSERT INTO message (id, account_id, shipment_id, type, body, example, created_at)
    ${rows} SELECT ${id}, ${account.id}, CASE WHEN i < 20 THEN ${SHIPMENT} END,
      CASE WHEN i IN (1, ${MESSAGES - 1}) THEN ${RARE} ELSE 'test' END, '{}', i = 3, ${NOW} FROM n`
  yield* sql`INSERT INTO delivery (message_id, endpoint_id, state, due_at, attempts, settled_at)
    ${rows} SELECT ${id}, ${busy.id}, CASE WHEN i < ${EXHAUSTED} THEN 'exhausted' ELSE 'succeeded' END, NULL, 1, ${NOW}
    FROM n`
  yield* sql`INSERT INTO delivery (message_id, endpoint_id, state, due_at, attempts, skip_reason, settled_at)
    ${rows} SELECT ${id}, ${quiet.id}, CASE WHEN i < 10 THEN 'succeeded' ELSE 'skipped' END, NULL, 0,
      CASE WHEN i >= 10 THEN 'filter' END, ${NOW} FROM n WHERE i < 10 OR i % 2 = 0`
  yield* sql`INSERT INTO attempt (message_id, endpoint_id, number, started_at, duration_millis, response_status, detail)
    ${rows} SELECT ${id}, ${busy.id}, 1, ${NOW} + i, 100, CASE WHEN i < ${EXHAUSTED} THEN 500 ELSE 200 END, '' FROM n`
  yield* sql`INSERT INTO attempt (message_id, endpoint_id, number, started_at, duration_millis, response_status, detail)
    ${rows} SELECT ${id}, ${quiet.id}, 1, ${NOW} + i, 100, 200, '' FROM n WHERE i < 10`
  return yield* MessageLog
})

/** Reads a list to its end in both directions, and returns the number of rows and pages. */
const walk = Effect.fnUntraced(function* <A, E>(list: (page: PageRequest) => Effect.Effect<Page<A>, E>) {
  const pages: Array<Page<A>> = []
  for (let cursor: PageRequest["cursor"] = Option.none(); ; ) {
    const page: Page<A> = yield* list({ limit: 250, cursor })
    pages.push(page)
    if (page.done) return { pages: pages.length, rows: pages.flatMap(({ data }) => data), last: page }
    cursor = Option.some(yield* parseCursor(Option.getOrThrow(page.iterator)))
  }
})

const filtersOf = (endpointId: EndpointId): ReadonlyArray<MessageFilter> => {
  const statuses = DeliveryStatus.literals.flatMap(
    (status): ReadonlyArray<MessageFilter> => [
      { status },
      { status, endpointId },
      { status, shipmentId: SHIPMENT },
      { status, applicationId: application.id }
    ]
  )
  const window = { since: SAMPLE_TIME, until: DateTime.add(SAMPLE_TIME, { days: 1 }) }
  const others = [
    {},
    { endpointId },
    { applicationId: application.id },
    { type: RARE },
    { example: true },
    { shipmentId: SHIPMENT },
    window
  ]
  return [...statuses, ...others]
}

describe("the plans of the log of messages", () => {
  it.effect("a page with any filter takes at most four statements, each of which finds its rows by an index", () =>
    Effect.gen(function* () {
      const log = yield* filled
      for (const endpoint of [busy, quiet]) {
        for (const filter of filtersOf(endpoint.id)) {
          const { plans } = yield* plansOf(log.messages(account.id, filter, FIRST_PAGE_REQUEST))
          assert.deepStrictEqual(outOfOrder(scansOf(plans)), [], JSON.stringify(filter))
          assert.isAtMost(plans.length, 4)
          const walked = plans.filter(({ statement }) => statement.includes("FROM message AS m"))
          assert.isTrue(walked.every(({ steps }) => !steps.some((step) => step.includes("TEMP B-TREE"))))
        }
      }
    }).pipe(Effect.provide(openOnFile))
  )

  it.effect("attempts at an endpoint and its figures are found by indexes, and nothing is sorted", () =>
    Effect.gen(function* () {
      const log = yield* filled
      const window = { since: SAMPLE_TIME, until: DateTime.add(SAMPLE_TIME, { days: 1 }) }
      const filters: ReadonlyArray<AttemptFilter> = [
        {},
        { status: "failed" },
        { status: "succeeded" },
        { type: RARE },
        window,
        { ...window, status: "failed", type: RARE }
      ]
      for (const filter of filters) {
        const { result, plans } = yield* plansOf(
          log.attemptsAtEndpoint(account.id, busy.id, filter, FIRST_PAGE_REQUEST)
        )
        const cursor = Option.map(result.iterator, (text) => Effect.runSync(parseCursor(text)))
        const next = yield* plansOf(
          log.attemptsAtEndpoint(account.id, busy.id, filter, { ...FIRST_PAGE_REQUEST, cursor })
        )
        for (const all of [plans, next.plans]) {
          assert.deepStrictEqual(scansOf(all), [])
          assert.isAtMost(all.length, 3)
          assert.isTrue(all.every(({ steps }) => !steps.some((step) => step.includes("TEMP B-TREE"))))
        }
      }
      const { plans } = yield* plansOf(log.stats(account.id, busy.id, window))
      assert.deepStrictEqual(outOfOrder(scansOf(plans)), [])
      assert.isAtMost(plans.length, 4)
    }).pipe(Effect.provide(openOnFile))
  )
})

/** Walks over what a subquery has found before, which is bounded itself. */
const outOfOrder = (steps: ReadonlyArray<string>) =>
  steps.filter((step) => !/^SCAN (?:f|attempted|open|exhausted|skipped|counted|\(subquery-\d+\))\b/.test(step))

describe("messages that are rare among many", () => {
  it.effect("are on the first page where an index selects them, even when they are the oldest", () =>
    Effect.gen(function* () {
      const log = yield* filled
      const found = (filter: MessageFilter) =>
        Effect.map(log.messages(account.id, filter, FIRST_PAGE_REQUEST), ({ data, done }) => [data.length, done])
      assert.deepStrictEqual(yield* found({ status: "exhausted" }), [EXHAUSTED, true])
      assert.deepStrictEqual(yield* found({ status: "exhausted", endpointId: busy.id }), [EXHAUSTED, true])
      assert.deepStrictEqual(yield* found({ status: "succeeded", endpointId: quiet.id }), [10, true])
      assert.deepStrictEqual(yield* found({ status: "skipped", endpointId: busy.id }), [0, true])
      assert.deepStrictEqual(yield* found({ status: "pending" }), [0, true])
      assert.deepStrictEqual(yield* found({ shipmentId: SHIPMENT, status: "exhausted" }), [EXHAUSTED, true])
      const failed = yield* log.attemptsAtEndpoint(account.id, busy.id, { status: "failed" }, FIRST_PAGE_REQUEST)
      assert.deepStrictEqual([failed.data.length, failed.done], [EXHAUSTED, true])
    }).pipe(Effect.provide(openOnFile))
  )

  it.effect("are otherwise found by short pages, each of which reads a bounded number of rows", () =>
    Effect.gen(function* () {
      const log = yield* filled
      const [first] = [yield* log.messages(account.id, { type: RARE }, FIRST_PAGE_REQUEST)]
      assert.deepStrictEqual([first.data.length, first.done], [1, false])
      const messages = yield* walk((page) => log.messages(account.id, { type: RARE }, page))
      assert.deepStrictEqual([messages.rows.length, messages.pages], [2, 3])
      const attempts = yield* walk((page) => log.attemptsAtEndpoint(account.id, busy.id, { type: RARE }, page))
      assert.deepStrictEqual([attempts.rows.length, attempts.pages], [2, 14])
      const back = yield* Effect.flatMap(parseCursor(Option.getOrThrow(messages.last.prevIterator)), (cursor) =>
        log.messages(account.id, { type: RARE }, { limit: 250, cursor: Option.some(cursor) })
      )
      assert.deepStrictEqual([back.data.length, Option.isSome(back.prevIterator)], [0, true])
    }).pipe(Effect.provide(openOnFile))
  )

  it.effect("are read in the order of time when an index selects too many", () =>
    Effect.gen(function* () {
      const log = yield* filled
      assert.isAbove(MESSAGES / 2, MAX_INDEX_ROWS)
      const skipped = yield* walk((page) => log.messages(account.id, { status: "skipped" }, page))
      assert.strictEqual(skipped.rows.length, MESSAGES / 2 - 5)
      const ids = skipped.rows.map(({ id }) => id)
      assert.deepStrictEqual(ids, ids.toSorted().toReversed())
    }).pipe(Effect.provide(openOnFile))
  )
})

describe("deliveries beyond the bound", () => {
  it.effect("are not counted, with a flag for more", () =>
    Effect.gen(function* () {
      const log = yield* filled
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE delivery SET state = 'pending', due_at = ${NOW}, settled_at = NULL WHERE endpoint_id = ${busy.id}`
      const window = { since: SAMPLE_TIME, until: SAMPLE_TIME }
      const { waiting, sending } = yield* log.stats(account.id, busy.id, window)
      assert.deepStrictEqual(
        [waiting, sending],
        [
          { count: MAX_COUNTED_DELIVERIES, more: true },
          { count: 0, more: false }
        ]
      )
    }).pipe(Effect.provide(openOnFile))
  )
})

describe("an attempt of a version before 0.2", () => {
  it.effect("is read with the present name of its failure", () =>
    Effect.gen(function* () {
      const log = yield* filled
      const sql = yield* SqlClient.SqlClient
      const old = sql`response_status = NULL, failure_reason = 'target_refused', detail = 'is private'`
      yield* sql`UPDATE attempt SET ${old} WHERE endpoint_id = ${quiet.id}`
      const { data } = yield* log.attemptsAtEndpoint(account.id, quiet.id, {}, FIRST_PAGE_REQUEST)
      assert.deepStrictEqual(
        data.map(({ attempt }) => attempt.outcome),
        data.map(() => NoResponse.make({ reason: "target_rejected", message: "is private" }))
      )
      assert.strictEqual(data.length, 10)
    }).pipe(Effect.provide(openOnFile))
  )
})

describe("ids by time", () => {
  it.effect("separate messages from before an instant from those at or after it", () =>
    Effect.sync(() => {
      // 01ARZ3NDEKTSV4RRFFQ69G5FAV, an example of the ULID specification, holds 1469922850259 ms.
      assert.strictEqual(firstMessageIdAt(1_469_922_850_259), "msg_01ARZ3NDEK")
      assert.isTrue(firstMessageIdAt(1_469_922_850_260) > "msg_01ARZ3NDEKTSV4RRFFQ69G5FAV")
      assert.strictEqual(firstMessageIdAt(-5), "msg_0000000000")
      assert.strictEqual(firstMessageIdAt(Number.MAX_SAFE_INTEGER), "msg_7ZZZZZZZZZ")
    })
  )
})
