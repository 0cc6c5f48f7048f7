import { assert } from "@effect/vitest"
import type { Account } from "@landfall/core/accounts/Account"
import { type DeliveryLease, DeliveryQueue } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { EndpointId } from "@landfall/core/alerts/EndpointId"
import { Outbox } from "@landfall/core/alerts/Outbox"
import { Clock, DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { draftTo } from "./DeliverySamples.ts"

/** Posts messages to endpoints in sequence, at the time of the clock. Returns their ids. */
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

/** Claims one of the due deliveries. */
export const claimFirst = Effect.fnUntraced(function* (
  leaseMillis = 25_000
): Effect.fn.Return<DeliveryLease, unknown, DeliveryQueue> {
  const [lease] = yield* (yield* DeliveryQueue).claim(1, leaseMillis)
  return lease ?? (yield* Effect.die(new Error("nothing is due")))
})

/** Claims one delivery, and asserts that no other is due. */
export const claimOne = Effect.fnUntraced(function* (
  leaseMillis = 25_000
): Effect.fn.Return<DeliveryLease, unknown, DeliveryQueue> {
  const leases = yield* (yield* DeliveryQueue).claim(10, leaseMillis)
  const [lease, ...others] = leases
  assert.strictEqual(others.length, 0, "more than one delivery is due")
  return lease ?? (yield* Effect.die(new Error("nothing is due")))
})

/** Asserts that no delivery is due. */
export const claimNone = Effect.fnUntraced(function* () {
  assert.deepStrictEqual(yield* (yield* DeliveryQueue).claim(10, 1000), [])
})

/**
 * Asserts that `nextDueAt` is correct, and returns the leases that are due then. It moves the clock to `nextDueAt` and
 * claims, until a claim returns leases. No delivery may be due before `nextDueAt`, and after an empty claim `nextDueAt` must
 * be in the future, so that a worker that sleeps until then neither sleeps too long nor polls in a busy loop.
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
    const following = Option.getOrElse(yield* queue.nextDueAt(), () => next)
    assert.isAbove(following, yield* Clock.currentTimeMillis, "nextDueAt has passed, but no delivery can be claimed")
  }
})
