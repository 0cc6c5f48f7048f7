import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { AccountId } from "../../../src/accounts/Account.ts"
import { EndpointId } from "../../../src/alerts/EndpointId.ts"
import {
  admitsDeliveries,
  applyAttempt,
  type EndpointHealth,
  type EndpointHealthRecord,
  HEALTHY,
  type HealthVerdict,
  isHealthChanged,
  reviewEndpoints,
  reviewHealth
} from "../../../src/alerts/endpoints/EndpointHealth.ts"
import { MessageId } from "../../../src/alerts/Message.ts"
import { endpointId, exhaust, outcomeOf, retry, succeed } from "../LeaseOutcomes.ts"

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = 1_700_000_000_000

interface Step {
  readonly message: number
  readonly hours: number
  readonly succeeded?: boolean
}

/** The verdicts on attempts, each with its hour; without `none`. */
const verdicts = (steps: ReadonlyArray<Step>): ReadonlyArray<readonly [HealthVerdict, number]> => {
  let health: EndpointHealth = HEALTHY
  return steps.flatMap(({ message, hours, succeeded = false }) => {
    const messageId = MessageId.make(`msg_${message}`)
    const after = applyAttempt(health, { messageId, succeeded, at: START + hours * HOUR })
    health = after.health
    return after.verdict === "none" ? [] : [[after.verdict, hours] as const]
  })
}

/** One failure per hour, of this many messages in turn. */
const hourly = (hours: number, messages: number): ReadonlyArray<Step> =>
  Array.from({ length: hours + 1 }, (_, n) => ({ message: n % messages, hours: n }))

describe("an endpoint that only fails", () => {
  it("is warned after 2.5 days and disabled after 5 days, from when three messages had failed over 12 hours", () => {
    assert.deepStrictEqual(verdicts(hourly(12 + 5 * 24, 20)), [
      ["warn", 12 + 60],
      ["disable", 12 + 120]
    ])
  })

  it("is not disabled because two messages failed, however often", () => {
    assert.deepStrictEqual(verdicts(hourly(60 * 24, 2)), [])
  })

  it("is not disabled because many messages failed within twelve hours", () => {
    const burst = Array.from({ length: 500 }, (_, n) => ({ message: n, hours: n / 50 }))
    assert.deepStrictEqual(verdicts(burst), [])
  })

  it("is warned once", () => {
    assert.strictEqual(verdicts(hourly(12 + 4 * 24, 5)).length, 1)
  })

  it("is warned before it is disabled, however rare its attempts are", () => {
    const weekly = Array.from({ length: 6 }, (_, n) => ({ message: n, hours: n * 7 * 24 }))
    assert.deepStrictEqual(verdicts(weekly), [
      ["warn", 21 * 24],
      ["disable", 28 * 24],
      ["disable", 35 * 24]
    ])
    const daily = Array.from({ length: 3 }, (_, n) => ({ message: n, hours: 22 * 24 + n * 24 }))
    assert.deepStrictEqual(verdicts([...weekly.slice(0, 4), ...daily]), [
      ["warn", 21 * 24],
      ["disable", 24 * 24]
    ])
  })

  it("starts again after a single success", () => {
    const steps = [...hourly(12 + 100, 5), { message: 1, hours: 113, succeeded: true }]
    const again = hourly(12 + 119, 5).map((step) => ({ ...step, hours: step.hours + 114 }))
    assert.deepStrictEqual(verdicts([...steps, ...again]), [
      ["warn", 72],
      ["warn", 114 + 72]
    ])
  })
})

const Attempts = Schema.Array(
  Schema.Struct({
    message: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9 })),
    after: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 8 * DAY })),
    succeeded: Schema.Boolean
  })
)

describe("the health of an endpoint", () => {
  it.prop(
    "disables the endpoint only after 5 days and 12 hours without a success, and after a warning",
    [Attempts],
    ([attempts]) => {
      let health: EndpointHealth = HEALTHY
      let at = START
      let lastSuccess = START
      let warned = false
      for (const { message, after, succeeded } of attempts) {
        at += after
        const step = applyAttempt(health, { messageId: MessageId.make(`msg_${message}`), succeeded, at })
        health = step.health
        if (succeeded) lastSuccess = at
        warned = !succeeded && (warned || step.verdict === "warn")
        assert.strictEqual(health._tag, succeeded ? "Healthy" : "Failing")
        if (step.verdict === "disable") {
          assert.isAtLeast(at - lastSuccess, 5 * DAY + 12 * HOUR)
          assert.isTrue(warned)
        }
        if (health._tag === "Failing") assert.isAtMost(health.messages.length, 3)
      }
    }
  )
})

