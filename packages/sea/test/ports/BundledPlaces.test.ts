import { assert, describe, it } from "@effect/vitest"
import { loadPlaces } from "../../src/ports/BundledPlaces.ts"
import { loadPorts } from "../../src/ports/BundledPorts.ts"

const find = loadPlaces()

describe("the bundled places", () => {
  it("have the name, position and time zone of a port", () => {
    assert.strictEqual(find("NLRTM").name, "Rotterdam")
    assert.strictEqual(find("NLRTM").timeZone, "Europe/Amsterdam")
    assert.isDefined(find("NLRTM").position)
  })

  it("have the zone at the port where a country has several", () => {
    const zones = [
      "USLAX",
      "USNYC",
      "USHOU",
      "CAVAN",
      "CAHAL",
      "BRSSZ",
      "BRMAO",
      "ESLPA",
      "ESVLC",
      "PTPDL",
      "AUFRE",
      "IDJKT"
    ]
    assert.deepStrictEqual(
      zones.map((code) => find(code).timeZone),
      [
        "America/Los_Angeles",
        "America/New_York",
        "America/Chicago",
        "America/Vancouver",
        "America/Halifax",
        "America/Sao_Paulo",
        "America/Manaus",
        "Atlantic/Canary",
        "Europe/Madrid",
        "Atlantic/Azores",
        "Australia/Perth",
        "Asia/Jakarta"
      ]
    )
  })

  it("have the zone of the country for an inland place, and find a port by its other codes", () => {
    assert.deepStrictEqual(find("CHBSL"), { timeZone: "Europe/Zurich" })
    assert.deepStrictEqual(find("CNSGH"), find("CNSHA"))
    assert.deepStrictEqual(find("USZZZ"), {})
  })

  it("have a time zone that the runtime knows for every port", () => {
    for (const code of loadPorts().ports.keys()) {
      const { timeZone } = find(code)
      assert.doesNotThrow(() => new Intl.DateTimeFormat("en", { timeZone }), code)
      assert.isDefined(timeZone, code)
    }
  })
})
