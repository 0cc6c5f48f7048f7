import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs"
import { dirname, join } from "node:path"
import process from "node:process"
import { run } from "../launcher/child.mjs"
import { ROOT } from "../launcher/paths.mjs"

/** Runs the program `name` of an installed package on this Node, with the output of this process. Returns its exit code. */
export const tool = (packageName, name, args, options = {}) =>
  run(process.execPath, [binOf(packageName, name), ...args], {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
    ...options
  })

export const binOf = (packageName, name) => {
  const folder = join(ROOT, "node_modules", packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  return join(folder, typeof bin === "string" ? bin : bin[name])
}

/** The Deno that npm installed; undefined on platforms without a Deno package, such as Alpine Linux. */
export const findDeno = () => {
  const store = join(dirname(realpathSync(join(ROOT, "node_modules", "deno"))), "@deno")
  if (!existsSync(store)) return undefined
  const name = process.platform === "win32" ? "deno.exe" : "deno"
  return readdirSync(store)
    .map((platform) => join(store, platform, name))
    .find(existsSync)
}

/** The names of the packages with TypeScript files in one of `folders`. */
export const packagesWith = (...folders) =>
  readdirSync(join(ROOT, "packages"))
    .sort()
    .filter((name) => folders.some((folder) => sourcesIn(join(ROOT, "packages", name, folder)).length > 0))

/** The paths of all TypeScript files in a folder, with JSX or without, at any depth; none when the folder does not exist. */
export const sourcesIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true })
        .filter((file) => /\.tsx?$/.test(file))
        .map((file) => join(folder, file))
        .sort()
    : []
