import { assert, describe } from "@effect/vitest"
import { DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { MessageId } from "@landfall/core/alerts/Message"
import { Outbox } from "@landfall/core/alerts/Outbox"
import { type MessageFilter, MessageLog } from "@landfall/core/alerts/operations/MessageLog"
import { deliveryStatusOf } from "@landfall/core/alerts/operations/MessageSummary"
import { FIRST_PAGE_REQUEST } from "@landfall/core/listing/Page"
import { Clock, DateTime, Effect, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { SAMPLE_TIME, ulidOf } from "../../samples/Samples.ts"
import { assertFailsWith, assertSame } from "../suite/Assertions.ts"
import { claimOne, postMessages } from "../suite/DeliveryQueueOperations.ts"
import { draftTo, outcomeOf, responseOutcome } from "../suite/DeliverySamples.ts"
import { pagingRules } from "../suite/PagingRules.ts"
import { property, rule } from "../suite/Rules.ts"
import type { StorageLayer } from "../suite/StoragePorts.ts"
import { storeAccount, storeApplication, storeEndpoint, storeReceiver } from "../suite/StoredSamples.ts"
import { attemptRules } from "./internal/AttemptRules.ts"
import { endpointStatsRules } from "./internal/EndpointStatsRules.ts"
import {
  filterOf,
  filterStatusOf,
  MessageScenario,
  MessageSearch,
  matchesSearch,
  postScenarios,
  readAllPages,
  shipmentIdOf
} from "./internal/MessageScenarios.ts"

const SECOND = 1000
const SearchInput = Schema.Struct({
  scenarios: Schema.Array(MessageScenario).pipe(Schema.check(Schema.isMaxLength(14))),
  searches: Schema.Array(MessageSearch).pipe(Schema.check(Schema.isBetweenLength(1, 8))),
  limit: Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 1, maximum: 6 })))
})

/** An account with two endpoints. */
const twoEndpoints = Effect.gen(function* () {
  const { account, application, endpoint } = yield* storeReceiver(1)
  const other = yield* storeEndpoint(application, 2)
  return { account, endpointIds: [endpoint.id, other.id] }
})

