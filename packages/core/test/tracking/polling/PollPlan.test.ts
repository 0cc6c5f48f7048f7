import { assert, describe, it } from "@effect/vitest"
import { Option, Result, Schema } from "effect"
import { HOUR_MILLIS } from "../../../src/time/Durations.ts"
import { Instant } from "../../../src/time/Instant.ts"
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
const queryOf = (scac: string): SourceQuery => ({ scac: Scac.make(scac), number: "TGHU1234567", kind: "CT" })
const queries = ["MAEU", "HLCU", "ONEY"].map(queryOf)

const start: PollProgress = {
  query: queryOf("MAEU"),
  matched: false,
  tried: 0,
  last: { _tag: "Never" },
  lastResponseAt: Option.none(),
  restartedAt: Option.none()
}
const context: PollContext = {
  queries,
  status: "tracking",
  journey: { hasMilestones: false, pendingDates: [], atSea: false },
  now: NOW,
  random: 0.5
}

const responded: PollResult = Result.succeed({ events: [], rejected: [], unknown: {}, complete: true, requests: 1 })
const failures = {
  unknown: (scac: Scac) => new ShipmentUnknown({ scac, requests: 1, number: "TGHU1234567" }),
  unauthorised: (scac: Scac) =>
    new SourceUnauthorised({ scac, requests: 1, message: `${scac} rejects the credentials.` }),
  unavailable: (scac: Scac) =>
    new SourceUnavailable({ scac, requests: 1, reason: "timeout", message: `${scac} is slow.` }),
  throttled: (scac: Scac) =>
    new SourceThrottled({
      scac,
      requests: 1,
      until: Instant.make(NOW + HOUR_MILLIS),
      message: `${scac} limits requests.`
    })
}
type Failure = keyof typeof failures

/** What follows when queries go like this, one after another. */
const after = (
  results: ReadonlyArray<Failure | "responded">,
  from: PollProgress = start,
  changes: Partial<PollContext> = {}
) => {
  let plan = { progress: from, waits: 0, error: Option.none<string>() }
  for (const result of results) {
    const pollResult = result === "responded" ? responded : Result.fail(failures[result](plan.progress.query.scac))
    const next = planNextPoll(plan.progress, pollResult, { ...context, ...changes })
    plan = {
      progress: next.progress,
      waits: next.next._tag === "Poll" ? (next.next.at - NOW) / HOUR_MILLIS : Number.POSITIVE_INFINITY,
      error: next.error
    }
  }
  return plan
}

describe("planNextPoll", () => {
  it("makes the query of a response the match, which failures do not change", () => {
    const { progress } = after(["unknown", "responded", "unknown", "unavailable", "unauthorised"])
    assert.deepStrictEqual([progress.query.scac, progress.matched], ["HLCU", true])
  })

  it("tries every query soon without a match, whatever the failure, and then increases the interval", () => {
    const scacs = (results: ReadonlyArray<Failure>) => results.map((_, index) => after(results.slice(0, index + 1)))
    const round = scacs(["unknown", "unavailable", "unauthorised", "unknown", "unknown", "unknown"])
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
    assert.strictEqual(
      Option.getOrThrow(error),
      "MAEU limits requests. The next poll is after 2026-03-01T13:00:00.000Z."
    )
  })

  it("clears the error after a response", () => {
    assert.deepStrictEqual(after(["unknown", "responded"]).error, Option.none())
  })

  it("does not poll a completed shipment again", () => {
    for (const result of ["responded", "unknown"] as const) {
      assert.strictEqual(after([result], start, { status: "completed" }).waits, Number.POSITIVE_INFINITY)
    }
  })

  it("replaces a carrier that is no longer configured", () => {
    const { progress } = after(["unavailable"], { ...start, query: queryOf("ZIMU") })
    assert.strictEqual(progress.query.scac, "MAEU")
  })

  it.prop(
    "tries every query once per round, until one matches",
    [
      Schema.Array(Schema.Literals(["unknown", "unavailable", "unauthorised"])).pipe(
        Schema.check(Schema.isBetweenLength(3, 9))
      )
    ],
    ([results]) => {
      const queried = results.map((_, index) => after(results.slice(0, index)).progress.query.scac)
      for (let index = 0; index + 3 <= queried.length; index++) {
        assert.strictEqual(new Set(queried.slice(index, index + 3)).size, 3)
      }
    }
  )
})

describe("a response with events that cannot be read", () => {
  it("is a response, and the plan names the events", () => {
    const rejected = [0, 1, 2, 3].map((index) => ({ index, path: `$[${index}].eventDateTime`, reason: "is missing" }))
    const plan = planNextPoll(
      start,
      Result.succeed({ events: [], rejected, unknown: {}, complete: false, requests: 1 }),
      context
    )
    assert.deepStrictEqual(plan.progress.last, { _tag: "Responded" })
    assert.strictEqual(
      Option.getOrThrow(plan.error),
      "4 of 4 events from MAEU cannot be read: $[0].eventDateTime is missing; $[1].eventDateTime is missing; $[2].eventDateTime is missing; and 1 more. An event that was reported before and may be one of these is not retracted."
    )
  })
})
