import { assert, describe, it } from "@effect/vitest"
import { StorageError } from "@landfall/core/faults/StorageError"
import { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Effect, Layer, Logger, Option } from "effect"
import { TestClock } from "effect/testing"
import * as ShipmentReviewLoop from "../../src/tracking/ShipmentReviewLoop.ts"
import { unusedShipments } from "../support/UnusedShipmentStore.ts"

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Shipments with their due instants, each due once, under the contract of `runReviews`. */
const reviewStore = () => {
  let due: ReadonlyArray<number> = []
  const ran: Array<number> = []
  let down = false
  const fault = new StorageError({ operation: "ShipmentStore.runReviews", reason: "unavailable", cause: "down" })
  const store = ShipmentStore.of({
    ...unusedShipments,
    runReviews: (now, limit) =>
      Effect.gen(function* () {
        if (down) return yield* fault
        const batch = due.filter((at) => at <= now.epochMilliseconds).slice(0, limit)
        due = due.filter((at) => !batch.includes(at))
        ran.push(...batch.map(() => now.epochMilliseconds))
        return { reviews: batch.length, nextDueAt: due.length === 0 ? Option.none() : Option.some(Math.min(...due)) }
      })
  })
  return {
    ran,
    layer: Layer.succeed(ShipmentStore, store),
    add: (...at: ReadonlyArray<number>) => {
      due = [...due, ...at]
    },
    setDown: (value: boolean) => {
      down = value
    }
  }
}

const reviewing = (store: ReturnType<typeof reviewStore>, limit = 100) =>
  ShipmentReviewLoop.layer({ ...ShipmentReviewLoop.defaultShipmentReviewSettings, limit }).pipe(
    Layer.provide(store.layer)
  )

describe("the shipment review loop", () => {
  it.effect("reviews a shipment when it is due, and immediately when it was due before", () => {
    const store = reviewStore()
    store.add(0, 90_000)
    return Effect.gen(function* () {
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(store.ran, [0])
      yield* TestClock.adjust(89_999)
      assert.deepStrictEqual(store.ran, [0])
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(store.ran, [0, 90_000])
    }).pipe(Effect.provide(reviewing(store)))
  })

  it.effect("reviews a shipment that is added meanwhile within a minute", () => {
    const store = reviewStore()
    return Effect.gen(function* () {
      yield* TestClock.adjust(10 * MINUTE + 1)
      store.add(0)
      yield* TestClock.adjust(MINUTE)
      assert.strictEqual(store.ran.length, 1)
    }).pipe(Effect.provide(reviewing(store)))
  })

  it.effect("reviews every shipment when more are due than fit into one transaction, with a pause between", () => {
    const store = reviewStore()
    store.add(...Array.from({ length: 25 }, (_, index) => index - 25))
    return Effect.gen(function* () {
      yield* TestClock.adjust(200)
      assert.deepStrictEqual([store.ran.length, store.ran.at(-1)], [25, 200])
    }).pipe(Effect.provide(reviewing(store, 10)))
  })

  it.effect("continues after a storage outage", () => {
    const store = reviewStore()
    store.setDown(true)
    return Effect.gen(function* () {
      yield* TestClock.adjust(HOUR)
      store.add(0)
      store.setDown(false)
      yield* TestClock.adjust(MINUTE)
      assert.strictEqual(store.ran.length, 1)
    }).pipe(Effect.provide(reviewing(store)), Effect.provide(Logger.layer([])))
  })
})
