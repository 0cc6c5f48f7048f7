import { assert, describe } from "@effect/vitest"
import { SharedBuckets } from "@landfall/core/limits/SharedBuckets"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { rule } from "../suite/Rules.ts"
import type { StorageLayer } from "../suite/StoragePorts.ts"

/** A token in ten seconds, so that little is added while a rule runs. */
const policy = { name: "key.requests", perSecond: 0.1, capacity: 100 }

/** A Postgres server has a separate clock, which runs on during a rule. */
const CLOCK_TOLERANCE_MILLIS = 600_000

const assertNear = (actual: number | undefined, expected: number) =>
  assert.isTrue(
    actual !== undefined && actual <= expected && actual > expected - CLOCK_TOLERANCE_MILLIS,
    `${actual} is not ${expected}`
  )

/** Registers the contract of `SharedBuckets`. */
export const sharedBucketsContract = <E>(name: string, layer: StorageLayer<E>): void => {
  describe(`SharedBuckets on ${name}`, () => {
    rule(layer, "a bucket has the state of all that was taken from it, with the debt of what it lacked", () =>
      Effect.gen(function* () {
        const { take } = yield* SharedBuckets
        const [first] = yield* take(policy, [{ key: "a", tokens: 400 }])
        assertNear(first?.millisUntilFull, 4_000_000)
        const [second] = yield* take(policy, [{ key: "a", tokens: 600 }])
        assertNear(second?.millisUntilFull, 10_000_000)
      })
    )

    rule(layer, "buckets of other keys and of other rates are separate", () =>
      Effect.gen(function* () {
        const { take } = yield* SharedBuckets
        yield* take(policy, [{ key: "a", tokens: 1000 }])
        const states = yield* take(policy, [
          { key: "c", tokens: 300 },
          { key: "b", tokens: 400 }
        ])
        const found = new Map(states.map(({ key, millisUntilFull }) => [key, millisUntilFull]))
        assertNear(found.get("b"), 4_000_000)
        assertNear(found.get("c"), 3_000_000)
        const [other] = yield* take({ ...policy, name: "account.requests" }, [{ key: "a", tokens: 500 }])
        assertNear(other?.millisUntilFull, 5_000_000)
      })
    )

    rule(layer, "a bucket that is full again is not affected by earlier debits", () =>
      Effect.gen(function* () {
        const { take } = yield* SharedBuckets
        // 0.0001 of a token is added within a millisecond.
        yield* take(policy, [{ key: "a", tokens: 0.0001 }])
        yield* TestClock.adjust("1 minute")
        const [state] = yield* take(policy, [{ key: "a", tokens: 400 }])
        assertNear(state?.millisUntilFull, 4_000_001)
      })
    )

    rule(layer, "servers that take at the same time lose nothing", () =>
      Effect.gen(function* () {
        const { take } = yield* SharedBuckets
        const keys = ["a", "b", "c"]
        yield* Effect.forEach(
          Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? keys : keys.toReversed())),
          (order) =>
            take(
              policy,
              order.map((key) => ({ key, tokens: 500 }))
            ),
          { concurrency: "unbounded", discard: true }
        )
        const states = yield* take(
          policy,
          keys.map((key) => ({ key, tokens: 100 }))
        )
        for (const { millisUntilFull } of states) assertNear(millisUntilFull, 101_000_000)
        assert.lengthOf(states, 3)
      })
    )
  })
}
