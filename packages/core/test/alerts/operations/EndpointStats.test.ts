import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { EndpointId } from "../../../src/alerts/EndpointId.ts"
import {
  boundedCount,
  countAttempts,
  hourOf,
  MAX_COUNTED_DELIVERIES,
  totalsOf
} from "../../../src/alerts/operations/EndpointStats.ts"
import { endpointId, exhaust, outcomeOf, retry, succeed } from "../LeaseOutcomes.ts"

const HOUR_MILLIS = 3_600_000
const hour = { startsAt: 0, succeeded: 3, failed: 1, exhausted: 1, durationMillis: 400, longestMillis: 250 }

describe("figures of an endpoint", () => {
  it.effect("without attempts have no rate and no times", () =>
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

  it.effect("are counted up to a bound, with a flag for more", () =>
    Effect.sync(() => {
      assert.deepStrictEqual(boundedCount(MAX_COUNTED_DELIVERIES), { count: MAX_COUNTED_DELIVERIES, more: false })
      assert.deepStrictEqual(boundedCount(MAX_COUNTED_DELIVERIES + 1), { count: MAX_COUNTED_DELIVERIES, more: true })
    })
  )

  it.effect.prop("start at the hour that contains an instant, also before 1970", [Schema.Int], ([millis]) =>
    Effect.sync(() => {
      const start = hourOf(millis)
      assert.isTrue(start <= millis && millis - start < HOUR_MILLIS)
      assert.strictEqual(Math.abs(start % HOUR_MILLIS), 0)
    })
  )

  it.effect("count attempts by endpoint and hour, in the order of both", () =>
    Effect.sync(() => {
      const other = EndpointId.make("ep_0")
      const counted = countAttempts([
        outcomeOf(succeed, HOUR_MILLIS),
        outcomeOf(retry(), HOUR_MILLIS + 1),
        outcomeOf(exhaust(), HOUR_MILLIS - 1),
        outcomeOf({ _tag: "DisableEndpoint" }, HOUR_MILLIS, { endpoint: other })
      ])
      const none = { succeeded: 0, failed: 0, exhausted: 0, durationMillis: 100, longestMillis: 100 }
      assert.deepStrictEqual(counted, [
        { endpointId: other, hour: { ...none, startsAt: HOUR_MILLIS, failed: 1, exhausted: 1 } },
        { endpointId, hour: { ...none, startsAt: 0, failed: 1, exhausted: 1 } },
        { endpointId, hour: { ...none, startsAt: HOUR_MILLIS, succeeded: 1, failed: 1, durationMillis: 200 } }
      ])
    })
  )
})
