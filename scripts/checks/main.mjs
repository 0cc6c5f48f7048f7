import { delimiter, dirname } from "node:path"
import process from "node:process"
import { exitCodeOf } from "../launcher/child.mjs"
import { checkApiReports } from "./apiReport.mjs"
import { lastLine, one, sum, unsteadyLines } from "./counts.mjs"
import { checkCycles } from "./cycles.mjs"
import { denoTests } from "./deno.mjs"
import { filterFaults, selectsByName, testFiles } from "./filters.mjs"
import { checkMigrations } from "./migrations.mjs"
import { tool } from "./tool.mjs"
import { failingTypes } from "./types.mjs"
import { vitest } from "./vitest.mjs"

/** Biome prints colours when the variable CI is set. */
const colours = process.stdout.isTTY ? [] : ["--colors=off"]

const succeeds = async (exitCode) => one((await exitCode) === 0)

/** Every check in order: its title, and a function that returns its counts. */
const STEPS = [
  [
    "types",
    async () => {
      const failing = await failingTypes()
      return { ...one(failing.length === 0), where: failing.map((name) => `packages/${name}`).join(", ") }
    }
  ],
  [
    "format, lint and dependency rules",
    () => succeeds(tool("@biomejs/biome", "biome", ["ci", "--error-on-warnings", ...colours]))
  ],
  [
    "unused files, exports and dependencies",
    () => succeeds(tool("knip", "knip", ["--no-progress", "--treat-config-hints-as-errors"]))
  ],
  ["import cycles of files and folders", async () => one(checkCycles())],
  ["public surface of the packages", async () => one(await checkApiReports())],
  ["migration order", async () => one(checkMigrations())],
  ["tests on Node", () => vitest([])],
  ["tests on Deno", () => denoTests()]
]

const runStep = async ([title, step]) => {
  const started = Date.now()
  console.log(`\n=== ${title}`)
  const counts = await step()
  console.log(
    `=== ${title}: ${counts.failed === 0 ? "ok" : "FAILED"} (${((Date.now() - started) / 1000).toFixed(1)} s)`
  )
  return { title, ...counts }
}

const failureLine = ({ title, failed, where }) =>
  `failed: ${title}${where ? ` (${where})` : failed > 1 ? ` (${failed} tests)` : ""}`

// A test that starts `node` by name gets the Node that runs the tests.
process.env.PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)

// Files and pipes get no colours.
if (!process.stdout.isTTY && !process.env.FORCE_COLOR) process.env.NO_COLOR = "1"

// The tool of a step receives the signal too, and has one second to end.
const stop = (signal) => setTimeout(() => process.exit(exitCodeOf(signal)), 1_000)
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop)

const filters = process.argv.slice(2)
const faults = filterFaults(filters, filters.length > 0 ? testFiles() : [])
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exit(1)

const results = []
for (const step of filters.length > 0 ? [["tests on Node", () => vitest(filters)]] : STEPS) {
  results.push(await runStep(step))
}
const total = sum(results)
console.log("")
for (const line of unsteadyLines(total)) console.log(line)
for (const result of results) if (result.failed > 0) console.log(failureLine(result))
const isUnused = selectsByName(filters) && total.passed + total.failed === 0
if (isUnused) console.log("failed: no test in these files has a name that matches -t")
console.log(lastLine(total))
process.exitCode = total.failed === 0 && !isUnused ? 0 : 1
