import { existsSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { ROOT } from "../launcher/paths.mjs"
import { packagesWith, tool } from "./tool.mjs"

const CONCURRENCY = 2

/** Checks the types of every package, two at a time. Returns the names of the packages that fail. */
export const failingTypes = async () => {
  const queue = packagesWith("src", "test").filter((name) => existsSync(join(ROOT, "packages", name, "tsconfig.json")))
  const failing = []
  const worker = async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      const code = await tool("typescript", "tsc", [
        "--pretty",
        String(Boolean(process.stdout.isTTY)),
        "-p",
        `packages/${name}`
      ])
      if (code !== 0) failing.push(name)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return failing.sort()
}
