import { assert, describe, it } from "@effect/vitest"
import { PortNotFound } from "../../src/geo/Port.ts"
import { Unlocode } from "../../src/geo/Unlocode.ts"

const message = (code: string, ...suggestions: ReadonlyArray<string>) =>
  new PortNotFound({ code: Unlocode.make(code), suggestions: suggestions.map((near) => Unlocode.make(near)) }).message

describe("an unknown port", () => {
  it("suggests similar codes, else a search", () => {
    assert.strictEqual(message("NLRTN", "NLRTM"), "no port has the code NLRTN: did you mean NLRTM?")
    assert.strictEqual(message("DEMUC"), "no port has the code DEMUC: search for the port by name")
  })

  it("names a landlocked country, and still suggests similar codes", () => {
    assert.strictEqual(
      message("CHBSL"),
      "no port has the code CHBSL: CH is landlocked; use the sea port that its cargo passes through"
    )
    assert.strictEqual(message("CHSHA", "CNSHA"), "no port has the code CHSHA: CH is landlocked; did you mean CNSHA?")
  })
})
