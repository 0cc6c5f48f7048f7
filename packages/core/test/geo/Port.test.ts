import { assert, describe, it } from "@effect/vitest"
import { PortNotFound } from "../../src/geo/Port.ts"
import { Unlocode } from "../../src/geo/Unlocode.ts"

const message = (code: string, ...suggestions: ReadonlyArray<string>) =>
  new PortNotFound({ code: Unlocode.make(code), suggestions: suggestions.map((near) => Unlocode.make(near)) }).message

describe("a port that is not known", () => {
  it("is answered with codes like it, else with what to do", () => {
    assert.strictEqual(message("NLRTN", "NLRTM"), "no port has the code NLRTN: did you mean NLRTM?")
    assert.strictEqual(message("DEMUC"), "no port has the code DEMUC: search for the port by name")
  })

  it("is said to be in a country without a sea, with codes like it all the same", () => {
    assert.strictEqual(
      message("CHBSL"),
      "no port has the code CHBSL: CH is landlocked; use the sea port that its cargo passes through"
    )
    assert.strictEqual(message("CHSHA", "CNSHA"), "no port has the code CHSHA: CH is landlocked; did you mean CNSHA?")
  })
})
