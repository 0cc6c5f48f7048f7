import { delimiter, dirname } from "node:path"
import process from "node:process"
import { codeOf } from "../launcher/child.mjs"
import { lastLine, one, sum } from "./counts.mjs"
import { checkCycles } from "./cycles.mjs"
import { denoTests } from "./deno.mjs"
import { checkMigrations } from "./migrations.mjs"
import { tool } from "./tool.mjs"
import { failingTypes } from "./types.mjs"
import { vitest } from "./vitest.mjs"

/** Biome takes CI for a terminal with colours. */
const colours = process.stdout.isTTY ? [] : ["--colors=off"]

const holds = async (code) => one((await code) === 0)

/** Every check in its order: a title and what it came to. */
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
    () => holds(tool("@biomejs/biome", "biome", ["ci", "--error-on-warnings", ...colours]))
  ],
  ["unused files, exports and dependencies", () => holds(tool("knip", "knip", ["--no-progress", "--no-config-hints"]))],
  ["import cycles of files and folders", async () => one(checkCycles())],
  ["migration order", async () => one(checkMigrations())],
  ["tests on Node", () => vitest([])],
  ["tests on Deno", denoTests]
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

// What a test starts by name is the Node that runs the tests.
process.env.PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)

// A file or a pipe is no place for colours, whatever a tool makes of CI.
if (!process.stdout.isTTY && !process.env.FORCE_COLOR) process.env.NO_COLOR = "1"

// What a step has running is sent the signal too, and is given a second to end.
const stop = (signal) => setTimeout(() => process.exit(codeOf(signal)), 1_000)
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop)

const filters = process.argv.slice(2)
const results = []
for (const step of filters.length > 0 ? [["tests on Node", () => vitest(filters)]] : STEPS) {
  results.push(await runStep(step))
}
const total = sum(results)
console.log("")
for (const result of results) if (result.failed > 0) console.log(failureLine(result))
console.log(lastLine(total))
process.exitCode = total.failed === 0 ? 0 : 1
