import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { type ClockRecord, observeClock } from "../../../src/alerts/operations/RetentionClock.ts"

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = 1_700_000_000_000
const NEW: ClockRecord = { trustedAt: Option.none(), suspect: Option.none() }

/** The hours from each pass to the next. */
const Hours = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: -2400, maximum: 2400 })))

/** Whether the clock is trusted at each of these instants, one pass after the other. */
const trustAt = (instants: ReadonlyArray<number>): ReadonlyArray<boolean> => {
  let record = NEW
  return instants.map((now) => {
    const observation = observeClock(record, now)
    record = observation.record
    return observation.isTrusted
  })
}

const hourly = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index * HOUR)

describe("the clock of retention", () => {
  it("is trusted at the first pass, from hour to hour, after a night, and when it is set back", () => {
    assert.deepStrictEqual(trustAt([START, START + HOUR, START + DAY, START - 40 * DAY]), [true, true, true, true])
  })

  it("is not trusted when it is 91 days ahead, and again once it is set right", () => {
    assert.deepStrictEqual(trustAt([START, START + 91 * DAY, START + 91 * DAY + HOUR, START + 2 * HOUR]), [
      true,
      false,
      false,
      true
    ])
  })

  it("is trusted again after it has advanced evenly for 24 hours", () => {
    const trusted = trustAt([START, ...hourly(START + 91 * DAY, 26)])
    assert.deepStrictEqual(trusted, [true, ...Array.from({ length: 24 }, () => false), true, true])
  })

  it("must advance evenly again after another jump, ahead or back, or a pause", () => {
    const jumped = START + 91 * DAY
    for (const step of [30 * DAY, -DAY, 4 * HOUR]) {
      const second = jumped + 20 * HOUR + step
      const trusted = trustAt([START, ...hourly(jumped, 20), ...hourly(second, 25)])
      assert.deepStrictEqual([trusted.at(-2), trusted.at(-1)], [false, true], String(step))
    }
  })

  it.prop("never trusts at the pass that first sees a jump, whatever came before", [Hours], ([hours]) => {
    let now = START
    let record = NEW
    for (const step of hours) {
      now += step * HOUR
      const before = record
      const { record: next, isTrusted } = observeClock(before, now)
      const isJump = Option.exists(before.trustedAt, (at) => now - at > DAY)
      if (isJump && Option.isNone(before.suspect)) assert.isFalse(isTrusted)
      if (!isJump) assert.isTrue(isTrusted)
      record = next
    }
  })
})
