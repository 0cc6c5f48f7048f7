import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { formatPath } from "../../src/faults/Fault.ts"

describe("formatPath", () => {
  it("writes names with dots, positions in brackets and other keys in quotes", () => {
    expect(formatPath("$", [])).toBe("$")
    expect(formatPath("$", ["shipments", 0, "number"])).toBe("$.shipments[0].number")
    expect(formatPath("$.requests[3]", ["vessel", "imo"])).toBe("$.requests[3].vessel.imo")
    expect(formatPath("$", ["ep_1", "a b", "", "1", "idempotency-key", 'say "x"'])).toBe(
      '$.ep_1["a b"][""]["1"]["idempotency-key"]["say \\"x\\""]'
    )
    expect(formatPath("$", ["__proto__", "constructor"])).toBe("$.__proto__.constructor")
  })

  it.prop("never contains a line break, and is short whatever the key", [Schema.String], ([key]) => {
    const path = formatPath("$", [`${key}\n`.repeat(200)])
    expect(path).not.toContain("\n")
    expect(path.length).toBeLessThan(600)
  })

  it.prop(
    "distinguishes different paths of short keys",
    [Schema.Array(Schema.String), Schema.Array(Schema.String)],
    ([left, right]) => {
      const same = JSON.stringify(left) === JSON.stringify(right)
      expect(formatPath("$", left) === formatPath("$", right)).toBe(same)
    }
  )
})
