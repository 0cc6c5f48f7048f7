import { assert, describe, it } from "@effect/vitest"
import { nextAccount } from "@landfall/core/limits/FairShare"
import { Schema } from "effect"
import { decideRequest, slotWeightOf } from "../../src/shares/RequestConcurrency.ts"

const IDLE = { weight: 0, waiting: 0, inProgress: 0 }

/** The requests of one account that run at the same time, of those that each count as `weight`, on so many free slots. */
const runningAlone = (slots: number, weight: number): number => {
  let running = 0
  while (decideRequest(slots - running, { ...IDLE, weight: running * weight }, 1000) === "run") running++
  return running
}

describe("the requests of an account", () => {
  it("hold three quarters of the slots when they are alone, fewer when they count as more", () => {
    assert.strictEqual(runningAlone(16, 1), 12)
    assert.strictEqual(runningAlone(16, 5), 6)
    assert.strictEqual(runningAlone(16, 50), 1)
    assert.strictEqual(runningAlone(32, 1), 24)
    assert.strictEqual(runningAlone(32, slotWeightOf("messages.list", 5, 250)), 4)
    assert.strictEqual(runningAlone(1, 1), 1)
  })

  it("count as more by their items and their page, and as one where they are heavy or start tasks", () => {
    assert.strictEqual(slotWeightOf("endpoints.get", 1, 0), 1)
    assert.strictEqual(slotWeightOf("messages.list", 1, 50), 5)
    assert.strictEqual(slotWeightOf("shipments.easyShipment", 10, 0), 10)
    assert.strictEqual(slotWeightOf("shipments.easyShipment", 1000, 0), 1)
    assert.strictEqual(slotWeightOf("tasks.recover", 50, 0), 1)
  })

  it("wait behind earlier ones of the same account", () => {
    assert.strictEqual(decideRequest(16, { weight: 0, waiting: 1, inProgress: 1 }, 10), "wait")
  })

  it("are rejected when the account has its limit in progress, whatever is free", () => {
    assert.strictEqual(decideRequest(16, { weight: 0, waiting: 0, inProgress: 10 }, 10), "reject")
    assert.strictEqual(decideRequest(0, { weight: 3, waiting: 6, inProgress: 9 }, 10), "wait")
  })

  it("run next when they have used the least time, the least weight among equals, and only where a slot is free for them", () => {
    const of = (account: string, weight: number, used: number) => ({ account, weight, used })
    assert.strictEqual(nextAccount(2, [of("loud", 0, 30), of("calm", 2, 4), of("later", 2, 5)]), "calm")
    assert.strictEqual(nextAccount(2, [of("loud", 5, 4), of("first", 1, 4), of("second", 1, 4)]), "first")
    assert.strictEqual(nextAccount(2, [of("full", 6, 0), of("loud", 5, 30)]), "loud")
    assert.isUndefined(nextAccount(0, [of("loud", 0, 0)]))
    assert.isUndefined(nextAccount(2, [of("loud", 6, 0)]))
    assert.isUndefined(nextAccount(5, []))
  })

  const Weights = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 50 }))).check(
    Schema.isMinLength(1),
    Schema.isMaxLength(40)
  )

  it.prop(
    "of an account without a slot run while any slot is free, whatever the others hold",
    [Weights],
    ([weights]) => {
      const slots = 16
      let free = slots
      const running = weights.map(() => 0)
      for (let round = 0; round < slots; round++) {
        for (const [account, weight] of weights.entries()) {
          const own = running[account] ?? 0
          if (decideRequest(free, { ...IDLE, weight: own }, 1000) !== "run") continue
          running[account] = own + weight
          free--
        }
      }
      assert.isAtLeast(free, 0)
      // One account never takes the last slot.
      if (weights.length === 1) assert.isAtLeast(free, slots / 4)
      assert.strictEqual(decideRequest(free, IDLE, 1000), free > 0 ? "run" : "wait")
    }
  )
})
