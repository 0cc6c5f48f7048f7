import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { RateLimit, reserveSlots } from "../../../src/alerts/delivery/RateLimit.ts"

const START = 1_700_000_000_000
const Demand = Schema.Struct({
  perSecond: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 })),
  /** The wait before each request, in milliseconds, and how many slots it requests. */
  requests: Schema.Array(
    Schema.Struct({
      after: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3000 })),
      requested: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 300 }))
    })
  )
})

/** The time of each attempt that a sequence of requests was granted. */
const attemptTimes = (perSecond: RateLimit, requests: typeof Demand.Type.requests): ReadonlyArray<number> => {
  const began: Array<number> = []
  let [now, slotAt] = [START, 0]
  for (const { after, requested } of requests) {
    now += after
    const slots = reserveSlots(perSecond, slotAt, now, requested)
    for (let n = 0; n < slots.granted; n++) began.push(now)
    slotAt = slots.slotAt
  }
  return began
}

/** The attempts of a worker that requests slots at each `nextAt` and always has more to send. */
const steady = (perSecond: RateLimit, seconds: number): ReadonlyArray<number> => {
  const began: Array<number> = []
  let [now, slotAt] = [START, 0]
  while (now < START + seconds * 1000) {
    const slots = reserveSlots(perSecond, slotAt, now, 1000)
    for (let n = 0; n < slots.granted; n++) began.push(now)
    slotAt = slots.slotAt
    assert.isAbove(slots.nextAt, now, "the next request is later")
    now = slots.nextAt
  }
  return began
}

/** The maximum number of attempts that began within any second. */
const busiestSecond = (began: ReadonlyArray<number>): number => {
  let [from, most] = [0, 0]
  for (const [index, at] of began.entries()) {
    while ((began[from] ?? at) <= at - 1000) from++
    most = Math.max(most, index - from + 1)
  }
  return most
}

describe("a rate limit", () => {
  it.prop("exceeds no second by more than 2 %, for any sequence of requests", [Demand], ([{ perSecond, requests }]) => {
    const most = busiestSecond(attemptTimes(RateLimit.make(perSecond), requests))
    assert.isAtMost(most, Math.max(perSecond, Math.floor(perSecond * 1.02)))
  })

  it.each([1, 2, 3, 7, 10, 50, 51, 99, 250, 999, 1000])(
    "of %s per second is used up by requests at nextAt",
    (limit) => {
      const sent = steady(RateLimit.make(limit), 20).length
      assert.isAtMost(sent, limit * 20 * 1.02 + 1)
      assert.isAtLeast(sent, limit * 20 * 0.9)
    }
  )

  it("of one per second spaces attempts by a second, also after an idle hour", () => {
    const limit = RateLimit.make(1)
    const first = reserveSlots(limit, 0, START, 10)
    assert.deepStrictEqual(first, { granted: 1, slotAt: START + 1000, nextAt: START + 1000 })
    assert.strictEqual(reserveSlots(limit, first.slotAt, START + 999, 10).granted, 0)
    assert.strictEqual(reserveSlots(limit, first.slotAt, START + 3_600_000, 10).granted, 1)
  })

  it("ignores slots that were stored before the clock was set back", () => {
    const { slotAt } = reserveSlots(RateLimit.make(1), 0, START, 1)
    assert.strictEqual(reserveSlots(RateLimit.make(1), slotAt, START, 1).granted, 0)
    const earlier = START - 3_600_000
    const slots = reserveSlots(RateLimit.make(1), slotAt, earlier, 1)
    assert.deepStrictEqual(slots, { granted: 1, slotAt: earlier + 1000, nextAt: earlier + 1000 })
  })

  it("grants no slot when none is requested", () => {
    assert.strictEqual(reserveSlots(RateLimit.make(5), 0, START, 0).granted, 0)
    assert.strictEqual(reserveSlots(RateLimit.make(5), START + 100, START, 0).slotAt, START + 100)
  })
})
