import { assert } from "@effect/vitest"
import type { Account } from "@landfall/core/accounts/Account"
import { type DeliveryLease, DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { Outbox } from "@landfall/core/alerts/Outbox"
import { Clock, DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { draftTo } from "./DeliverySamples.ts"

/** Posts messages to endpoints, one after another at the time of the clock; answers their ids. */
export const postMessages = Effect.fnUntraced(function* (
  account: Account,
  count: number,
  ...endpointIds: ReadonlyArray<EndpointId>
) {
  const [outbox, now] = [yield* Outbox, yield* DateTime.now]
  const posted = yield* Effect.forEach(Array.from({ length: count }), () =>
    outbox.post(account.id, draftTo(endpointIds), now)
  )
  return posted.map((message) => message.id)
})

/** Claims one delivery, of however many are due. */
export const claimFirst = Effect.fnUntraced(function* (
  leaseMillis = 25_000
): Effect.fn.Return<DeliveryLease, unknown, DeliveryQueue> {
  const [lease] = yield* (yield* DeliveryQueue).claim(1, leaseMillis)
  return lease ?? (yield* Effect.die(new Error("nothing is due")))
})

/** Claims exactly one delivery, and finds no other due. */
export const claimOne = Effect.fnUntraced(function* (
  leaseMillis = 25_000
): Effect.fn.Return<DeliveryLease, unknown, DeliveryQueue> {
  const leases = yield* (yield* DeliveryQueue).claim(10, leaseMillis)
  const [lease, ...others] = leases
  assert.strictEqual(others.length, 0, "more is due than one delivery")
  return lease ?? (yield* Effect.die(new Error("nothing is due")))
})

export const claimNone = Effect.fnUntraced(function* () {
  assert.deepStrictEqual(yield* (yield* DeliveryQueue).claim(10, 1000), [])
})

/**
 * Asserts that the queue says rightly when there is work, and answers what there is: moves the clock to `nextDueAt` and
 * claims, again if that was too early. Nothing may be due before, and after a claim for nothing `nextDueAt` must have
 * moved on: a worker that follows it neither sleeps too long nor turns in circles.
 */
export const claimAtNextDue = Effect.fnUntraced(function* (leaseMillis = 25_000) {
  const queue = yield* DeliveryQueue
  while (true) {
    const next = Option.getOrThrow(yield* queue.nextDueAt())
    const now = yield* Clock.currentTimeMillis
    if (next - 1 > now) {
      yield* TestClock.setTime(next - 1)
      yield* claimNone()
    }
    if (next > now) yield* TestClock.setTime(next)
    const leases = yield* queue.claim(100, leaseMillis)
    if (leases.length > 0) return leases
    const moved = Option.getOrElse(yield* queue.nextDueAt(), () => next)
    assert.isAbove(moved, yield* Clock.currentTimeMillis, "nothing can be claimed although nextDueAt says so")
  }
})
