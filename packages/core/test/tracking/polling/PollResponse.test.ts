import { assert, describe, it } from "@effect/vitest"
import { storedEventKey } from "../../../src/tracking/carriers/EventIdentity.ts"
import { compareResponse, MAX_REPORTED_EVENTS, retractedEvents } from "../../../src/tracking/polling/PollResponse.ts"
import { CONTAINER, discharges, gatesOut, loads } from "../fixtures.ts"

const load = loads({ port: "CNSHA", date: "01-10", received: "01-10T12:00" })
const discharge = discharges({ port: "NLRTM", date: "02-10", received: "02-10T12:00" })
const gateOut = gatesOut({ port: "NLRTM", date: "02-12", received: "02-12T12:00" })
const keys = (...events: ReadonlyArray<typeof load>) => new Set(events.map(storedEventKey))

describe("a response about a shipment", () => {
  it("lacks events of the previous one when it is complete", () => {
    const comparison = compareResponse(keys(load, discharge), { events: [load, gateOut], complete: true })
    assert.deepStrictEqual([...comparison.missing], [storedEventKey(discharge)])
    assert.deepStrictEqual(comparison.reported, keys(load, gateOut))
    assert.isTrue(comparison.changed)
  })

  it("adds events and retracts none when it is incomplete", () => {
    const comparison = compareResponse(keys(load, discharge), { events: [gateOut], complete: false })
    assert.deepStrictEqual([...comparison.missing], [])
    assert.deepStrictEqual(comparison.reported, keys(load, discharge, gateOut))
  })

  it("retracts an event that none of its unreadable ones may be", () => {
    const missingWith = (...unreadable: NonNullable<Parameters<typeof compareResponse>[1]["unreadable"]>) =>
      compareResponse(keys(load, discharge), { events: [load], complete: false, unreadable })
    const gateOut = missingWith({ code: "GTOT", unlocode: "NLRTM", container: CONTAINER })
    assert.deepStrictEqual(gateOut.missing, [storedEventKey(discharge)])
    assert.deepStrictEqual(gateOut.reported, keys(load))
    for (const other of [{}, { code: "DISC" }, { container: CONTAINER, unlocode: "NLRTM" }]) {
      assert.deepStrictEqual(missingWith({ code: "GTOT" }, other).missing, [])
      assert.deepStrictEqual(missingWith({ code: "GTOT" }, other).reported, keys(load, discharge))
    }
  })

  it("does not retract an event for the same one with a date in the future, until a response has neither", () => {
    const mistake = discharges({ port: "NLRTM", date: "02-20", received: "02-10T12:00", created: "02-10T11:00" })
    const wrong = compareResponse(keys(load, discharge), { events: [load, mistake], complete: true })
    assert.deepStrictEqual(wrong.missing, [])
    assert.deepStrictEqual(wrong.reported, keys(load, discharge, mistake))
    const comparison = compareResponse(wrong.reported, { events: [load], complete: true })
    assert.sameMembers([...comparison.missing], [storedEventKey(discharge), storedEventKey(mistake)])
    const mistakenGate = gatesOut({
      port: "NLRTM",
      date: "02-20",
      received: "02-10T12:00",
      created: "02-10T11:00"
    })
    const other = compareResponse(keys(load, discharge), { events: [load, mistakenGate], complete: true })
    assert.deepStrictEqual(other.missing, [storedEventKey(discharge)])
  })

  it("retains the latest events only, however many incomplete responses add", () => {
    const before = new Set(Array.from({ length: MAX_REPORTED_EVENTS }, (_, index) => `key ${index}`))
    const { reported } = compareResponse(before, { events: [gateOut], complete: false })
    assert.strictEqual(reported.size, MAX_REPORTED_EVENTS)
    assert.isTrue(reported.has(storedEventKey(gateOut)))
  })

  it("changes nothing when it reports the same events, in any order and however often", () => {
    const events = [discharge, load, discharge]
    assert.isFalse(compareResponse(keys(load, discharge), { events, complete: true }).changed)
    assert.isFalse(compareResponse(keys(load, discharge), { events: [load], complete: false }).changed)
  })
})

describe("a missing event", () => {
  const missing = [{ event: load }, { event: discharge }]

  it("is retracted unless it is reported about another shipment", () => {
    assert.deepStrictEqual(retractedEvents(missing, []), missing)
    assert.deepStrictEqual(retractedEvents(missing, [keys(load), keys(gateOut)]), [{ event: discharge }])
    assert.deepStrictEqual(retractedEvents(missing, [keys(load), keys(discharge)]), [])
  })
})
