import { assert, describe, it } from "@effect/vitest"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { timeZoneOf } from "../../../src/dcsa/fields/PortTimeZones.ts"
import { resolveLocalTime } from "../../../src/dcsa/fields/Timestamp.ts"

describe("the time zone of a place", () => {
  it("is that of its country when the country has one zone, and otherwise its own", () => {
    const zones = {
      CNNGB: "Asia/Shanghai",
      DEHAM: "Europe/Berlin",
      USLAX: "America/Los_Angeles",
      USHOU: "America/Chicago"
    }
    for (const [place, zone] of Object.entries(zones)) assert.strictEqual(timeZoneOf(Unlocode.make(place)), zone)
  })

  it("is unknown for a port outside the table", () => {
    assert.strictEqual(timeZoneOf(Unlocode.make("XYABC")), undefined)
    assert.strictEqual(timeZoneOf(Unlocode.make("USZZZ")), undefined)
  })

  it("is a zone of the IANA database of this machine", () => {
    for (const place of [
      "CNSHA",
      "KRPUS",
      "INNSA",
      "BRSSZ",
      "AUSYD",
      "IDJKT",
      "RULED",
      "MXZLO",
      "CAVAN",
      "ESVLC",
      "PTSIE"
    ]) {
      const zone = timeZoneOf(Unlocode.make(place))
      assert.isDefined(zone === undefined ? undefined : resolveLocalTime(0, zone), place)
    }
  })
})