const record: EndpointHealthRecord = {
  id: endpointId,
  accountId: AccountId.make("acc_1"),
  url: "https://example.com/hook",
  verified: true,
  inactive: false,
  probing: false,
  health: HEALTHY
}
const warned: EndpointHealth = {
  _tag: "Failing",
  since: START,
  messages: [1, 2, 3].map((n) => MessageId.make(`msg_${n}`)),
  clockFrom: START + 12 * HOUR,
  warned: true
}

describe("the review of an endpoint", () => {
  it("follows the attempts in the order in which they ended", () => {
    const review = reviewHealth({ ...record, probing: true }, [outcomeOf(retry(), 50), outcomeOf(succeed, 0)])
    assert.strictEqual(review.health._tag, "Failing")
    assert.isFalse(review.probing)
    assert.strictEqual(review.lastAttemptAt, 150)
    assert.isTrue(isHealthChanged(review))
  })

  it("changes nothing at a healthy endpoint after a success", () => {
    const review = reviewHealth(record, [outcomeOf(succeed, START)])
    assert.isFalse(isHealthChanged(review))
    assert.deepStrictEqual(review.events, [])
  })

  it("disables at 410 Gone, and after five days of failures; an inactive endpoint not again", () => {
    const goneOutcome = outcomeOf({ _tag: "DisableEndpoint" }, START)
    assert.strictEqual(reviewHealth(record, [goneOutcome]).disabledReason, "gone")
    assert.strictEqual(reviewHealth({ ...record, inactive: true }, [goneOutcome]).disabledReason, undefined)
    const late = outcomeOf(retry(), START + 6 * DAY)
    const review = reviewHealth({ ...record, health: warned }, [late])
    assert.strictEqual(review.disabledReason, "failing")
    assert.deepStrictEqual(review.events, [
      { type: "endpoint.disabled", endpointId, reason: "failing", failingSince: START }
    ])
  })

  it("warns with the time at which the endpoint is disabled", () => {
    const health: EndpointHealth = { ...warned, warned: false }
    const review = reviewHealth({ ...record, health }, [outcomeOf(retry(), START + 4 * DAY)])
    assert.deepStrictEqual(review.events, [
      { type: "endpoint.failing", endpointId, failingSince: START, disabledFrom: START + 12 * HOUR + 5 * DAY }
    ])
  })

  it("reports every exhausted delivery, and the latest pause that the receiver requested", () => {
    const outcomes = [
      outcomeOf(exhaust(START + 5), START, { message: 7 }),
      outcomeOf(retry(START + 9), START),
      outcomeOf(retry(), START)
    ]
    const review = reviewHealth(record, outcomes)
    assert.strictEqual(review.pausedUntil, START + 9)
    assert.deepStrictEqual(review.events, [
      { type: "delivery.exhausted", endpointId, messageId: MessageId.make("msg_7"), attempts: 3 }
    ])
  })

  it("admits further deliveries after a probe, whatever its outcome, and with the verification", () => {
    const reviewed = (changes: Partial<EndpointHealthRecord>, next: Parameters<typeof outcomeOf>[0]) =>
      admitsDeliveries(reviewHealth({ ...record, ...changes }, [outcomeOf(next, START)]))
    assert.isTrue(reviewed({ probing: true }, succeed))
    assert.isTrue(reviewed({ probing: true }, retry()))
    assert.isTrue(reviewed({ verified: false }, succeed))
    assert.isFalse(reviewed({ verified: false }, retry()))
    assert.isFalse(reviewed({}, succeed))
  })

  it("covers every endpoint with a record and an attempt", () => {
    const other = { ...record, id: EndpointId.make("ep_2") }
    const records = new Map([record, other].map((found) => [found.id, found]))
    const reviews = reviewEndpoints(records, [outcomeOf(retry(), START)])
    assert.deepStrictEqual(
      reviews.map(({ endpoint }) => endpoint.id),
      [endpointId]
    )
    assert.deepStrictEqual(reviewEndpoints(new Map(), [outcomeOf(succeed, START)]), [])
  })
})
