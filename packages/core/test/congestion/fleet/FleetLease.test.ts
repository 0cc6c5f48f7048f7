import { assert, describe, it } from "@effect/vitest"
import { Option, Result } from "effect"
import {
  checkFleetLease,
  claimFleetLease,
  DetectorId,
  FleetLeaseHeld
} from "../../../src/congestion/fleet/FleetLease.ts"

const FIRST = DetectorId.make("first")
const SECOND = DetectorId.make("second")
const LEASE = Option.some({ holder: FIRST, expiresAt: 1_000 })

const leaseHeld = (holder: Option.Option<DetectorId>) => Result.fail(new FleetLeaseHeld({ holder }))

describe("claiming the fleet lease", () => {
  it("grants a free lease for the given time", () => {
    assert.deepStrictEqual(
      claimFleetLease(Option.none(), FIRST, 500, 60),
      Result.succeed({ holder: FIRST, expiresAt: 560 })
    )
  })

  it("renews the holder's own lease, expired or not", () => {
    for (const now of [500, 2_000]) {
      assert.deepStrictEqual(
        claimFleetLease(LEASE, FIRST, now, 60),
        Result.succeed({ holder: FIRST, expiresAt: now + 60 })
      )
    }
  })

  it("rejects another detector until the lease expires", () => {
    assert.deepStrictEqual(claimFleetLease(LEASE, SECOND, 999, 60), leaseHeld(Option.some(FIRST)))
    assert.isTrue(Result.isSuccess(claimFleetLease(LEASE, SECOND, 1_000, 60)))
  })
})

describe("storing under the fleet lease", () => {
  it("is allowed to the holder, even after the lease has expired", () => {
    assert.isTrue(Result.isSuccess(checkFleetLease(LEASE, FIRST)))
  })

  it("is rejected when another detector holds the lease, or none does", () => {
    assert.deepStrictEqual(checkFleetLease(LEASE, SECOND), leaseHeld(Option.some(FIRST)))
    assert.deepStrictEqual(checkFleetLease(Option.none(), SECOND), leaseHeld(Option.none()))
  })
})
