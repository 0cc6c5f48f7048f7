import { assert, describe, it } from "@effect/vitest"
import { StorageError } from "@landfall/core/faults/StorageError"
import { ShipmentStore } from "@landfall/core/tracking/shipments/ShipmentStore"
import { Clock, Effect, Latch, Layer, Logger, Option } from "effect"
import { TestClock } from "effect/testing"
import * as DemoShipmentLoop from "../../src/tracking/DemoShipmentLoop.ts"
import { unusedShipments } from "../support/UnusedShipmentStore.ts"

const HOUR = 3_600_000

/** Registrations of the demo container with their next rounds, under the contract of `runDemoRounds`. */
const demoStore = () => {
  const due: Array<number> = []
  const ran: Array<number> = []
  let down = false
  const fault = new StorageError({ operation: "ShipmentStore.runDemoRounds", reason: "unavailable", cause: "down" })
  const store = ShipmentStore.of({
    ...unusedShipments,
    runDemoRounds: (now, intervalMillis, limit) =>
      Effect.gen(function* () {
        if (down) return yield* fault
        let rounds = 0
        for (const [index, at] of due.entries()) {
          if (at > now.epochMilliseconds || rounds === limit) continue
          rounds++
          ran.push(now.epochMilliseconds)
          due[index] =
            at + intervalMillis > now.epochMilliseconds ? at + intervalMillis : now.epochMilliseconds + intervalMillis
        }
        return { rounds, nextDueAt: due.length === 0 ? Option.none() : Option.some(Math.min(...due)) }
      })
  })
  const register = Effect.map(Clock.currentTimeMillis, (now) => void due.push(now))
  const setDown = (value: boolean) => {
    down = value
  }
  return { ran, register, layer: Layer.succeed(ShipmentStore, store), setDown }
}

const settings = DemoShipmentLoop.defaultDemoShipmentSettings

/** No arrival signals: no test registers a shipment while the loop runs. */
const undisturbed: DemoShipmentLoop.DemoShipmentSettings = { ...settings, arrival: Effect.never }

const quiet = Logger.layer([])

describe("the demo shipment loop", () => {
  it.effect("sends the demo events immediately and then every 6 hours", () => {
    const demo = demoStore()
    return Effect.gen(function* () {
      yield* demo.register
      yield* TestClock.adjust("24 hours")
      assert.deepStrictEqual(demo.ran, [0, 6 * HOUR, 12 * HOUR, 18 * HOUR, 24 * HOUR])
    }).pipe(Effect.provide(DemoShipmentLoop.layer(undisturbed).pipe(Layer.provide(demo.layer))))
  })

  it.effect("begins within a second of a registration", () => {
    const demo = demoStore()
    return Effect.gen(function* () {
      yield* TestClock.adjust(60_300)
      yield* demo.register
      yield* TestClock.adjust("1 second")
      assert.strictEqual(demo.ran.length, 1)
    }).pipe(Effect.provide(DemoShipmentLoop.layer(settings).pipe(Layer.provide(demo.layer))))
  })

  it.effect("begins immediately when a registration is announced", () => {
    const demo = demoStore()
    const announced = Latch.makeUnsafe()
    const arrival = Effect.andThen(announced.await, announced.close)
    return Effect.gen(function* () {
      yield* TestClock.adjust("1 hour")
      yield* demo.register
      yield* announced.open
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(demo.ran, [HOUR])
    }).pipe(Effect.provide(DemoShipmentLoop.layer({ ...settings, arrival }).pipe(Layer.provide(demo.layer))))
  })

  it.effect("serves every registration when more are due than fit into one transaction", () => {
    const demo = demoStore()
    return Effect.gen(function* () {
      for (let n = 0; n < 25; n++) yield* demo.register
      yield* TestClock.adjust("1 second")
      assert.strictEqual(demo.ran.length, 25)
    }).pipe(Effect.provide(DemoShipmentLoop.layer({ ...settings, limit: 10 }).pipe(Layer.provide(demo.layer))))
  })

  it.effect("continues after a storage outage", () => {
    const demo = demoStore()
    return Effect.gen(function* () {
      yield* demo.register
      yield* TestClock.adjust("1 hour")
      demo.setDown(true)
      yield* TestClock.adjust("10 hours")
      assert.deepStrictEqual(demo.ran, [0])
      demo.setDown(false)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(demo.ran.length, 2)
    }).pipe(Effect.provide(DemoShipmentLoop.layer(undisturbed).pipe(Layer.provide(demo.layer))), Effect.provide(quiet))
  })
})
