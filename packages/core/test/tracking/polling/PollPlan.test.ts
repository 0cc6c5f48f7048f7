import { assert, describe, it } from "@effect/vitest"
import { Option, Result, Schema } from "effect"
import { HOUR_MILLIS, Instant } from "../../../src/time/Instant.ts"
import {
  ShipmentUnknown,
  type SourceQuery,
  SourceThrottled,
  SourceUnauthorised,
  SourceUnavailable
} from "../../../src/tracking/carriers/TrackingSource.ts"
import {
  type PollContext,
  type PollProgress,
  type PollResult,
  planNextPoll
} from "../../../src/tracking/polling/PollPlan.ts"
import { Scac } from "../../../src/tracking/references/Sealine.ts"
import { on } from "../fixtures.ts"

const NOW = on("03-01T12:00")
const question = (scac: string): SourceQuery => ({ scac: Scac.make(scac), number: "TGHU1234567", kind: "CT" })
const questions = ["MAEU", "HLCU", "ONEY"].map(question)

const start: PollProgress = {
  query: question("MAEU"),
  matched: false,
  tried: 0,
  last: { _tag: "Never" },
  lastResponseAt: Option.none()
}
const context: PollContext = {
  queries: questions,
  status: "tracking",
  journey: { hasMilestones: false, pendingDates: [], atSea: false },
  now: NOW,
  spread: 0.5
}

const answered: PollResult = Result.succeed({ events: [], rejected: [], unknown: {}, complete: true, requests: 1 })
const refusals = {
  unknown: (scac: Scac) => new ShipmentUnknown({ scac, requests: 1, number: "TGHU1234567" }),
  unauthorised: (scac: Scac) => new SourceUnauthorised({ scac, requests: 1, message: `${scac} says no.` }),
  away: (scac: Scac) => new SourceUnavailable({ scac, requests: 1, reason: "timeout", message: `${scac} is slow.` }),
  throttled: (scac: Scac) =>
    new SourceThrottled({ scac, requests: 1, until: Instant.make(NOW + HOUR_MILLIS), message: `${scac} wants a rest.` })
}
type Refusal = keyof typeof refusals

/** What follows when questions go like this, one after another. */
const after = (
  results: ReadonlyArray<Refusal | "answered">,
  from: PollProgress = start,
  changes: Partial<PollContext> = {}
) => {
  let plan = { progress: from, waits: 0, error: Option.none<string>() }
  for (const result of results) {
    const failed = result === "answered" ? answered : Result.fail(refusals[result](plan.progress.query.scac))
    const next = planNextPoll(plan.progress, failed, { ...context, ...changes })
    plan = {
      progress: next.progress,
      waits: next.next._tag === "Check" ? (next.next.at - NOW) / HOUR_MILLIS : Number.POSITIVE_INFINITY,
      error: next.error
    }
  }
  return plan
}

describe("planNextPoll", () => {
  it("makes the query of a response the match, which failures do not change", () => {
    const { progress } = after(["unknown", "answered", "unknown", "away", "unauthorised"])
    assert.deepStrictEqual([progress.query.scac, progress.matched], ["HLCU", true])
  })

  it("tries every query soon without a match, whatever the failure, and then increases the interval", () => {
    const scacs = (results: ReadonlyArray<Refusal>) => results.map((_, index) => after(results.slice(0, index + 1)))
    const round = scacs(["unknown", "away", "unauthorised", "unknown", "unknown", "unknown"])
    assert.deepStrictEqual(
      round.map(({ progress }) => progress.query.scac),
      ["HLCU", "ONEY", "MAEU", "HLCU", "ONEY", "MAEU"]
    )
    assert.deepStrictEqual(
      round.map(({ waits }) => waits),
      [0.1, 0.1, 1, 0.1, 0.1, 1]
    )
    const third = after(["unknown", "unknown", "unknown", "unknown", "unknown", "unknown"])
    assert.strictEqual(third.waits, 2)
  })

  it("repeats a throttled query when the carrier allows it", () => {
    const { progress, waits, error } = after(["throttled"])
    assert.strictEqual(progress.query.scac, "MAEU")
    assert.isAtLeast(waits, 1)
    assert.strictEqual(Option.getOrThrow(error), "MAEU wants a rest. The next poll is after 2026-03-01T13:00:00.000Z.")
  })

  it("clears the error after a response", () => {
    assert.deepStrictEqual(after(["unknown", "answered"]).error, Option.none())
  })

  it("does not poll a completed shipment again", () => {
    for (const result of ["answered", "unknown"] as const) {
      assert.strictEqual(after([result], start, { status: "completed" }).waits, Number.POSITIVE_INFINITY)
    }
  })

  it("replaces a carrier that is no longer configured", () => {
    const { progress } = after(["away"], { ...start, query: question("ZIMU") })
    assert.strictEqual(progress.query.scac, "MAEU")
  })

  it.prop(
    "tries every query once per round, until one matches",
    [
      Schema.Array(Schema.Literals(["unknown", "away", "unauthorised"])).pipe(
        Schema.check(Schema.isBetweenLength(3, 9))
      )
    ],
    ([results]) => {
      const asked = results.map((_, index) => after(results.slice(0, index)).progress.query.scac)
      for (let index = 0; index + 3 <= asked.length; index++) {
        assert.strictEqual(new Set(asked.slice(index, index + 3)).size, 3)
      }
    }
  )
})
