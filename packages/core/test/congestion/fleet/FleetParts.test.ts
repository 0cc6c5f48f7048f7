import { assert, describe, it } from "@effect/vitest"
import { Option, Result, Schema } from "effect"
import { DetectorId, FleetLeaseHeld } from "../../../src/congestion/fleet/FleetLease.ts"
import {
  checkFleetParts,
  claimFleetParts,
  divisionCountOf,
  type FleetLeases,
  fleetPartOf,
  MAX_FLEET_PARTS,
  partHoldersOf,
  releaseFleetParts
} from "../../../src/congestion/fleet/FleetParts.ts"
import { MmsiInteger } from "../../../src/vessels/Mmsi.ts"

const LEASE = 30
const detector = (name: string) => DetectorId.make(name)

describe("the part of a vessel", () => {
  it("divides vessels evenly, whether their numbers follow one another or share their last digits", () => {
    for (const count of [2, 3, 4, 8, 10, MAX_FLEET_PARTS]) {
      for (const step of [1, 2, 10, 1000]) {
        const sizes = new Map<number, number>()
        for (let n = 0; n < 6400; n++) {
          const part = fleetPartOf(MmsiInteger.make(366_000_000 + n * step), count)
          sizes.set(part, (sizes.get(part) ?? 0) + 1)
        }
        const share = 6400 / count
        assert.sameMembers(
          [...sizes.keys()],
          Array.from({ length: count }, (_, index) => index + 1)
        )
        for (const size of sizes.values())
          assert.approximately(size, share, 0.3 * share, `${count} parts, step ${step}`)
      }
    }
  })
})

/** A step of some detectors: one claims, releases what exceeds its share, ends, or time passes. */
const Step = Schema.Struct({
  detector: Schema.Literals(["a", "b", "c", "d"]),
  action: Schema.Literals(["claim", "claim", "hand over", "end", "wait"])
})

const holdersOf = (leases: FleetLeases, now: number): ReadonlyArray<string | null> =>
  partHoldersOf(leases, now).map(Option.getOrNull)

describe("claims of parts", () => {
  it.prop(
    "never take a part whose lease another detector has renewed, and end in equal shares",
    { count: Schema.Int.check(Schema.isBetween({ minimum: 2, maximum: 9 })), steps: Schema.Array(Step) },
    ({ count, steps }) => {
      let leases: FleetLeases = new Map()
      let now = 1_000
      const claim = (name: string) => {
        const before = holdersOf(leases, now)
        const { surplus, parts, ...next } = Result.getOrThrow(
          claimFleetParts(leases, detector(name), count, now, LEASE)
        )
        leases = next.leases
        for (const [index, holder] of holdersOf(leases, now).entries()) {
          const previous = before[index] ?? null
          assert.isTrue(previous === holder || (previous === null && holder === name))
          assert.strictEqual(parts.includes(index + 1), holder === name)
        }
        assert.isTrue(surplus.every((part) => parts.includes(part)))
        return surplus
      }
      const handOver = (name: string) => {
        const surplus = claim(name)
        leases = releaseFleetParts(leases, detector(name), surplus)
      }
      for (const { action, detector: name } of steps) {
        if (action === "wait") now += 20
        else if (action === "end") leases = releaseFleetParts(leases, detector(name))
        else if (action === "claim") claim(name)
        else handOver(name)
      }
      // Those that have stopped expire while two detectors go on.
      for (let round = 0; round < 6; round++, now += 10) for (const name of ["x", "y"]) handOver(name)
      const holders = holdersOf(leases, now)
      assert.strictEqual(holders.length, count)
      assert.isTrue(holders.every((holder) => holder === "x" || holder === "y"))
      assert.isAtMost(Math.abs(2 * holders.filter((holder) => holder === "x").length - count), 1)
    }
  )

  it("fail while the fleet is held as a whole, or in another number of parts", () => {
    const whole = new Map([["fleet", { holder: detector("a"), expiresAt: 40 }]])
    assert.deepStrictEqual(
      claimFleetParts(whole, detector("b"), 2, 39, LEASE),
      Result.fail(new FleetLeaseHeld({ holder: Option.some(detector("a")) }))
    )
    const { leases } = Result.getOrThrow(claimFleetParts(whole, detector("b"), 2, 40, LEASE))
    const error = Result.getFailure(claimFleetParts(leases, detector("c"), 3, 69, LEASE))
    assert.deepStrictEqual(
      Option.flatMap(error, ({ holder }) => Option.flatMap(holder, divisionCountOf)),
      Option.some(2)
    )
    assert.deepStrictEqual(divisionCountOf(detector("a")), Option.none())
    assert.isTrue(Result.isSuccess(checkFleetParts(leases, detector("b"), { count: 2, parts: [1, 2] })))
    const { leases: next } = Result.getOrThrow(claimFleetParts(leases, detector("c"), 3, 70, LEASE))
    assert.isTrue(Result.isFailure(checkFleetParts(next, detector("b"), { count: 2, parts: [1] })))
    assert.isTrue(Result.isFailure(checkFleetParts(next, detector("b"), { count: 3, parts: [1] })))
  })
})
