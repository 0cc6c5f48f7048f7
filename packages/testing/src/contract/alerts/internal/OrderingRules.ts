import { assert } from "@effect/vitest"
import type { Account } from "@landfall/core/accounts/Account"
import { type DeliveryLease, DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { RetryDecision } from "@landfall/core/alerts/delivery/RetryPolicy"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { Endpoint, EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { Outbox } from "@landfall/core/alerts/Outbox"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { Clock, DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { claimAtNextDue, claimNone } from "../../suite/DeliveryQueueOperations.ts"
import { draftTo, outcomeOf, responseOutcome } from "../../suite/DeliverySamples.ts"
import { rule } from "../../suite/Rules.ts"
import type { StorageLayer } from "../../suite/StoragePorts.ts"
import { storeAccount, storeApplication, storeEndpoint } from "../../suite/StoredSamples.ts"

const shipmentOf = (n: number): ShipmentId => ShipmentId.make(`shp_${n}`)

/** Posts the alert of this number about a shipment to endpoints that order the alerts of a shipment. */
const postOrdered = Effect.fnUntraced(function* (
  account: Account,
  shipment: number,
  sequence: number,
  ...endpointIds: ReadonlyArray<EndpointId>
) {
  const recipients = endpointIds.map((endpointId) => ({ endpointId, skip: Option.none(), ordered: true }))
  const body = JSON.stringify({ shipment, sequence })
  const draft = draftTo([], { shipmentId: Option.some(shipmentOf(shipment)), sequence, recipients, body })
  return yield* (yield* Outbox).post(account.id, draft, yield* DateTime.now)
})

/** An account with an endpoint that orders the alerts of a shipment. */
const storeOrderedReceiver = Effect.gen(function* () {
  const account = yield* storeAccount(1)
  const endpoint = yield* storeEndpoint(yield* storeApplication(account, 1), 1, { ordering: "shipment" })
  return { account, endpoint }
})

const alertOf = ({ body }: DeliveryLease): string => {
  const { shipment, sequence } = JSON.parse(body)
  return `${shipment}/${sequence}`
}

const claimAll = Effect.gen(function* () {
  return yield* (yield* DeliveryQueue).claim(100, 25_000)
})

const record = Effect.fnUntraced(function* (lease: DeliveryLease | undefined, next: RetryDecision) {
  if (lease === undefined) return assert.fail("nothing is due")
  const status = next._tag === "Succeed" ? 200 : 500
  const now = yield* Clock.currentTimeMillis
  yield* (yield* DeliveryQueue).record([outcomeOf(lease, next, now, responseOutcome(status))])
})

const SUCCEED: RetryDecision = { _tag: "Succeed" }
const EXHAUST: RetryDecision = { _tag: "Exhaust" }

/** Rules of endpoints that receive the alerts of a shipment in the order of their numbers. */
export const orderingRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "an ordered alert waits until the one before is delivered, and delays no other shipment", () =>
    Effect.gen(function* () {
      const { account, endpoint } = yield* storeOrderedReceiver
      for (const sequence of [1, 2, 3]) yield* postOrdered(account, 1, sequence, endpoint.id)
      yield* postOrdered(account, 2, 1, endpoint.id)
      const first = yield* claimAll
      assert.deepStrictEqual(first.map(alertOf), ["1/1", "2/1"])
      yield* claimNone()
      const dueAt = (yield* Clock.currentTimeMillis) + 60_000
      yield* record(first[0], { _tag: "Retry", dueAt, pauseUntil: undefined })
      yield* record(first[1], SUCCEED)
      yield* postOrdered(account, 2, 2, endpoint.id)
      const second = yield* claimAll
      assert.deepStrictEqual(second.map(alertOf), ["2/2"])
      yield* record(second[0], SUCCEED)
      const retried = yield* claimAtNextDue()
      assert.deepStrictEqual(retried.map(alertOf), ["1/1"])
      yield* record(retried[0], SUCCEED)
      const third = yield* claimAll
      assert.deepStrictEqual(third.map(alertOf), ["1/2"])
      yield* record(third[0], SUCCEED)
      assert.deepStrictEqual((yield* claimAll).map(alertOf), ["1/3"])
    })
  )

  rule(layer, "an ordered alert no longer waits once the one before is exhausted", () =>
    Effect.gen(function* () {
      const { account, endpoint } = yield* storeOrderedReceiver
      for (const sequence of [1, 2]) yield* postOrdered(account, 1, sequence, endpoint.id)
      const [lease] = yield* claimAll
      yield* record(lease, EXHAUST)
      assert.deepStrictEqual((yield* claimAll).map(alertOf), ["1/2"])
    })
  )

  rule(
    layer,
    "alerts that wait are skipped with their endpoint, and are due immediately when it is no longer ordered",
    () =>
      Effect.gen(function* () {
        const store = yield* EndpointStore
        const { account, endpoint } = yield* storeOrderedReceiver
        for (const sequence of [1, 2, 3]) yield* postOrdered(account, 1, sequence, endpoint.id)
        const [lease] = yield* claimAll
        yield* store.modify(account.id, endpoint.id, (current) => new Endpoint({ ...current, ordering: "none" }))
        assert.deepStrictEqual((yield* claimAll).map(alertOf), ["1/2", "1/3"])
        yield* record(lease, SUCCEED)
        yield* store.modify(account.id, endpoint.id, (current) => new Endpoint({ ...current, ordering: "shipment" }))
        for (const sequence of [4, 5]) yield* postOrdered(account, 2, sequence, endpoint.id)
        yield* store.modify(account.id, endpoint.id, (current) => new Endpoint({ ...current, disabled: true }))
        yield* store.modify(account.id, endpoint.id, (current) => new Endpoint({ ...current, disabled: false }))
        yield* TestClock.adjust("1 hour")
        assert.deepStrictEqual(
          (yield* claimAll).map(alertOf),
          ["1/2"],
          "the lease that ended, and none that was skipped"
        )
      })
  )

  rule(layer, "another endpoint that does not order alerts receives them immediately", () =>
    Effect.gen(function* () {
      const account = yield* storeAccount(1)
      const application = yield* storeApplication(account, 1)
      const ordered = yield* storeEndpoint(application, 1, { ordering: "shipment" })
      const other = yield* storeEndpoint(application, 2)
      for (const sequence of [1, 2]) {
        const recipients = [
          { endpointId: ordered.id, skip: Option.none(), ordered: true },
          { endpointId: other.id, skip: Option.none() }
        ]
        const draft = draftTo([], { shipmentId: Option.some(shipmentOf(1)), sequence, recipients })
        yield* (yield* Outbox).post(account.id, draft, yield* DateTime.now)
      }
      const claimed = yield* claimAll
      const counts = [ordered, other].map(({ id }) => claimed.filter(({ endpointId }) => endpointId === id).length)
      assert.deepStrictEqual(counts, [1, 2])
    })
  )
}
