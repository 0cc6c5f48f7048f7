import { existsSync } from "node:fs"
import module from "node:module"
import { join } from "node:path"
import process from "node:process"
import { pathToFileURL } from "node:url"
import { Failure, printLine, report } from "./failure.mjs"
import { folderOfCaller } from "./folder.mjs"
import { installedNode } from "./installed.mjs"
import { isTooOld, needsFlags } from "./node.mjs"
import { COMPILE_CACHE, ORPHAN_GUARD, ROOT } from "./paths.mjs"

/**
 * The flags of a service. Node 22 prints warnings that node:sqlite and type stripping are experimental. The space for young
 * objects is set to the same size on every Node: with half of it, a busy server collects garbage twice as often.
 * `--expose-gc` lets a program free the memory of its start, a sixth of the memory of an idle server.
 *
 * `--no-allocation-site-pretenuring`: at the start, nearly every object stays, and V8 concludes that objects from some places
 * of the code always stay. It then creates those of every request among the old objects, where each keeps the request that
 * it belongs to alive until the next full collection. Without the flag, a metered read takes up to 1.7 times as much
 * processor time.
 *
 * `--heap-growing-percent=50`: V8 collects the old objects when they are half as many again as those in use. By itself it
 * waits until they are up to four times as many, and a flood of short-lived vessels, shipments or requests then doubles the
 * memory of the process.
 */
export const FLAGS = [
  "--disable-warning=ExperimentalWarning",
  "--max-semi-space-size=16",
  "--expose-gc",
  "--no-allocation-site-pretenuring",
  "--heap-growing-percent=50"
]
/** A command that ends soon starts faster without the other flags, with which Node compiles its own modules again. */
const FLAGS_OF_COMMANDS = FLAGS.slice(0, 1)
const WATCH = ["--require", ORPHAN_GUARD]

const WRONG_USAGE = 2

/**
 * Runs `program`, a path relative to the root of the repository, with `args`, on a supported Node and with every package
 * installed. Downloads what is missing first; when nothing is missing, the cost is one start of Node and a few reads.
 * The program runs at the root or, with `inFolderOfCaller`, in the folder of the caller, with its data at the root. It runs in a
 * Node with the flags of a service or, with `inThisProcess` and where Node needs no flag, in this process, which starts it
 * about 50 ms sooner. With `withDashboard`, the dashboard is built first when its sources have changed. `help` says what a
 * program does that prints no help itself, and its `arguments`: none if absent; the program checks options if they name some.
 */
export const launch = async (
  program,
  args,
  { help, inFolderOfCaller = false, inThisProcess = false, withDashboard = false } = {}
) => {
  if (help !== undefined && answersHelp(help, args)) return
  try {
    if (isTooOld(process.version)) {
      throw new Failure(`Node ${process.version} is too old: install Node 24 from https://nodejs.org and start again`)
    }
    const node = installedNode() || (await installMissing())
    if (withDashboard) await buildDashboard(node)
    const file = join(ROOT, program)
    if (!existsSync(file)) throw new Failure(`${program} is missing: restore it with git checkout -- ${program}`)
    const folder = inFolderOfCaller ? folderOfCaller(process.cwd(), process.env, ROOT) : ROOT
    process.chdir(folder)
    if (folder !== ROOT) process.env.LANDFALL_DATA = process.env.LANDFALL_DATA || join(ROOT, "data")
    const isHere = inThisProcess && node.path === process.execPath && !needsFlags(process.version)
    const flags = inThisProcess ? FLAGS_OF_COMMANDS : FLAGS
    await (isHere ? continueAsProgram(file, args) : runProgram(node.path, flags, [file, ...args]))
  } catch (error) {
    process.exitCode = report(error)
  }
}

/** Prints the help when the arguments ask for it, or what is wrong with arguments where none is taken. */
const answersHelp = ({ about, arguments: taken }, args) => {
  const usage = `Usage: npm run ${process.env.npm_lifecycle_event ?? "COMMAND"}${taken === undefined ? "" : ` -- ${taken}`}`
  if (args.includes("--help") || args.includes("-h")) {
    console.log(`${about}\n${usage}`)
    return true
  }
  const isOption = (arg) => arg.startsWith("-") && !taken.includes("[-")
  const [wrong] = taken === undefined ? args : args.filter(isOption)
  if (wrong === undefined) return false
  printLine(
    taken === undefined ? `this command takes no arguments, got ${wrong}` : `this command has no option ${wrong}`
  )
  console.error(usage)
  process.exitCode = WRONG_USAGE
  return true
}

const installMissing = async () => {
  await endWithNpm()
  const { setUp } = await import("./setUp.mjs")
  return setUp()
}

/** Builds the dashboard. Where that fails, the server starts without it, and serves a page that names the command. */
const buildDashboard = async (node) => {
  try {
    const { ensureDashboard } = await import("./dashboard.mjs")
    await ensureDashboard(node.path)
  } catch (error) {
    report(error)
  }
}

const isStartedByNpm = () => process.env.npm_lifecycle_event !== undefined

/** Ends this process when npm, or the shell in which npm runs it, has ended. */
const endWithNpm = async () => {
  if (!isStartedByNpm()) return
  process.env.LANDFALL_WATCH = "2"
  await import("./orphan.cjs")
}

/** Imports the program, with the process as it would be if Node had started it. */
const continueAsProgram = async (file, args) => {
  await endWithNpm()
  module.enableCompileCache(COMPILE_CACHE)
  process.argv = [process.execPath, file, ...args]
  await import(pathToFileURL(file).href)
}

/**
 * Continues as the program in a new Node. Node 22.15 and newer replaces its own process, except on Windows; otherwise the program runs
 * as a child that receives the signals of this process and determines its exit code.
 */
const runProgram = async (command, flags, args) => {
  const { env } = process
  // Caching compiled code makes the next start about a third faster.
  if (!env.NODE_COMPILE_CACHE && !env.NODE_DISABLE_COMPILE_CACHE) env.NODE_COMPILE_CACHE = COMPILE_CACHE
  if (process.execve && process.platform !== "win32") {
    const watch = isStartedByNpm() ? WATCH : []
    process.execve(command, [command, ...flags, ...watch, ...args], { ...env, LANDFALL_WATCH: "2" })
  }
  await endWithNpm()
  const { run } = await import("./child.mjs")
  const options = { stdio: "inherit", env: { ...env, LANDFALL_WATCH: "1" } }
  process.exitCode = await run(command, [...flags, ...WATCH, ...args], options)
}
