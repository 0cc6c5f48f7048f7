import { tool } from "../checks/tool.mjs"
import { updateExamples } from "./examples.mjs"

/**
 * Turns the pending changesets into one version and its changelogs, and writes the version into the examples. Commits nothing.
 * Returns the exit code.
 */
export const bumpVersions = async () => {
  const code = await tool("@changesets/cli", "changeset", ["version"])
  if (code === 0) updateExamples()
  return code
}
