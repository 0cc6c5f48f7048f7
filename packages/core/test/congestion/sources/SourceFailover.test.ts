import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  checkGroup,
  type FailoverStep,
  failoverSettings,
  receiveReport,
  type SourceState,
  startGroup
} from "../../../src/congestion/sources/SourceFailover.ts"
import { Instant } from "../../../src/time/Instant.ts"

const SETTINGS = { silenceMillis: 30_000, recoveryMillis: 60_000 }

/** The seconds at which each source sends a report while it runs, up to `end`. */
type Deliveries = ReadonlyArray<(second: number) => boolean>

interface Second {
  readonly states: ReadonlyArray<SourceState>
  readonly steps: ReadonlyArray<FailoverStep>
}

/** A group that is checked every second. */
const simulate = (deliveries: Deliveries, end: number): ReadonlyArray<Second> => {
  let states = startGroup(deliveries.length, Instant.make(0))
  return Array.from({ length: end }, (_, index) => {
    const now = Instant.make((index + 1) * 1000)
    states = states.map((state, source) =>
      state._tag !== "Stopped" && deliveries[source]?.(index + 1) === true ? receiveReport(state, now) : state
    )
    const plan = checkGroup(states, now, SETTINGS)
    states = plan.states
    return plan
  })
}

const stepsOf = (seconds: ReadonlyArray<Second>): ReadonlyArray<string> =>
  seconds.flatMap(({ steps }, index) => steps.map(({ _tag, source }) => `${index + 1} s: ${source} ${_tag}`))

const always = () => true
const never = () => false

describe("a group of sources", () => {
  it("starts the stand-by when the primary has been silent for the threshold, and stops it after the recovery", () => {
    const primary = (second: number) => second <= 100 || second > 200
    assert.deepStrictEqual(stepsOf(simulate([primary, always], 400)), [
      "130 s: 0 FellSilent",
      "130 s: 1 Started",
      "261 s: 1 Stopped"
    ])
  })

  it("starts the next stand-by when the one before it is silent too, each after the threshold", () => {
    assert.deepStrictEqual(stepsOf(simulate([never, never, always], 100)), [
      "30 s: 0 FellSilent",
      "30 s: 1 Started",
      "60 s: 1 FellSilent",
      "60 s: 2 Started"
    ])
  })

  it("does not stop a stand-by for a primary that sends once and is silent again", () => {
    const primary = (second: number) => second === 50
    assert.deepStrictEqual(stepsOf(simulate([primary, always], 200)), [
      "30 s: 0 FellSilent",
      "30 s: 1 Started",
      "80 s: 0 FellSilent"
    ])
  })

  it("of one source reports its silence only after five minutes", () => {
    assert.strictEqual(failoverSettings(30_000, 1).silenceMillis, 300_000)
    assert.strictEqual(failoverSettings(30_000, 2).silenceMillis, 30_000)
  })

  const Silence = Schema.Tuple([
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 600 })),
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 200 }))
  ])
  const Feed = Schema.Struct({
    silences: Schema.Array(Silence).check(Schema.isMaxLength(6)),
    intervalSeconds: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 25 }))
  })
  const feeds = Schema.Array(Feed).check(Schema.isBetweenLength(1, 3))

  it.prop(
    "always runs its primary, starts no stand-by too early, and delivers within the threshold of each source",
    [feeds],
    ([inputs]) => {
      const deliveries = inputs.map(
        ({ silences, intervalSeconds }) =>
          (second: number) =>
            second % intervalSeconds === 0 &&
            !silences.some(([from, length]) => second >= from && second < from + length)
      )
      let lastReport = 0
      for (const [index, { states, steps }] of simulate([...deliveries, always], 600).entries()) {
        assert.notStrictEqual(states[0]?._tag, "Stopped")
        for (const { _tag, source } of steps) {
          if (_tag === "Started") assert.isTrue(states.slice(0, source).every((state) => state._tag === "Silent"))
        }
        const second = index + 1
        const isReceived = states.some((state) => state._tag === "Delivering" && state.lastReportAt === second * 1000)
        if (isReceived) lastReport = second
        assert.isAtMost(second - lastReport, 31 * deliveries.length + 1)
      }
    }
  )
})
