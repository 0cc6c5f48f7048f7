import { assert, describe, it } from "@effect/vitest"
import { importEvents } from "@landfall/core/tracking/EventImport"
import { Effect, Stream } from "effect"
import { TestClock } from "effect/testing"
import { containerReference, requestOf, trackShipment } from "../../src/contract/suite/ShipmentOperations.ts"
import { storeReceiver } from "../../src/contract/suite/StoredSamples.ts"
import * as MemoryStorage from "../../src/memory/MemoryStorage.ts"
import { containerOf, equipmentEventOf, hoursLater } from "../../src/samples/EventSamples.ts"
import { SAMPLE_TIME } from "../../src/samples/Samples.ts"

/** More events of one container than three transactions store. */
const EVENTS = 501
const events = Array.from({ length: EVENTS }, (_, n) =>
  equipmentEventOf(containerOf(1), { eventDateTime: hoursLater(-n) })
)

const prepared = Effect.gen(function* () {
  yield* TestClock.setTime(SAMPLE_TIME.epochMilliseconds)
  const { account, endpoint } = yield* storeReceiver(1)
  const shipment = yield* trackShipment(account, requestOf(containerReference(1), endpoint.id))
  return { accountId: account.id, shipmentId: shipment.id }
})

describe("the import of carrier events", () => {
  it.effect("stores events in batches, reports the progress of each, and names the shipments that they concern", () =>
    Effect.gen(function* () {
      const { accountId, shipmentId } = yield* prepared
      const progress: Array<number> = []
      const summary = yield* importEvents(accountId, Stream.fromIterable(events), ({ read }) =>
        Effect.sync(() => {
          progress.push(read)
        })
      )
      assert.deepStrictEqual(progress, [150, 300, 450, EVENTS])
      assert.deepInclude(summary, { read: EVENTS, added: EVENTS, repeated: 0 })
      assert.deepStrictEqual([...summary.shipments], [shipmentId])
    }).pipe(Effect.provide(MemoryStorage.layer))
  )

  it.effect("adds no event twice, and notifies endpoints of new events only", () =>
    Effect.gen(function* () {
      const { accountId } = yield* prepared
      const recent = Stream.fromIterable([equipmentEventOf(containerOf(1), { eventDateTime: hoursLater(1) })])
      yield* TestClock.adjust("2 hours")
      const first = yield* importEvents(accountId, recent, () => Effect.void)
      assert.deepInclude(first, { added: 1, repeated: 0, alerts: 1 })
      const second = yield* importEvents(accountId, recent, () => Effect.void)
      assert.deepInclude(second, { read: 1, added: 0, repeated: 1, alerts: 0 })
      assert.strictEqual(second.shipments.size, 0)
    }).pipe(Effect.provide(MemoryStorage.layer))
  )

  it.effect("stores the batches before a failure of the stream", () =>
    Effect.gen(function* () {
      const { accountId } = yield* prepared
      const failing = Stream.concat(Stream.fromIterable(events.slice(0, 500)), Stream.fail("unreadable" as const))
      assert.strictEqual(yield* Effect.flip(importEvents(accountId, failing, () => Effect.void)), "unreadable")
      const again = yield* importEvents(accountId, Stream.fromIterable(events), () => Effect.void)
      assert.deepInclude(again, { added: 1, repeated: 500 })
    }).pipe(Effect.provide(MemoryStorage.layer))
  )
})
