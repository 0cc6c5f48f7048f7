import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Option, Result, Schema } from "effect"
import { HOUR_MILLIS } from "../../src/time/Durations.ts"
import { isoOf } from "../../src/time/Instant.ts"
import { abandonedCallOutcome, callOutcomeOf } from "../../src/usage/CallOutcome.ts"
import { usageWindowOf } from "../../src/usage/UsageFigures.ts"

const utc = (iso: string): DateTime.Utc => DateTime.makeUnsafe(iso)

const window = (start: string | undefined, end: string | undefined) => {
  const parsed = usageWindowOf(
    Option.map(Option.fromUndefinedOr(start), utc),
    Option.map(Option.fromUndefinedOr(end), utc)
  )
  return Result.map(parsed, ({ from, to }) => [Option.map(from, isoOf), Option.map(to, isoOf)].map(Option.getOrNull))
}

const Millis = Schema.Int.pipe(Schema.check(Schema.isBetween({ minimum: 0, maximum: 4e12 })))

describe("a usage window", () => {
  it.each([
    ["2026-03-01T10:00:00Z", "2026-03-01T11:00:00Z", "2026-03-01T10:00:00.000Z", "2026-03-01T11:00:00.000Z"],
    ["2026-03-01T10:59:59.999Z", "2026-03-01T11:00:00.001Z", "2026-03-01T10:00:00.000Z", "2026-03-01T12:00:00.000Z"],
    ["2026-03-01T10:20:00+05:30", "2026-03-01T10:20:00+05:30", "2026-03-01T04:00:00.000Z", "2026-03-01T04:00:00.000Z"],
    [undefined, "2026-03-01T10:30:00Z", null, "2026-03-01T11:00:00.000Z"],
    ["2026-03-01T10:30:00Z", undefined, "2026-03-01T10:00:00.000Z", null],
    [undefined, undefined, null, null]
  ])("from %s to %s is %s to %s", (start, end, from, to) => {
    assert.deepStrictEqual(window(start, end), Result.succeed([from, to]))
  })

  it("is rejected when it ends before it starts, and empty when it ends where it starts", () => {
    assert.isTrue(Result.isFailure(window("2026-03-01T10:30:00Z", "2026-03-01T10:29:59Z")))
    assert.deepStrictEqual(
      window("2026-03-01T10:30:00Z", "2026-03-01T10:30:00Z"),
      Result.succeed(["2026-03-01T10:00:00.000Z", "2026-03-01T10:00:00.000Z"])
    )
  })

  it.effect.prop("contains each requested instant and starts and ends at a full hour", [Millis, Millis], ([a, b]) =>
    Effect.sync(() => {
      const [start, end] = [Math.min(a, b), Math.max(a, b)]
      const parsed = Result.getOrThrow(
        usageWindowOf(Option.some(DateTime.makeUnsafe(start)), Option.some(DateTime.makeUnsafe(end)))
      )
      const [from, to] = [Option.getOrThrow(parsed.from), Option.getOrThrow(parsed.to)]
      assert.deepStrictEqual([from % HOUR_MILLIS, to % HOUR_MILLIS], [0, 0])
      if (start === end) return assert.strictEqual(from, to)
      assert.isTrue(from <= start && end <= to && start - from < HOUR_MILLIS && to - end < HOUR_MILLIS)
    })
  )
})

describe("the outcome of a call", () => {
  it("follows its status: below 400 success, below 500 client error, else server error", () => {
    assert.deepStrictEqual([200, 304, 399].map(callOutcomeOf), ["success", "success", "success"])
    assert.deepStrictEqual([400, 402, 499].map(callOutcomeOf), ["clientError", "clientError", "clientError"])
    assert.deepStrictEqual([500, 503].map(callOutcomeOf), ["serverError", "serverError"])
  })

  it("without a response is a success only when it was charged", () => {
    assert.deepStrictEqual([0, 1].map(abandonedCallOutcome), ["clientError", "success"])
  })
})
