import { describe, expect, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { formatLimits, parseLimits } from "../../src/limits/LimitSettings.ts"
import {
  DEFAULT_LIMITS,
  describeExcess,
  LIMIT_NAMES,
  LimitExceeded,
  type LimitValues,
  limitEntryOf
} from "../../src/limits/Limits.ts"
import { LIMITS } from "../../src/limits/LimitTable.ts"

const Name = Schema.Literals(LIMIT_NAMES)
const Value = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000_000 }))

describe("the limits", () => {
  it("have sentences for what is limited and for what to do, and a default that can be set", () => {
    for (const name of LIMIT_NAMES) {
      const { byDefault, minimum, meaning, action, unit } = limitEntryOf(name)
      expect(meaning, name).toMatch(/^[A-Z].*\.$/)
      expect(action, name).toMatch(/^[A-Z].*\.$/)
      expect(unit, name).not.toBe("")
      expect(byDefault, name).toBeGreaterThanOrEqual(minimum)
    }
  })

  it.prop("are read from the text that they are written as", [Name, Value], ([name, value]) => {
    const values: LimitValues = { ...DEFAULT_LIMITS, [name]: Math.max(value, LIMITS[name].minimum) }
    expect(parseLimits(formatLimits(values))).toEqual(Result.succeed(values))
  })

  it("have their defaults when a text does not name them", () => {
    expect(parseLimits("")).toEqual(Result.succeed(DEFAULT_LIMITS))
    expect(parseLimits(" request.lines = 500 , ")).toEqual(Result.succeed({ ...DEFAULT_LIMITS, "request.lines": 500 }))
  })

  it("name the first fault of a text", () => {
    const faults = [
      ["request.lines", '"request.lines" is not of the form limit=number'],
      ["request.line=5", '"request.line" is not a limit, but request.lines is'],
      ["request.lines=0", 'the value of request.lines is "0"; it must be a whole number of lines from 1 to 1000000000'],
      [
        "request.lines=1e3",
        'the value of request.lines is "1e3"; it must be a whole number of lines from 1 to 1000000000'
      ],
      ["request.lines=5,request.lines=6", "request.lines has two values"]
    ]
    for (const [text = "", fault] of faults) expect(parseLimits(text)).toEqual(Result.fail(fault))
  })

  it("are named with their value and what to do when a request exceeds one", () => {
    expect(describeExcess(new LimitExceeded({ limit: "request.lines", value: 100, needed: 101 }))).toBe(
      "The request needs 101 lines in all; the limit request.lines is 100. Split the request into smaller ones."
    )
  })
})
