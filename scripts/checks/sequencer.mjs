import { existsSync } from "node:fs"
import { join } from "node:path"
import { BaseSequencer } from "vitest/node"
import { ROOT } from "../launcher/paths.mjs"

/** The files that take longest, in the order in which they start: each may occupy one worker while the others run all other files. */
export const LONGEST = [
  "packages/landfall/test/faults/faultRuns.test.ts",
  "packages/dashboard/test/screens.test.ts",
  "packages/storage/test/postgres/StorageInPostgres.test.ts",
  "packages/storage/test/postgres/StorageWithoutAdvisoryLocks.test.ts",
  "packages/storage/test/StorageInFile.test.ts",
  // After the fault runs, as far as possible: both start many processes.
  "packages/landfall/test/attack/shortForms.test.ts",
  "packages/storage/test/StorageInMemory.test.ts"
].map((file) => join(ROOT, file))

for (const file of LONGEST) if (!existsSync(file)) throw new Error(`${file} does not exist: correct ${import.meta.url}`)

/** The longest files first, so that no worker is left with one of them when the others have nothing more to run. */
export const longestFirst = (files) => {
  const longest = LONGEST.flatMap((path) => files.filter(({ moduleId }) => moduleId === path))
  return [...longest, ...files.filter((file) => !longest.includes(file))]
}

/** The order in which vitest runs test files. */
export default class LongestFirst extends BaseSequencer {
  async sort(files) {
    return longestFirst(await super.sort(files))
  }
}
