import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Option, Schema } from "effect"
import { HEALTHY } from "../../../src/alerts/endpoints/EndpointHealth.ts"
import {
  boundedCount,
  conditionOf,
  hourOf,
  MAX_COUNTED_DELIVERIES,
  totalsOf
} from "../../../src/alerts/operations/EndpointStats.ts"

const HOUR_MILLIS = 3_600_000
const hour = { startsAt: 0, succeeded: 3, failed: 1, exhausted: 1, durationMillis: 400, longestMillis: 250 }

describe("figures of an endpoint", () => {
  it.effect("of no attempts have no rate and no times", () =>
    Effect.sync(() => {
      const none = { successRate: Option.none(), meanMillis: Option.none(), longestMillis: Option.none() }
      assert.deepEqual(totalsOf([]), { succeeded: 0, failed: 0, exhausted: 0, ...none })
    })
  )

  it.effect("add up over hours: the rate and the mean by attempts, the longest of all", () =>
    Effect.sync(() => {
      const other = { ...hour, startsAt: HOUR_MILLIS, succeeded: 1, failed: 3, exhausted: 0, durationMillis: 800 }
      const totals = totalsOf([hour, { ...other, longestMillis: 90 }])
      assert.deepStrictEqual([totals.succeeded, totals.failed, totals.exhausted], [4, 4, 1])
      assert.deepStrictEqual(
        [totals.successRate, totals.meanMillis, totals.longestMillis].map(Option.getOrNull),
        [0.5, 150, 250]
      )
    })
  )

  it.effect("are counted up to a bound, and say when there are more", () =>
    Effect.sync(() => {
      assert.deepStrictEqual(boundedCount(MAX_COUNTED_DELIVERIES), { count: MAX_COUNTED_DELIVERIES, more: false })
      assert.deepStrictEqual(boundedCount(MAX_COUNTED_DELIVERIES + 1), { count: MAX_COUNTED_DELIVERIES, more: true })
    })
  )

  it.effect.prop("begin with the hour that an instant is in, also before 1970", [Schema.Int], ([millis]) =>
    Effect.sync(() => {
      const start = hourOf(millis)
      assert.isTrue(start <= millis && millis - start < HOUR_MILLIS)
      assert.strictEqual(Math.abs(start % HOUR_MILLIS), 0)
    })
  )

  it.effect("say that it will be disabled five days after its clock began to run, and not before it runs", () =>
    Effect.sync(() => {
      const failing = { _tag: "Failing", since: 1000, messages: [], clockFrom: undefined, warned: false } as const
      const since = DateTime.makeUnsafe(1000)
      assert.deepEqual(conditionOf(failing, true), { _tag: "Failing", since, disabledFrom: Option.none() })
      const ends = conditionOf({ ...failing, clockFrom: 2000 }, false)
      assert.strictEqual(ends._tag, "Failing")
      if (ends._tag !== "Failing") return
      assert.strictEqual(Option.getOrThrow(ends.disabledFrom).epochMilliseconds, 2000 + 5 * 24 * HOUR_MILLIS)
      assert.deepStrictEqual(conditionOf(HEALTHY, true), { _tag: "Probing" })
      assert.deepStrictEqual(conditionOf(HEALTHY, false), { _tag: "Healthy" })
    })
  )
})
