import { assert, describe, it } from "@effect/vitest"
import { PortNotFound } from "../../src/geo/Port.ts"
import { Unlocode } from "../../src/geo/Unlocode.ts"

const message = (code: string, ...suggestions: ReadonlyArray<string>) =>
  new PortNotFound({ code: Unlocode.make(code), suggestions: suggestions.map((near) => Unlocode.make(near)) }).message

describe("a port that is not known", () => {
  it("is answered with codes like it, else with what to do", () => {
    assert.strictEqual(message("NLRTN", "NLRTM"), "no port is known by the code NLRTN: did you mean NLRTM?")
    assert.strictEqual(message("DEMUC"), "no port is known by the code DEMUC: look it up with a search by name")
  })

  it("is said to be in a country without a sea, with codes like it all the same", () => {
    assert.strictEqual(
      message("CHBSL"),
      "no port is known by the code CHBSL: CH lies on no sea; name the sea port that its cargo goes through"
    )
    assert.strictEqual(
      message("CHSHA", "CNSHA"),
      "no port is known by the code CHSHA: CH lies on no sea; did you mean CNSHA?"
    )
  })
})
