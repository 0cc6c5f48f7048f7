import { describe, expect, it } from "@effect/vitest"
import { Option, Result, Schema } from "effect"
import { describeFault } from "../../src/faults/Fault.ts"
import { parse } from "../../src/faults/Parse.ts"
import { ImoInteger, ImoNumber, imoCheckDigit } from "../../src/vessels/ImoNumber.ts"
import { FirstSix, imoNumbers } from "./vesselArbitraries.ts"

const Digit = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9 }))

const faultOf = (schema: Schema.ConstraintDecoder<unknown>, input: unknown): ReadonlyArray<string> =>
  Result.match(parse(schema)(input), {
    onFailure: (faults) => faults.map((fault) => describeFault(fault)),
    onSuccess: () => []
  })

describe("IMO number", () => {
  it("accepts the numbers of known vessels", () => {
    // 9074729: 9×7 + 0×6 + 7×5 + 4×4 + 7×3 + 2×2 = 139.
    for (const imo of ["9074729", "9706906", "9811000", "9461867"]) expect(Schema.is(ImoNumber)(imo)).toBe(true)
  })

  it.prop(
    "accepts exactly one check digit after any six digits, and names it in the error",
    [FirstSix, Digit],
    ([first, last]) => {
      const expected = imoCheckDigit(first)
      const imo = `${first}${last}`
      const faults = last === expected ? [] : [`must end in its check digit ${expected}`]
      expect(faultOf(ImoNumber, imo)).toEqual(faults.map((rule) => `$ ${rule}, got "${imo}"`))
      expect(faultOf(ImoInteger, Number(imo))).toEqual(faults.map((rule) => `$ ${rule}, got ${imo}`))
    }
  )

  it.prop(
    "detects any single wrong digit of the first six, unless the difference is a multiple of 10",
    [imoNumbers, Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5 })), Digit],
    ([imo, place, digit]) => {
      const wrong = `${imo.slice(0, place)}${digit}${imo.slice(place + 1)}`
      const lost = ((digit - Number(imo[place])) * (7 - place)) % 10 === 0
      expect(Option.isSome(Schema.decodeUnknownOption(ImoNumber)(wrong))).toBe(lost)
    }
  )

  it("has seven digits, the first of them not 0", () => {
    const message = "must be an IMO number: 7 digits, such as 9706906"
    for (const imo of ["", "970690", "97069066", "970690x", "0000000", "IMO9706906", " 9706906", "９７０６９０６"]) {
      expect(faultOf(ImoNumber, imo)).toEqual([`$ ${message}, got ${JSON.stringify(imo)}`])
    }
    for (const imo of [0, -9706906, 970690, 97069066, 9706906.5]) {
      expect(faultOf(ImoInteger, imo)).toEqual([`$ ${message}, got ${imo}`])
    }
  })
})
