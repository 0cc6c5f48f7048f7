import { assert, describe, it } from "@effect/vitest"
import { makeStopSearch, proposeZones, staysOutsideZones } from "@landfall/core/congestion/fleet/ZoneProposals"
import { outlineOf } from "@landfall/core/congestion/zones/Outline"
import { makeZoneIndex } from "@landfall/core/congestion/zones/ZoneIndex"
import { Effect } from "effect"
import { fleetPlan, offsetPosition, portsOf } from "../../src/fleet/FleetPlan.ts"
import { simulateFleet } from "../../src/fleet/SimulatedFleet.ts"

const plan = fleetPlan({ seed: "quays", vessels: 24, days: 8, ports: 2, berthsPerPort: 2, reportIntervalSeconds: 360 })

describe("a search for quays in records of AIS", () => {
  it.effect("proposes those that no zone contains, far from the port as well, and none in another port's area", () =>
    Effect.gen(function* () {
      const fleet = yield* simulateFleet(plan)
      const [port, other] = portsOf(plan)
      assert.isDefined(port)
      assert.isDefined(other)
      const place = offsetPosition(port.centre, 18, -12)
      const search = makeStopSearch(port.code, place, 60)
      for (const report of [...fleet.positionReports].toSorted((a, b) => a.at - b.at)) search.receive(report, report.at)
      search.flushAll()
      const { calls } = search.drain()
      const proposed = (zones: typeof fleet.zones) =>
        proposeZones(port.code, staysOutsideZones(port.code, calls, makeZoneIndex(zones)))
      const contains = (zones: typeof fleet.zones, [berth]: typeof port.berths) =>
        berth !== undefined &&
        zones.some(
          ({ kind, shape }) => kind === "BERTH" && outlineOf(shape).outsideKm(berth.latitude, berth.longitude) < 0.3
        )
      const none = proposed([])
      assert.isTrue(contains(none, port.berths) && contains(none, other.berths))
      const beside = proposed(fleet.zones.filter(({ ports }) => ports.includes(other.code)))
      assert.isTrue(contains(beside, port.berths) && !contains(beside, other.berths))
      const proposedZones = proposed(fleet.zones)
      assert.isFalse(contains(proposedZones, port.berths) || contains(proposedZones, other.berths))
    })
  )
})
