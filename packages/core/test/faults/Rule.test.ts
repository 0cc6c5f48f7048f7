import { describe, expect, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { describeFault } from "../../src/faults/Fault.ts"
import { parse } from "../../src/faults/Parse.ts"
import { exactlyOneOf, makeRule } from "../../src/faults/Rule.ts"

const messagesOf = (schema: Schema.ConstraintDecoder<unknown>, input: unknown): ReadonlyArray<string> =>
  Result.match(parse(schema)(input), {
    onFailure: (faults) => faults.map((fault) => describeFault(fault)),
    onSuccess: () => []
  })

const Span = Schema.Struct({ from: Schema.Int, to: Schema.Int, note: Schema.optionalKey(Schema.String) }).check(
  makeRule(({ from, to }) =>
    typeof from === "number" && typeof to === "number" && to < from
      ? [{ path: ["to"], rule: "must not be less than from" }]
      : []
  )
)

describe("rule", () => {
  it.prop(
    "is reported once, whether or not other properties are invalid",
    [Schema.Int, Schema.Int, Schema.Boolean],
    ([from, to, broken]) => {
      const messages = messagesOf(Span, { from, to, ...(broken ? { note: 5 } : {}) })
      const expected = [
        ...(broken ? ["$.note must be a string, got 5"] : []),
        ...(to < from ? [`$.to must not be less than from, got ${to}`] : [])
      ]
      expect(messages).toEqual(expected)
    }
  )

  it("ignores properties that it cannot read", () => {
    expect(messagesOf(Span, { from: 5 })).toEqual(["$.to is missing; it must be a whole number"])
    expect(messagesOf(Span, null)).toEqual(["$ must be an object, got null"])
  })
})

describe("exactlyOneOf", () => {
  const Named = Schema.Struct({
    imo: Schema.optionalKey(Schema.String),
    mmsi: Schema.optionalKey(Schema.String),
    speed: Schema.optionalKey(Schema.Finite)
  }).check(exactlyOneOf("the vessel", ["imo", "mmsi"]))

  it.prop(
    "holds when one of the two is given, and otherwise states whether none or both are",
    [Schema.Boolean, Schema.Boolean, Schema.Boolean],
    ([imo, mmsi, broken]) => {
      const messages = messagesOf(Named, {
        ...(imo ? { imo: "a" } : {}),
        ...(mmsi ? { mmsi: "b" } : {}),
        ...(broken ? { speed: "fast" } : {})
      })
      expect(messages.filter((message) => message.startsWith("$.speed")).length).toBe(broken ? 1 : 0)
      const rootMessages = messages.filter((message) => message.startsWith("$ "))
      expect(rootMessages).toEqual(
        imo !== mmsi
          ? []
          : [`$ must name the vessel by exactly one of imo and mmsi, and has ${imo ? "both" : "neither"}`]
      )
    }
  )
})
