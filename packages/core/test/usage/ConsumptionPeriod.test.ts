import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Schema } from "effect"
import { monthOf } from "../../src/usage/ConsumptionPeriod.ts"

const Instant = Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 4e12 })))

describe("a credit period", () => {
  it.effect.prop("is the calendar month (UTC) that holds the instant, its end not included", [Instant], ([millis]) =>
    Effect.sync(() => {
      const instant = DateTime.makeUnsafe(millis)
      const { startsAt, endsAt } = monthOf(instant)
      assert.isTrue(startsAt.epochMilliseconds <= millis && millis < endsAt.epochMilliseconds)
      assert.match(DateTime.formatIso(startsAt), /-01T00:00:00\.000Z$/)
      assert.match(DateTime.formatIso(endsAt), /-01T00:00:00\.000Z$/)
      assert.deepStrictEqual(monthOf(endsAt).startsAt, endsAt)
    })
  )

  it.each([
    ["2026-12-31T23:59:59.999Z", "2026-12-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"],
    ["2028-02-29T12:00:00.000Z", "2028-02-01T00:00:00.000Z", "2028-03-01T00:00:00.000Z"]
  ])("of %s runs from %s to %s", (instant, from, to) => {
    const { startsAt, endsAt } = monthOf(DateTime.makeUnsafe(instant))
    assert.strictEqual(DateTime.formatIso(startsAt), from)
    assert.strictEqual(DateTime.formatIso(endsAt), to)
  })
})
