import { assert, describe } from "@effect/vitest"
import type { Account } from "@landfall/core/accounts/Account"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { FIRST_PAGE_REQUEST, type PageRequest } from "@landfall/core/listing/Page"
import { type ShipmentFilter, ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { DateTime, Effect, Option } from "effect"
import { containerOf, equipmentEventOf } from "../../samples/EventSamples.ts"
import { accountOf, SAMPLE_TIME, ulidOf } from "../../samples/Samples.ts"
import { assertFailsWith, assertSame } from "../suite/Assertions.ts"
import { LARGE_LABELS, largeRowRules, pagingRules } from "../suite/PagingRules.ts"
import { rule } from "../suite/Rules.ts"
import {
  containerReference,
  notifySubscribers,
  receiveEvents,
  requestOf,
  trackShipment
} from "../suite/ShipmentOperations.ts"
import type { StorageLayer } from "../suite/StoragePorts.ts"
import { storeAccount, storeApplication, storeEndpoint, storeReceiver } from "../suite/StoredSamples.ts"
import { callAttributionRules } from "./internal/CallAttributionRules.ts"
import { concernedAccountRules } from "./internal/ConcernedAccountRules.ts"
import { demoRoundRules } from "./internal/DemoRoundRules.ts"
import { receiveRules } from "./internal/ReceiveRules.ts"
import { creditRules, registrationRules } from "./internal/RegistrationRules.ts"
import { reviewRules } from "./internal/ReviewRules.ts"
import { shipmentEventMatchingRules } from "./internal/ShipmentEventMatchingRules.ts"
import { subscribedShipmentRules } from "./internal/SubscribedShipmentRules.ts"
import { trackedShipmentRules } from "./internal/TrackedShipmentRules.ts"
import { transhipmentRecordRules } from "./internal/TranshipmentRecordRules.ts"

const LATER = DateTime.add(SAMPLE_TIME, { hours: 1 })

const openList = Effect.fnUntraced(function* () {
  const store = yield* ShipmentStore
  const account = yield* storeAccount(1)
  yield* trackShipment(yield* storeAccount(2), requestOf(containerReference(1)))
  return {
    add: (n: number) => Effect.map(trackShipment(account, requestOf(containerReference(n))), (shipment) => shipment.id),
    list: (request: PageRequest) =>
      Effect.map(store.list(account.id, request), (page) => ({ ...page, data: page.data.map(({ id }) => id) }))
  }
})

const openListOfLargeRows = Effect.fnUntraced(function* () {
  const list = yield* openList()
  const account = accountOf(1)
  const add = (n: number) =>
    Effect.map(
      trackShipment(account, { ...requestOf(containerReference(n)), metadata: Option.some(LARGE_LABELS) }),
      (shipment) => shipment.id
    )
  return { ...list, add }
})

const callEveryMethod = (account: Account, endpointId: EndpointId, id: ShipmentId) =>
  Effect.map(ShipmentStore, (store) => [
    Effect.asVoid(store.find(account.id, id)),
    Effect.asVoid(store.snapshot(account.id, id)),
    Effect.asVoid(store.relabel(account.id, id, {}, LATER)),
    Effect.asVoid(store.stop(account.id, id, LATER)),
    store.unregister(account.id, endpointId, id)
  ])

const subscribersOf = (account: Account, id: ShipmentId) =>
  Effect.map(
    Effect.flatMap(ShipmentStore, (store) => store.snapshot(account.id, id)),
    ({ subscribers }) => subscribers.map(({ endpoint }) => endpoint.id)
  )

const findingRules = <E>(layer: StorageLayer<E>): void => {
  rule(
    layer,
    "the list selects shipments by number, and by the endpoint or the application that they are registered on",
    () =>
      Effect.gen(function* () {
        const store = yield* ShipmentStore
        const { account, application, endpoint } = yield* storeReceiver(1)
        const elsewhere = yield* storeEndpoint(yield* storeApplication(account, 2), 2)
        const registered = yield* trackShipment(account, requestOf(containerReference(1), endpoint.id))
        const other = yield* trackShipment(account, requestOf(containerReference(2), elsewhere.id))
        const idsOf = (filter: ShipmentFilter) =>
          Effect.map(store.list(account.id, FIRST_PAGE_REQUEST, filter), ({ data }) => data.map(({ id }) => id))
        const [endpointId, number] = [endpoint.id, other.number]
        assert.deepStrictEqual(yield* idsOf({}), [other.id, registered.id])
        assert.deepStrictEqual(yield* idsOf({ number }), [other.id])
        assert.deepStrictEqual(yield* idsOf({ endpointId }), [registered.id])
        assert.deepStrictEqual(yield* idsOf({ endpointId, number }), [])
        const applicationId = application.id
        assert.deepStrictEqual(yield* idsOf({ applicationId }), [registered.id])
        assert.deepStrictEqual(yield* idsOf({ applicationId, number }), [])
        assert.deepStrictEqual(yield* idsOf({ applicationId, endpointId }), [registered.id])
        assert.deepStrictEqual(yield* idsOf({ applicationId, endpointId: elsewhere.id }), [])
      })
  )

  rule(layer, "a change replaces the named labels of a shipment, and no others", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const { account, endpoint } = yield* storeReceiver(1)
      const request = { ...requestOf(containerReference(1), endpoint.id), label: Option.some("First") }
      const shipment = yield* trackShipment(account, request)
      const metadata = Option.some({ order: "4711" })
      const relabelled = yield* store.relabel(account.id, shipment.id, { metadata }, LATER)
      assertSame(relabelled, { ...shipment, metadata, updatedAt: LATER })
      assertSame(yield* store.find(account.id, shipment.id), relabelled)
      const cleared = yield* store.relabel(account.id, shipment.id, { reference: Option.none() }, LATER)
      assertSame([cleared.reference, cleared.metadata], [Option.none(), metadata])
      assert.deepStrictEqual(yield* subscribersOf(account, shipment.id), [endpoint.id])
    })
  )

  rule(layer, "no method finds or changes a shipment of another account", () =>
    Effect.gen(function* () {
      const { account, endpoint } = yield* storeReceiver(1)
      const other = yield* storeReceiver(2)
      const shipment = yield* trackShipment(account, requestOf(containerReference(1), endpoint.id))
      for (const endpointId of [endpoint.id, other.endpoint.id]) {
        for (const attempt of yield* callEveryMethod(other.account, endpointId, shipment.id)) {
          assert.strictEqual((yield* assertFailsWith(attempt, "ShipmentNotFound")).id, shipment.id)
        }
      }
      assertSame(yield* (yield* ShipmentStore).find(account.id, shipment.id), shipment)
      assert.deepStrictEqual(yield* subscribersOf(account, shipment.id), [endpoint.id])
    })
  )

  rule(layer, "no method finds a shipment that was never tracked", () =>
    Effect.gen(function* () {
      const { account, endpoint } = yield* storeReceiver(1)
      for (const attempt of yield* callEveryMethod(account, endpoint.id, ShipmentId.make(`shp_${ulidOf(9)}`))) {
        yield* assertFailsWith(attempt, "ShipmentNotFound")
      }
    })
  )
}

const stopRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "a stopped shipment has no registrations and retains its events; stopping again changes nothing", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const { account, endpoint } = yield* storeReceiver(1)
      const shipment = yield* trackShipment(account, requestOf(containerReference(1), endpoint.id))
      const bystander = yield* trackShipment(account, requestOf(containerReference(2), endpoint.id))
      const event = equipmentEventOf(containerOf(1))
      yield* receiveEvents(account, [event])
      const stopReason = Option.some("requested" as const)
      const stopped = yield* store.stop(account.id, shipment.id, LATER)
      assertSame(stopped, { ...shipment, status: "stopped", stopReason, updatedAt: LATER })
      assertSame(yield* store.stop(account.id, shipment.id, DateTime.add(LATER, { hours: 1 })), stopped)
      assertSame(yield* store.find(account.id, shipment.id), stopped)
      const snapshot = yield* store.snapshot(account.id, shipment.id)
      assertSame([snapshot.events, snapshot.subscribers], [[event], []])
      assert.deepStrictEqual(yield* subscribersOf(account, bystander.id), [endpoint.id])
    })
  )

  rule(layer, "a shipment unregistered from an endpoint stays tracked, and its other endpoints are notified", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const { account, application, endpoint } = yield* storeReceiver(1)
      const second = yield* storeEndpoint(application, 2)
      const shipment = yield* trackShipment(account, requestOf(containerReference(1), endpoint.id))
      yield* trackShipment(account, requestOf(containerReference(1), second.id))
      yield* store.unregister(account.id, endpoint.id, shipment.id)
      assert.deepStrictEqual(yield* subscribersOf(account, shipment.id), [second.id])
      assertSame(yield* store.find(account.id, shipment.id), shipment)
      const received = yield* receiveEvents(account, [equipmentEventOf(containerOf(1))], notifySubscribers)
      assertSame(received, { added: 1, excess: 0, repeated: 0, shipments: [shipment.id], messages: 1 })
    })
  )

  rule(layer, "unregistering a missing registration fails with ShipmentNotFound", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const { account, application, endpoint } = yield* storeReceiver(1)
      const second = yield* storeEndpoint(application, 2)
      const shipment = yield* trackShipment(account, requestOf(containerReference(1), endpoint.id))
      yield* assertFailsWith(store.unregister(account.id, second.id, shipment.id), "ShipmentNotFound")
      yield* store.unregister(account.id, endpoint.id, shipment.id)
      yield* assertFailsWith(store.unregister(account.id, endpoint.id, shipment.id), "ShipmentNotFound")
    })
  )

  rule(layer, "a removed endpoint has no registrations, and its shipments stay tracked", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const { account, endpoint } = yield* storeReceiver(1)
      const shipment = yield* trackShipment(account, requestOf(containerReference(1), endpoint.id))
      yield* (yield* EndpointStore).remove(account.id, endpoint.id, LATER)
      assert.deepStrictEqual(yield* subscribersOf(account, shipment.id), [])
      assertSame(yield* store.find(account.id, shipment.id), shipment)
      const received = yield* receiveEvents(account, [equipmentEventOf(containerOf(1))], notifySubscribers)
      assertSame(received, { added: 1, excess: 0, repeated: 0, shipments: [shipment.id], messages: 0 })
    })
  )
}

/** Registers the contract of `ShipmentStore` with vitest, on a storage with the other stores. */
export const shipmentStoreContract = <E>(name: string, layer: StorageLayer<E>): void => {
  describe(`ShipmentStore on ${name}`, () => {
    describe("track", () => {
      trackedShipmentRules(layer)
      registrationRules(layer)
      creditRules(layer)
    })
    describe("receive", () => {
      receiveRules(layer)
      shipmentEventMatchingRules(layer)
      callAttributionRules(layer)
    })
    describe("matchAccounts", () => concernedAccountRules(layer))
    describe("find, stop and unregister", () => {
      findingRules(layer)
      stopRules(layer)
    })
    describe("list", () => {
      pagingRules(layer, "newest first", openList)
      largeRowRules(layer, "newest first", openListOfLargeRows)
    })
    describe("the record of transhipments", () => transhipmentRecordRules(layer))
    describe("runDemoRounds", () => demoRoundRules(layer))
    describe("subscribedTo and decideOn", () => subscribedShipmentRules(layer))
    describe("runReviews", () => reviewRules(layer))
  })
}
