import { assert } from "@effect/vitest"
import type { OptInEventType } from "@landfall/core/alerts/EventType"
import { EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import type { ShipmentId } from "@landfall/core/alerts/ShipmentId"
import { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { DateTime, Effect, Option } from "effect"
import { containerOf, equipmentEventOf } from "../../../samples/EventSamples.ts"
import { SAMPLE_TIME } from "../../../samples/Samples.ts"
import { assertFails, assertSame } from "../../suite/Assertions.ts"
import { claimNone, claimOne } from "../../suite/DeliveryQueueOperations.ts"
import { rule } from "../../suite/Rules.ts"
import {
  changeNothing,
  containerReference,
  notifySubscribers,
  receiveEvents,
  recordSnapshots,
  requestOf,
  throwError,
  trackShipment
} from "../../suite/ShipmentOperations.ts"
import type { StorageLayer } from "../../suite/StoragePorts.ts"
import { storeAccount, storeApplication, storeEndpoint, storeReceiver } from "../../suite/StoredSamples.ts"

const TYPE: OptInEventType = "eta.predicted.changed"
const subscription = { filterTypes: Option.some([TYPE] as const) }

/** An account with an endpoint whose filter names the type. */
const storeSubscribed = Effect.fnUntraced(function* (n: number) {
  const account = yield* storeAccount(n)
  const application = yield* storeApplication(account, n)
  return { account, application, endpoint: yield* storeEndpoint(application, n, subscription) }
})

const subscribedIds = Effect.fnUntraced(function* (after: Option.Option<ShipmentId> = Option.none(), limit = 100) {
  const found = yield* (yield* ShipmentStore).subscribedTo(TYPE, after, limit)
  return found.map(({ id }) => id)
})

/** Registers the rules of `ShipmentStore.subscribedTo` and `ShipmentStore.decideOn`. */
export const subscribedShipmentRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "shipments on an endpoint that names the type are found, of every account, each once", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const first = yield* storeSubscribed(1)
      const other = yield* storeSubscribed(2)
      const second = yield* storeEndpoint(first.application, 3, subscription)
      const unfiltered = yield* storeEndpoint(first.application, 4)
      const longer = yield* storeEndpoint(first.application, 5, {
        filterTypes: Option.some(["shipment.arrival.overdue"] as const)
      })
      const shipment = yield* trackShipment(first.account, requestOf(containerReference(1), first.endpoint.id))
      yield* trackShipment(first.account, requestOf(containerReference(1), second.id))
      yield* trackShipment(first.account, requestOf(containerReference(2), unfiltered.id))
      yield* trackShipment(first.account, requestOf(containerReference(3), longer.id))
      yield* trackShipment(first.account, requestOf(containerReference(4)))
      const shipmentOfOther = yield* trackShipment(other.account, requestOf(containerReference(1), other.endpoint.id))
      assert.sameDeepMembers(
        [...(yield* store.subscribedTo(TYPE, Option.none(), 100))],
        [
          { accountId: first.account.id, id: shipment.id },
          { accountId: other.account.id, id: shipmentOfOther.id }
        ]
      )
    })
  )

  rule(layer, "they are listed by id in pages", () =>
    Effect.gen(function* () {
      const { account, endpoint } = yield* storeSubscribed(1)
      const ids: Array<ShipmentId> = []
      for (const serial of [1, 2, 3])
        ids.push((yield* trackShipment(account, requestOf(containerReference(serial), endpoint.id))).id)
      ids.sort()
      assert.deepStrictEqual(yield* subscribedIds(Option.none(), 2), ids.slice(0, 2))
      assert.deepStrictEqual(yield* subscribedIds(Option.fromUndefinedOr(ids[1]), 2), ids.slice(2))
      assert.deepStrictEqual(yield* subscribedIds(Option.fromUndefinedOr(ids[2]), 2), [])
    })
  )

  rule(layer, "stopped shipments, and those of disabled and removed endpoints, are not listed", () =>
    Effect.gen(function* () {
      const { account, application, endpoint } = yield* storeSubscribed(1)
      const removed = yield* storeEndpoint(application, 2, subscription)
      const disabled = yield* storeEndpoint(application, 3, { ...subscription, disabled: true })
      const stopped = yield* trackShipment(account, requestOf(containerReference(1), endpoint.id))
      yield* trackShipment(account, requestOf(containerReference(2), removed.id))
      yield* trackShipment(account, requestOf(containerReference(3), disabled.id))
      yield* (yield* EndpointStore).remove(account.id, removed.id, SAMPLE_TIME)
      yield* (yield* ShipmentStore).stop(account.id, stopped.id, SAMPLE_TIME)
      assert.deepStrictEqual(yield* subscribedIds(), [])
    })
  )

  rule(
    layer,
    "a decision about selected shipments has all data of each, is stored, and its messages are delivered",
    () =>
      Effect.gen(function* () {
        const store = yield* ShipmentStore
        const { account, endpoint } = yield* storeReceiver(1)
        const shipment = yield* trackShipment(account, requestOf(containerReference(1), endpoint.id))
        yield* trackShipment(account, requestOf(containerReference(2), endpoint.id))
        const event = equipmentEventOf(containerOf(1))
        yield* receiveEvents(account, [event])
        const { snapshots, decide } = recordSnapshots(notifySubscribers)
        assert.strictEqual(yield* store.decideOn(account.id, [shipment.id], yield* DateTime.now, decide), 1)
        assertSame(
          snapshots.map(({ events, shipment, subscribers }) => [
            shipment.id,
            events,
            subscribers.map(({ endpoint }) => endpoint.id)
          ]),
          [[shipment.id, [event], [endpoint.id]]]
        )
        assert.strictEqual((yield* claimOne()).endpointId, endpoint.id)
        const after = yield* store.snapshot(account.id, shipment.id)
        assert.deepStrictEqual(
          [after.shipment.sequence, Object.keys(after.subscribers[0]?.registration.notified.ended ?? {})],
          [1, ["notified"]]
        )
      })
  )

  rule(layer, "shipments of other accounts and stopped ones are not decided on", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const { account, endpoint } = yield* storeReceiver(1)
      const other = yield* storeReceiver(2)
      const shipmentOfOther = yield* trackShipment(other.account, requestOf(containerReference(1), other.endpoint.id))
      const stopped = yield* trackShipment(account, requestOf(containerReference(1), endpoint.id))
      yield* store.stop(account.id, stopped.id, SAMPLE_TIME)
      const ids = [shipmentOfOther.id, stopped.id]
      assert.strictEqual(yield* store.decideOn(account.id, ids, yield* DateTime.now, throwError), 0)
      assert.strictEqual(yield* store.decideOn(account.id, [], yield* DateTime.now, throwError), 0)
    })
  )

  rule(layer, "a decision about selected shipments that throws stores nothing", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const { account, endpoint } = yield* storeReceiver(1)
      const shipment = yield* trackShipment(account, requestOf(containerReference(1), endpoint.id))
      yield* assertFails(store.decideOn(account.id, [shipment.id], yield* DateTime.now, throwError))
      yield* claimNone()
      assert.strictEqual(yield* store.decideOn(account.id, [shipment.id], yield* DateTime.now, changeNothing), 0)
    })
  )
}
