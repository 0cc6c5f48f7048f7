import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { describeKind, formatValue, isSecretPath } from "../../src/faults/FaultValue.ts"

describe("formatValue", () => {
  it("repeats texts in quotes, numbers, truth values and null", () => {
    expect(formatValue("NLRTM")).toBe('"NLRTM"')
    expect(formatValue("a\nb")).toBe('"a\\nb"')
    expect(formatValue(30)).toBe("30")
    expect(formatValue(false)).toBe("false")
    expect(formatValue(null)).toBe("null")
  })

  it("repeats no objects, no arrays and no absent values", () => {
    expect(formatValue({ a: 1 })).toBeUndefined()
    expect(formatValue([1])).toBeUndefined()
    expect(formatValue(undefined)).toBeUndefined()
  })

  it.prop("cuts a text after 80 characters and states its length", [Schema.String], ([text]) => {
    const long = `${text}${"x".repeat(100)}`
    const shown = formatValue(long) ?? ""
    expect(shown.endsWith(`…" (${long.length} characters)`)).toBe(true)
    expect(JSON.parse(shown.slice(0, shown.lastIndexOf('"') + 1)).length).toBeLessThanOrEqual(81)
    expect(shown).not.toContain("\n")
  })

  it("cuts between characters, never within one", () => {
    expect(formatValue("🚢".repeat(100))).toBe(`"${"🚢".repeat(40)}…" (200 characters)`)
    expect(formatValue(`x${"🚢".repeat(100)}`)).toBe(`"x${"🚢".repeat(39)}…" (201 characters)`)
  })

  it.prop("never repeats a signing secret or an API key", [Schema.String], ([text]) => {
    expect(formatValue(`whsec_${text}`)).toBeUndefined()
    expect(formatValue(` lf_${text}`)).toBeUndefined()
  })

  it("omits the user and password of a URL", () => {
    expect(formatValue("https://ann:pw@example.com/a")).toBe('"https://…@example.com/a"')
    expect(formatValue("https://example.com/a@b")).toBe('"https://example.com/a@b"')
  })
})

describe("isSecretPath", () => {
  it("recognises secrets by the last word of any name on the path, in any letter case", () => {
    for (const name of [
      "secret",
      "key",
      "authorization",
      "headers",
      "API_KEY",
      "apiKey",
      "x-api-key",
      "webhookSecret"
    ]) {
      expect(isSecretPath([name])).toBe(true)
      expect(isSecretPath(["shipments", 0, name, "deeper", 1])).toBe(true)
    }
  })

  it("does not treat other names as secrets", () => {
    for (const name of ["url", "portCode", "monkey", "keyboard", "secretary", "speed", "", "__proto__"]) {
      expect(isSecretPath([name, 0])).toBe(false)
    }
  })
})

describe("describeKind", () => {
  it("names the kinds of JSON", () => {
    expect([null, [], {}, "", 0, true, undefined].map(describeKind)).toEqual([
      "null",
      "an array",
      "an object",
      "a string",
      "a number",
      "a boolean",
      "nothing"
    ])
  })
})
