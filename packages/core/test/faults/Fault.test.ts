import { describe, expect, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { DefaultEventType } from "../../src/alerts/EventType.ts"
import { describeFault, type FaultPath, faultsBelow, formatPath, invalidFault } from "../../src/faults/Fault.ts"
import { faultsOf } from "../../src/faults/Parse.ts"
import { UnlocodeFromInput } from "../../src/geo/Unlocode.ts"
import { faultsIn, messagesIn, Parcel, parcel, Sender } from "./parcels.ts"

describe("faultsOf: one sentence for each fault", () => {
  it("states the rule of a missing property", () => {
    expect(faultsIn(Parcel, { ...parcel, sender: {} })).toEqual([
      { kind: "missing", path: ["sender", "name"], rule: "must be a string" }
    ])
  })

  it("uses the message of a schema for its missing key", () => {
    const schema = Schema.Struct({ url: Schema.String.pipe(Schema.annotateKey({ messageMissingKey: "needs a URL" })) })
    expect(messagesIn(schema, {})).toEqual(["$.url is missing; it needs a URL"])
  })

  it("names an unknown property, and the likely intended one", () => {
    expect(faultsIn(Parcel, { ...parcel, nunber: "ABC" })).toEqual([
      { kind: "unknown", path: ["nunber"], rule: "is not a known property", suggestions: ["number"] }
    ])
    expect(messagesIn(Parcel, { ...parcel, sender: { name: "Ann", zzz: { deep: [1] } } })).toEqual([
      "$.sender.zzz is not a known property; known properties: name, age"
    ])
    expect(messagesIn(Schema.Tuple([Schema.String]), ["a", "b"])).toEqual(["$[1] is one item too many"])
  })

  it("states the expected kind and the value found", () => {
    expect(messagesIn(Parcel, "parcel")).toEqual(['$ must be an object, got "parcel"'])
    expect(messagesIn(Parcel, { ...parcel, number: {}, sender: [], tags: "a" })).toEqual([
      "$.number must be a string, got an object",
      "$.sender must be an object, got an array",
      '$.tags must be an array, got "a"'
    ])
    expect(messagesIn(Sender, { name: null, age: "7" })).toEqual([
      "$.name must be a string, got null",
      '$.age must be a whole number, got "7"; send 7 without quotes'
    ])
    expect(messagesIn(Schema.Struct({ a: Schema.NullOr(Schema.Boolean) }), { a: 1 })).toEqual([
      "$.a must be true or false or null, got 1"
    ])
    expect(messagesIn(Schema.Struct({ a: Schema.optional(Schema.String) }), { a: 1 })).toEqual([
      "$.a must be a string, got 1"
    ])
  })

  it("states the broken rule, in the wording of the schema if it has one", () => {
    const schema = Schema.Struct({
      a: Schema.Int,
      b: Schema.Finite.check(Schema.isGreaterThan(0, { message: "must be more than 0 knots" })),
      c: Schema.String.check(
        Schema.makeFilter((text) => (text === "" ? "must hold text; leave it out otherwise" : true))
      ),
      d: Schema.String.check(Schema.makeFilter((text) => text === "d")),
      e: Schema.DateTimeUtcFromString,
      f: Schema.Finite.check(Schema.makeFilter(() => "The tide is out"))
    })
    expect(messagesIn(schema, { a: 1.5, b: 0, c: "", d: "x", e: "today", f: 1 })).toEqual([
      "$.a must be a whole number, got 1.5",
      "$.b must be more than 0 knots, got 0",
      '$.c must hold text, got ""; leave it out otherwise',
      '$.d is not valid, got "x"',
      '$.e must be an ISO 8601 date and time, such as 2026-03-01T12:00:00Z, got "today"',
      "$.f: The tide is out, got 1"
    ])
  })

  it("states the allowed lengths and the length found", () => {
    expect(messagesIn(Parcel, { ...parcel, number: "AB", tags: [] })).toEqual([
      '$.number must have at least 3 characters, got "AB"',
      "$.tags must have 1 to 3 items, got 0 items"
    ])
    expect(messagesIn(Schema.Array(Schema.Int).check(Schema.isMaxLength(1)), [1, 2])).toEqual([
      "$ must have at most 1 item, got 2 items"
    ])
  })

  it("lists the allowed values when they are few, and the closest when they are many", () => {
    expect(messagesIn(Parcel, { ...parcel, kind: "bx" })).toEqual(['$.kind must be "letter" or "box", got "bx"'])
    expect(messagesIn(DefaultEventType, "shipment.added")).toEqual([
      '$ must be one of 33 known values, got "shipment.added"; did you mean "shipment.added.to.endpoint"?'
    ])
    expect(messagesIn(DefaultEventType, "xyz")[0]).toMatch(
      /^\$ must be one of 33 known values, got "xyz"; for example "/
    )
    expect(messagesIn(DefaultEventType, 7)).toEqual(["$ must be one of 33 known values, got 7"])
  })

  it("shows the value as sent, not as a codec decoded it", () => {
    expect(messagesIn(Schema.Struct({ code: UnlocodeFromInput }), { code: " rotterdam " })[0]).toMatch(
      /got " rotterdam "$/
    )
  })

  it("shows no value when the parse did not report its input", () => {
    const failed = Schema.decodeUnknownResult(Parcel, { errors: "all" })({ ...parcel, number: "AB", kind: 5 })
    expect(Result.isFailure(failed) && faultsOf(failed.failure).map((fault) => describeFault(fault))).toEqual([
      "$.number must have at least 3 characters",
      '$.kind must be "letter" or "box"'
    ])
  })

  it("has paths from the root of the whole input, for the faults of a part", () => {
    expect(faultsBelow(["requests", 3], faultsIn(Parcel, { ...parcel, number: 5 }))).toEqual([
      { kind: "invalid", path: ["requests", 3, "number"], rule: "must be a string", value: "5" }
    ])
  })
})

/** The value at a path of an input; undefined when there is none. */
const follow = (input: unknown, path: FaultPath): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    input
  )

