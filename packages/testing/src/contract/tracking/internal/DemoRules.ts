import { assert } from "@effect/vitest"
import { EndpointStore } from "@landfall/core/alerts/endpoints/Endpoint"
import { type Decide, ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { SAMPLE_TIME } from "../../../samples/Samples.ts"
import { isRefused, same } from "../../suite/Assertions.ts"
import { claimNone, claimOne } from "../../suite/Queued.ts"
import { rule } from "../../suite/Rules.ts"
import {
  containerReference,
  demoReference,
  quiet,
  requestOf,
  telling,
  throwing,
  track,
  watched
} from "../../suite/Shipments.ts"
import type { StorageLayer } from "../../suite/StoragePorts.ts"
import { storedEndpoint, storedReceiver } from "../../suite/Stored.ts"

const HOUR = 3_600_000
const INTERVAL = 6 * HOUR
const START = SAMPLE_TIME.epochMilliseconds

const run = Effect.fnUntraced(function* (limit = 100, decide: Decide = quiet) {
  return yield* (yield* ShipmentStore).runDemoRounds(yield* DateTime.now, INTERVAL, limit, decide)
})

const isIdle = Effect.fnUntraced(function* () {
  same(yield* run(), { rounds: 0, nextDueAt: Option.none() })
})

/** Registers the rules of `ShipmentStore.runDemoRounds`. */
export const demoRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "the first demo round is due at once, and the next an interval later", () =>
    Effect.gen(function* () {
      const { account, endpoint } = yield* storedReceiver(1)
      const shipment = yield* track(account, requestOf(demoReference, endpoint.id))
      const { asked, decide } = watched(telling)
      same(yield* run(100, decide), { rounds: 1, nextDueAt: Option.some(START + INTERVAL) })
      same(
        asked.map(({ shipment, subscribers }) => [shipment.id, subscribers.map(({ endpoint }) => endpoint)]),
        [[shipment.id, [endpoint]]]
      )
      assert.strictEqual((yield* claimOne()).endpointId, endpoint.id)
      yield* TestClock.adjust(INTERVAL - 1)
      same(yield* run(), { rounds: 0, nextDueAt: Option.some(START + INTERVAL) })
      yield* TestClock.adjust(1)
      same(yield* run(), { rounds: 1, nextDueAt: Option.some(START + 2 * INTERVAL) })
    })
  )

  rule(layer, "a round that runs late does not put off the ones after it", () =>
    Effect.gen(function* () {
      const { account, endpoint } = yield* storedReceiver(1)
      yield* track(account, requestOf(demoReference, endpoint.id))
      yield* TestClock.adjust(HOUR)
      same(yield* run(), { rounds: 1, nextDueAt: Option.some(START + INTERVAL) })
    })
  )

  rule(layer, "rounds that were missed are made up by one", () =>
    Effect.gen(function* () {
      const { account, endpoint } = yield* storedReceiver(1)
      yield* track(account, requestOf(demoReference, endpoint.id))
      yield* TestClock.adjust(5 * INTERVAL + HOUR)
      const next = START + 6 * INTERVAL + HOUR
      same(yield* run(), { rounds: 1, nextDueAt: Option.some(next) })
      same(yield* run(), { rounds: 0, nextDueAt: Option.some(next) })
    })
  )

  rule(layer, "each registration has its own rounds, the longest due first and up to the limit", () =>
    Effect.gen(function* () {
      const { account, application, endpoint } = yield* storedReceiver(1)
      const second = yield* storedEndpoint(application, 2)
      const other = yield* storedReceiver(3)
      yield* track(account, requestOf(demoReference, endpoint.id))
      yield* TestClock.adjust(HOUR)
      yield* track(other.account, requestOf(demoReference, other.endpoint.id))
      yield* TestClock.adjust(HOUR)
      yield* track(account, requestOf(demoReference, second.id))
      const { asked, decide } = watched(telling)
      same(yield* run(2, decide), { rounds: 2, nextDueAt: Option.some(START + 2 * HOUR) })
      same(yield* run(2, decide), { rounds: 1, nextDueAt: Option.some(START + INTERVAL) })
      assert.deepStrictEqual(
        asked.map(({ subscribers }) => subscribers.map(({ endpoint }) => endpoint.id)),
        [[endpoint.id], [other.endpoint.id], [second.id]]
      )
    })
  )

  rule(layer, "only the demonstration has rounds, and only where it is registered", () =>
    Effect.gen(function* () {
      const { account, endpoint } = yield* storedReceiver(1)
      yield* isIdle()
      yield* track(account, requestOf(containerReference(1), endpoint.id))
      yield* track(account, requestOf(demoReference))
      yield* isIdle()
    })
  )

  rule(layer, "there are no rounds after the demonstration was stopped, unregistered, or its endpoint removed", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const { account, endpoint } = yield* storedReceiver(1)
      const request = requestOf(demoReference, endpoint.id)
      const shipment = yield* track(account, request)
      yield* store.unregister(account.id, endpoint.id, shipment.id)
      yield* isIdle()
      yield* track(account, request)
      assert.strictEqual((yield* run()).rounds, 1, "registered again it begins at once")
      yield* store.stop(account.id, shipment.id, SAMPLE_TIME)
      yield* isIdle()
      yield* track(account, request)
      yield* (yield* EndpointStore).remove(account.id, endpoint.id, SAMPLE_TIME)
      yield* isIdle()
    })
  )

  rule(layer, "a round whose decision throws stays due", () =>
    Effect.gen(function* () {
      const { account, endpoint } = yield* storedReceiver(1)
      yield* track(account, requestOf(demoReference, endpoint.id))
      yield* isRefused(run(100, throwing))
      yield* claimNone()
      same(yield* run(), { rounds: 1, nextDueAt: Option.some(START + INTERVAL) })
    })
  )
}
