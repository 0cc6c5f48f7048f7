import { assert, describe, it } from "@effect/vitest"
import { AccountId } from "../../../src/accounts/Account.ts"
import { decideTurn, nextTurnAfter, type QueueState } from "../../../src/alerts/delivery/QueueTurn.ts"
import { RateLimit } from "../../../src/alerts/delivery/RateLimit.ts"
import { EndpointId } from "../../../src/alerts/EndpointId.ts"

const NOW = 1_700_000_000_000
const queue: QueueState = {
  endpointId: EndpointId.make("ep_1"),
  accountId: AccountId.make("acc_1"),
  inactive: false,
  pausedUntil: undefined,
  postponedUntil: undefined,
  rateLimit: undefined,
  unverifiedAttemptsPerMinute: undefined,
  slotAt: 0,
  probing: false,
  probedUntil: undefined
}
const turn = (changes: Partial<QueueState>, quota = 10) => decideTurn({ ...queue, ...changes }, quota, NOW)

describe("the turn of a queue", () => {
  it("leases up to its quota", () => {
    assert.deepStrictEqual(turn({}), { _tag: "Lease", quota: 10 })
    assert.deepStrictEqual(turn({}, 3), { _tag: "Lease", quota: 3 })
  })

  it("skips the queue of an inactive endpoint, also when it is paused or probed", () => {
    assert.deepStrictEqual(turn({ inactive: true, pausedUntil: NOW + 1, probing: true }), { _tag: "Skip" })
  })

  it("waits while its deliveries are postponed", () => {
    assert.deepStrictEqual(turn({ postponedUntil: NOW + 1 }), { _tag: "Wait", until: NOW + 1 })
    assert.strictEqual(turn({ postponedUntil: NOW })._tag, "Lease")
    assert.deepStrictEqual(turn({ inactive: true, postponedUntil: NOW + 1 }), { _tag: "Skip" })
  })

  it("waits until the end of the pause that the receiver requested", () => {
    assert.deepStrictEqual(turn({ pausedUntil: NOW + 1 }), { _tag: "Wait", until: NOW + 1 })
    assert.strictEqual(turn({ pausedUntil: NOW })._tag, "Lease")
  })

  it("sends one delivery at a time to an endpoint that is probed", () => {
    assert.deepStrictEqual(turn({ probing: true }), { _tag: "Lease", quota: 1 })
    assert.deepStrictEqual(turn({ probing: true, probedUntil: NOW + 5 }), { _tag: "Wait", until: NOW + 5 })
    assert.deepStrictEqual(turn({ probing: true, probedUntil: NOW }), { _tag: "Lease", quota: 1 })
    assert.deepStrictEqual(turn({ probing: true }, 0), { _tag: "Lease", quota: 0 })
  })

  it("observes the rate limit, and waits for the next slot when none is free", () => {
    const rateLimit = RateLimit.make(2)
    assert.deepStrictEqual(turn({ rateLimit }), { _tag: "Lease", quota: 1 })
    assert.deepStrictEqual(turn({ rateLimit, slotAt: NOW + 300 }), { _tag: "Wait", until: NOW + 300 })
    assert.strictEqual(nextTurnAfter({ ...queue, rateLimit }, 1, NOW).slotAt, NOW + 500)
    assert.strictEqual(
      nextTurnAfter({ ...queue, rateLimit }, 0, NOW).slotAt,
      0,
      "a slot that was not taken is still free"
    )
  })

  it("grants an endpoint that is not verified one attempt every ten seconds, whatever its rate limit", () => {
    for (const rateLimit of [undefined, RateLimit.make(1_000)]) {
      const unverified = { unverifiedAttemptsPerMinute: 6, rateLimit }
      assert.deepStrictEqual(turn(unverified), { _tag: "Lease", quota: 1 })
      const next = nextTurnAfter({ ...queue, ...unverified }, 1, NOW)
      assert.deepStrictEqual(next, { endpointId: queue.endpointId, slotAt: NOW + 10_000, notBefore: NOW + 10_000 })
      assert.deepStrictEqual(turn({ ...unverified, slotAt: NOW + 1 }), { _tag: "Wait", until: NOW + 1 })
    }
  })
})