const findingRules = <E>(layer: StorageLayer<E>): void => {
  property(layer, "a filter finds exactly the messages that match all its properties", SearchInput, (input) =>
    Effect.gen(function* () {
      const log = yield* MessageLog
      const { account, endpointIds } = yield* twoEndpoints
      const start = yield* DateTime.now
      const messages = yield* postScenarios(account, endpointIds, input.scenarios)
      for (const search of input.searches) {
        const filter = filterOf(search, endpointIds, start)
        const found = yield* readAllPages((page) => log.messages(account.id, filter, page), input.limit)
        const expected = messages.filter((_, second) => {
          const scenario = input.scenarios[second]
          return scenario !== undefined && matchesSearch(search, scenario, second)
        })
        assert.deepStrictEqual(
          found.map(({ id }) => id),
          expected.map(({ id }) => id).toReversed(),
          JSON.stringify(search)
        )
      }
    })
  )

  property(layer, "a message is listed with the state of each delivery", SearchInput, ({ scenarios }) =>
    Effect.gen(function* () {
      const log = yield* MessageLog
      const { account, endpointIds } = yield* twoEndpoints
      yield* postScenarios(account, endpointIds, scenarios)
      const found = yield* readAllPages((page) => log.messages(account.id, {}, page), 250)
      assert.deepStrictEqual(
        found.map(({ deliveries }) =>
          deliveries.map(({ endpointId, state }) => `${endpointIds.indexOf(endpointId)} ${deliveryStatusOf(state)}`)
        ),
        scenarios
          .map(({ results }) =>
            results.flatMap((result, index) => (result === "none" ? [] : [`${index} ${filterStatusOf(result)}`]))
          )
          .toReversed()
      )
      assert.isTrue(found.every(({ more }) => !more))
    })
  )

  rule(layer, "messages of another account are neither listed nor found, whatever the filter", () =>
    Effect.gen(function* () {
      const log = yield* MessageLog
      const { account, endpoint } = yield* storeReceiver(1)
      const other = yield* storeAccount(2)
      const shipmentId = shipmentIdOf(1)
      const draft = draftTo([endpoint.id], { shipmentId: Option.some(shipmentId) })
      const { id } = yield* (yield* Outbox).post(account.id, draft, SAMPLE_TIME)
      const filters = [{}, { endpointId: endpoint.id }, { shipmentId }, { status: "pending" as const }]
      for (const filter of filters) {
        assertSame((yield* log.messages(other.id, filter, FIRST_PAGE_REQUEST)).data, [])
        assert.strictEqual((yield* log.messages(account.id, filter, FIRST_PAGE_REQUEST)).data.length, 1)
      }
      yield* assertFailsWith(log.message(other.id, id), "MessageNotFound")
      yield* assertFailsWith(log.attemptsOfMessage(other.id, id, {}, FIRST_PAGE_REQUEST), "MessageNotFound")
      yield* assertFailsWith(log.attemptsAtEndpoint(other.id, endpoint.id, {}, FIRST_PAGE_REQUEST), "EndpointNotFound")
      const window = { since: SAMPLE_TIME, until: SAMPLE_TIME }
      yield* assertFailsWith(log.stats(other.id, endpoint.id, window), "EndpointNotFound")
    })
  )

  rule(layer, "of an application, the messages to its endpoints are found with their deliveries there", () =>
    Effect.gen(function* () {
      const log = yield* MessageLog
      const { account, application, endpoint } = yield* storeReceiver(1)
      const second = yield* storeEndpoint(application, 2)
      const elsewhere = yield* storeEndpoint(yield* storeApplication(account, 2), 3)
      const [shared] = yield* postMessages(account, 1, endpoint.id, elsewhere.id)
      yield* postMessages(account, 1, elsewhere.id)
      const [own] = yield* postMessages(account, 1, second.id)
      if (shared === undefined || own === undefined) return assert.fail()
      const applicationId = application.id
      const idsAt = (filter: MessageFilter) =>
        Effect.map(log.messages(account.id, { ...filter, applicationId }, FIRST_PAGE_REQUEST), ({ data, done }) => [
          ...data.map(({ id, deliveries }) => [id, deliveries.map((one) => one.endpointId)]),
          done
        ])
      const both = [[own, [second.id]], [shared, [endpoint.id]], true]
      assert.deepStrictEqual(yield* idsAt({}), both)
      assert.deepStrictEqual(yield* idsAt({ status: "pending" }), both)
      assert.deepStrictEqual(yield* idsAt({ status: "succeeded" }), [true])
      assert.deepStrictEqual(yield* idsAt({ status: "exhausted" }), [true])
      assert.deepStrictEqual(yield* idsAt({ endpointId: second.id }), [[own, [second.id]], true])
      assert.deepStrictEqual(yield* idsAt({ endpointId: elsewhere.id }), [true])
      const { deliveries } = yield* log.message(account.id, shared, applicationId)
      assert.deepStrictEqual(
        deliveries.map((one) => one.endpointId),
        [endpoint.id]
      )
      const leases = yield* (yield* DeliveryQueue).claim(10, 25 * SECOND)
      const started = yield* Clock.currentTimeMillis
      yield* (yield* DeliveryQueue).record(leases.map((lease) => outcomeOf(lease, { _tag: "Succeed" }, started)))
      const attempted = yield* log.attemptsOfMessage(account.id, shared, { applicationId }, FIRST_PAGE_REQUEST)
      assert.deepStrictEqual(
        attempted.data.map((one) => one.endpointId),
        [endpoint.id]
      )
      assert.deepStrictEqual(yield* idsAt({ status: "succeeded" }), both)
      yield* (yield* EndpointStore).remove(account.id, second.id, yield* DateTime.now)
      assert.deepStrictEqual(yield* idsAt({}), [[shared, [endpoint.id]], true])
    })
  )

  rule(layer, "an unknown message is not found", () =>
    Effect.gen(function* () {
      const log = yield* MessageLog
      const account = yield* storeAccount(1)
      const id = MessageId.make(`msg_${ulidOf(7)}`)
      yield* assertFailsWith(log.message(account.id, id), "MessageNotFound")
      yield* assertFailsWith(log.attemptsOfMessage(account.id, id, {}, FIRST_PAGE_REQUEST), "MessageNotFound")
    })
  )
}

const stateRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "a delivery is shown with its attempts and times in every state", () =>
    Effect.gen(function* () {
      const [log, queue] = [yield* MessageLog, yield* DeliveryQueue]
      const { account, endpoint } = yield* storeReceiver(1)
      const [id] = yield* postMessages(account, 1, endpoint.id)
      if (id === undefined) return assert.fail()
      const state = Effect.map(log.message(account.id, id), ({ deliveries }) => deliveries[0]?.state)
      const now = yield* DateTime.now
      assertSame(yield* state, { _tag: "Pending", attempts: 0, dueAt: now })
      const lease = yield* claimOne(25 * SECOND)
      assertSame(yield* state, { _tag: "Leased", attempts: 0, until: DateTime.add(now, { seconds: 25 }) })
      const started = yield* Clock.currentTimeMillis
      const dueAt = started + 5 * SECOND
      const next = { _tag: "Retry", dueAt, pauseUntil: undefined } as const
      yield* queue.record([outcomeOf(lease, next, started, responseOutcome(500))])
      assertSame(yield* state, { _tag: "Pending", attempts: 1, dueAt: DateTime.makeUnsafe(dueAt) })
      yield* TestClock.setTime(dueAt)
      yield* queue.record([outcomeOf(yield* claimOne(), { _tag: "Succeed" }, dueAt)])
      assertSame(yield* state, { _tag: "Succeeded", attempts: 2, at: DateTime.makeUnsafe(dueAt + 100) })
    })
  )

  rule(layer, "a message is read with its payload, and a skipped delivery with its reason", () =>
    Effect.gen(function* () {
      const [log, outbox] = [yield* MessageLog, yield* Outbox]
      const { account, endpoint } = yield* storeReceiver(1)
      const recipients = [{ endpointId: endpoint.id, skip: Option.some("plan" as const) }]
      const draft = draftTo([], { recipients, shipmentId: Option.some(shipmentIdOf(1)), body: '{"data":"é"}' })
      const message = yield* outbox.post(account.id, draft, SAMPLE_TIME)
      const found = yield* log.message(account.id, message.id)
      assertSame(found.message, message)
      const state = { _tag: "Skipped", attempts: 0, reason: "plan", at: SAMPLE_TIME } as const
      assertSame(found.deliveries, [{ endpointId: endpoint.id, state }])
      const [listed] = (yield* log.messages(account.id, {}, FIRST_PAGE_REQUEST)).data
      const { id, type, shipmentId, example, createdAt } = message
      const shipmentNumber = Option.none()
      assertSame(listed, {
        ...{ id, type, shipmentId, shipmentNumber, example, createdAt },
        ...{ deliveries: found.deliveries, more: false }
      })
      assertSame(found.shipmentNumber, shipmentNumber)
    })
  )

  rule(layer, "of many deliveries the first hundred are listed, and the one to the filter's endpoint", () =>
    Effect.gen(function* () {
      const log = yield* MessageLog
      const { account, application, endpoint } = yield* storeReceiver(1)
      const others = yield* Effect.forEach(Array.from({ length: 101 }), (_, n) => storeEndpoint(application, n + 2))
      const ids = [endpoint, ...others].map(({ id }) => id)
      const [id] = yield* postMessages(account, 1, ...ids)
      if (id === undefined) return assert.fail()
      const endpointId = ids[101]
      if (endpointId === undefined) return assert.fail()
      const [plain] = (yield* log.messages(account.id, {}, FIRST_PAGE_REQUEST)).data
      assert.deepStrictEqual([plain?.deliveries.map((one) => one.endpointId), plain?.more], [ids.slice(0, 100), true])
      const [filtered] = (yield* log.messages(account.id, { endpointId }, FIRST_PAGE_REQUEST)).data
      assert.deepStrictEqual(
        [filtered?.deliveries.map((one) => one.endpointId), filtered?.more],
        [[...ids.slice(0, 100), endpointId], true]
      )
      const whole = yield* log.message(account.id, id)
      assert.deepStrictEqual([whole.deliveries.length, whole.more], [102, false])
    })
  )
}

const openList = (filtered: boolean) =>
  Effect.fnUntraced(function* () {
    const log = yield* MessageLog
    const { account, endpoint } = yield* storeReceiver(1)
    return {
      add: () => Effect.map(postMessages(account, 1, endpoint.id), ([id]) => id ?? ""),
      list: (request: typeof FIRST_PAGE_REQUEST) =>
        Effect.map(
          log.messages(account.id, filtered ? { status: "pending", endpointId: endpoint.id } : {}, request),
          (page) => ({ ...page, data: page.data.map(({ id }) => id) })
        )
    }
  })

/** Registers the contract of `MessageLog`, with the `Outbox`, the `DeliveryQueue` and the `EndpointStore`. */
export const messageLogContract = <E>(name: string, layer: StorageLayer<E>): void => {
  describe(`MessageLog on ${name}`, () => {
    findingRules(layer)
    stateRules(layer)
    attemptRules(layer)
    endpointStatsRules(layer)
    describe("all messages", () => pagingRules(layer, "newest first", openList(false)))
    describe("messages that match a filter", () => pagingRules(layer, "newest first", openList(true)))
  })
}
