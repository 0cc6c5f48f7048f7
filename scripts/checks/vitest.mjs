import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { run } from "../launcher/child.mjs"
import { ROOT } from "../launcher/paths.mjs"
import { countsOf } from "./counts.mjs"
import { binOf } from "./tool.mjs"

/** Runs vitest on `runtime`, the command line that runs a script, and returns the counts. */
export const vitest = async (filters, runtime = [process.execPath], env = {}) => {
  const folder = mkdtempSync(join(tmpdir(), "landfall-tests-"))
  const file = join(folder, "report.json")
  const [command, ...flags] = runtime
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`]
  try {
    const code = await run(command, [...flags, binOf("vitest", "vitest"), "run", ...reporters, ...filters], {
      cwd: ROOT,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...env }
    })
    return countsOf(readReport(file), code)
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
