import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { exportableUntil, monthsOf, runName, usageMonths } from "../../src/export/ExportPlan.ts"

const at = (text: string): number => Date.parse(text)

describe("monthsOf", () => {
  it("divides a period at the starts of months in UTC", () => {
    assert.deepStrictEqual(
      monthsOf({ from: at("2026-11-29T12:00:00Z"), until: at("2027-01-01T00:00:00Z") }).map(({ month, ...period }) => [
        month,
        new Date(period.from).toISOString(),
        new Date(period.until).toISOString()
      ]),
      [
        ["2026-11", "2026-11-29T12:00:00.000Z", "2026-12-01T00:00:00.000Z"],
        ["2026-12", "2026-12-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"]
      ]
    )
  })

  it("is empty for a period without length", () => {
    const instant = at("2026-11-29T12:00:00Z")
    assert.deepStrictEqual(monthsOf({ from: instant, until: instant }), [])
  })

  it.prop(
    "covers every period once, each part within its month",
    [
      Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4e12 })),
      Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2e11 }))
    ],
    ([from, length]) => {
      const months = monthsOf({ from, until: from + length })
      assert.strictEqual(months[0]?.from, from)
      assert.strictEqual(months.at(-1)?.until, from + length)
      for (const [index, part] of months.entries()) {
        assert.isBelow(part.from, part.until)
        if (index > 0) assert.strictEqual(part.from, months[index - 1]?.until)
        assert.strictEqual(new Date(part.until - 1).toISOString().slice(0, 7), part.month)
      }
    }
  )
})

describe("usageMonths", () => {
  it("repeats the months that can have changed in the last 7 days, up to the last full hour", () => {
    const months = usageMonths(at("2026-11-05T10:00:00Z"), at("2026-11-05T12:34:56Z"))
    assert.deepStrictEqual(
      months.map(({ from, month, until }) => [month, new Date(from).toISOString(), new Date(until).toISOString()]),
      [
        ["2026-10", "2026-10-01T00:00:00.000Z", "2026-11-01T00:00:00.000Z"],
        ["2026-11", "2026-11-01T00:00:00.000Z", "2026-11-05T12:00:00.000Z"]
      ]
    )
  })
})

it("exports what is at least 10 minutes old, in a run that is named after that instant", () => {
  const until = exportableUntil(at("2026-11-27T00:20:00.700Z"))
  assert.strictEqual(new Date(until).toISOString(), "2026-11-27T00:10:00.000Z")
  assert.strictEqual(runName(until), "20261127T001000Z")
})
