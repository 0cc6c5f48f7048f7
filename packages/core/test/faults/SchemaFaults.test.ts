import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { DefaultEventType } from "../../src/alerts/EventType.ts"
import { describeFault, formatPath } from "../../src/faults/Fault.ts"
import { MAX_FAULTS } from "../../src/faults/Parse.ts"
import { faultsIn, messagesIn, Parcel, parcel } from "./parcels.ts"

describe("the faults of unions", () => {
  const Vessel = Schema.Union([
    Schema.Struct({ imo: Schema.String, speed: Schema.Finite }),
    Schema.Struct({ mmsi: Schema.String, speed: Schema.Finite })
  ])
  const Outcome = Schema.Union([
    Schema.Struct({ status: Schema.Literal("done"), at: Schema.String }),
    Schema.Struct({ status: Schema.Literal("rejected"), reason: Schema.String })
  ])

  it("reports only the branch that fits best", () => {
    expect(messagesIn(Vessel, { imo: 5, speed: 13 })).toEqual(["$.imo must be a string, got 5"])
    expect(messagesIn(Vessel, { mmsi: "1", speed: "x" })).toEqual(['$.speed must be a number, got "x"'])
    expect(messagesIn(Schema.Union([Schema.String.check(Schema.isMinLength(2)), Vessel]), "a")).toEqual([
      '$ must have at least 2 characters, got "a"'
    ])
  })

  it("reports the property that distinguishes the branches", () => {
    expect(messagesIn(Outcome, { status: "dnoe", at: "x" })).toEqual([
      '$.status must be "done" or "rejected", got "dnoe"'
    ])
    expect(messagesIn(Outcome, { at: "x" })).toEqual(['$.status is missing; it must be "done" or "rejected"'])
    expect(messagesIn(Outcome, { status: "rejected" })).toEqual(["$.reason is missing; it must be a string"])
    expect(messagesIn(Outcome, 5)).toEqual(["$ must be an object, got 5"])
  })

  it("handles nested unions and optional members", () => {
    const schema = Schema.Struct({ a: Schema.optional(Schema.NullOr(Outcome)), b: Schema.optional(DefaultEventType) })
    expect(messagesIn(schema, { a: { status: "dnoe" }, b: 5 })).toEqual([
      '$.a.status must be "done" or "rejected", got "dnoe"',
      "$.b must be one of 33 known values, got 5"
    ])
    expect(messagesIn(schema, { a: 5 })).toEqual(["$.a must be an object or null, got 5"])
  })

  it("uses the message of the union where it has one", () => {
    const schema = Schema.Union([Schema.String, Schema.Int]).annotate({ message: "must be a number or a name" })
    expect(messagesIn(schema, true)).toEqual(["$ must be a number or a name, got true"])
  })
})

describe("a number in quotes", () => {
  const Even = Schema.Int.check(Schema.makeFilter((number) => (number % 2 === 0 ? undefined : "must be even")))
  const schema = Schema.Struct({
    count: Schema.optionalKey(Even),
    limit: Schema.optionalKey(Schema.NullOr(Even)),
    token: Schema.optionalKey(Even)
  })

  it("is named as the number to send, also where null is accepted", () => {
    expect(messagesIn(schema, { count: "8", limit: "8" })).toEqual([
      '$.count must be a whole number, got "8"; send 8 without quotes',
      '$.limit must be a whole number or null, got "8"; send 8 without quotes'
    ])
  })

  it("that would be invalid as a number breaks both rules", () => {
    expect(messagesIn(schema, { count: "7" })).toEqual([
      '$.count must be a whole number, got "7"',
      "$.count must be even, got 7"
    ])
    expect(messagesIn(schema, { limit: "1.5" })).toEqual([
      '$.limit must be a whole number or null, got "1.5"',
      "$.limit must be a whole number, got 1.5"
    ])
  })

  it("is not recognised in other texts, and not repeated where it may be a secret", () => {
    for (const text of ["", " 8", "08", "0x8", "8e0", "NaN", "99999999999999999999"]) {
      expect(messagesIn(schema, { count: text })).toEqual([
        `$.count must be a whole number, got ${JSON.stringify(text)}`
      ])
    }
    expect(messagesIn(schema, { token: "8" })).toEqual(["$.token must be a whole number, got a string"])
  })
})

