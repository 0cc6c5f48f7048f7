import { assert, describe, it } from "@effect/vitest"
import type { DeliveryLease, LeaseOutcome } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { makeEndpointPaces } from "@landfall/worker/EndpointPaces"
import { makeSendLanes } from "@landfall/worker/SendLanes"
import { Effect, Logger } from "effect"
import { TestClock } from "effect/testing"
import { leaseOf, outcomeOf } from "./support/Leases.ts"

const leases = (count: number) => Array.from({ length: count }, (_, n) => leaseOf(n))

const SECOND = 1_000_000_000n

const lanesWith = (concurrency: number, send: (lease: DeliveryLease) => Effect.Effect<LeaseOutcome>) =>
  Effect.gen(function* () {
    const outcomes: Array<LeaseOutcome> = []
    const lanes = yield* makeSendLanes(
      { concurrency, perEndpoint: concurrency, keptForFirst: 0 },
      makeEndpointPaces(),
      send,
      (outcome) => outcomes.push(outcome),
      () => {}
    )
    return { lanes, outcomes }
  })

const inASecond = (lease: DeliveryLease) => Effect.delay(Effect.succeed(outcomeOf(lease)), "1 second")

describe("SendLanes", () => {
  it.effect("send in the order in which leases come", () =>
    Effect.gen(function* () {
      const { lanes, outcomes } = yield* lanesWith(1, inASecond)
      lanes.offer(leases(5), 100n * SECOND)
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(
        outcomes.map(({ lease }) => lease.token),
        leases(5).map(({ token }) => token)
      )
    })
  )

  it.effect("give back a lease that waited too long to be sent within it", () =>
    Effect.gen(function* () {
      const { lanes, outcomes } = yield* lanesWith(2, inASecond)
      lanes.offer(leases(10), (5n * SECOND) / 2n)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(outcomes.length, 6)
      assert.strictEqual(lanes.takeStale().length, 4)
      assert.strictEqual(lanes.waiting(), 0)
    })
  )

  it.effect("keep every slot when a send breaks off", () =>
    Effect.gen(function* () {
      const { lanes, outcomes } = yield* lanesWith(2, (lease) =>
        lease.messageId === "msg_1" ? Effect.die("a bug") : inASecond(lease)
      )
      lanes.offer(leases(4), 100n * SECOND)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(outcomes.length, 3)
      assert.strictEqual(lanes.free(), 2)
      assert.strictEqual(lanes.waiting(), 0)
    }).pipe(Effect.provide(Logger.layer([])))
  )

  it.effect("account for every lease when they stop: sent or given back", () =>
    Effect.gen(function* () {
      const { lanes, outcomes } = yield* lanesWith(3, (lease) =>
        lease.messageId === "msg_4" ? Effect.never : inASecond(lease)
      )
      const back: Array<DeliveryLease> = []
      lanes.offer(leases(20), 100n * SECOND)
      yield* TestClock.adjust("1500 millis")
      const stop = lanes.stop("5 seconds", (given) => Effect.sync(() => void back.push(...given)))
      yield* Effect.all([stop, TestClock.adjust("5 seconds")], { concurrency: "unbounded" })
      const all = [...outcomes.map(({ lease }) => lease), ...back].map(({ token }) => token)
      assert.strictEqual(all.length, 20)
      assert.strictEqual(new Set(all).size, 20)
      assert.strictEqual(outcomes.length, 5)
    })
  )
})
