import { assert, describe, it } from "@effect/vitest"
import type { LeaseOutcome } from "@landfall/core/alerts/delivery/DeliveryQueue"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { dispatch, leasesOf, tokensOf } from "../support/Leases.ts"

const settings = { groupSize: 10, groupWaitMillis: 50 }
const sizes = (groups: ReadonlyArray<ReadonlyArray<LeaseOutcome>>) => groups.map(({ length }) => length)

describe("the outcomes of a dispatcher", () => {
  it.effect("wait for others to form a group, at most as long as the group may wait", () =>
    Effect.gen(function* () {
      const { groups } = yield* dispatch(leasesOf(4), { settings, responds: (n) => Effect.sleep(n * 10) })
      yield* TestClock.adjust(49)
      assert.strictEqual(groups.length, 0)
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(sizes(groups), [4])
    })
  )

  it.effect("are recorded in groups of at most the group size, in the order in which the sends ended", () =>
    Effect.gen(function* () {
      const { groups, recorded, health } = yield* dispatch(leasesOf(25), { settings: { ...settings, concurrency: 1 } })
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(sizes(groups), [10, 10, 5])
      assert.deepStrictEqual(tokensOf(recorded()), tokensOf(leasesOf(25)))
      assert.strictEqual((yield* health).unrecorded, 0)
    })
  )

  it.effect.each([0, 20, 49, 51, 60, 100, 130])(
    "are neither lost nor recorded twice when the dispatcher stops after %i ms",
    (millis) =>
      Effect.gen(function* () {
        const worker = yield* dispatch(leasesOf(25), { settings, recordMillis: 40 })
        yield* TestClock.adjust(millis)
        yield* Effect.all([worker.stop, TestClock.adjust("1 second")], { concurrency: "unbounded" })
        const all = tokensOf([...worker.recorded(), ...worker.released])
        assert.deepStrictEqual(all.toSorted(), tokensOf(leasesOf(25)).toSorted())
      })
  )
})
