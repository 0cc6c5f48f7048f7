import { assert, describe, it } from "@effect/vitest"
import type { PositionReport } from "@landfall/core/congestion/detection/VesselReport"
import { FleetDetector } from "@landfall/core/congestion/fleet/FleetDetector"
import { type Zone, ZoneId } from "@landfall/core/congestion/zones/Zone"
import { makeZoneIndex } from "@landfall/core/congestion/zones/ZoneIndex"
import { Kilometres } from "@landfall/core/geo/Distance"
import { Latitude, Longitude } from "@landfall/core/geo/Position"
import { Unlocode } from "@landfall/core/geo/Unlocode"
import { Instant } from "@landfall/core/time/Instant"
import { Knots } from "@landfall/core/vessels/Knots"
import { MmsiInteger } from "@landfall/core/vessels/Mmsi"
import { Option } from "effect"
import { VesselLimit } from "../../src/congestion/VesselLimit.ts"

const START = Date.parse("2026-05-01T00:00:00Z")
const MINUTE_MILLIS = 60_000
const DAY_MINUTES = 1_440
const LATER = Instant.make(START + 90 * DAY_MINUTES * MINUTE_MILLIS)

const IN_PORT = { latitude: Latitude.make(51.9), longitude: Longitude.make(4.1) }

const ROTTERDAM = Unlocode.make("NLRTM")

const port: Zone = {
  id: ZoneId.make("NLRTM-area"),
  kind: "PORT_AREA",
  name: Option.none(),
  ports: [ROTTERDAM],
  shape: { _tag: "Circle", centre: IN_PORT, radius: Kilometres.make(3) },
  source: "operator",
  status: "accepted",
  vesselType: Option.none()
}

const AT_SEA = { latitude: Latitude.make(40), longitude: Longitude.make(-30) }

const positionReport = (n: number, minute: number, position = AT_SEA): PositionReport => ({
  _tag: "PositionReport",
  mmsi: MmsiInteger.make(200_000_000 + n),
  at: Instant.make(START + minute * MINUTE_MILLIS),
  clock: "source",
  source: "test",
  position,
  speed: Option.some(Knots.make(0)),
  course: Option.none(),
  heading: Option.none(),
  status: Option.none(),
  transceiver: Option.none()
})

/** A detector of one port under a limit. `send` returns whether a report was admitted. */
const limitedFleet = (maxVessels: number) => {
  const detector = new FleetDetector(makeZoneIndex([port]), () => Option.none())
  const limit = new VesselLimit(detector, maxVessels)
  const send = (report: PositionReport): boolean => {
    if (!limit.admits(report)) return false
    detector.receive(report, LATER)
    return true
  }
  const sendAll = (n: number, minutes: ReadonlyArray<number>, position = AT_SEA) => {
    for (const minute of minutes) send(positionReport(n, minute, position))
  }
  const follows = (...numbers: ReadonlyArray<number>) =>
    numbers.map((n) => detector.states.has(MmsiInteger.make(200_000_000 + n)))
  return { detector, limit, send, sendAll, follows }
}

const STOP = [0, 10, 20, 30, 40]

describe("the limit of vessels", () => {
  it("holds against a flood of invented MMSIs, which displaces no vessel that sends again", () => {
    const { detector, limit, send, sendAll, follows } = limitedFleet(200)
    sendAll(1, STOP, IN_PORT)
    sendAll(2, [0, 3])
    let largest = 0
    for (let n = 1_000; n < 21_000; n++) {
      assert.isTrue(send(positionReport(n, 5)))
      largest = Math.max(largest, detector.size)
    }
    assert.strictEqual(largest, 200)
    assert.deepStrictEqual(follows(1, 2, 1_000, 20_999), [true, true, false, true])
    assert.deepStrictEqual(limit.counts, { vessels: detector.size, dropped: 20_002 - detector.size, skippedReports: 0 })
    const { removed, states } = detector.drain()
    assert.deepStrictEqual(removed, [])
    assert.strictEqual(states.length, detector.size)
    assert.isTrue(states.some(({ mmsi, visit }) => mmsi === 200_000_001 && visit !== null))
  })

  it("drops the vessels under way that have been silent longest, and none in port", () => {
    const { detector, sendAll, follows } = limitedFleet(5)
    sendAll(1, STOP, IN_PORT)
    sendAll(2, [200, 205])
    sendAll(3, [100, 105])
    sendAll(4, [400, 405])
    sendAll(5, [300, 305])
    sendAll(6, [500, 505])
    sendAll(7, [500, 505])
    assert.deepStrictEqual(follows(1, 2, 3, 4, 5, 6, 7), [true, false, false, true, true, true, true])
    assert.deepStrictEqual(
      detector.drain().removed.map((mmsi) => mmsi - 200_000_000),
      [3, 2]
    )
  })

  it("skips further vessels while all are in port, and states it in the coverage of the port", () => {
    const { detector, limit, send, sendAll, follows } = limitedFleet(3)
    for (const n of [1, 2, 3]) sendAll(n, STOP, IN_PORT)
    detector.drain()
    assert.isFalse(send(positionReport(4, 60, IN_PORT)))
    assert.isFalse(send(positionReport(5, 60)))
    assert.deepStrictEqual(follows(1, 2, 3, 4, 5), [true, true, true, false, false])
    assert.isTrue(send(positionReport(1, 60, IN_PORT)))
    const at = positionReport(4, 60).at
    assert.deepStrictEqual(
      detector.drain().coverage.filter(({ skippedAt }) => skippedAt !== undefined),
      [{ port: ROTTERDAM, days: [], lastReceivedAt: Option.some(at), skippedAt: at }]
    )
    assert.strictEqual(limit.counts.skippedReports, 2)
  })

  it("drops a vessel in port that was silent for more than a day before it skips another, and ends its call", () => {
    const { detector, send, sendAll, follows } = limitedFleet(2)
    sendAll(1, STOP, IN_PORT)
    const lastDay = STOP.map((minute) => minute + 2 * DAY_MINUTES)
    sendAll(2, lastDay, IN_PORT)
    detector.drain()
    assert.isTrue(send(positionReport(3, 2 * DAY_MINUTES + 60)))
    assert.deepStrictEqual(follows(1, 2, 3), [false, true, true])
    const [call] = detector.drain().calls
    assert.deepStrictEqual([call?.vessel.mmsi, call?.ending], [Option.some(200_000_001), Option.some("silent")])
  })

  it("drops stored vessels beyond a lower limit", () => {
    const { detector, limit, send } = limitedFleet(1_000)
    for (let n = 0; n < 1_000; n++) send(positionReport(n, n))
    const lower = new VesselLimit(detector, 300)
    lower.trim()
    assert.strictEqual(detector.size, 300)
    assert.strictEqual(lower.counts.dropped, 700)
    assert.strictEqual(limit.counts.dropped, 0)
  })
})
