import { assert, describe, it } from "@effect/vitest"
import { DateTime, Option } from "effect"
import type { DeliveryState } from "../../../src/alerts/delivery/Delivery.ts"
import { isExpired, isFinished, nextPruneStart } from "../../../src/alerts/operations/Retention.ts"

const at = DateTime.makeUnsafe(1)

describe("retention", () => {
  it("expires what is older than the limit, and not what is exactly as old", () => {
    assert.isTrue(isExpired(999, 1000))
    assert.isFalse(isExpired(1000, 1000))
  })

  it("retains a message while one of its deliveries is open", () => {
    const succeeded: DeliveryState = { _tag: "Succeeded", attempts: 1, at }
    assert.isTrue(isFinished([]))
    assert.isTrue(isFinished([succeeded, { _tag: "Skipped", attempts: 0, reason: "filter", at }]))
    assert.isFalse(isFinished([succeeded, { _tag: "Pending", attempts: 1, dueAt: at }]))
    assert.isFalse(isFinished([{ _tag: "Leased", attempts: 0, until: at }]))
  })

  it("continues after the last row of a full step, and ends after a step with fewer rows", () => {
    assert.deepStrictEqual(nextPruneStart(["a", "b"], 2), Option.some("b"))
    assert.deepStrictEqual(nextPruneStart(["a"], 2), Option.none())
    assert.deepStrictEqual(nextPruneStart([], 2), Option.none())
  })
})
