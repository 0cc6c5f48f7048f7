import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Clock, Effect, FileSystem } from "effect"
import { type BenchResult, lowerIsBetter, median } from "../report/BenchResult.ts"

const LAUNCHER = fileURLToPath(new URL("../../../../scripts/landfall.mjs", import.meta.url))

const INSTALLED = fileURLToPath(new URL("../../../../scripts/release/installed.mjs", import.meta.url))

const execFilePromise = promisify(execFile)

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
  const runs = Object.entries(COMMANDS).map(([name, args]) => {
    const millis: Array<number> = []
    return { name, args, millis }
  })
  const baseline: Array<number> = []
  for (let round = 1 - WARM_UP_ROUNDS; round <= ROUNDS; round++) {
    const bare = yield* timeNode(folder, ["-e", "0"])
    if (round > 0) baseline.push(bare)
    for (const { args, millis } of runs) {
      const startMillis = yield* timeNode(folder, [LAUNCHER, ...args])
      if (round > 0) millis.push(startMillis)
    }
  }
  return runs.map(({ name, millis }) => lowerIsBetter(name, median(millis), "ms", median(baseline)))
}).pipe(Effect.scoped, Effect.provide(NodeServices.layer))

/** Runs Node to its end in a folder. Completes with what it printed. */
const printed = (folder: string, parameters: ReadonlyArray<string>) =>
  Effect.promise(() => execFilePromise(process.execPath, [...parameters], { cwd: folder })).pipe(
    Effect.map(({ stdout }) => stdout.trim())
  )

/** Prints the milliseconds that the first import of a module takes in a new process. */
const importScript = (module: string) =>
  `const started = performance.now(); await import(${JSON.stringify(module)}); console.log(performance.now() - started)`

const importMillis = (folder: string, module: string) =>
  Effect.map(printed(folder, ["--input-type=module", "-e", importScript(module)]), Number)

/** Starts a server on a new database. Completes with the milliseconds until it is up, when it has ended again. */
const timeServer = Effect.fnUntraced(function* (command: string, parameters: ReadonlyArray<string>) {
  const files = yield* FileSystem.FileSystem
  const folder = yield* files.makeTempDirectoryScoped({ prefix: "landfall-bench-" })
  const started = yield* Clock.monotonicTimeNanos
  const server = spawn(command, [...parameters, "serve"], {
    cwd: folder,
    env: { ...process.env, LANDFALL_DATA: folder, PORT: "0" },
    stdio: ["ignore", "pipe", "ignore"]
  })
  yield* Effect.promise(async () => {
    for await (const text of server.stdout) if (String(text).includes(" is up at ")) return
    throw new Error(`${command} serve ended before it was up`)
  })
  const millis = Number((yield* Clock.monotonicTimeNanos) - started) / 1e6
  yield* Effect.promise(() => {
    const ended = once(server, "exit")
    server.kill("SIGTERM")
    return ended
  })
  return millis
}, Effect.scoped)

const EXECUTABLE = new URL("../../../../scripts/executable/build.mjs", import.meta.url).href

/** Builds the executable into a folder. Completes with its path. */
const buildExecutable = (folder: string) =>
  Effect.promise(async (): Promise<string> => {
    const { buildExecutable: build } = await import(EXECUTABLE)
    return (await build({ output: `${folder}/landfall` })).output
  })

/** The first start of the executable until it is up, with its migrations, beside that of the installed command. */
const executableResults = Effect.fnUntraced(function* (folder: string, command: string) {
  const executable = yield* buildExecutable(folder)
  const alone: Array<number> = []
  const installed: Array<number> = []
  for (let round = 1 - WARM_UP_ROUNDS; round <= ROUNDS; round++) {
    const aloneTaken = yield* timeServer(executable, [])
    const installedTaken = yield* timeServer(process.execPath, [command])
    if (round <= 0) continue
    alone.push(aloneTaken)
    installed.push(installedTaken)
  }
  return lowerIsBetter("start.executable.serve", median(alone), "ms", median(installed))
})

/**
 * The packed packages, installed into an empty project as users install them: the help of the command, beside Node alone, and
 * the first import of a module of core, beside that of `effect/Schema`, in which every type of core is written. No code is
 * cached for the imports.
 */
const packagedResults = Effect.gen(function* () {
  const files = yield* FileSystem.FileSystem
  const folder = yield* Effect.acquireRelease(printed(process.cwd(), [INSTALLED]), (path) =>
    Effect.orDie(files.remove(path, { recursive: true }))
  )
  const command = `${folder}/node_modules/landfall/dist/bin.js`
  const help: Array<number> = []
  const bare: Array<number> = []
  const core: Array<number> = []
  const schema: Array<number> = []
  for (let round = 1 - WARM_UP_ROUNDS; round <= ROUNDS; round++) {
    const helped = yield* timeNode(folder, [command, "--help"])
    const bareTaken = yield* timeNode(folder, ["-e", "0"])
    const coreTaken = yield* importMillis(folder, "@landfall/core/tracking/journey/Journey")
    const schemaTaken = yield* importMillis(folder, "effect/Schema")
    if (round <= 0) continue
    help.push(helped)
    bare.push(bareTaken)
    core.push(coreTaken)
    schema.push(schemaTaken)
  }
  return [
    lowerIsBetter("start.packaged.help", median(help), "ms", median(bare)),
    lowerIsBetter("start.packaged.import.core", median(core), "ms", median(schema)),
    yield* executableResults(folder, command)
  ]
}).pipe(Effect.scoped, Effect.provide(NodeServices.layer))

/** The start times of commands. */
export const startBench: ReadonlyArray<Effect.Effect<ReadonlyArray<BenchResult>, unknown, never>> = [
  startResults,
  packagedResults
]
