import { assert, describe, it } from "@effect/vitest"
import type { DeliveryLease } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { Effect, Logger } from "effect"
import { TestClock } from "effect/testing"
import { dispatch, leaseOf, leasesOf, tokensOf } from "../support/Leases.ts"

const aSecond = () => Effect.sleep("1 second")

describe("the sends of a dispatcher", () => {
  it.effect("follow the order of the leases", () =>
    Effect.gen(function* () {
      const { recorded } = yield* dispatch(leasesOf(5), { settings: { concurrency: 1 }, responds: aSecond })
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(tokensOf(recorded()), tokensOf(leasesOf(5)))
    })
  )

  it.effect("do not include a lease that has waited too long, which is released", () =>
    Effect.gen(function* () {
      // Such a short lease may wait for a fifth of its time: 2.5 s.
      const settings = { concurrency: 2, reservedForResponsive: 0, leaseMillis: 12_500 }
      const { recorded, released, health } = yield* dispatch(leasesOf(10), { settings, responds: aSecond })
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(recorded().length, 6)
      assert.deepStrictEqual(tokensOf(released), tokensOf(leasesOf(10).slice(6)))
      assert.strictEqual((yield* health).waiting, 0)
    })
  )

  it.effect("continue when a defect leaves the outcome of a send unknown", () => {
    const broken: DeliveryLease = {
      ...leaseOf(1),
      get retryPolicy(): DeliveryLease["retryPolicy"] {
        throw new Error("a bug")
      }
    }
    const leases = [leaseOf(0), broken, leaseOf(2), leaseOf(3)]
    return Effect.gen(function* () {
      const settings = { concurrency: 2, reservedForResponsive: 0 }
      const { recorded, health } = yield* dispatch(leases, { settings, responds: aSecond })
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(tokensOf(recorded()), ["token-0", "token-2", "token-3"])
      const { inFlight, waiting } = yield* health
      assert.deepStrictEqual([inFlight, waiting], [0, 0])
    }).pipe(Effect.provide(Logger.layer([])))
  })

  it.effect("end or are released on a stop", () =>
    Effect.gen(function* () {
      const { recorded, released, stop } = yield* dispatch(leasesOf(20), {
        settings: { concurrency: 3, reservedForResponsive: 0 },
        responds: (n) => (n === 4 ? Effect.never : aSecond())
      })
      yield* TestClock.adjust("1500 millis")
      yield* Effect.all([stop, TestClock.adjust("5 seconds")], { concurrency: "unbounded" })
      const all = tokensOf([...recorded(), ...released])
      assert.strictEqual(all.length, 20)
      assert.strictEqual(new Set(all).size, 20)
      assert.strictEqual(recorded().length, 5)
    })
  )
})