describe("the faults of secrets", () => {
  const Guarded = Schema.Struct({
    secret: Schema.optionalKey(Schema.String.check(Schema.isMinLength(99))),
    apiKey: Schema.optionalKey(Schema.Literals(["a", "b"])),
    headers: Schema.optionalKey(Schema.Record(Schema.String, Schema.String.check(Schema.isMaxLength(0)))),
    authorization: Schema.optionalKey(Schema.Struct({ scheme: Schema.Finite })),
    code: Schema.optionalKey(Schema.RedactedFromValue(Schema.String.check(Schema.isMinLength(99)))),
    url: Schema.optionalKey(Schema.Finite)
  })

  it.prop("never appear in a sentence, whatever is wrong with them", [Schema.String], ([text]) => {
    const secret = `hush-${text}`
    const messages = messagesIn(Guarded, {
      secret,
      apiKey: secret,
      headers: { "x-tenant": secret },
      authorization: { scheme: secret },
      code: secret,
      url: `whsec_${secret}`,
      unknown: secret
    })
    expect(messages.length).toBe(7)
    for (const message of messages) expect(message).not.toContain("hush-")
  })

  it("are described by their kind when the kind is invalid", () => {
    expect(messagesIn(Guarded, { secret: 12345, headers: "hush" })).toEqual([
      "$.secret must be a string, got a number",
      "$.headers must be an object, got a string"
    ])
  })
})

describe("the faults of hostile input", () => {
  it("treats keys such as __proto__ and constructor as unknown properties", () => {
    const input: unknown = JSON.parse(
      '{"__proto__": {"number": "ABC"}, "constructor": 1, "toString": 2, "number": "ABC", "kind": "box", "sender": {"name": "Ann"}}'
    )
    expect(faultsIn(Parcel, input).map(({ kind, path }) => `${kind} ${formatPath("$", path)}`)).toEqual([
      "unknown $.__proto__",
      "unknown $.constructor",
      "unknown $.toString"
    ])
    expect(
      messagesIn(Schema.Record(Schema.String, Schema.Int), JSON.parse('{"__proto__": "x", "constructor": "y"}'))
    ).toEqual(['$.__proto__ must be a whole number, got "x"', '$.constructor must be a whole number, got "y"'])
    expect(Object.hasOwn(Object.prototype, "number")).toBe(false)
  })

  it("does not treat an inherited name as a property that was sent", () => {
    const schema = Schema.Struct({ a: Schema.Struct({ b: Schema.String }) })
    expect(messagesIn(schema, { a: {} })).toEqual(["$.a.b is missing; it must be a string"])
  })

  it.prop(
    "reports the first 50 faults of a long array and counts the others",
    [Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 300 }))],
    ([count]) => {
      const faults = faultsIn(
        Schema.Array(Schema.String),
        Array.from({ length: count }, (_, index) => index)
      )
      const reported = faults.slice(0, MAX_FAULTS)
      expect(reported.map(({ path }) => path)).toEqual(
        Array.from({ length: Math.min(count, MAX_FAULTS) }, (_, index) => [index])
      )
      const omitted = count - MAX_FAULTS
      expect(faults.slice(MAX_FAULTS).map((fault) => describeFault(fault))).toEqual(
        omitted > 0 ? [`$ has ${omitted} more fault${omitted === 1 ? "" : "s"}`] : []
      )
    }
  )

  it("handles an array of 100,000 faults", () => {
    expect(
      messagesIn(
        Schema.Array(Parcel),
        Array.from({ length: 100_000 }, () => 0)
      ).at(-1)
    ).toBe("$ has 99950 more faults")
  })

  it("cuts keys and values of any length", () => {
    const long = "x".repeat(1_000_000)
    for (const message of messagesIn(Parcel, { ...parcel, kind: long, [long]: 1 })) {
      expect(message.length).toBeLessThan(400)
    }
  })

  interface Tree {
    readonly left?: Tree | string
  }
  const Tree = Schema.Struct({
    left: Schema.optionalKey(Schema.Union([Schema.suspend((): Schema.Codec<Tree> => Tree), Schema.String]))
  })

  it("finds a fault 500 levels deep, through a union on each level", () => {
    const deep = Array.from({ length: 500 }).reduce<unknown>((inner) => ({ left: inner }), 5)
    expect(messagesIn(Tree, deep)).toEqual([`$${".left".repeat(500)} must be an object or a string, got 5`])
  })
})
