import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  applyAttempt,
  type EndpointHealth,
  HEALTHY,
  type HealthVerdict
} from "../../../src/alerts/endpoints/EndpointHealth.ts"
import { MessageId } from "../../../src/alerts/Message.ts"

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = 1_700_000_000_000

interface Step {
  readonly message: number
  readonly hours: number
  readonly succeeded?: boolean
}

/** The verdicts on attempts, each with the hour it was given in; `none` left out. */
const verdicts = (steps: ReadonlyArray<Step>): ReadonlyArray<readonly [HealthVerdict, number]> => {
  let health: EndpointHealth = HEALTHY
  return steps.flatMap(({ message, hours, succeeded = false }) => {
    const messageId = MessageId.make(`msg_${message}`)
    const after = applyAttempt(health, { messageId, succeeded, at: START + hours * HOUR })
    health = after.health
    return after.verdict === "none" ? [] : [[after.verdict, hours] as const]
  })
}

/** One failure an hour, of as many messages as said. */
const hourly = (hours: number, messages: number): ReadonlyArray<Step> =>
  Array.from({ length: hours + 1 }, (_, n) => ({ message: n % messages, hours: n }))

describe("an endpoint that does nothing but fail", () => {
  it("is warned of after two and a half days, and disabled after five, from when three messages failed over 12 h", () => {
    assert.deepStrictEqual(verdicts(hourly(12 + 5 * 24, 20)), [
      ["warn", 12 + 60],
      ["disable", 12 + 120]
    ])
  })

  it("is not dead because two messages failed, however often", () => {
    assert.deepStrictEqual(verdicts(hourly(60 * 24, 2)), [])
  })

  it("is not dead because many messages failed within twelve hours", () => {
    const burst = Array.from({ length: 500 }, (_, n) => ({ message: n, hours: n / 50 }))
    assert.deepStrictEqual(verdicts(burst), [])
  })

  it("is warned of once", () => {
    assert.strictEqual(verdicts(hourly(12 + 4 * 24, 5)).length, 1)
  })

  it("is warned of before, however seldom it is tried", () => {
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

  it("starts anew after a single success", () => {
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
    "is disabled for nothing less than 5 days and 12 hours without a success, and a warning before",
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
