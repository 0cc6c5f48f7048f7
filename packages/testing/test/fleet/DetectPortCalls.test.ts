import { assert, describe, it } from "@effect/vitest"
import { detectPortCalls } from "@landfall/core/congestion/fleet/DetectPortCalls"
import { makeZoneIndex } from "@landfall/core/congestion/zones/ZoneIndex"
import { DAY_MILLIS } from "@landfall/core/time/Durations"
import { Instant } from "@landfall/core/time/Instant"
import { Effect } from "effect"
import { detectCalls } from "../../src/fleet/DetectionAccuracy.ts"
import { fleetPlan } from "../../src/fleet/FleetPlan.ts"
import { simulateFleet } from "../../src/fleet/SimulatedFleet.ts"

const plan = fleetPlan({ seed: "recording", vessels: 10, days: 5, ports: 2, maxDelaySeconds: 240 })

describe("detecting the port calls of a recording", () => {
  it.effect("finds the calls of detection position by position, with the names of the vessels, oldest first", () =>
    Effect.gen(function* () {
      const fleet = yield* simulateFleet(plan)
      const index = makeZoneIndex(fleet.zones)
      const calls = detectPortCalls([...fleet.staticReports, ...fleet.positionReports], index)
      const end = Instant.make(plan.start.epochMilliseconds + (plan.days + 1) * DAY_MILLIS)
      const expected = detectCalls(fleet.positionReports, index, end).calls
      assert.isAbove(calls.length, 10)
      assert.deepStrictEqual(
        calls.map(({ id, stays }) => [id, stays.length]).toSorted(),
        [...expected.values()].map(({ id, stays }) => [id, stays.length]).toSorted()
      )
      assert.isTrue(calls.every(({ vessel }) => vessel.name._tag === "Some"))
      assert.deepStrictEqual(
        calls.map(({ startedAt }) => startedAt),
        calls.map(({ startedAt }) => startedAt).toSorted((a, b) => a - b)
      )
    })
  )
})
