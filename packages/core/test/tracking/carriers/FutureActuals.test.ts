import { assert, describe, it } from "@effect/vitest"
import { eventsCountedAt, heldEventsAt, isFutureActual } from "../../../src/tracking/carriers/FutureActuals.ts"
import { arrives, discharges, loads, OTHER_CONTAINER, on } from "../fixtures.ts"

const load = loads({ port: "CNSHA", date: "01-10", received: "01-10T01:00", vessel: "ATLAS" })
const mistake = discharges({ port: "NLRTM", date: "03-20", received: "03-10", created: "03-10", vessel: "ATLAS" })
const correction = discharges({ port: "NLRTM", date: "03-09T20:00", received: "03-12", vessel: "ATLAS" })

describe("an actual that is dated after its creation and its receipt", () => {
  it("counts immediately up to 24 hours, which time zones explain", () => {
    const ahead = (date: string) => discharges({ port: "NLRTM", date, received: "03-10", created: "03-10" })
    assert.isFalse(isFutureActual(ahead("03-10T14:00")))
    assert.isFalse(isFutureActual(ahead("03-11")))
    assert.isTrue(isFutureActual(ahead("03-11T00:01")))
    const events = [load, ahead("03-11")]
    assert.strictEqual(eventsCountedAt(events, on("03-10")), events)
  })

  it("counts immediately where its creation is unknown or as late as its date: the clock may be behind", () => {
    for (const created of [undefined, "03-19T00:00", "03-20"]) {
      const event = discharges({ port: "NLRTM", date: "03-20", received: "03-10", ...(created && { created }) })
      assert.isFalse(isFutureActual(event), created)
    }
    assert.isTrue(
      isFutureActual(discharges({ port: "NLRTM", date: "03-20", received: "03-10", created: "03-18T23:59" }))
    )
    // It was created as a plan long ago, and is received as actual after its date.
    assert.isFalse(isFutureActual(discharges({ port: "NLRTM", date: "03-20", received: "03-20", created: "01-10" })))
  })

  it("is held until its date, and counts from then on", () => {
    const events = [load, mistake]
    assert.deepStrictEqual(eventsCountedAt(events, on("03-19T23:59")), [load])
    assert.deepStrictEqual(heldEventsAt(events, on("03-19T23:59")), [mistake])
    assert.deepStrictEqual(eventsCountedAt(events, on("03-20")), events)
    assert.deepStrictEqual(heldEventsAt(events, on("03-20")), [])
  })

  it("never counts after its correction, and is no longer held", () => {
    const events = [load, mistake, correction]
    for (const now of ["03-12", "03-20", "06-01"]) {
      assert.deepStrictEqual(eventsCountedAt(events, on(now)), [load, correction])
      assert.deepStrictEqual(heldEventsAt(events, on(now)), [])
    }
  })

  it("is not corrected by another move, another container, another vessel or another trip", () => {
    const call = arrives({ port: "NLRTM", date: "03-20", received: "03-10", created: "03-10", vessel: "ATLAS" })
    const others = [
      loads({ port: "NLRTM", date: "03-09", received: "03-12", vessel: "ATLAS" }),
      discharges({ port: "BEANR", date: "03-09", received: "03-12", vessel: "ATLAS" }),
      discharges({ port: "NLRTM", date: "03-09", received: "03-12", container: OTHER_CONTAINER }),
      discharges({ port: "NLRTM", date: "01-09", received: "01-10", vessel: "ATLAS" }),
      arrives({ port: "NLRTM", date: "03-09", received: "03-12", vessel: "BOREAS" })
    ]
    assert.deepStrictEqual(heldEventsAt([mistake, call, ...others], on("03-12")), [mistake, call])
  })

  it("is a mistake of actuals alone: estimates and plans are dated ahead", () => {
    assert.isFalse(isFutureActual(arrives({ port: "NLRTM", date: "03-20", received: "03-10", is: "EST" })))
    assert.isFalse(isFutureActual(arrives({ port: "NLRTM", date: "03-20", received: "03-10", is: "PLN" })))
  })
})
