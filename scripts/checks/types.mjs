import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { ROOT } from "../launcher/paths.mjs"
import { packagesWith, tool } from "./tool.mjs"

const configOf = (name) => join(ROOT, "packages", name, "tsconfig.json")

/**
 * Checks the types of every package. Packages with the same options are checked together, so that each file is read once.
 * When such a group fails, its packages are checked one by one. Returns the names of the packages that fail.
 */
export const failingTypes = async () => {
  const names = packagesWith("src", "test").filter((name) => existsSync(configOf(name)))
  const groups = Map.groupBy(names, (name) =>
    JSON.stringify(JSON.parse(readFileSync(configOf(name), "utf8")).compilerOptions)
  )
  const failing = []
  for (const group of groups.values()) {
    if (group.length > 1 && (await isCorrectTogether(group))) continue
    for (const name of group) if ((await check(`packages/${name}`)) !== 0) failing.push(name)
  }
  return failing.sort()
}

const check = (project, options) =>
  tool("typescript", "tsc", ["--pretty", String(Boolean(process.stdout.isTTY)), "-p", project], options)

/** Whether packages with the same options have correct types, without output. */
const isCorrectTogether = async (names) => {
  // In the folder of the packages, from which the compiler finds those that are installed.
  const folder = mkdtempSync(join(ROOT, "node_modules", ".types-"))
  try {
    const { compilerOptions } = JSON.parse(readFileSync(configOf(names[0]), "utf8"))
    const include = names.flatMap((name) =>
      JSON.parse(readFileSync(configOf(name), "utf8")).include.map((path) => join(ROOT, "packages", name, path))
    )
    const config = { extends: join(ROOT, "tsconfig.base.json"), compilerOptions, include, exclude: [] }
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config))
    return (await check(folder, { stdio: "ignore" })) === 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
