import { assert } from "@effect/vitest"
import { EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { FIRST_PAGE_REQUEST } from "@landfall/core/listing/Page"
import { NOTHING_NOTIFIED } from "@landfall/core/tracking/shipments/NotifiedState"
import { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Credits } from "@landfall/core/usage/Credits"
import { UsageStore } from "@landfall/core/usage/Usage"
import { Effect, Option } from "effect"
import { containerOf, equipmentEventOf } from "../../../samples/EventSamples.ts"
import { SAMPLE_TIME } from "../../../samples/Samples.ts"
import { assertFails, assertFailsWith, assertSame } from "../../suite/Assertions.ts"
import { claimNone, claimOne } from "../../suite/DeliveryQueueOperations.ts"
import { rule } from "../../suite/Rules.ts"
import {
  changeNothing,
  containerReference,
  countDecisions,
  FREE,
  notifySubscribers,
  receiveEvents,
  recordSnapshots,
  requestOf,
  throwError,
  trackShipment
} from "../../suite/ShipmentOperations.ts"
import type { StorageLayer } from "../../suite/StoragePorts.ts"
import { storeAccount, storeApplication, storeEndpoint, storeReceiver } from "../../suite/StoredSamples.ts"

/** Registers the rules of `ShipmentStore.track` for registrations, and that it stores all or nothing. */
export const registrationRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "a new registration is decided on alone, with every stored event of its shipment", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const { account, application, endpoint } = yield* storeReceiver(1)
      const second = yield* storeEndpoint(application, 2)
      const event = equipmentEventOf(containerOf(1))
      yield* receiveEvents(account, [event, equipmentEventOf(containerOf(2))])
      const { snapshots, decide } = recordSnapshots(changeNothing)
      const shipment = yield* trackShipment(account, requestOf(containerReference(1), endpoint.id), decide)
      const again = requestOf(containerReference(1), second.id)
      assertSame(yield* store.track(account.id, [again], FREE, SAMPLE_TIME, decide), [
        { shipment, added: true, units: 1 }
      ])
      const registrationOn = (endpointId: string) => ({
        shipmentId: shipment.id,
        endpointId,
        registeredAt: SAMPLE_TIME,
        notified: NOTHING_NOTIFIED
      })
      const expected = [endpoint, second].map((endpoint) => ({
        plan: account.plan,
        shipment,
        events: [event],
        subscribers: [{ registration: registrationOn(endpoint.id), endpoint }]
      }))
      assertSame<unknown>(snapshots, expected)
      const snapshot = yield* store.snapshot(account.id, shipment.id)
      assert.sameMembers(
        snapshot.subscribers.map(({ endpoint }) => endpoint.id),
        [endpoint.id, second.id]
      )
    })
  )

  rule(layer, "a shipment tracked without an endpoint is stored without a decision", () =>
    Effect.gen(function* () {
      const { snapshots, decide } = recordSnapshots(notifySubscribers)
      const account = yield* storeAccount(1)
      const shipment = yield* trackShipment(account, requestOf(containerReference(1)), decide)
      assert.strictEqual(snapshots.length, 0)
      assert.deepStrictEqual((yield* (yield* ShipmentStore).snapshot(account.id, shipment.id)).subscribers, [])
    })
  )

  rule(layer, "a decision is stored with its messages: the shipment, the registration and the deliveries", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const { account, endpoint } = yield* storeReceiver(1)
      const shipment = yield* trackShipment(account, requestOf(containerReference(1), endpoint.id), notifySubscribers)
      assert.strictEqual(shipment.sequence, 1)
      const snapshot = yield* store.snapshot(account.id, shipment.id)
      assertSame(snapshot.shipment, shipment)
      const notifiedAt = snapshot.subscribers[0]?.registration.notified.ended.notified
      assert.strictEqual(notifiedAt, SAMPLE_TIME.epochMilliseconds)
      const lease = yield* claimOne()
      assert.strictEqual(lease.endpointId, endpoint.id)
      assert.strictEqual(lease.body, JSON.stringify({ shipment: shipment.number, sequence: 1 }))
    })
  )

  rule(layer, "a decision that throws leaves nothing of its call", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const { account, endpoint } = yield* storeReceiver(1)
      const requests = [requestOf(containerReference(1), endpoint.id), requestOf(containerReference(2), endpoint.id)]
      const first = containerOf(1)
      yield* assertFails(
        store.track(account.id, requests, FREE, SAMPLE_TIME, (snapshot) =>
          snapshot.shipment.number === first ? notifySubscribers(snapshot) : throwError(snapshot)
        )
      )
      assert.deepStrictEqual((yield* store.list(account.id, FIRST_PAGE_REQUEST)).data, [])
      yield* claimNone()
      const tracked = yield* store.track(account.id, requests, FREE, SAMPLE_TIME, countDecisions)
      assert.deepStrictEqual(
        tracked.map(({ shipment, added }) => [shipment.sequence, added]),
        [
          [1, true],
          [1, true]
        ]
      )
    })
  )

  rule(layer, "an endpoint of another account, or one that was deleted, is never registered", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const { endpoint } = yield* storeReceiver(1)
      const other = yield* storeAccount(2)
      yield* storeApplication(other, 2)
      const requests = [requestOf(containerReference(1)), requestOf(containerReference(2), endpoint.id)]
      const track = store.track(other.id, requests, FREE, SAMPLE_TIME, notifySubscribers)
      yield* assertFailsWith(track, "EndpointNotFound")
      const own = yield* storeEndpoint(yield* storeApplication(other, 3), 3)
      yield* (yield* EndpointStore).remove(other.id, own.id, SAMPLE_TIME)
      const late = [requestOf(containerReference(1)), requestOf(containerReference(2), own.id)]
      yield* assertFailsWith(store.track(other.id, late, FREE, SAMPLE_TIME, notifySubscribers), "EndpointNotFound")
      assert.deepStrictEqual((yield* store.list(other.id, FIRST_PAGE_REQUEST)).data, [])
      yield* claimNone()
    })
  )
}

