import { assert, describe, it } from "@effect/vitest"
import { DateTime, Option } from "effect"
import type { Delivery, DeliveryState } from "../../../src/alerts/delivery/Delivery.ts"
import {
  awaitsFirstAttempt,
  claimableAt,
  claimKindOf,
  type DeliveryEvent,
  initialDelivery,
  requestedDelivery,
  transition,
  undeliveredAt
} from "../../../src/alerts/delivery/DeliveryStateMachine.ts"
import type { RetryDecision } from "../../../src/alerts/delivery/RetryPolicy.ts"
import { EndpointId } from "../../../src/alerts/EndpointId.ts"

const NOW = 1_700_000_000_000
const at = (offset: number): DateTime.Utc => DateTime.makeUnsafe(NOW + offset)
const now = at(0)
const endpointId = EndpointId.make("ep_1")

const delivery = (state: DeliveryState, attemptsBefore = 0): Delivery => ({
  state,
  attemptsBefore,
  trigger: "automatic"
})

/** One delivery of each kind that the state machine distinguishes. */
const DELIVERIES = {
  first: delivery({ _tag: "Pending", attempts: 0, dueAt: at(-1) }),
  retryDue: delivery({ _tag: "Pending", attempts: 2, dueAt: at(-1) }),
  retryLater: delivery({ _tag: "Pending", attempts: 2, dueAt: at(1) }),
  leased: delivery({ _tag: "Leased", attempts: 2, until: at(1) }),
  expired: delivery({ _tag: "Leased", attempts: 2, until: at(-1) }),
  succeeded: delivery({ _tag: "Succeeded", attempts: 2, at: at(-1) }),
  exhausted: delivery({ _tag: "Exhausted", attempts: 2, at: at(-1) }),
  skipped: delivery({ _tag: "Skipped", attempts: 2, reason: "filter", at: at(-1) })
} as const
type Kind = keyof typeof DELIVERIES
const KINDS = Object.keys(DELIVERIES).filter((key): key is Kind => key in DELIVERIES)

const attempted = (decision: RetryDecision, endpointInactive = false): DeliveryEvent => ({
  _tag: "Attempted",
  decision,
  endedAt: at(-5),
  recordedAt: now,
  endpointInactive
})
const retry: RetryDecision = { _tag: "Retry", dueAt: NOW + 5000, pauseUntil: undefined }

const leasedAfterClaim: DeliveryState = { _tag: "Leased", attempts: 2, until: at(25) }
const skippedAs = (reason: "endpoint_disabled" | "endpoint_deleted", attempts = 2): DeliveryState => ({
  _tag: "Skipped",
  attempts,
  reason,
  at: now
})
const pendingAgain: DeliveryState = { _tag: "Pending", attempts: 2, dueAt: now }
const fromLease = (state: DeliveryState) => ({ leased: state, expired: state })

/** Every event with the resulting states; other kinds remain unchanged. */
const TRANSITIONS: ReadonlyArray<readonly [DeliveryEvent, Partial<Record<Kind, DeliveryState>>]> = [
  [
    { _tag: "Claimed", at: now, until: at(25) },
    { first: { ...leasedAfterClaim, attempts: 0 }, retryDue: leasedAfterClaim, expired: leasedAfterClaim }
  ],
  [{ _tag: "Released", at: now }, fromLease(pendingAgain)],
  [attempted({ _tag: "Succeed" }), fromLease({ _tag: "Succeeded", attempts: 3, at: at(-5) })],
  [attempted({ _tag: "Exhaust" }), fromLease({ _tag: "Exhausted", attempts: 3, at: at(-5) })],
  [attempted({ _tag: "DisableEndpoint" }), fromLease({ _tag: "Exhausted", attempts: 3, at: at(-5) })],
  [attempted(retry), fromLease({ _tag: "Pending", attempts: 3, dueAt: at(5000) })],
  [attempted(retry, true), fromLease(skippedAs("endpoint_disabled", 3))],
  [
    { _tag: "EndpointDisabled", at: now },
    {
      first: skippedAs("endpoint_disabled", 0),
      retryDue: skippedAs("endpoint_disabled"),
      retryLater: skippedAs("endpoint_disabled")
    }
  ],
  [
    { _tag: "EndpointDeleted", at: now },
    {
      first: skippedAs("endpoint_deleted", 0),
      retryDue: skippedAs("endpoint_deleted"),
      retryLater: skippedAs("endpoint_deleted"),
      ...fromLease(skippedAs("endpoint_deleted"))
    }
  ],
  [
    { _tag: "EndpointInactive", reason: "endpoint_deleted", at: now },
    {
      first: skippedAs("endpoint_deleted", 0),
      retryDue: skippedAs("endpoint_deleted"),
      retryLater: skippedAs("endpoint_deleted"),
      expired: skippedAs("endpoint_deleted")
    }
  ],
  [
    { _tag: "ResendRequested", at: now },
    {
      first: { ...pendingAgain, attempts: 0 },
      retryDue: pendingAgain,
      retryLater: pendingAgain,
      succeeded: pendingAgain,
      exhausted: pendingAgain,
      skipped: pendingAgain
    }
  ]
]

