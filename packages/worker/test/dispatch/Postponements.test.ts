import { assert, describe, it } from "@effect/vitest"
import type { DeliveryLease, LeasePostponement } from "@landfall/core/alerts/delivery/DeliveryQueue"
import type { PostponeReason } from "@landfall/core/alerts/sending/SendPostponed"
import { Option, Schema } from "effect"
import type { DispatchState } from "../../src/dispatch/DispatchState.ts"
import { limitConcurrency, lowerConcurrency, raiseConcurrency } from "../../src/dispatch/Postponements.ts"
import { leaseTo, limits, outcomeOf, sendAll, stateWith } from "./DispatchSamples.ts"

const postpone = (lease: DeliveryLease, until: number, reason: PostponeReason = "resources"): LeasePostponement => ({
  lease,
  reason,
  message: "No connection could be opened.",
  until
})

const names = ["a", "b", "c", "d", "e", "f", "g", "h"]
const eightSends = () => {
  const state = stateWith(names.map((name, n) => leaseTo(name, n)))
  return { state, leases: sendAll(state) }
}

/** Sends `count` deliveries to one endpoint after another and ends the sends. */
const deliver = (state: DispatchState, count: number) => {
  for (let n = 0; n < count; n++) {
    state.claimed([leaseTo("z", n)], 0n)
    for (const lease of sendAll(state)) state.sendEnded(lease, outcomeOf(lease))
  }
}

describe("a postponed send", () => {
  it("is not an outcome; its lease is returned once", () => {
    const { leases, state } = eightSends()
    const postponements = leases.slice(0, 2).map((lease) => postpone(lease, 5_000, "name_servers"))
    for (const postponement of postponements) state.sendPostponed(postponement)
    assert.strictEqual(state.sending, leases.length - 2)
    assert.strictEqual(state.unrecorded, 0)
    assert.strictEqual(state.postponements.size, 2)
    assert.deepStrictEqual(state.postponements.take(), postponements)
    assert.deepStrictEqual(state.postponements.take(), [])
    assert.strictEqual(state.postponements.size, 0)
    assert.deepStrictEqual(state.postponements.tally, { egress_policy: 0, resources: 0, name_servers: 2 })
  })

  it("returns the waiting leases of its endpoint with it, and none is claimed until they are returned", () => {
    const state = stateWith([1, 2, 3, 4].map((n) => leaseTo("a", n)))
    const [first] = sendAll(state)
    if (first === undefined) return assert.fail("a lease is sent")
    state.sendPostponed(postpone(first, 5_000))
    assert.strictEqual(state.waiting, 0)
    const groups = state.postponements.take()
    assert.strictEqual(groups.length, 1 + 4 - limits.concurrencyPerEndpoint)
    assert.strictEqual(state.claimQuota().limitFor(first.endpointId), 0)
    assert.isTrue(state.exclusions().excludedEndpoints.has(first.endpointId))
    state.returned(groups)
    assert.isAbove(state.claimQuota().limitFor(first.endpointId), 0)
  })

  it("does not count as a failure of its endpoint", () => {
    const state = stateWith([leaseTo("a", 1)])
    for (const lease of sendAll(state)) state.sendPostponed(postpone(lease, 5_000))
    state.returned(state.postponements.take())
    state.claimed([leaseTo("a", 1)], 0n)
    assert.strictEqual(sendAll(state).length, 1)
    assert.deepStrictEqual(state.nextOutcomes(9), [])
  })

  it("wakes the claim loop when it is due again", () => {
    const state = stateWith([leaseTo("a", 1)])
    for (const lease of sendAll(state)) state.sendPostponed(postpone(lease, 5_000))
    state.nextClaim()
    state.returned(state.postponements.take())
    assert.strictEqual(state.sleepMillis(0, Option.none(), 1_000), 4_000)
  })
})

describe("the concurrency", () => {
  it("halves after a shortage of resources, once for the sends that fail together", () => {
    const { leases, state } = eightSends()
    for (const lease of leases.slice(0, 3)) state.sendPostponed(postpone(lease, 1_000))
    assert.strictEqual(state.postponements.concurrency, 4)
  })

  it("stays after a send that waits for another reason", () => {
    const { leases, state } = eightSends()
    for (const lease of leases) state.sendPostponed(postpone(lease, 1_000, "egress_policy"))
    assert.strictEqual(state.postponements.concurrency, limits.concurrency)
  })

  it("rises again by one with each round of sends, up to its limit", () => {
    const { leases, state } = eightSends()
    for (const lease of leases) state.sendPostponed(postpone(lease, 1_000))
    deliver(state, 5)
    assert.strictEqual(state.postponements.concurrency, 5)
    deliver(state, 100)
    assert.strictEqual(state.postponements.concurrency, limits.concurrency)
  })

  it("never falls below four, nor rises above its limit", () => {
    assert.strictEqual(lowerConcurrency(2, 256), 4)
    assert.strictEqual(lowerConcurrency(200, 256), 100)
    assert.strictEqual(lowerConcurrency(200, 50), 50)
    assert.strictEqual(raiseConcurrency(256, 256), 256)
  })

  const Connections = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_000 }))
  it.prop("is limited by the connections of the process", [Connections], ([connections]) => {
    const limited = limitConcurrency(
      { ...limits, concurrency: 256, reservedForResponsive: 64, connectionsPerOrigin: 96 },
      connections
    )
    assert.strictEqual(limited.concurrency, Math.min(256, connections))
    assert.isAtMost(limited.reservedForResponsive, limited.concurrency)
    assert.isAtMost(limited.connectionsPerOrigin, limited.concurrency)
  })
})
