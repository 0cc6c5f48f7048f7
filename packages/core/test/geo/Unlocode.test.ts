import { describe, expect, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { readUnlocode, Unlocode } from "../../src/geo/Unlocode.ts"

const Blank = Schema.String.check(Schema.isPattern(/^[ \t\n]{0,3}$/u))

describe("UN/LOCODE", () => {
  it.prop("is five characters: two letters, then letters or digits 2 to 9", [Schema.String], ([text]) => {
    const fits = text.length === 5 && [...text].every((one, at) => /[A-Z]/.test(one) || (at > 1 && /[2-9]/.test(one)))
    expect(Schema.is(Unlocode)(text)).toBe(fits)
  })

  it("accepts real codes and rejects similar text", () => {
    for (const code of ["NLRTM", "FRLEH", "USHOU", "CNSHG", "US8VA"]) expect(Schema.is(Unlocode)(code)).toBe(true)
    for (const code of ["nlrtm", "NL RTM", "NLRT", "NLRTMX", "N1RTM", "NLRT0", "NLRT1", "NLRTM\n", "ÑLRTM", ""]) {
      expect(Schema.is(Unlocode)(code)).toBe(false)
    }
  })

  it.prop("is read in lower case and with surrounding spaces", [Unlocode, Blank, Blank], ([code, before, after]) => {
    expect(readUnlocode(`${before}${code.toLowerCase()}${after}`)).toEqual(Option.some(code))
  })

  it("is read with the space of official lists between country and location, and with no other", () => {
    expect(readUnlocode(" nl rtm ")).toEqual(Option.some("NLRTM"))
    for (const text of ["NL  RTM", "NLR TM", "NLRT M", "N LRTM", "NL-RTM"])
      expect(readUnlocode(text)).toEqual(Option.none())
  })

  it("is not read from letters whose upper case is a different text", () => {
    for (const text of ["deßam", "ﬁabc", "trıst", "uſhou"]) expect(readUnlocode(text)).toEqual(Option.none())
  })
})
