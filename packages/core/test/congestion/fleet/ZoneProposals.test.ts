import { describe, expect, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import type { PortCall } from "../../../src/congestion/detection/PortCall.ts"
import { convexHull, proposeZones } from "../../../src/congestion/fleet/ZoneProposals.ts"
import { ringFault } from "../../../src/congestion/zones/internal/Ring.ts"
import { Zone } from "../../../src/congestion/zones/Zone.ts"
import { makeZoneIndex, zonesAt } from "../../../src/congestion/zones/ZoneIndex.ts"
import { Latitude, Longitude } from "../../../src/geo/Position.ts"
import { type CallChanges, call, PORT } from "../calls.ts"

/** A vessel whose stay at a place was classified by its navigation status. */
const stayOf = (vessel: number, latitude: number, longitude: number, changes: CallChanges = {}): PortCall => {
  const one = call(-50, -20, { vessel, ...changes })
  return { ...one, stays: one.stays.map((stay) => ({ ...stay, evidence: "status", latitude, longitude })) }
}

/** Vessels along a quay of 1 km. */
const quay = (vessels: number, changes: CallChanges = {}) =>
  Array.from({ length: vessels }, (_, n) => stayOf(n, 51.95, 4.05 + (n % 4) * 0.004, changes))

const NARROW = Schema.Finite.check(Schema.isBetween({ minimum: -1, maximum: 1 }))

describe("zones proposed from stays", () => {
  it("contain the places of the stays, and are valid once accepted", () => {
    const calls = [
      ...quay(12),
      ...Array.from({ length: 9 }, (_, n) => stayOf(20 + n, 52.1 + (n % 3) * 0.01, 3.9, { kind: "anchorage" }))
    ]
    const zones = proposeZones(PORT, calls)
    expect(zones.map(({ kind, source, status }) => [kind, source, status])).toEqual([
      ["BERTH", "history", "proposed"],
      ["ANCHORAGE", "history", "proposed"]
    ])
    for (const zone of zones) expect(Schema.is(Zone)(zone)).toBe(true)
    const index = makeZoneIndex(zones.map((zone): Zone => ({ ...zone, status: "accepted" })))
    for (const { stays } of calls) {
      for (const { latitude, longitude, kind } of stays) {
        const [zone] = zonesAt(index, { latitude: Latitude.make(latitude), longitude: Longitude.make(longitude) })
        expect(zone?.kind).toBe(kind === "berth" ? "BERTH" : "ANCHORAGE")
      }
    }
    expect(proposeZones(PORT, calls.toReversed()).map(({ id }) => id)).toEqual(zones.map(({ id }) => id))
  })

  it("need several different vessels: repeated stays of one are not enough", () => {
    expect(
      proposeZones(
        PORT,
        Array.from({ length: 20 }, () => stayOf(1, 51.95, 4.05))
      )
    ).toEqual([])
    expect(
      proposeZones(
        PORT,
        [1, 2, 3, 4].map((vessel) => stayOf(vessel, 51.95, 4.05))
      )
    ).toEqual([])
    expect(
      proposeZones(
        PORT,
        [1, 2, 3, 4, 5].map((vessel) => stayOf(vessel, 51.95, 4.05))
      )
    ).toHaveLength(1)
  })

  it("exclude stays classified by a zone or not at all", () => {
    expect(
      proposeZones(
        PORT,
        quay(12).map((one) => ({ ...one, stays: one.stays.map((stay) => ({ ...stay, evidence: "zone" as const })) }))
      )
    ).toEqual([])
    expect(proposeZones(PORT, quay(12, { kind: "unknown" }))).toEqual([])
  })

  it("have a vessel type when enough vessels are registered and all are of that type", () => {
    const typeOf = (calls: ReadonlyArray<PortCall>) =>
      proposeZones(PORT, calls).map(({ vesselType }) => Option.getOrNull(vesselType))
    expect(typeOf(quay(12, { type: "roro" }))).toEqual(["roro"])
    expect(typeOf(quay(12, { type: "roro", typeSource: "ais" }))).toEqual([null])
    expect(typeOf([...quay(12, { type: "roro" }), stayOf(30, 51.95, 4.05)])).toEqual([null])
  })
})

describe("the convex hull", () => {
  it.prop(
    "is a valid ring around all its points",
    [Schema.Array(Schema.Tuple([NARROW, NARROW])).check(Schema.isMaxLength(30))],
    ([calls]) => {
      const points = [...calls, [-2, -2] as const, [2, -2] as const, [0, 2] as const]
      const hull = convexHull(points)
      expect(ringFault(hull)).toBeUndefined()
      for (const [x, y] of points) {
        for (const [n, [fromX, fromY]] of hull.slice(0, -1).entries()) {
          const [toX, toY] = hull[n + 1] ?? [0, 0]
          expect((toX - fromX) * (y - fromY) - (toY - fromY) * (x - fromX)).toBeGreaterThanOrEqual(-1e-9)
        }
      }
    }
  )
})
