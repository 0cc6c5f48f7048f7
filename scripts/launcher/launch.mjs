import { existsSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { Failure, report } from "./failure.mjs"
import { installedNode } from "./installed.mjs"
import { isTooOld } from "./node.mjs"
import { COMPILED, ORPHAN, ROOT } from "./paths.mjs"

/**
 * node:sqlite and type stripping announce themselves as experimental on the Node 22 line. The space for young objects is
 * the same on every Node: with half of it a busy server collects twice as often. `--expose-gc` lets a program that has
 * started give back what only its start needed, a sixth of an idle server's memory.
 */
const FLAGS = ["--disable-warning=ExperimentalWarning", "--max-semi-space-size=16", "--expose-gc"]
const WATCH = ["--require", ORPHAN]

/**
 * Runs `program`, a file given from the repository's root, with `args`, on a Node that is new enough and with every
 * package installed. What is missing is brought first; when nothing is, the cost is one start of Node and a few reads.
 */
export const launch = async (program, args) => {
  try {
    if (isTooOld(process.version)) {
      throw new Failure(`Node ${process.version} is too old: install Node 24 from https://nodejs.org and start again`)
    }
    const node = installedNode() || (await bringAll())
    const file = join(ROOT, program)
    if (!existsSync(file)) throw new Failure(`${program} is missing: restore it with git checkout -- ${program}`)
    process.chdir(ROOT)
    await become(node.path, [file, ...args])
  } catch (error) {
    process.exitCode = report(error)
  }
}

const bringAll = async () => {
  await watchNpm()
  const { setUp } = await import("./setUp.mjs")
  return setUp()
}

const isUnderNpm = () => process.env.npm_lifecycle_event !== undefined

/** Ends this process when npm, or the shell that it runs us in, is gone. */
const watchNpm = async () => {
  if (!isUnderNpm()) return
  process.env.LANDFALL_WATCH = "2"
  await import("./orphan.cjs")
}

/**
 * Goes on as the program. Where Node can replace its own process (from 22.15, not on Windows) nothing of the launcher
 * stays behind; else the program is a child that gets our signals and gives us its exit code.
 */
const become = async (command, args) => {
  const { env } = process
  // Compiled code is kept between starts: it takes about a third off a warm one.
  if (!env.NODE_COMPILE_CACHE && !env.NODE_DISABLE_COMPILE_CACHE) env.NODE_COMPILE_CACHE = COMPILED
  if (process.execve && process.platform !== "win32") {
    const watch = isUnderNpm() ? WATCH : []
    process.execve(command, [command, ...FLAGS, ...watch, ...args], { ...env, LANDFALL_WATCH: "2" })
  }
  await watchNpm()
  const { run } = await import("./child.mjs")
  const options = { stdio: "inherit", env: { ...env, LANDFALL_WATCH: "1" } }
  process.exitCode = await run(command, [...FLAGS, ...WATCH, ...args], options)
}
