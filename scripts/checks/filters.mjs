import { globSync } from "node:fs"
import { ROOT } from "../launcher/paths.mjs"

/** The files of tests, as vitest.config.ts includes them. */
export const TEST_FILES = ["packages/*/test/**/*.test.ts", "scripts/test/**/*.test.mjs"]

const NAME_OPTIONS = ["-t", "--testNamePattern"]

/** The arguments that select files: those that are neither an option nor the value after one. */
const fileFilters = (args) =>
  args.filter((arg, index) => !arg.startsWith("-") && !(args[index - 1] ?? "").startsWith("-"))

/** Whether the arguments select tests by name. */
export const selectsByName = (args) =>
  args.some((arg) => NAME_OPTIONS.some((option) => arg === option || arg.startsWith(`${option}=`)))

/** What is wrong with the arguments of a run of some tests, one line for each; `files` are paths below the root. */
export const filterFaults = (args, files) =>
  fileFilters(args)
    .map((filter) => filter.replace(`${ROOT}/`, "").replace(/^\.\//, ""))
    .filter((filter) => !files.some((file) => file.toLowerCase().includes(filter.toLowerCase())))
    .map(
      (filter) =>
        `No test file has "${filter}" in its path. Give a path below packages/*/test or scripts/test, or a part of one, such as RateLimit.test.ts.`
    )

/** The paths of all test files, below the root. */
export const testFiles = () => globSync(TEST_FILES, { cwd: ROOT })
