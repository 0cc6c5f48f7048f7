import { assert, describe, it } from "@effect/vitest"
import type { PortCallReport } from "@landfall/core/congestion/detection/VesselReport"
import { Latitude, Longitude } from "@landfall/core/geo/Position"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { HOUR_MILLIS } from "@landfall/core/time/Durations"
import { Instant } from "@landfall/core/time/Instant"
import { ImoNumber } from "@landfall/core/vessels/ImoNumber"
import { VesselIdentity } from "@landfall/core/vessels/VesselIdentity"
import type { VesselType } from "@landfall/core/vessels/VesselType"
import { Option } from "effect"
import { futureTimeFault, OPEN_REPORT_DAYS, portCallOfReport } from "../../src/import/ReportedPortCall.ts"

const ARRIVED = Date.UTC(2026, 0, 25, 6)
const hour = (hours: number): Instant => Instant.make(ARRIVED + hours * HOUR_MILLIS)
const position = { latitude: Latitude.make(51.95), longitude: Longitude.make(4.05) }

const report = (changes: Partial<PortCallReport> = {}): PortCallReport => ({
  _tag: "PortCallReport",
  vessel: VesselIdentity.cases.Imo.make({ imo: ImoNumber.make("9706906") }),
  port: Unlocode.make("NLRTM"),
  arrivedAt: hour(0),
  berthedAt: Option.some(hour(3)),
  unberthedAt: Option.none(),
  departedAt: Option.none(),
  vesselName: Option.none(),
  vesselType: Option.none(),
  source: "test",
  ...changes
})

const lastReceivedAt = (changes: Partial<PortCallReport>, readAt: Instant) =>
  portCallOfReport(report(changes), Option.none(), position, readAt).lastReceivedAt

describe("a reported port call", () => {
  it("is at berth from mooring until the departure from the berth, or else from the port", () => {
    const read = (changes: Partial<PortCallReport>) =>
      portCallOfReport(report(changes), Option.none(), position, hour(40)).stays.map(({ from, to }) => [
        from,
        Option.getOrNull(to)
      ])
    assert.deepStrictEqual(read({}), [[hour(3), null]])
    assert.deepStrictEqual(read({ departedAt: Option.some(hour(20)) }), [[hour(3), hour(20)]])
    assert.deepStrictEqual(read({ unberthedAt: Option.some(hour(18)), departedAt: Option.some(hour(20)) }), [
      [hour(3), hour(18)]
    ])
    assert.deepStrictEqual(read({ berthedAt: Option.none() }), [])
  })

  it("without departure stays open at the time of reading, for 30 days after its last timestamp", () => {
    const limit = 3 + OPEN_REPORT_DAYS * 24
    assert.strictEqual(lastReceivedAt({}, hour(40)), hour(40))
    assert.strictEqual(lastReceivedAt({}, hour(limit)), hour(limit))
    assert.strictEqual(lastReceivedAt({}, hour(limit + 1)), hour(3))
    assert.strictEqual(lastReceivedAt({ departedAt: Option.some(hour(20)) }, hour(40)), hour(20))
  })

  it("rejects a future timestamp and names it", () => {
    assert.strictEqual(futureTimeFault(report(), hour(3)), undefined)
    assert.strictEqual(futureTimeFault(report(), hour(2.9)), undefined)
    assert.deepInclude(futureTimeFault(report(), hour(2.8)), { path: ["berthedAt"], rule: "must not be in the future" })
    assert.deepInclude(futureTimeFault(report(), hour(-1)), { path: ["arrivedAt"] })
    assert.deepInclude(futureTimeFault(report({ departedAt: Option.some(hour(60)) }), hour(40)), {
      path: ["departedAt"]
    })
  })

  it("has a commercial vessel of the reported type, else the registered one, else an unknown one", () => {
    const vesselOf = (changes: Partial<PortCallReport>, registered: Parameters<typeof portCallOfReport>[1]) =>
      portCallOfReport(report(changes), registered, position, hour(40)).vessel
    const identity = Option.some({ imo: ImoNumber.make("9706906"), name: "EVER ONWARD", teu: 8000 })
    assert.deepInclude(vesselOf({}, Option.none()), { commercial: true, typeSource: "none" })
    assert.deepInclude(vesselOf({}, identity), {
      type: Option.some<VesselType>("cargo"),
      typeSource: "registry",
      name: Option.some("EVER ONWARD")
    })
    assert.deepInclude(vesselOf({ vesselType: Option.some("roro") }, identity), {
      type: Option.some<VesselType>("roro")
    })
  })

  it("replaces an earlier report of itself", () => {
    const open = portCallOfReport(report(), Option.none(), position, hour(40))
    const over = portCallOfReport(report({ departedAt: Option.some(hour(50)) }), Option.none(), position, hour(60))
    assert.strictEqual(open.id, over.id)
  })
})
