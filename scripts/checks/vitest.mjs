import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { run } from "../launcher/child.mjs"
import { COMPILE_CACHE, ROOT } from "../launcher/paths.mjs"
import { TEST_COMMAND, withBundledCommand } from "./commandBundle.mjs"
import { filesToRepeat, mergedCounts, unsteadyLines } from "./counts.mjs"
import { REPORT_FILE } from "./reporter.mjs"
import { binOf } from "./tool.mjs"

const REPORTER = fileURLToPath(new URL("reporter.mjs", import.meta.url))

/** Exit codes above this one are those of processes that a signal ended. */
const MAX_EXIT_CODE = 128

/**
 * Runs vitest on `runtime`, the command line that runs a script, and returns the counts. A file that fails runs once more,
 * alone, when at most three failed: a busy machine does not hide the result, and an unsteady test is named. A run of all
 * files starts the command from a bundle, a run of some from the sources.
 */
export const vitest = async (filters, runtime = [process.execPath], env = {}) => {
  const isWholeRun = filters.length === 0
  return isWholeRun
    ? await withBundledCommand((main) => runWithSecondRuns(filters, runtime, { ...env, [TEST_COMMAND]: main }))
    : await runWithSecondRuns(filters, runtime, env)
}

const runWithSecondRuns = async (filters, runtime, env) => {
  const first = await runOnce(filters, runtime, env)
  const second = new Map()
  for (const name of first.exitCode > MAX_EXIT_CODE ? [] : filesToRepeat(first)) {
    console.log(`\n=== second run, alone: ${nameOf(name)}`)
    second.set(name, await runOnce([name], runtime, env))
  }
  const merged = mergedCounts(first, second)
  const counts = { ...merged, unsteady: merged.unsteady.map(nameOf) }
  for (const line of unsteadyLines(counts)) console.log(line)
  return counts
}

const nameOf = (file) => relative(ROOT, file)

/** Runs vitest once; returns its exit code and its report, undefined when it wrote none. */
const runOnce = async (filters, [command, ...flags], env) => {
  const folder = mkdtempSync(join(tmpdir(), "landfall-tests-"))
  const file = join(folder, "report.json")
  const args = [...flags, binOf("vitest", "vitest"), "run", "--reporter=default", `--reporter=${REPORTER}`, ...filters]
  try {
    const exitCode = await run(command, args, {
      cwd: ROOT,
      stdio: ["ignore", "inherit", "inherit"],
      // Tests start the command some hundred times: with the cache of compiled code, each start takes a third less time.
      env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env, ...env, [REPORT_FILE]: file }
    })
    return { exitCode, report: readReport(file) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const readReport = (file) => {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch {
    // vitest wrote no report: the exit code decides.
    return undefined
  }
}