describe("the state machine of a delivery", () => {
  for (const [event, expected] of TRANSITIONS) {
    const name = event._tag === "Attempted" ? `Attempted, ${event.decision._tag}` : event._tag
    const inactive = event._tag === "Attempted" && event.endpointInactive ? " at an inactive endpoint" : ""
    it(`${name}${inactive}: ${Object.keys(expected).join(", ")}; no other state changes`, () => {
      for (const kind of KINDS) {
        const after = transition(DELIVERIES[kind], event)
        const state = expected[kind]
        if (state === undefined) assert.strictEqual(after, DELIVERIES[kind], kind)
        else assert.deepEqual(after.state, state, kind)
      }
    })
  }

  it("retains trigger and the start of the policy in every transition except a resend, and never lowers attempts", () => {
    for (const [event] of TRANSITIONS) {
      for (const kind of KINDS) {
        const before = DELIVERIES[kind]
        const { attemptsBefore, trigger, state } = transition(before, event)
        const resent = event._tag === "ResendRequested" && before.state._tag !== "Leased"
        assert.strictEqual(attemptsBefore, resent ? before.state.attempts : before.attemptsBefore)
        assert.strictEqual(trigger, resent ? "manual" : before.trigger)
        assert.isAtLeast(state.attempts, before.state.attempts)
      }
    }
  })

  it("starts due immediately, or skipped for the recipient's reason", () => {
    const due = initialDelivery({ endpointId, skip: Option.none() }, now)
    assert.deepEqual(due, delivery({ _tag: "Pending", attempts: 0, dueAt: now }))
    const skipped = initialDelivery({ endpointId, skip: Option.some("plan") }, now)
    assert.deepEqual(skipped.state, { _tag: "Skipped", attempts: 0, reason: "plan", at: now })
    assert.deepEqual(requestedDelivery(now), { ...due, trigger: "manual" })
  })
})

describe("a claimable delivery", () => {
  it("is a first attempt whatever its due time, a retry once it is due, and a lease once it has ended", () => {
    const kinds = KINDS.map((kind) => [kind, Option.getOrNull(claimKindOf(DELIVERIES[kind], NOW))])
    assert.deepStrictEqual(Object.fromEntries(kinds), {
      first: "first",
      retryDue: "retry",
      retryLater: null,
      leased: null,
      expired: "expired",
      succeeded: null,
      exhausted: null,
      skipped: null
    })
    const ahead = delivery({ _tag: "Pending", attempts: 0, dueAt: at(60_000) })
    assert.deepStrictEqual(claimKindOf(ahead, NOW), Option.some("first"))
    assert.deepStrictEqual(claimableAt(ahead, NOW), Option.some(NOW))
  })

  it("awaits its first attempt again after a resend", () => {
    const resent = transition(DELIVERIES.exhausted, { _tag: "ResendRequested", at: now })
    assert.isTrue(awaitsFirstAttempt(resent))
    const leased = transition(resent, { _tag: "Claimed", at: now, until: at(25) })
    assert.isFalse(awaitsFirstAttempt(transition(leased, attempted(retry))))
  })
})

describe("an undelivered message", () => {
  it("became undelivered when it was exhausted or skipped, and is not while it is open", () => {
    const setAside = KINDS.filter((kind) => Option.isSome(undeliveredAt(DELIVERIES[kind].state)))
    assert.deepStrictEqual(setAside, ["exhausted", "skipped"])
  })
})
