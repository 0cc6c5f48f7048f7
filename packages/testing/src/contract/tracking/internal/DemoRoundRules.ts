import { assert } from "@effect/vitest"
import { EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { type ShipmentDecision, ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { SAMPLE_TIME } from "../../../samples/Samples.ts"
import { assertFails, assertSame } from "../../suite/Assertions.ts"
import { claimNone, claimOne } from "../../suite/DeliveryQueueOperations.ts"
import { rule } from "../../suite/Rules.ts"
import {
  changeNothing,
  containerReference,
  demoReference,
  notifySubscribers,
  recordSnapshots,
  requestOf,
  throwError,
  trackShipment
} from "../../suite/ShipmentOperations.ts"
import type { StorageLayer } from "../../suite/StoragePorts.ts"
import { storeEndpoint, storeReceiver } from "../../suite/StoredSamples.ts"

const HOUR = 3_600_000
const INTERVAL = 6 * HOUR
const START = SAMPLE_TIME.epochMilliseconds

const runRounds = Effect.fnUntraced(function* (limit = 100, decide: ShipmentDecision = changeNothing) {
  return yield* (yield* ShipmentStore).runDemoRounds(yield* DateTime.now, INTERVAL, limit, decide)
})

const assertNoRounds = Effect.fnUntraced(function* () {
  assertSame(yield* runRounds(), { rounds: 0, nextDueAt: Option.none() })
})

/** Registers the rules of `ShipmentStore.runDemoRounds`. */
export const demoRoundRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "the first demo round is due immediately, and the next an interval later", () =>
    Effect.gen(function* () {
      const { account, endpoint } = yield* storeReceiver(1)
      const shipment = yield* trackShipment(account, requestOf(demoReference, endpoint.id))
      const { snapshots, decide } = recordSnapshots(notifySubscribers)
      assertSame(yield* runRounds(100, decide), { rounds: 1, nextDueAt: Option.some(START + INTERVAL) })
      assertSame(
        snapshots.map(({ shipment, subscribers }) => [shipment.id, subscribers.map(({ endpoint }) => endpoint)]),
        [[shipment.id, [endpoint]]]
      )
      assert.strictEqual((yield* claimOne()).endpointId, endpoint.id)
      yield* TestClock.adjust(INTERVAL - 1)
      assertSame(yield* runRounds(), { rounds: 0, nextDueAt: Option.some(START + INTERVAL) })
      yield* TestClock.adjust(1)
      assertSame(yield* runRounds(), { rounds: 1, nextDueAt: Option.some(START + 2 * INTERVAL) })
    })
  )

  rule(layer, "a late round does not delay the rounds after it", () =>
    Effect.gen(function* () {
      const { account, endpoint } = yield* storeReceiver(1)
      yield* trackShipment(account, requestOf(demoReference, endpoint.id))
      yield* TestClock.adjust(HOUR)
      assertSame(yield* runRounds(), { rounds: 1, nextDueAt: Option.some(START + INTERVAL) })
    })
  )

  rule(layer, "one round replaces all that were missed", () =>
    Effect.gen(function* () {
      const { account, endpoint } = yield* storeReceiver(1)
      yield* trackShipment(account, requestOf(demoReference, endpoint.id))
      yield* TestClock.adjust(5 * INTERVAL + HOUR)
      const next = START + 6 * INTERVAL + HOUR
      assertSame(yield* runRounds(), { rounds: 1, nextDueAt: Option.some(next) })
      assertSame(yield* runRounds(), { rounds: 0, nextDueAt: Option.some(next) })
    })
  )

  rule(layer, "each registration has its own rounds, the longest due first and up to the limit", () =>
    Effect.gen(function* () {
      const { account, application, endpoint } = yield* storeReceiver(1)
      const second = yield* storeEndpoint(application, 2)
      const other = yield* storeReceiver(3)
      yield* trackShipment(account, requestOf(demoReference, endpoint.id))
      yield* TestClock.adjust(HOUR)
      yield* trackShipment(other.account, requestOf(demoReference, other.endpoint.id))
      yield* TestClock.adjust(HOUR)
      yield* trackShipment(account, requestOf(demoReference, second.id))
      const { snapshots, decide } = recordSnapshots(notifySubscribers)
      assertSame(yield* runRounds(2, decide), { rounds: 2, nextDueAt: Option.some(START + 2 * HOUR) })
      assertSame(yield* runRounds(2, decide), { rounds: 1, nextDueAt: Option.some(START + INTERVAL) })
      assert.deepStrictEqual(
        snapshots.map(({ subscribers }) => subscribers.map(({ endpoint }) => endpoint.id)),
        [[endpoint.id], [other.endpoint.id], [second.id]]
      )
    })
  )

  rule(layer, "only the demo container has rounds, and only where it is registered", () =>
    Effect.gen(function* () {
      const { account, endpoint } = yield* storeReceiver(1)
      yield* assertNoRounds()
      yield* trackShipment(account, requestOf(containerReference(1), endpoint.id))
      yield* trackShipment(account, requestOf(demoReference))
      yield* assertNoRounds()
    })
  )

  rule(layer, "there are no rounds after the demo container was stopped, unregistered, or its endpoint removed", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const { account, endpoint } = yield* storeReceiver(1)
      const request = requestOf(demoReference, endpoint.id)
      const shipment = yield* trackShipment(account, request)
      yield* store.unregister(account.id, endpoint.id, shipment.id)
      yield* assertNoRounds()
      yield* trackShipment(account, request)
      assert.strictEqual((yield* runRounds()).rounds, 1, "registered again it begins immediately")
      yield* store.stop(account.id, shipment.id, SAMPLE_TIME)
      yield* assertNoRounds()
      yield* trackShipment(account, request)
      yield* (yield* EndpointStore).remove(account.id, endpoint.id, SAMPLE_TIME)
      yield* assertNoRounds()
    })
  )

  rule(layer, "a round whose decision throws stays due", () =>
    Effect.gen(function* () {
      const { account, endpoint } = yield* storeReceiver(1)
      yield* trackShipment(account, requestOf(demoReference, endpoint.id))
      yield* assertFails(runRounds(100, throwError))
      yield* claimNone()
      assertSame(yield* runRounds(), { rounds: 1, nextDueAt: Option.some(START + INTERVAL) })
    })
  )
}