/** Registers the rules for the price of `ShipmentStore.track`. */
export const creditRules = <E>(layer: StorageLayer<E>): void => {
  rule(
    layer,
    "each request that adds something costs its price, and nothing is stored when the credits do not cover all",
    () =>
      Effect.gen(function* () {
        const [store, usage] = [yield* ShipmentStore, yield* UsageStore]
        const account = yield* storeAccount(1, { monthlyCredits: Option.some(30) })
        const endpoint = yield* storeEndpoint(yield* storeApplication(account, 1), 1)
        const consumed = Effect.map(usage.currentPeriod(account.id, SAMPLE_TIME), (period) =>
          Option.map(period, (value) => value.consumed)
        )
        const price = Credits.make(10)
        const call = (...requests: ReadonlyArray<ReturnType<typeof requestOf>>) =>
          store.track(account.id, requests, price, SAMPLE_TIME, notifySubscribers)
        const [container, containerOnEndpoint] = [
          requestOf(containerReference(1)),
          requestOf(containerReference(1), endpoint.id)
        ]
        yield* call(container, container)
        assertSame(yield* consumed, Option.some(Credits.make(10)))
        const tooMany = [2, 3, 4].map((serial) => requestOf(containerReference(serial), endpoint.id))
        const error = yield* assertFailsWith(call(...tooMany), "CreditsExhausted")
        assert.strictEqual(error.accountId, account.id)
        assert.strictEqual((yield* store.list(account.id, FIRST_PAGE_REQUEST)).data.length, 1)
        yield* claimNone()
        assertSame(yield* consumed, Option.some(Credits.make(10)))
        yield* call(containerOnEndpoint, requestOf(containerReference(2), endpoint.id), containerOnEndpoint)
        assertSame(yield* consumed, Option.some(Credits.make(30)))
        yield* call(container, containerOnEndpoint)
      })
  )

  rule(layer, "a price of 0 needs no credits", () =>
    Effect.gen(function* () {
      const account = yield* storeAccount(1)
      yield* trackShipment(account, requestOf(containerReference(1)))
      assert.deepStrictEqual(yield* (yield* UsageStore).periods(account.id), [])
    })
  )
}
