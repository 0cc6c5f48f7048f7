import { assert, describe } from "@effect/vitest"
import {
  type AttemptRecord,
  attemptCursorKey,
  attemptSortKeyOf,
  attemptStatusOf,
  MAX_STORED_ATTEMPTS
} from "@landfall/core/alerts/delivery/AttemptRecord"
import type { AttemptOutcome } from "@landfall/core/alerts/delivery/Delivery"
import { DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { RetryDecision } from "@landfall/core/alerts/delivery/RetryPolicy"
import { EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import type { MessageId } from "@landfall/core/alerts/Message"
import { Outbox } from "@landfall/core/alerts/Outbox"
import { type AttemptFilter, MessageLog } from "@landfall/core/alerts/operations/MessageLog"
import { FIRST_PAGE_REQUEST, type PageRequest } from "@landfall/core/listing/Page"
import { Clock, DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { SAMPLE_TIME } from "../../../samples/Samples.ts"
import { assertFailsWith, assertSame } from "../../suite/Assertions.ts"
import { claimFirst, postMessages } from "../../suite/DeliveryQueueOperations.ts"
import { draftTo, outcomeOf, responseOutcome } from "../../suite/DeliverySamples.ts"
import { pagingRules } from "../../suite/PagingRules.ts"
import { rule } from "../../suite/Rules.ts"
import type { StorageLayer } from "../../suite/StoragePorts.ts"
import { storeEndpoint, storeReceiver } from "../../suite/StoredSamples.ts"
import { readAllPages } from "./MessageScenarios.ts"

const MINUTE = 60_000
const NO_RESPONSE: AttemptOutcome = { _tag: "NoResponse", reason: "dns", message: "No such host." }

/** The request was rejected before it was made. */
const UNSENT: AttemptOutcome = { _tag: "NoResponse", reason: "target_rejected", message: "An API key in a header." }

/** @param startedAt the start of the attempt, in milliseconds since the epoch */
const requestHeadersOf = (messageId: MessageId, startedAt: number) => ({
  "x-tenant": "(hidden)",
  "content-type": "application/json",
  "webhook-id": messageId,
  "webhook-timestamp": String(Math.floor(startedAt / 1000)),
  "webhook-signature": "v1,c2lnbmF0dXJl v1,b2xkZXI="
})

/** Makes one attempt for every due delivery, which is due again a minute later unless it succeeded; then waits. */
const attemptAll = Effect.fnUntraced(function* (outcome: AttemptOutcome) {
  const queue = yield* DeliveryQueue
  const now = yield* Clock.currentTimeMillis
  const succeeded = attemptStatusOf(outcome) === "succeeded"
  const next: RetryDecision = succeeded
    ? { _tag: "Succeed" }
    : { _tag: "Retry", dueAt: now + MINUTE, pauseUntil: undefined }
  const leases = yield* queue.claim(1000, MINUTE)
  const start = outcome._tag === "Responded" ? 90 : undefined
  yield* queue.record(
    leases.map((lease) => ({
      ...outcomeOf(lease, next, now, outcome),
      responseStartMillis: start,
      ...(outcome === UNSENT ? {} : { requestHeaders: requestHeadersOf(lease.messageId, now) })
    }))
  )
  yield* TestClock.adjust(MINUTE)
  return leases.length
})

const describeAttempt = ({ attempt }: AttemptRecord) => `${attempt.number} ${attemptStatusOf(attempt.outcome)}`

const attemptLogRules = <E>(layer: StorageLayer<E>): void => {
  rule(
    layer,
    `the newest ${MAX_STORED_ATTEMPTS} attempts of a delivery are stored, however often it is sent again`,
    () =>
      Effect.gen(function* () {
        const log = yield* MessageLog
        const { account, endpoint } = yield* storeReceiver(1)
        const [id] = yield* postMessages(account, 1, endpoint.id)
        if (id === undefined) return assert.fail()
        for (let attempt = 0; attempt < MAX_STORED_ATTEMPTS + 3; attempt++) yield* attemptAll(NO_RESPONSE)
        const page = { limit: 250, cursor: Option.none() }
        for (const list of [
          log.attemptsOfMessage(account.id, id, {}, page),
          log.attemptsAtEndpoint(account.id, endpoint.id, {}, page)
        ]) {
          const numbers = (yield* list).data.map(({ attempt }) => attempt.number)
          assertSame(
            numbers,
            Array.from({ length: MAX_STORED_ATTEMPTS }, (_, n) => MAX_STORED_ATTEMPTS + 3 - n)
          )
        }
      })
  )

  rule(layer, "an attempt is shown as it was recorded, by its message and by its endpoint", () =>
    Effect.gen(function* () {
      const log = yield* MessageLog
      const { account, endpoint } = yield* storeReceiver(1)
      const [id] = yield* postMessages(account, 1, endpoint.id)
      if (id === undefined) return assert.fail()
      yield* attemptAll(NO_RESPONSE)
      const rejection: AttemptOutcome = {
        _tag: "Responded",
        status: 503,
        body: "later",
        headers: { "retry-after": "120", server: 'a "b" \\ c' }
      }
      yield* attemptAll(rejection)
      yield* attemptAll(UNSENT)
      yield* attemptAll({ _tag: "Responded", status: 200, body: "thanks" })
      const headersOf = (number: number) =>
        requestHeadersOf(id, DateTime.add(SAMPLE_TIME, { minutes: number - 1 }).epochMilliseconds)
      const attemptOf = (number: number, outcome: AttemptOutcome) => ({
        messageId: id,
        endpointId: endpoint.id,
        type: "vessel.arrival.at.final.pod",
        attempt: {
          number,
          startedAt: DateTime.add(SAMPLE_TIME, { minutes: number - 1 }),
          durationMillis: 100,
          responseStartMillis: outcome._tag === "Responded" ? Option.some(90) : Option.none(),
          trigger: "automatic",
          ...(outcome === UNSENT ? {} : { requestHeaders: headersOf(number) }),
          outcome
        }
      })
      const expected = [
        attemptOf(4, { _tag: "Responded", status: 200, body: "thanks" }),
        attemptOf(3, UNSENT),
        attemptOf(2, rejection),
        attemptOf(1, NO_RESPONSE)
      ]
      assertSame<unknown>((yield* log.attemptsOfMessage(account.id, id, {}, FIRST_PAGE_REQUEST)).data, expected)
      assertSame<unknown>(
        (yield* log.attemptsAtEndpoint(account.id, endpoint.id, {}, FIRST_PAGE_REQUEST)).data,
        expected
      )
    })
  )

  rule(layer, "attempts are found by status, type, endpoint and time", () =>
    Effect.gen(function* () {
      const [log, outbox] = [yield* MessageLog, yield* Outbox]
      const { account, application, endpoint } = yield* storeReceiver(1)
      const other = yield* storeEndpoint(application, 2)
      const ids = [endpoint.id, other.id]
      const first = yield* outbox.post(account.id, draftTo(ids), SAMPLE_TIME)
      yield* outbox.post(account.id, draftTo(ids, { type: "shipment.added.to.endpoint" }), SAMPLE_TIME)
      for (const outcome of [responseOutcome(503), NO_RESPONSE, responseOutcome(204)]) {
        assert.strictEqual(yield* attemptAll(outcome), 4)
      }
      const atEndpoint = (filter: AttemptFilter) =>
        Effect.map(
          readAllPages((page) => log.attemptsAtEndpoint(account.id, endpoint.id, filter, page), 2),
          (found) => found.map(describeAttempt)
        )
      const [failed, succeeded] = [["2 failed", "1 failed"], ["3 succeeded"]]
      const twice = (shapes: ReadonlyArray<string>) => shapes.flatMap((shape) => [shape, shape])
      const at = (minutes: number) => DateTime.add(SAMPLE_TIME, { minutes })
      assertSame(yield* atEndpoint({}), twice([...succeeded, ...failed]))
      assertSame(yield* atEndpoint({ status: "failed" }), twice(failed))
      assertSame(yield* atEndpoint({ status: "succeeded" }), twice(succeeded))
      assertSame(yield* atEndpoint({ type: "shipment.added.to.endpoint" }), [...succeeded, ...failed])
      assertSame(yield* atEndpoint({ type: "vessel.arrival.at.first.pol" }), [])
      assertSame(yield* atEndpoint({ since: at(1) }), twice([...succeeded, "2 failed"]))
      assertSame(yield* atEndpoint({ until: at(1) }), twice(["1 failed"]))
      assertSame(yield* atEndpoint({ since: at(1), until: at(2), status: "failed", type: first.type }), ["2 failed"])
      const ofMessage = (filter: Parameters<typeof log.attemptsOfMessage>[2]) =>
        Effect.map(
          readAllPages((page) => log.attemptsOfMessage(account.id, first.id, filter, page), 2),
          (found) => found.map(describeAttempt)
        )
      assertSame(yield* ofMessage({}), twice([...succeeded, ...failed]))
      assertSame(yield* ofMessage({ endpointId: other.id, status: "failed" }), failed)
      assertSame(yield* ofMessage({ since: at(2) }), twice(succeeded))
    })
  )

  rule(layer, "attempts at a removed endpoint are found by their messages only", () =>
    Effect.gen(function* () {
      const log = yield* MessageLog
      const { account, endpoint } = yield* storeReceiver(1)
      const [id] = yield* postMessages(account, 1, endpoint.id)
      if (id === undefined) return assert.fail()
      yield* attemptAll(responseOutcome(200))
      yield* (yield* EndpointStore).remove(account.id, endpoint.id, SAMPLE_TIME)
      yield* assertFailsWith(
        log.attemptsAtEndpoint(account.id, endpoint.id, {}, FIRST_PAGE_REQUEST),
        "EndpointNotFound"
      )
      assert.strictEqual((yield* log.attemptsOfMessage(account.id, id, {}, FIRST_PAGE_REQUEST)).data.length, 1)
    })
  )

  rule(layer, "an iterator is valid for its own list of attempts only", () =>
    Effect.gen(function* () {
      const log = yield* MessageLog
      const { account, application, endpoint } = yield* storeReceiver(1)
      const other = yield* storeEndpoint(application, 2)
      const [id, another] = yield* postMessages(account, 2, endpoint.id, other.id)
      if (id === undefined || another === undefined) return assert.fail()
      yield* attemptAll(responseOutcome(200))
      const [record] = (yield* log.attemptsAtEndpoint(account.id, endpoint.id, {}, FIRST_PAGE_REQUEST)).data
      if (record === undefined) return assert.fail()
      const from = (key: string): PageRequest => ({ limit: 5, cursor: Option.some({ direction: "after", key }) })
      const atEndpoint = (key: string) => log.attemptsAtEndpoint(account.id, endpoint.id, {}, from(key))
      const ofMessage = (key: string) => log.attemptsOfMessage(account.id, id, {}, from(key))
      for (const key of [
        id,
        attemptCursorKey(other.id, attemptSortKeyOf(record)),
        attemptCursorKey(id, attemptSortKeyOf(record)),
        "x"
      ]) {
        yield* assertFailsWith(atEndpoint(key), "IteratorInvalid")
      }
      for (const key of [
        id,
        attemptCursorKey(another, attemptSortKeyOf(record)),
        attemptCursorKey(endpoint.id, attemptSortKeyOf(record))
      ]) {
        yield* assertFailsWith(ofMessage(key), "IteratorInvalid")
      }
      yield* atEndpoint(attemptCursorKey(endpoint.id, attemptSortKeyOf(record)))
      yield* ofMessage(attemptCursorKey(id, attemptSortKeyOf(record)))
    })
  )
}

/** Makes one failing attempt for every due delivery. Every second attempt begins later. */
const failOnce = Effect.fnUntraced(function* (n: number, next: (now: number) => RetryDecision) {
  const queue = yield* DeliveryQueue
  const now = yield* Clock.currentTimeMillis
  const lease = yield* claimFirst(MINUTE)
  yield* queue.record([outcomeOf(lease, next(now), now, responseOutcome(500))])
  if (n % 2 === 0) yield* TestClock.adjust(1000)
  return `${lease.messageId} ${lease.attempt}`
})

const attemptName = ({ messageId, attempt }: AttemptRecord) => `${messageId} ${attempt.number}`

const openMessageAttempts = Effect.fnUntraced(function* () {
  const log = yield* MessageLog
  const { account, endpoint } = yield* storeReceiver(1)
  const [id] = yield* postMessages(account, 1, endpoint.id)
  if (id === undefined) return assert.fail()
  return {
    add: (n: number) => failOnce(n, (now) => ({ _tag: "Retry", dueAt: now, pauseUntil: undefined })),
    list: (request: PageRequest) =>
      Effect.map(log.attemptsOfMessage(account.id, id, {}, request), (page) => ({
        ...page,
        data: page.data.map(attemptName)
      }))
  }
})

const openEndpointAttempts = (filter: AttemptFilter) =>
  Effect.fnUntraced(function* () {
    const log = yield* MessageLog
    const { account, endpoint } = yield* storeReceiver(1)
    return {
      add: (n: number) =>
        Effect.andThen(
          postMessages(account, 1, endpoint.id),
          failOnce(n, () => ({ _tag: "Exhaust" }))
        ),
      list: (request: PageRequest) =>
        Effect.map(log.attemptsAtEndpoint(account.id, endpoint.id, filter, request), (page) => ({
          ...page,
          data: page.data.map(attemptName)
        }))
    }
  })

/** Registers the rules of the lists of attempts. */
export const attemptRules = <E>(layer: StorageLayer<E>): void => {
  attemptLogRules(layer)
  describe("attempts of a message", () => pagingRules(layer, "newest first", openMessageAttempts))
  describe("attempts at an endpoint", () => pagingRules(layer, "newest first", openEndpointAttempts({})))
  describe("failed attempts at an endpoint", () =>
    pagingRules(layer, "newest first", openEndpointAttempts({ status: "failed" })))
}
