import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { Effect, Schema } from "effect"
import { lowerIsBetter } from "../report/BenchResult.ts"

const MEASURE = fileURLToPath(new URL("../../../dashboard/test/measure.ts", import.meta.url))

/** The limits, in milliseconds, which are the baseline: above 1, a screen is faster than its limit. */
const INTERACTIVE_LIMIT = 1000
const REACTION_LIMIT = 100

const Measurement = Schema.fromJsonString(
  Schema.Struct({ screen: Schema.String, interactiveMillis: Schema.Finite, reactionMillis: Schema.Finite })
)
const decode = Schema.decodeEffect(Measurement)

const run = promisify(execFile)

/**
 * Each screen of the dashboard in a real Chromium: how long it takes with an empty cache until it shows its data, and the
 * longest time until it reacts to a key or a press.
 */
export const dashboardBench = [
  Effect.gen(function* () {
    const { stdout } = yield* Effect.promise(() => run(process.execPath, [MEASURE], { maxBuffer: 1 << 24 }))
    const lines = stdout.split("\n").filter((line) => line.startsWith("{"))
    const measured = yield* Effect.forEach(lines, (line) => decode(line))
    return measured.flatMap(({ screen, interactiveMillis, reactionMillis }) => [
      lowerIsBetter(`dashboard.interactive.${screen}`, interactiveMillis, "ms", INTERACTIVE_LIMIT),
      lowerIsBetter(`dashboard.reaction.${screen}`, reactionMillis, "ms", REACTION_LIMIT)
    ])
  })
]
