import { assert, describe, it } from "@effect/vitest"
import { Option, Result, Schema } from "effect"
import { describeFault } from "../../../src/faults/Fault.ts"
import { ContainerNumber } from "../../../src/tracking/references/ContainerNumber.ts"
import { Scac } from "../../../src/tracking/references/Sealine.ts"
import {
  DocumentNumber,
  parseShipmentReference,
  type ReferenceInput,
  referenceTypeOf,
  sealineOf
} from "../../../src/tracking/references/ShipmentReference.ts"

const parsed = (input: ReferenceInput) => Result.getOrThrow(parseShipmentReference(input))

const faults = (input: ReferenceInput) =>
  Result.match(parseShipmentReference(input), {
    onFailure: (error) => error.faults,
    onSuccess: () => []
  })

const messages = (input: ReferenceInput) => faults(input).map((fault) => describeFault(fault, String(fault.path[0])))

describe("the type of a reference", () => {
  it("is a container for a number of that form", () => {
    assert.deepStrictEqual(parsed({ number: "csqu 305438-3" }), {
      _tag: "Container",
      number: ContainerNumber.make("CSQU3054383"),
      sealine: Option.none()
    })
  })

  it("is a booking or a bill of lading for any other number", () => {
    const reference = parsed({ number: "meduwa216748", sealine: "medu" })
    assert.strictEqual(reference._tag, "BookingOrBill")
    assert.deepStrictEqual(referenceTypeOf(reference), Option.none())
  })

  it("is the type as sent", () => {
    assert.strictEqual(parsed({ number: "CSQU3054383", type: "BL", sealine: "MAEU" })._tag, "BillOfLading")
    assert.strictEqual(parsed({ number: "177IHPHPQ7958V", type: "BK", sealine: "mscu" })._tag, "Booking")
    assert.strictEqual(parsed({ number: "CSQU3054383", type: "ct" })._tag, "Container")
  })

  it("is the demo container before any validation", () => {
    for (const input of [{ number: "zzzz 000000-0" }, { number: "ZZZZ0000000", type: "CT", sealine: "" }]) {
      assert.deepStrictEqual(parsed(input), { _tag: "Demo", number: "ZZZZ0000000" })
    }
  })
})

describe("a fault of a reference", () => {
  it("states the correct check digit of a container", () => {
    assert.deepStrictEqual(messages({ number: "CSQU3054384" }), [
      'number must end with the check digit 3 (ISO 6346), as CSQU3054383 does, got "CSQU3054384"'
    ])
  })

  it("reports a document without a sealine", () => {
    const advice = "send the carrier's code, such as MAEU"
    assert.deepStrictEqual(messages({ number: "177IHPHPQ7958V", type: "BK" }), [
      `sealine is required for a booking; ${advice}`
    ])
    assert.deepStrictEqual(messages({ number: "CSQU3054383", type: "BL" }), [
      `sealine is required for a bill of lading; ${advice}`
    ])
    assert.deepStrictEqual(messages({ number: "meduwa216748", sealine: "" }), [
      `sealine is required, because MEDUWA216748 is not a container number: it counts as a booking or bill of lading; ${advice}`
    ])
  })

  it("reports an unknown type", () => {
    assert.deepStrictEqual(messages({ number: "CSQU3054383", type: "XX" }), [
      'type must be CT for a container, BK for a booking or BL for a bill of lading, got "XX"'
    ])
  })

  it("reports the demo number with a sealine", () => {
    assert.strictEqual(faults({ number: "ZZZZ0000000", sealine: "MAEU" })[0]?.path[0], "number")
  })

  it("is reported together with all others", () => {
    assert.deepStrictEqual(
      faults({ number: "!!", type: "BK", sealine: "TOOLONG" }).map((fault) => fault.path[0]),
      ["number", "sealine"]
    )
  })

  it("is part of the error message", () => {
    const error = Result.getFailure(parseShipmentReference({ number: "", type: "BL", sealine: "MAEU" }))
    assert.deepStrictEqual(
      Option.map(error, (failure) => failure.message),
      Option.some('number must have 3 to 35 letters, digits, slashes or underscores, got "".')
    )
  })
})

describe("a reference", () => {
  it.prop("of a document retains its number and sealine", [DocumentNumber, Scac], ([number, sealine]) => {
    const reference = parsed({ number, type: "BL", sealine })
    assert.deepStrictEqual(reference, { _tag: "BillOfLading", number, sealine })
    assert.deepStrictEqual(sealineOf(reference), Option.some(sealine))
  })

  it.prop(
    "of any input is parsed or rejected with a fault",
    [
      Schema.Struct({
        number: Schema.String,
        type: Schema.optional(Schema.String),
        sealine: Schema.optional(Schema.String)
      })
    ],
    ([input]) => {
      const result = parseShipmentReference(input)
      if (Result.isFailure(result)) assert.isAbove(result.failure.message.length, 0)
      else if (result.success._tag !== "Demo" && result.success._tag !== "Container")
        assert.isTrue(Schema.is(Scac)(result.success.sealine))
    }
  )
})
