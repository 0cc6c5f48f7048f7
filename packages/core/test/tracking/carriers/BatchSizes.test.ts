import { assert, describe, it } from "@effect/vitest"
import { AccountId } from "../../../src/accounts/Account.ts"
import { BatchSizes } from "../../../src/tracking/carriers/BatchSizes.ts"
import { EVENTS_PER_BATCH } from "../../../src/tracking/carriers/EventBatches.ts"

const ACCOUNT = AccountId.make("acc_wide")
const OTHER = AccountId.make("acc_other")

describe("the size of the next batch of an account", () => {
  it("is small for the first events of an account", () => {
    const size = new BatchSizes().sizeFor(ACCOUNT)
    assert.isAtLeast(size, 10)
    assert.isAtMost(size, EVENTS_PER_BATCH / 3)
  })

  it("follows the decisions that the events of the last batch have led to, of this account alone", () => {
    const sizes = new BatchSizes()
    sizes.record(ACCOUNT, 20, 2_000)
    sizes.record(OTHER, 20, 20)
    assert.strictEqual(sizes.sizeFor(ACCOUNT), 1)
    assert.isAtLeast(sizes.sizeFor(OTHER), 50)
    sizes.record(ACCOUNT, 1, 0)
    assert.isAbove(sizes.sizeFor(ACCOUNT), sizes.sizeFor(OTHER))
  })

  it("is at least one event and at most a whole batch, and unchanged by a batch without events", () => {
    const sizes = new BatchSizes()
    sizes.record(ACCOUNT, 1, 1_000_000)
    assert.strictEqual(sizes.sizeFor(ACCOUNT), 1)
    sizes.record(ACCOUNT, 0, 7)
    assert.strictEqual(sizes.sizeFor(ACCOUNT), 1)
    sizes.record(ACCOUNT, 1_000, 0)
    assert.isAtMost(sizes.sizeFor(ACCOUNT), EVENTS_PER_BATCH)
  })
})
