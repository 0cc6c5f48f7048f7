import { assert, describe, it } from "@effect/vitest"
import { DateTime, Option } from "effect"
import type { DeliveryState } from "../../../src/alerts/delivery/Delivery.ts"
import type { SkipReason } from "../../../src/alerts/Message.ts"
import { isInScope, type ResendCandidate } from "../../../src/alerts/operations/ResendSelection.ts"

const at = DateTime.makeUnsafe
const SINCE = 1000
const UNTIL = 2000

const skipped = (reason: SkipReason, attempts = 0, settledAt = 1500): DeliveryState => ({
  _tag: "Skipped",
  attempts,
  reason,
  at: at(settledAt)
})
const exhausted: DeliveryState = { _tag: "Exhausted", attempts: 10, at: at(1500) }

const candidate = (state: DeliveryState, changes: Partial<ResendCandidate> = {}): ResendCandidate => ({
  state,
  type: "vessel.arrival.at.final.pod",
  example: false,
  createdAt: at(1500),
  ...changes
})
const select = (kind: "recover" | "replay-missing", found: ResendCandidate) =>
  isInScope({ kind, since: at(SINCE), until: at(UNTIL) }, Option.none(), found)

describe("the scope of a task", () => {
  it("recover: deliveries that were attempted and are undelivered", () => {
    assert.isTrue(select("recover", candidate(exhausted)))
    assert.isTrue(select("recover", candidate(skipped("endpoint_disabled", 2))))
    assert.isFalse(select("recover", candidate(skipped("endpoint_disabled"))))
    assert.isFalse(select("recover", candidate({ _tag: "Succeeded", attempts: 1, at: at(1500) })))
    assert.isFalse(select("recover", candidate({ _tag: "Pending", attempts: 1, dueAt: at(1500) })))
  })

  it("replay-missing: deliveries skipped for a disabled endpoint, the plan, or a filter that admits the type now", () => {
    assert.isTrue(select("replay-missing", candidate(skipped("endpoint_disabled"))))
    assert.isTrue(select("replay-missing", candidate(skipped("plan"))))
    assert.isTrue(select("replay-missing", candidate(skipped("filter"))))
    assert.isFalse(select("replay-missing", candidate(skipped("filter"), { type: "shipment.completed" })))
    assert.isFalse(select("replay-missing", candidate(skipped("endpoint_deleted"))))
    assert.isFalse(select("replay-missing", candidate(exhausted)))
    assert.isFalse(select("replay-missing", candidate(skipped("plan"), { example: true })))
  })

  it("includes both ends: created until, and undelivered since", () => {
    assert.isTrue(select("recover", candidate(skipped("plan", 1, SINCE), { createdAt: at(UNTIL) })))
    assert.isFalse(select("recover", candidate(skipped("plan", 1, SINCE - 1))))
    assert.isFalse(select("recover", candidate(exhausted, { createdAt: at(UNTIL + 1) })))
    assert.isTrue(select("recover", candidate(skipped("plan", 1, UNTIL + 500), { createdAt: at(1) })))
  })
})
