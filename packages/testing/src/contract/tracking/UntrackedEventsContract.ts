import { assert, describe } from "@effect/vitest"
import type { Account } from "@landfall/core/accounts/Account"
import { Retention } from "@landfall/core/alerts/operations/Retention"
import { DEFAULT_LIMITS, Limits } from "@landfall/core/limits/Limits"
import { largestUntracked } from "@landfall/core/tracking/compaction/UntrackedEvents"
import { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { DateTime, Effect, Layer, Option } from "effect"
import {
  bookingDocument,
  containerOf,
  equipmentEventOf,
  hoursLater,
  transportEventOf
} from "../../samples/EventSamples.ts"
import { SAMPLE_TIME } from "../../samples/Samples.ts"
import { rule } from "../suite/Rules.ts"
import { containerReference, receiveEvents, requestOf, trackShipment } from "../suite/ShipmentOperations.ts"
import type { StorageLayer } from "../suite/StoragePorts.ts"
import { storeAccount } from "../suite/StoredSamples.ts"

const ACCOUNT_LIMIT = 10
const STORAGE_LIMIT = 15
const CONTAINER_LIMIT = 5

const documents = [bookingDocument("BOOKING78")]

/** A load of a container, some hours after the sample time. */
const loadOf = (serial: number, hour = 0) =>
  equipmentEventOf(containerOf(serial), {
    documents,
    eventDateTime: hoursLater(hour),
    receivedAt: hoursLater(hour)
  })

/** A call of a vessel that names the booking and no container. */
const sharedCall = transportEventOf({ documents })

/** Runs one whole pass in steps of `limit`; returns the number of events that it removed. */
const prune = Effect.fnUntraced(function* (hour: number, limit: number) {
  const retention = yield* Retention
  const before = DateTime.add(SAMPLE_TIME, { hours: hour })
  let removed = 0
  for (let next = Option.some(""); Option.isSome(next); ) {
    const step = yield* retention.prune("events", before, next.value, limit)
    removed += step.removed
    next = step.next
  }
  return removed
})

/** The number of events of a container that becomes tracked now. */
const eventsWhenTracked = Effect.fnUntraced(function* (account: Account, serial: number) {
  const { id } = yield* trackShipment(account, requestOf(containerReference(serial)))
  return (yield* (yield* ShipmentStore).snapshot(account.id, id)).events.length
})

const pruningRules = <E>(layer: StorageLayer<E>): void => {
  rule(layer, "a container that is tracked after its events were received has them, those of its vessel included", () =>
    Effect.gen(function* () {
      const account = yield* storeAccount(1)
      yield* receiveEvents(account, [sharedCall])
      yield* receiveEvents(account, [loadOf(1, 0), loadOf(1, 1)])
      assert.strictEqual(yield* prune(0, 1), 0)
      assert.strictEqual(yield* eventsWhenTracked(account, 1), 3)
      assert.strictEqual(yield* prune(1_000, 1), 0, "events of a shipment are retained")
      assert.strictEqual(yield* eventsWhenTracked(account, 1), 3)
    })
  )

  rule(layer, "events that concern no shipment are removed when they expire, and those of stopped shipments stay", () =>
    Effect.gen(function* () {
      const store = yield* ShipmentStore
      const [account, other] = [yield* storeAccount(1), yield* storeAccount(2)]
      const stopped = yield* trackShipment(account, requestOf(containerReference(9)))
      yield* receiveEvents(account, [loadOf(9)])
      yield* store.stop(account.id, stopped.id, SAMPLE_TIME)
      yield* receiveEvents(account, [loadOf(9, 1), loadOf(1, 0), loadOf(2, 1), loadOf(3, 50)])
      yield* receiveEvents(other, [loadOf(4, 0), loadOf(5, 50)])
      assert.strictEqual(yield* prune(24, 2), 3)
      assert.strictEqual(yield* prune(24, 2), 0)
      assert.lengthOf((yield* store.snapshot(account.id, stopped.id)).events, 2)
      assert.deepStrictEqual(
        [
          yield* eventsWhenTracked(account, 1),
          yield* eventsWhenTracked(account, 3),
          yield* eventsWhenTracked(other, 4),
          yield* eventsWhenTracked(other, 5)
        ],
        [0, 1, 0, 1]
      )
    })
  )
}

const limitRules = <E>(layer: StorageLayer<E>): void => {
  rule(
    layer,
    "of the events that concern no shipment an account retains the newest, and all that concern a shipment",
    () =>
      Effect.gen(function* () {
        const store = yield* ShipmentStore
        const account = yield* storeAccount(1)
        const tracked = yield* trackShipment(account, requestOf(containerReference(50)))
        for (let serial = 1; serial <= 25; serial++) {
          const received = yield* receiveEvents(account, [loadOf(serial), loadOf(50, serial % CONTAINER_LIMIT)])
          assert.strictEqual(received.excess, 0)
        }
        assert.lengthOf((yield* store.snapshot(account.id, tracked.id)).events, CONTAINER_LIMIT)
        const counts: Array<number> = []
        for (let serial = 1; serial <= 25; serial++) {
          if ((yield* eventsWhenTracked(account, serial)) > 0) counts.push(serial)
        }
        assert.deepStrictEqual(
          counts,
          Array.from({ length: ACCOUNT_LIMIT }, (_, index) => 25 - ACCOUNT_LIMIT + 1 + index)
        )
      })
  )

  rule(layer, "events received before their shipment is tracked no longer count against the limit", () =>
    Effect.gen(function* () {
      const account = yield* storeAccount(1)
      for (let serial = 1; serial <= ACCOUNT_LIMIT; serial++) yield* receiveEvents(account, [loadOf(serial)])
      for (let serial = 1; serial <= ACCOUNT_LIMIT; serial++) yield* eventsWhenTracked(account, serial)
      for (let serial = 101; serial <= 100 + ACCOUNT_LIMIT; serial++) yield* receiveEvents(account, [loadOf(serial)])
      for (const serial of [1, ACCOUNT_LIMIT, 101, 100 + ACCOUNT_LIMIT]) {
        assert.strictEqual(yield* eventsWhenTracked(account, serial), 1)
      }
    })
  )

  rule(layer, "all accounts together are within a limit after a pass, at the cost of the one with the most", () =>
    Effect.gen(function* () {
      const [loud, quiet] = [yield* storeAccount(1), yield* storeAccount(2)]
      for (let serial = 1; serial <= ACCOUNT_LIMIT; serial++) yield* receiveEvents(loud, [loadOf(serial)])
      for (let serial = 1; serial <= 7; serial++) yield* receiveEvents(quiet, [loadOf(serial)])
      assert.strictEqual(yield* prune(0, 1), 2)
      assert.deepStrictEqual(
        [yield* eventsWhenTracked(loud, 2), yield* eventsWhenTracked(loud, 3), yield* eventsWhenTracked(quiet, 1)],
        [0, 1, 1]
      )
    })
  )

  rule(layer, "of accounts with as many events as each other, the first by id loses one, and then the other", () =>
    Effect.gen(function* () {
      const counts = new Map([yield* storeAccount(2), yield* storeAccount(1)].map((account) => [account, 8]))
      for (const [account, count] of counts) {
        for (let serial = 1; serial <= count; serial++) yield* receiveEvents(account, [loadOf(serial)])
      }
      const excess = 2 * 8 - STORAGE_LIMIT
      for (let removed = 0; removed < excess; removed++) {
        const largest = largestUntracked(
          [...counts].map(([account, bytes]) => ({ account, accountId: account.id, bytes }))
        )
        if (largest !== undefined) counts.set(largest.account, largest.bytes - 1)
      }
      assert.strictEqual(yield* prune(0, 1), excess)
      for (const [account, count] of counts) {
        const lost = yield* eventsWhenTracked(account, 1)
        assert.strictEqual(lost, count === 8 ? 1 : 0, account.id)
      }
    })
  )

  rule(layer, "an untracked container has at most as many events as a tracked one", () =>
    Effect.gen(function* () {
      const account = yield* storeAccount(1)
      for (let hour = 0; hour < 30; hour++) yield* receiveEvents(account, [loadOf(1, hour)])
      const storedEvents = yield* eventsWhenTracked(account, 1)
      assert.isAtMost(storedEvents, CONTAINER_LIMIT)
      assert.isAtLeast(storedEvents, 1)
    })
  )
}

/** Registers the contract of events that concern no shipment, on a storage with these limits. */
export const untrackedEventsContract = <E>(name: string, unlimited: StorageLayer<E>): void => {
  const limits = {
    ...DEFAULT_LIMITS,
    "account.untrackedEvents": ACCOUNT_LIMIT,
    "storage.untrackedEvents": STORAGE_LIMIT,
    "container.events": CONTAINER_LIMIT
  }
  const layer = unlimited.pipe(Layer.provide(Layer.succeed(Limits, limits)))

  describe(`events that concern no shipment on ${name}`, () => {
    pruningRules(layer)
    limitRules(layer)
  })
}
