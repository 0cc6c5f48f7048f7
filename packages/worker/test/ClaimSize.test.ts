import { assert, describe, it } from "@effect/vitest"
import { claimSize, type Workload } from "@landfall/worker/ClaimSize"
import { Schema } from "effect"

const limits = { concurrency: 64, batch: 256 }
const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2_000 }))
const AnyWorkload = Schema.Struct({
  free: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: limits.concurrency })),
  waiting: Count,
  finished: Count,
  unrecorded: Count
})
const idle: Workload = { free: 64, waiting: 0, finished: 0, unrecorded: 0 }

describe("claimSize", () => {
  it("fills the free slots of an idle worker", () => {
    assert.strictEqual(claimSize(idle, limits), 64)
    assert.strictEqual(claimSize({ ...idle, free: 5 }, limits), 5)
  })

  it("claims nothing for a worker whose sends all hang", () => {
    assert.strictEqual(claimSize({ ...idle, free: 0 }, limits), 0)
  })

  it("claims twice what has ended since the last claim, up to a batch", () => {
    assert.strictEqual(claimSize({ ...idle, free: 0, finished: 50 }, limits), 100)
    assert.strictEqual(claimSize({ ...idle, free: 0, finished: 5_000 }, limits), 256)
  })

  it("claims nothing while enough waits", () => {
    assert.strictEqual(claimSize({ ...idle, free: 0, waiting: 64, finished: 500 }, limits), 0)
  })

  it("claims nothing while the storage is far behind with outcomes", () => {
    assert.strictEqual(claimSize({ ...idle, unrecorded: 4 * 256 }, limits), 0)
  })

  it.prop("stays between 0 and a batch", [AnyWorkload], ([workload]) => {
    const size = claimSize(workload, limits)
    assert.isTrue(Number.isInteger(size) && size >= 0 && size <= limits.batch)
  })

  it.prop("never leaves a slot free for which nothing waits", [AnyWorkload], ([workload]) => {
    if (workload.unrecorded >= 4 * 256 || workload.waiting >= workload.free) return
    assert.isAtLeast(claimSize(workload, limits), Math.min(workload.free - workload.waiting, limits.batch))
  })
})
