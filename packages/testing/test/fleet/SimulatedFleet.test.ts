import { assert, describe, it } from "@effect/vitest"
import { detect, newVesselState } from "@landfall/core/congestion/detection/PortCallDetector"
import { decodeVesselState, encodeVesselState } from "@landfall/core/congestion/fleet/VesselStateCodec"
import { makeZoneIndex } from "@landfall/core/congestion/zones/ZoneIndex"
import { Instant } from "@landfall/core/time/Instant"
import { Effect, Option, Schema } from "effect"
import { detectCalls, measureAccuracy } from "../../src/fleet/DetectionAccuracy.ts"
import { type FleetPlan, fleetPlan } from "../../src/fleet/FleetPlan.ts"
import { simulateFleet } from "../../src/fleet/SimulatedFleet.ts"

const endOf = (plan: FleetPlan): Instant => Instant.make(plan.start.epochMilliseconds + (plan.days + 1) * 86_400_000)

const greatest = (numbers: ReadonlyArray<number>): number => numbers.reduce((most, number) => Math.max(most, number), 0)

const PLANS: Readonly<Record<string, Partial<FleetPlan>>> = {
  "berths drawn as zones": {},
  "berths known by the vessels' status alone": { seed: "status", hasBerthZones: false },
  "anchorages that two ports share": { seed: "shared", hasSharedAnchorages: true },
  "crowded ports, late positions and copies": {
    seed: "crowded",
    hasSharedAnchorages: true,
    berthsPerPort: 2,
    vessels: 50,
    days: 14,
    maxDelaySeconds: 550,
    duplicateShare: 0.2
  }
}

describe("detection against a simulated fleet", () => {
  for (const [name, changes] of Object.entries(PLANS)) {
    it.effect(`finds 99 % of the calls within 10 minutes, and at most 1 % false ones: ${name}`, () =>
      Effect.gen(function* () {
        const fleet = yield* simulateFleet(fleetPlan(changes))
        const log = detectCalls(fleet.positionReports, makeZoneIndex(fleet.zones), endOf(fleet.plan))
        const verdict = measureAccuracy(fleet, log.calls.values())
        assert.isAbove(verdict.expected, 100)
        assert.isAtLeast(verdict.found / verdict.expected, 0.99, verdict.missed.join("\n"))
        assert.isAtMost(verdict.falseCalls.length / verdict.expected, 0.01, verdict.falseCalls.join("\n"))
        assert.isAtMost(greatest(verdict.startErrors), 10)
        assert.isAtMost(greatest(verdict.endErrors), 10)
        assert.isAtMost(greatest(verdict.berthErrors), 10)
      })
    )
  }

  it.effect("finds 97 % of the calls when vessels fall silent for hours", () =>
    Effect.gen(function* () {
      const fleet = yield* simulateFleet(fleetPlan({ seed: "silent", silenceShare: 0.01, days: 20 }))
      const { calls } = detectCalls(fleet.positionReports, makeZoneIndex(fleet.zones), endOf(fleet.plan))
      const verdict = measureAccuracy(fleet, calls.values())
      assert.isAtLeast(verdict.found / verdict.expected, 0.97, verdict.missed.join("\n"))
      assert.isAtMost(verdict.falseCalls.length / verdict.expected, 0.01, verdict.falseCalls.join("\n"))
    })
  )

  it.effect.prop(
    "detects the same calls in late positions as in sorted ones",
    { seed: Schema.Natural, delaySeconds: Schema.Literals([30, 200, 450, 600]), sharedAnchorages: Schema.Boolean },
    ({ seed, delaySeconds, sharedAnchorages }) =>
      Effect.gen(function* () {
        const plan = fleetPlan({
          seed: String(seed),
          vessels: 8,
          days: 4,
          ports: 2,
          berthsPerPort: 2,
          maxDelaySeconds: delaySeconds,
          hasSharedAnchorages: sharedAnchorages,
          silenceShare: 0.02,
          reportIntervalSeconds: 60
        })
        const fleet = yield* simulateFleet(plan)
        const arrived = [...fleet.positionReports]
        const sorted = arrived.toSorted((a, b) => a.at - b.at)
        const index = makeZoneIndex(fleet.zones)
        const late = detectCalls(arrived, index, endOf(plan))
        assert.deepStrictEqual([...late.calls].sort(), [...detectCalls(sorted, index, endOf(plan)).calls].sort())
        assert.strictEqual(late.anomalies.get("late"), undefined)
      }),
    { arbitrary: { runs: 15 } }
  )

  it.effect("continues from encoded states as if it had never stopped", () =>
    Effect.gen(function* () {
      const plan = fleetPlan({ seed: "restart", vessels: 10, days: 5, hasSharedAnchorages: true, silenceShare: 0.01 })
      const fleet = yield* simulateFleet(plan)
      const index = makeZoneIndex(fleet.zones)
      const now = endOf(plan)
      const detectedCalls = (rewritten: boolean) => {
        const states = new Map(fleet.vessels.map(({ mmsi }) => [mmsi, newVesselState(mmsi)]))
        return [...fleet.positionReports].flatMap((report) => {
          const stored = states.get(report.mmsi) ?? newVesselState(report.mmsi)
          const state = rewritten ? Option.getOrThrow(decodeVesselState(encodeVesselState(stored))) : stored
          const detected = detect(state, report, index, now)
          states.set(report.mmsi, detected.state)
          return detected.calls
        })
      }
      assert.deepStrictEqual(detectedCalls(true), detectedCalls(false))
    })
  )
})

describe("a simulated fleet", () => {
  it.effect("yields the same reports on every read, and others with another seed", () =>
    Effect.gen(function* () {
      const plan = fleetPlan({ vessels: 5, days: 2 })
      const fleet = yield* simulateFleet(plan)
      assert.deepStrictEqual([...fleet.positionReports], [...(yield* simulateFleet(plan)).positionReports])
      assert.deepStrictEqual([...fleet.positionReports], [...fleet.positionReports])
      assert.notDeepEqual(fleet.calls, (yield* simulateFleet({ ...plan, seed: "another" })).calls)
    })
  )

  it.effect("never has two vessels at one berth, and vessels wait for a berth at the anchorage", () =>
    Effect.gen(function* () {
      const fleet = yield* simulateFleet(fleetPlan({ berthsPerPort: 1, vessels: 20 }))
      const stays = fleet.calls.flatMap((call) => call.stays.map((stay) => ({ ...stay, port: call.port })))
      assert.isTrue(stays.some(({ kind }) => kind === "anchorage"))
      const berthed = stays.filter(({ kind }) => kind === "berth").toSorted((a, b) => a.from - b.from)
      for (const [index, stay] of berthed.entries()) {
        for (const other of berthed.slice(index + 1)) {
          assert.isTrue(other.port !== stay.port || other.from >= stay.to, "two vessels at one berth")
        }
      }
    })
  )
})