describe("faultsOf: any input", () => {
  const Anything = Schema.Struct({
    number: Schema.optionalKey(Schema.Json),
    sender: Schema.optionalKey(
      Schema.Union([Schema.Json, Schema.Struct({ name: Schema.optionalKey(Schema.Json), age: Schema.Json })])
    ),
    kind: Schema.optionalKey(Schema.Json),
    tags: Schema.optionalKey(Schema.Union([Schema.Json, Schema.Array(Schema.Json)])),
    other: Schema.optionalKey(Schema.Json)
  })

  it.prop("has faults as one-line sentences that begin with their path, each path once", [Anything], ([input]) => {
    const faults = faultsIn(Parcel, input)
    for (const fault of faults) {
      const message = describeFault(fault)
      expect(message.startsWith(`${formatPath("$", fault.path)} `)).toBe(true)
      expect(message).not.toMatch(/[\n\r]/)
    }
    expect(new Set(faults.map(({ path }) => formatPath("$", path))).size).toBe(faults.length)
  })

  it.prop("has faults with paths to the value, which exists unless it is missing", [Anything], ([input]) => {
    for (const { kind, path } of faultsIn(Parcel, input)) {
      expect(follow(input, path) === undefined).toBe(kind === "missing")
    }
  })

  it.prop("has faults exactly when it is invalid", [Anything], ([input]) => {
    const fits = Result.isSuccess(Schema.decodeUnknownResult(Parcel, { onExcessProperty: "error" })(input))
    expect(faultsIn(Parcel, input).length === 0).toBe(fits)
  })
})

describe("describeFault", () => {
  const speed = { kind: "invalid", path: ["vessel", "speed"], rule: "must be a number", value: '"x"' } as const

  it("writes the path as the edge names it", () => {
    expect(describeFault(speed)).toBe('$.vessel.speed must be a number, got "x"')
    expect(describeFault(speed, "--speed")).toBe('--speed must be a number, got "x"')
    expect(describeFault(speed, 'row 7, column "speed"')).toBe('row 7, column "speed" must be a number, got "x"')
  })

  it("states the rule, the value, the suggestions and the advice, in this order", () => {
    const fault = { ...speed, suggestions: ["a", "b"], advice: "see the reference" }
    expect(describeFault(fault)).toBe(
      '$.vessel.speed must be a number, got "x"; did you mean "a" or "b"?; see the reference'
    )
  })

  it("writes a rule that is a whole sentence after a colon", () => {
    expect(describeFault(invalidFault([], "no sea route exists"))).toBe("$: no sea route exists")
  })
})

describe("invalidFault", () => {
  it("separates the advice from the rule, and formats the value", () => {
    expect(invalidFault(["id"], "must be unique; give each zone a different id", "a")).toEqual({
      kind: "invalid",
      path: ["id"],
      rule: "must be unique",
      value: '"a"',
      advice: "give each zone a different id"
    })
  })

  it("omits a value that may be a secret", () => {
    expect(invalidFault(["apiKey"], "must be shorter", "hush")).not.toHaveProperty("value")
  })
})
