import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Clock, Effect, FileSystem } from "effect"
import { type BenchResult, lowerIsBetter, median } from "../report/BenchResult.ts"

const LAUNCHER = fileURLToPath(new URL("../../../../scripts/landfall.mjs", import.meta.url))

/** Rounds that count, and rounds before them that fill the cache of compiled code. */
const ROUNDS = 15
const WARM_UP_ROUNDS = 2

/** The commands by the name of their row. */
const COMMANDS = {
  "start.help": ["--help"],
  "start.config": ["config"],
  "start.keys": ["keys", "list"],
  "start.accounts": ["accounts", "list"],
  "start.ports": ["ports", "search", "rotterdam"]
}

/** Runs Node to its end, with the data of Landfall in `folder`. Completes with the milliseconds it took. */
const timeNode = Effect.fnUntraced(function* (folder: string, parameters: ReadonlyArray<string>) {
  const started = yield* Clock.monotonicTimeNanos
  const [code] = yield* Effect.promise(() => {
    const env = { ...process.env, LANDFALL_DATA: folder }
    return once(spawn(process.execPath, parameters, { env, stdio: "ignore" }), "exit")
  })
  if (code !== 0) return yield* Effect.die(`node ${parameters.join(" ")} ended with ${code}`)
  return Number((yield* Clock.monotonicTimeNanos) - started) / 1e6
})

/**
 * The time from the start of a command to its end, on a database with one account, as `npm run landfall` starts it but
 * without npm. The baseline is Node alone. Commands and baseline run in turns.
 */
const startResults = Effect.gen(function* () {
  const files = yield* FileSystem.FileSystem
  const folder = yield* files.makeTempDirectoryScoped({ prefix: "landfall-bench-" })
  yield* timeNode(folder, [LAUNCHER, "accounts", "create", "Harbour"])
  const runs = Object.entries(COMMANDS).map(([name, args]) => ({ name, args, millis: [] as Array<number> }))
  const baseline: Array<number> = []
  for (let round = 1 - WARM_UP_ROUNDS; round <= ROUNDS; round++) {
    const bare = yield* timeNode(folder, ["-e", "0"])
    if (round > 0) baseline.push(bare)
    for (const { args, millis } of runs) {
      const taken = yield* timeNode(folder, [LAUNCHER, ...args])
      if (round > 0) millis.push(taken)
    }
  }
  return runs.map(({ name, millis }) => lowerIsBetter(name, median(millis), "ms", median(baseline)))
}).pipe(Effect.scoped, Effect.provide(NodeServices.layer))

/** How long commands take to start. */
export const startBench: ReadonlyArray<Effect.Effect<ReadonlyArray<BenchResult>, unknown, never>> = [startResults]
