import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { pathToFileURL } from "node:url"
import { run } from "../launcher/child.mjs"
import { ROOT } from "../launcher/paths.mjs"
import { NONE, one, sum } from "./counts.mjs"
import { findDeno, packagesWith, sourcesIn } from "./tool.mjs"
import { vitest } from "./vitest.mjs"

/** Deno downloads nothing, and writes neither node_modules nor a lock file. */
const FLAGS = ["--no-lock", "--node-modules-dir=manual", "--cached-only", "--no-prompt", "--quiet"]

/** Packages that load without any permission, such as access to files or to environment variables. */
const NEUTRAL = ["api", "core", "feeds", "sea"]

/**
 * Packages whose tests run on Deno in every run: they use what Node and Deno provide. The client is in api; the delivery and
 * egress suites are those of worker.
 */
const OF_RUNTIMES = ["api", "http", "storage", "worker"]

/** Packages whose tests run on Deno in a whole run only: they compute the same on every runtime. */
const COMPUTING = ["core", "feeds", "sea", "testing"]

/** Tests of the composed service that run on Deno too: the HTTP contract, delivery, egress, and the tour of the README. */
const OF_SERVICE = [
  "packages/landfall/test/contract/",
  "packages/landfall/test/readme.test.ts",
  ...["alerts", "contract", "egress", "egressModes"].map((name) => `packages/landfall/test/service/${name}.test.ts`)
]

/**
 * Loads the runtime-neutral packages in Deno without permissions, then runs tests with vitest in Deno: those of all packages
 * in a whole run, else those of the packages and the service whose behaviour depends on the runtime.
 */
export const denoTests = async ({ whole = false } = {}) => {
  const deno = findDeno()
  if (deno === undefined) {
    console.log(`skipped: there is no Deno package for ${process.platform}-${process.arch}`)
    return { ...NONE, skipped: 1 }
  }
  const loads = one((await load(deno)) === 0)
  const selected = whole ? [...OF_RUNTIMES, ...COMPUTING] : OF_RUNTIMES
  const tested = packagesWith("test").filter((name) => selected.includes(name))
  if (tested.length === 0) return loads
  const filters = [...tested.map((name) => `packages/${name}/test/`), ...OF_SERVICE]
  return sum([loads, await vitest(filters, [deno, "run", "--allow-all", ...FLAGS], { LANDFALL_TEST_RUNTIME: "deno" })])
}

const load = async (deno) => {
  const files = NEUTRAL.flatMap((name) => sourcesIn(join(ROOT, "packages", name, "src")))
  console.log(`loading ${files.length} files of ${NEUTRAL.join(", ")} without permissions`)
  const folder = mkdtempSync(join(tmpdir(), "landfall-deno-"))
  const script = join(folder, "load.ts")
  try {
    writeFileSync(script, files.map((file) => `import "${pathToFileURL(file)}"\n`).join(""))
    return await run(deno, ["run", ...FLAGS, script], { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"] })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
