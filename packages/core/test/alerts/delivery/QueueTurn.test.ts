import { assert, describe, it } from "@effect/vitest"
import { UNLIMITED_QUOTA } from "../../../src/alerts/delivery/DeliveryQueue.ts"
import { decideTurn, positionAfter, type QueueState } from "../../../src/alerts/delivery/QueueTurn.ts"
import { RateLimit } from "../../../src/alerts/delivery/RateLimit.ts"
import { EndpointId } from "../../../src/alerts/EndpointId.ts"

const NOW = 1_700_000_000_000
const queue: QueueState = {
  endpointId: EndpointId.make("ep_1"),
  inactive: false,
  pausedUntil: undefined,
  rateLimit: undefined,
  slotAt: 0,
  probing: false,
  probedUntil: undefined
}
const turn = (changes: Partial<QueueState>, quota = 10, shares = UNLIMITED_QUOTA) =>
  decideTurn({ ...queue, ...changes }, quota, NOW, shares)

describe("the turn of a queue", () => {
  it("takes up to its quota, or its share when that is less", () => {
    assert.deepStrictEqual(turn({}), { _tag: "Take", quota: 10 })
    assert.deepStrictEqual(turn({}, 10, { ...UNLIMITED_QUOTA, limitFor: () => 3 }), { _tag: "Take", quota: 3 })
  })

  it("closes what takes nothing any more, whatever else holds", () => {
    assert.deepStrictEqual(turn({ inactive: true, pausedUntil: NOW + 1, probing: true }), { _tag: "Close" })
  })

  it("waits while the receiver asked for quiet, and not longer", () => {
    assert.deepStrictEqual(turn({ pausedUntil: NOW + 1 }), { _tag: "Wait", until: NOW + 1 })
    assert.strictEqual(turn({ pausedUntil: NOW })._tag, "Take")
  })

  it("sends one delivery at a time to an endpoint that is probed", () => {
    assert.deepStrictEqual(turn({ probing: true }), { _tag: "Take", quota: 1 })
    assert.deepStrictEqual(turn({ probing: true, probedUntil: NOW + 5 }), { _tag: "Wait", until: NOW + 5 })
    assert.deepStrictEqual(turn({ probing: true, probedUntil: NOW }), { _tag: "Take", quota: 1 })
  })

  it("keeps to the rate limit, and waits for the next slot when there is none", () => {
    const rateLimit = RateLimit.make(2)
    assert.deepStrictEqual(turn({ rateLimit }), { _tag: "Take", quota: 1 })
    assert.deepStrictEqual(turn({ rateLimit, slotAt: NOW + 300 }), { _tag: "Wait", until: NOW + 300 })
    assert.strictEqual(positionAfter({ ...queue, rateLimit }, 1, NOW).slotAt, NOW + 500)
    assert.strictEqual(
      positionAfter({ ...queue, rateLimit }, 0, NOW).slotAt,
      0,
      "a slot that nobody took is still there"
    )
  })
})
