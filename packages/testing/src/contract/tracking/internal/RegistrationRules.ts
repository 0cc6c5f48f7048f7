import { assert } from "@effect/vitest"
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

/** Registers what `ShipmentStore.track` makes of registrations, and that it decides and stores as one. */
export const registrationRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "a new registration is decided on alone, with all that is known of its shipment", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const { account, application, endpoint } = yield* storeReceiver(1)
      const second = yield* storeEndpoint(application, 2)
      const event = equipmentEventOf(containerOf(1))
      yield* receiveEvents(account, [event, equipmentEventOf(containerOf(2))])
      const { asked, decide } = recordSnapshots(changeNothing)
      const shipment = yield* trackShipment(account, requestOf(containerReference(1), endpoint.id), decide)
      const again = requestOf(containerReference(1), second.id)
      assertSame(yield* store.track(account.id, [again], FREE, SAMPLE_TIME, decide), [{ shipment, added: true }])
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
      assertSame<unknown>(asked, expected)
      const snapshot = yield* store.snapshot(account.id, shipment.id)
      assert.sameMembers(
        snapshot.subscribers.map(({ endpoint }) => endpoint.id),
        [endpoint.id, second.id]
      )
    })
  )

  rule(layer, "a shipment can be tracked without an endpoint, and then nothing is decided", () =>
    Effect.gen(function* () {
      const { asked, decide } = recordSnapshots(notifySubscribers)
      const account = yield* storeAccount(1)
      const shipment = yield* trackShipment(account, requestOf(containerReference(1)), decide)
      assert.strictEqual(asked.length, 0)
      assert.deepStrictEqual((yield* (yield* ShipmentStore).snapshot(account.id, shipment.id)).subscribers, [])
    })
  )

  rule(layer, "what is decided is stored with the messages: the shipment, the registration and the deliveries", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const { account, endpoint } = yield* storeReceiver(1)
      const shipment = yield* trackShipment(account, requestOf(containerReference(1), endpoint.id), notifySubscribers)
      assert.strictEqual(shipment.sequence, 1)
      const snapshot = yield* store.snapshot(account.id, shipment.id)
      assertSame(snapshot.shipment, shipment)
      const told = snapshot.subscribers[0]?.registration.notified.ended.told
      assert.strictEqual(told, SAMPLE_TIME.epochMilliseconds)
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

  rule(layer, "an endpoint of another account, or one that was removed, is never registered", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const { endpoint } = yield* storeReceiver(1)
      const other = yield* storeAccount(2)
      yield* storeApplication(other, 2)
      const requests = [requestOf(containerReference(1)), requestOf(containerReference(2), endpoint.id)]
      yield* assertFails(store.track(other.id, requests, FREE, SAMPLE_TIME, notifySubscribers))
      assert.deepStrictEqual((yield* store.list(other.id, FIRST_PAGE_REQUEST)).data, [])
      yield* claimNone()
    })
  )
}

/** Registers what `ShipmentStore.track` costs. */
export const creditRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "each line that adds something costs once, and all lines are paid or none is stored", () =>
    Effect.gen(function* () {
      const [store, usage] = [yield* ShipmentStore, yield* UsageStore]
      const account = yield* storeAccount(1, { monthlyCredits: Option.some(30) })
      const endpoint = yield* storeEndpoint(yield* storeApplication(account, 1), 1)
      const consumed = Effect.map(usage.currentPeriod(account.id, SAMPLE_TIME), (period) =>
        Option.map(period, (known) => known.consumed)
      )
      const price = Credits.make(10)
      const call = (...requests: ReadonlyArray<ReturnType<typeof requestOf>>) =>
        store.track(account.id, requests, price, SAMPLE_TIME, notifySubscribers)
      const [box, sameBoxToEndpoint] = [requestOf(containerReference(1)), requestOf(containerReference(1), endpoint.id)]
      yield* call(box, box)
      assertSame(yield* consumed, Option.some(Credits.make(10)))
      const tooMany = [2, 3, 4].map((serial) => requestOf(containerReference(serial), endpoint.id))
      const error = yield* assertFailsWith(call(...tooMany), "CreditsExhausted")
      assert.strictEqual(error.accountId, account.id)
      assert.strictEqual((yield* store.list(account.id, FIRST_PAGE_REQUEST)).data.length, 1)
      yield* claimNone()
      assertSame(yield* consumed, Option.some(Credits.make(10)))
      yield* call(sameBoxToEndpoint, requestOf(containerReference(2), endpoint.id), sameBoxToEndpoint)
      assertSame(yield* consumed, Option.some(Credits.make(30)))
      yield* call(box, sameBoxToEndpoint)
    })
  )

  rule(layer, "what costs nothing needs no credits", () =>
    Effect.gen(function* () {
      const account = yield* storeAccount(1)
      yield* trackShipment(account, requestOf(containerReference(1)))
      assert.deepStrictEqual(yield* (yield* UsageStore).periods(account.id), [])
    })
  )
}
