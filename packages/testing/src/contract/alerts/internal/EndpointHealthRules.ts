import { assert } from "@effect/vitest"
import type { Account } from "@landfall/core/accounts/Account"
import { DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { RetryDecision } from "@landfall/core/alerts/delivery/RetryPolicy"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { OperationalEventType } from "@landfall/core/alerts/EventType"
import { Endpoint, EndpointStore, FilterTypes } from "@landfall/core/alerts/endpoints/Endpoint"
import { Clock, Effect, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { claimNone, postMessages } from "../../suite/DeliveryQueueOperations.ts"
import { outcomeOf, responseOutcome } from "../../suite/DeliverySamples.ts"
import { rule } from "../../suite/Rules.ts"
import type { StorageLayer } from "../../suite/StoragePorts.ts"
import { storeEndpoint, storeReceiver } from "../../suite/StoredSamples.ts"

const EXHAUST = { _tag: "Exhaust" } as const
const SUCCEED = { _tag: "Succeed" } as const
const Body = Schema.fromJsonString(
  Schema.Struct({ type: Schema.String, data: Schema.Record(Schema.String, Schema.Unknown) })
)
const readBody = Schema.decodeUnknownSync(Body)

/** Posts a message to an endpoint, claims its due deliveries, and records one outcome for all of them. */
const attemptOnce = Effect.fnUntraced(function* (account: Account, id: EndpointId, next: RetryDecision = EXHAUST) {
  const queue = yield* DeliveryQueue
  yield* postMessages(account, 1, id)
  const now = yield* Clock.currentTimeMillis
  const leases = (yield* queue.claim(100, 1000)).filter(({ endpointId }) => endpointId === id)
  yield* queue.record(
    leases.map((lease) => outcomeOf(lease, next, now, responseOutcome(next._tag === "Succeed" ? 200 : 500)))
  )
})

/** Subscribes an endpoint to all operational events. */
const subscribeToOperationalEvents = Effect.fnUntraced(function* (account: Account, id: EndpointId) {
  const filterTypes = Option.some(FilterTypes.make([...OperationalEventType.literals]))
  yield* (yield* EndpointStore).modify(account.id, id, (current) => new Endpoint({ ...current, filterTypes }))
})

/** Claims and delivers the messages of an endpoint, and returns them. */
const claimEvents = Effect.fnUntraced(function* (id: EndpointId) {
  const queue = yield* DeliveryQueue
  const now = yield* Clock.currentTimeMillis
  const leases = (yield* queue.claim(1000, 1000)).filter(({ endpointId }) => endpointId === id)
  yield* queue.record(leases.map((lease) => outcomeOf(lease, SUCCEED, now)))
  return leases.map(({ body }) => readBody(body))
})

const isDisabled = Effect.fnUntraced(function* (account: Account, id: EndpointId) {
  return (yield* (yield* EndpointStore).find(account.id, id)).disabled
})

/** Registers the rules of failing endpoints and their notifications. */
export const endpointHealthRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "an endpoint that only fails for five days is disabled, and subscribers are notified before", () =>
    Effect.gen(function* () {
      const { account, application, endpoint } = yield* storeReceiver(1)
      const subscriber = yield* storeEndpoint(application, 2)
      yield* subscribeToOperationalEvents(account, subscriber.id)
      const types: Array<string> = []
      let hours = 0
      for (; hours < 8 * 24 && !(yield* isDisabled(account, endpoint.id)); hours += 6) {
        yield* attemptOnce(account, endpoint.id)
        types.push(...(yield* claimEvents(subscriber.id)).map(({ type }) => type))
        yield* TestClock.adjust("6 hours")
      }
      assert.strictEqual(hours - 6, 12 + 120)
      assert.deepStrictEqual(
        types.filter((type) => type !== "delivery.exhausted"),
        ["endpoint.failing", "endpoint.disabled"]
      )
      assert.strictEqual(types.filter((type) => type === "delivery.exhausted").length, hours / 6)
      yield* claimNone()
    })
  )

  rule(layer, "one success resets the clock of a failing endpoint", () =>
    Effect.gen(function* () {
      const { account, endpoint } = yield* storeReceiver(1)
      for (let hours = 0; hours < 20 * 24; hours += 12) {
        yield* attemptOnce(account, endpoint.id, hours % 96 === 0 ? SUCCEED : EXHAUST)
        yield* TestClock.adjust("12 hours")
      }
      assert.isFalse(yield* isDisabled(account, endpoint.id))
    })
  )

  rule(layer, "an endpoint that failed twice in a week is not disabled", () =>
    Effect.gen(function* () {
      const { account, endpoint } = yield* storeReceiver(1)
      for (let times = 0; times < 2; times++) {
        yield* attemptOnce(account, endpoint.id)
        yield* TestClock.adjust("6 days")
      }
      assert.isFalse(yield* isDisabled(account, endpoint.id))
    })
  )

  rule(
    layer,
    "410 is notified to subscribers with its reason, neither to the endpoint itself nor to another account",
    () =>
      Effect.gen(function* () {
        const { account, application, endpoint } = yield* storeReceiver(1)
        const stranger = yield* storeReceiver(5)
        const subscriber = yield* storeEndpoint(application, 2)
        for (const [owner, { id }] of [
          [account, endpoint],
          [account, subscriber],
          [stranger.account, stranger.endpoint]
        ] as const) {
          yield* subscribeToOperationalEvents(owner, id)
        }
        yield* attemptOnce(account, endpoint.id, { _tag: "DisableEndpoint" })
        const events = yield* claimEvents(subscriber.id)
        assert.deepStrictEqual(
          events.map(({ type, data }) => [type, data.endpointId, data.reason]),
          [["endpoint.disabled", endpoint.id, "gone"]]
        )
        yield* claimNone()
      })
  )

  rule(layer, "failing operational messages cause no further messages", () =>
    Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const { account, application, endpoint } = yield* storeReceiver(1)
      const subscribers = [endpoint, yield* storeEndpoint(application, 2), yield* storeEndpoint(application, 3)]
      for (const { id } of subscribers) yield* subscribeToOperationalEvents(account, id)
      yield* postMessages(account, 1, endpoint.id)
      let [claimed, rounds] = [0, 0]
      for (let due = 1; due > 0; rounds++) {
        const now = yield* Clock.currentTimeMillis
        const leases = yield* queue.claim(100, 1000)
        yield* queue.record(leases.map((lease) => outcomeOf(lease, EXHAUST, now, responseOutcome(500))))
        due = leases.length
        claimed += due
      }
      assert.strictEqual(claimed, 1 + 2)
      assert.isAtMost(rounds, 3)
    })
  )
}
