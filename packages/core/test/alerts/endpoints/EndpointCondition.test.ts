import { assert, describe, it } from "@effect/vitest"
import { DateTime, Option } from "effect"
import {
  activePause,
  conditionOf,
  disabledByOwner,
  type EndpointStatus,
  REENABLED
} from "../../../src/alerts/endpoints/EndpointCondition.ts"
import { type Failing, HEALTHY } from "../../../src/alerts/endpoints/EndpointHealth.ts"

const DAY = 24 * 3_600_000
const now = DateTime.makeUnsafe(5000)
const healthy: EndpointStatus = { health: HEALTHY, probing: false, disabled: Option.none() }
const failing: Failing = { _tag: "Failing", since: 1000, messages: [], clockFrom: undefined, warned: false }

describe("the condition of an endpoint", () => {
  it("is healthy, or probing after it was enabled again", () => {
    assert.deepStrictEqual(conditionOf(healthy), { _tag: "Healthy" })
    assert.deepStrictEqual(conditionOf(REENABLED), { _tag: "Probing" })
  })

  it("is failing also while it is probed, and names when it is disabled five days after its clock started", () => {
    const since = DateTime.makeUnsafe(1000)
    const probed = { ...healthy, health: failing, probing: true }
    assert.deepEqual(conditionOf(probed), { _tag: "Failing", since, disabledFrom: Option.none() })
    const running = conditionOf({ ...healthy, health: { ...failing, clockFrom: 2000 } })
    const disabledFrom = Option.some(DateTime.makeUnsafe(2000 + 5 * DAY))
    assert.deepEqual(running, { _tag: "Failing", since, disabledFrom })
  })

  it("is disabled, whatever its health", () => {
    const disabled = disabledByOwner({ ...healthy, health: failing }, now)
    assert.deepEqual(conditionOf(disabled), { _tag: "Disabled", since: now, reason: "owner" })
  })
})

describe("the pause of an endpoint", () => {
  it("is over at its end", () => {
    assert.isTrue(Option.isNone(activePause(1000, 1000)))
    assert.deepEqual(activePause(1001, 1000), Option.some(DateTime.makeUnsafe(1001)))
    assert.isTrue(Option.isNone(activePause(0, 1000)))
  })
})
