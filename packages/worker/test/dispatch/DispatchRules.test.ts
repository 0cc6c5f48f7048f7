import { assert, describe, it } from "@effect/vitest"
import { DEFAULT_LIMITS } from "@landfall/core/limits/Limits"
import { Schema } from "effect"
import { claimSize, laneLimits, type Workload } from "../../src/dispatch/DispatchRules.ts"

const limits = { concurrency: 64, claimBatch: 256 }
const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2_000 }))
const AnyWorkload = Schema.Struct({
  capacity: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: limits.concurrency })),
  ready: Count,
  ended: Count,
  unrecorded: Count
})
const idle: Workload = { capacity: 64, ready: 0, ended: 0, unrecorded: 0 }

describe("claimSize", () => {
  it("fills the capacity of an idle worker", () => {
    assert.strictEqual(claimSize(idle, limits), 64)
    assert.strictEqual(claimSize({ ...idle, capacity: 5 }, limits), 5)
  })

  it("is 0 for a worker whose sends all hang", () => {
    assert.strictEqual(claimSize({ ...idle, capacity: 0 }, limits), 0)
  })

  it("is twice the number of sends that ended since the last claim, up to a batch", () => {
    assert.strictEqual(claimSize({ ...idle, capacity: 0, ended: 50 }, limits), 100)
    assert.strictEqual(claimSize({ ...idle, capacity: 0, ended: 5_000 }, limits), 256)
  })

  it("is 0 while enough leases are ready", () => {
    assert.strictEqual(claimSize({ ...idle, capacity: 0, ready: 64, ended: 500 }, limits), 0)
  })

  it("is 0 while the storage is far behind with outcomes", () => {
    assert.strictEqual(claimSize({ ...idle, unrecorded: 4 * 256 }, limits), 0)
  })

  it.prop("stays between 0 and a batch", [AnyWorkload], ([workload]) => {
    const size = claimSize(workload, limits)
    assert.isTrue(Number.isInteger(size) && size >= 0 && size <= limits.claimBatch)
  })

  it.prop("covers the capacity for which no lease is ready", [AnyWorkload], ([generated]) => {
    const { capacity } = generated
    const ready = generated.ready % (capacity + 1)
    const workload = { ...generated, ready, unrecorded: generated.unrecorded % (4 * limits.claimBatch) }
    assert.isAtLeast(claimSize(workload, limits), Math.min(capacity - ready, limits.claimBatch))
  })
})

describe("the send lanes of a worker", () => {
  it("follow the limits of the service, and half of them are reserved for endpoints that respond", () => {
    assert.deepStrictEqual(laneLimits(DEFAULT_LIMITS), {
      concurrency: 256,
      concurrencyPerEndpoint: 64,
      reservedForResponsive: 128,
      connectionsPerOrigin: 96
    })
    const limits = { ...DEFAULT_LIMITS, "worker.sends": 9, "worker.originConnections": 4 }
    assert.deepStrictEqual(laneLimits(limits), {
      concurrency: 9,
      concurrencyPerEndpoint: 64,
      reservedForResponsive: 4,
      connectionsPerOrigin: 4
    })
  })
})
