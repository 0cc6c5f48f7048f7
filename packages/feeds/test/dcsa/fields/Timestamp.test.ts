import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { readTimestamp, resolveLocalTime } from "../../../src/dcsa/fields/Timestamp.ts"

const millis = (text: string): number | undefined => readTimestamp(text)?.millis

const Millis = Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 4_102_444_799_999 })))

describe("a date and time as it is written", () => {
  it.prop("is the instant of its ISO 8601 form", [Millis], ([instant]) => {
    const text = new Date(instant).toISOString()
    assert.strictEqual(millis(text), instant)
    assert.strictEqual(millis(text.replace("Z", "+00:00")), instant)
    assert.strictEqual(millis(text.replace("Z", "+05:30")), instant - 19_800_000)
    assert.strictEqual(millis(text.replace("Z", "-0800")), instant + 28_800_000)
  })

  it("needs neither seconds nor offset nor a T", () => {
    const instant = Date.UTC(2026, 0, 25, 14, 6)
    for (const text of ["2026-01-25T14:06Z", "2026-01-25T14:06", "2026-01-25 14:06:00", "2026-01-25t14:06:00.000z"]) {
      assert.strictEqual(millis(text), instant, text)
    }
  })

  it("is midnight where it is a date without time", () => {
    assert.deepStrictEqual(readTimestamp("2026-01-01"), {
      millis: Date.UTC(2026, 0, 1),
      isWithoutOffset: true,
      isMidnight: true
    })
  })

  it("is rejected when the day or the time does not exist", () => {
    for (const text of [
      "2026-02-29T00:00Z",
      "2026-13-01T00:00Z",
      "2026-00-10T00:00Z",
      "2026-01-00T00:00Z",
      "2026-04-31T00:00Z",
      "2026-01-01T24:00Z",
      "2026-01-01T10:60Z",
      "0095-01-01T10:00Z",
      "2026-02-30",
      "2026-1-1",
      "01/02/2026 10:00",
      "soon"
    ]) {
      assert.strictEqual(readTimestamp(text), undefined, text)
    }
    assert.isDefined(readTimestamp("2024-02-29T00:00Z"))
  })

  it("is rejected when its offset from UTC is not in use anywhere", () => {
    for (const offset of ["+25:00", "+14:01", "-15:00", "+08:60", "+9900"]) {
      assert.strictEqual(readTimestamp(`2026-01-01T00:00:00${offset}`), undefined, offset)
    }
    assert.strictEqual(millis("2026-01-01T14:00:00+14:00"), Date.UTC(2026, 0, 1))
    assert.strictEqual(millis("2026-01-01T00:00:00-12"), Date.UTC(2026, 0, 1, 12))
  })

  it("reports whether it may be a local time, and whether it is a date only", () => {
    assert.deepInclude(readTimestamp("2026-01-25T00:00:00Z"), { isWithoutOffset: true, isMidnight: true })
    assert.deepInclude(readTimestamp("2026-01-25T00:00:00+08:00"), { isWithoutOffset: false, isMidnight: true })
    assert.deepInclude(readTimestamp("2026-01-25T00:00:01"), { isWithoutOffset: true, isMidnight: false })
  })
})

describe("a local time", () => {
  it("is converted by the offset of its zone, in winter and in summer", () => {
    assert.strictEqual(resolveLocalTime(Date.UTC(2026, 0, 25, 14, 6), "Europe/Berlin"), Date.UTC(2026, 0, 25, 13, 6))
    assert.strictEqual(resolveLocalTime(Date.UTC(2026, 6, 25, 14, 6), "Europe/Berlin"), Date.UTC(2026, 6, 25, 12, 6))
  })

  it("of an unknown zone is rejected", () => {
    assert.strictEqual(resolveLocalTime(0, "Atlantis/Capital"), undefined)
  })
})
