import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect, Redacted } from "effect"
import { makeSqliteUrl } from "../delivery/BenchStores.ts"
import { higherIsBetter, median } from "../report/BenchResult.ts"
import { LAUNCHER_FLAGS } from "../report/LauncherFlags.ts"
import { congestion, KEY, type Operation } from "./HttpBench.ts"
import { type Rates, startLoadProcess } from "./LoadProcess.ts"
import { NODE, type Runtime, startServerOn } from "./ServerProcess.ts"

/** Rounds that count, and rounds before them that warm both servers up. */
const ROUNDS = 5
const WARM_UP_ROUNDS = 3

/** The flags of V8 are those of Node: without them, the server on Deno has half the rate of the one on Node. */
const V8_FLAGS = LAUNCHER_FLAGS.filter((flag) => !flag.startsWith("--disable-warning")).join(",")

const DENO_FLAGS = [
  "run",
  `--v8-flags=${V8_FLAGS}`,
  "--allow-all",
  "--no-lock",
  "--node-modules-dir=manual",
  "--cached-only",
  "--quiet"
]

/** The Deno that npm installed; undefined on platforms without one. */
const findDeno = Effect.promise(async (): Promise<Runtime | undefined> => {
  const tools: { readonly findDeno: () => string | undefined } = await import(
    new URL("../../../../scripts/checks/tool.mjs", import.meta.url).href
  )
  const execPath = tools.findDeno()
  return execPath === undefined ? undefined : { execPath, execArgv: DENO_FLAGS }
})

const startService = Effect.fnUntraced(function* (runtime: Runtime) {
  return yield* startServerOn(runtime, "./service.ts", Redacted.value(yield* makeSqliteUrl), KEY)
})

const compare = Effect.fnUntraced(function* (deno: Runtime, { count, requests, unit }: Operation) {
  const [onNode, onDeno] = [yield* startService(NODE), yield* startService(deno)]
  const load = yield* startLoadProcess
  const rates: Array<{ readonly node: Rates; readonly deno: Rates }> = []
  for (let round = 1 - WARM_UP_ROUNDS; round <= ROUNDS; round++) {
    const sent = requests(round + WARM_UP_ROUNDS)
    const rate = { node: yield* load(onNode, sent, count), deno: yield* load(onDeno, sent, count) }
    const [node, other] = [rate.node.perSecond.toFixed(0), rate.deno.perSecond.toFixed(0)]
    yield* Console.error(
      `  http.deno ${round < 1 ? "warming up" : `round ${round} of ${ROUNDS}`}: node ${node}/s, deno ${other}/s`
    )
    if (round > 0) rates.push(rate)
  }
  const row = (name: string, of: keyof Rates) =>
    higherIsBetter(name, median(rates.map(({ deno }) => deno[of])), unit, median(rates.map(({ node }) => node[of])))
  return [row("http.deno", "perSecond"), row("http.deno.cpu", "perCpuSecond")]
})

/** The metered requests per second of the server on Deno. The baseline is the same server on Node, loaded in turns with it. */
export const denoBench = Effect.gen(function* () {
  const deno = yield* findDeno
  if (deno !== undefined) return yield* compare(deno, congestion)
  yield* Console.error(`  http.deno skipped: there is no Deno package for ${process.platform}-${process.arch}`)
  return []
}).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
