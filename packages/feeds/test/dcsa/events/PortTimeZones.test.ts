import { assert, describe, it } from "@effect/vitest"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { timeZoneOf } from "../../../src/dcsa/events/PortTimeZones.ts"
import { resolveLocalTime } from "../../../src/dcsa/events/Timestamp.ts"

describe("the time zone of a place", () => {
  it("is that of its country where the country keeps one time, and its own where not", () => {
    const zones = {
      CNNGB: "Asia/Shanghai",
      DEHAM: "Europe/Berlin",
      USLAX: "America/Los_Angeles",
      USHOU: "America/Chicago"
    }
    for (const [place, zone] of Object.entries(zones)) assert.strictEqual(timeZoneOf(Unlocode.make(place)), zone)
  })

  it("is unknown where we do not know it", () => {
    assert.strictEqual(timeZoneOf(Unlocode.make("XYABC")), undefined)
    assert.strictEqual(timeZoneOf(Unlocode.make("USZZZ")), undefined)
  })

  it("is one that the machine knows", () => {
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
