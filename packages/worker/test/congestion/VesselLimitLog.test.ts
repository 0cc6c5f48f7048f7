import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { TestClock } from "effect/testing"
import { makeVesselLimitLog } from "../../src/congestion/VesselLimitLog.ts"

describe("the log of the limit of vessels", () => {
  it.effect(
    "has a line when vessels are first dropped or skipped, and at most one in an hour, with the counts since",
    () =>
      Effect.gen(function* () {
        const lines: Array<string> = []
        const log = makeVesselLimitLog(1_000)
        const count = (dropped: number, skippedReports: number) =>
          log({ vessels: 1_000, dropped, skippedReports }).pipe(
            Effect.provide(Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))]))
          )
        yield* count(0, 0)
        assert.deepStrictEqual(lines, [])
        yield* count(15, 0)
        yield* count(30, 1)
        yield* TestClock.adjust("1 hour")
        yield* count(45, 2)
        assert.deepStrictEqual(
          lines.map((line) => /: (.*?)\./.exec(line)?.[1]),
          [
            "15 vessels dropped, 0 reports of further vessels skipped",
            "30 vessels dropped, 2 reports of further vessels skipped"
          ]
        )
        assert.isTrue(lines.every((line) => line.includes("the 1000 that LANDFALL_AIS_MAX_VESSELS allows")))
      })
  )
})
