import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { findDeno } from "../../../checks/tool.mjs"
import { npx } from "../../../launcher/npx.mjs"
import { runCommand } from "../../../release/command.mjs"
import { environmentOfUser, installProject, RegistryUnreachable, writeFiles } from "../../../release/install.mjs"
import { packedPackages } from "../../../release/packed.mjs"
import { publicModules } from "../../../release/publicModules.mjs"

/** The packed packages with these names; all of them without names. */
export const tarballsOf = async (...names) => {
  const tarballs = await packedPackages()
  return names.length === 0 ? tarballs : tarballs.filter(({ name }) => names.includes(name))
}

/**
 * A project with packed packages and packages of the registry, installed for a file of tests: `{ folder }`, or `{ reason }`
 * where the registry cannot be reached, which is printed.
 */
export const projectWith = async (names, packages = []) => {
  try {
    return { folder: await installProject(await tarballsOf(...names), packages) }
  } catch (error) {
    if (!(error instanceof RegistryUnreachable)) throw error
    const reason = "the registry of npm cannot be reached, and the cache of npm lacks packages"
    console.log(`skipped: tests of installed packages, because ${reason}`)
    return { reason }
  }
}

export const removeProject = ({ folder }) => {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
}

export const manifestIn = (folder, name) =>
  JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8"))

/** The modules that an installed package exports, such as `@landfall/core/geo/Port`. */
export const modulesIn = (folder, name) =>
  publicModules(manifestIn(folder, name), join(folder, "node_modules", name)).map(([path]) => `${name}${path.slice(1)}`)

/** The first block of a language in the README of an installed package. */
export const programIn = (folder, name, language = "js") => {
  const text = readFileSync(join(folder, "node_modules", name, "README.md"), "utf8")
  const [, program] = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "m").exec(text) ?? []
  if (program === undefined) throw new Error(`the README of ${name} has no block of ${language}`)
  return program
}

/** Runs a program in a project with a command line such as `[node]`. Returns what it printed; fails when it fails. */
export const runProgram = async (folder, [command, ...flags], program, env = {}) => {
  writeFiles(folder, { "program.mjs": program })
  const options = { cwd: folder, env: { ...environmentOfUser(), ...env } }
  const { code, output } = await runCommand(command, [...flags, "program.mjs"], options)
  if (code !== 0) throw new Error(`${command} ${flags.join(" ")} ended with ${code}:\n${output}`)
  return output
}

/** The path of the Node of a package such as `node@22`, which npx downloads once. */
const downloadedNode = async (spec) => {
  const file = join(process.cwd(), "node_modules", ".landfall", `${spec.replace("@", "-")}.path`)
  const { closeSync, openSync } = await import("node:fs")
  const log = openSync(file, "w")
  try {
    const code = await npx(spec, ["node", "-p", "process.execPath"], { stdio: ["ignore", log, "inherit"] })
    return code === 0 ? readFileSync(file, "utf8").trim().split("\n").pop() : undefined
  } finally {
    closeSync(log)
  }
}

/** Deno as a user runs it in a project of npm, without a permission that is not named. */
export const denoCommand = (...permissions) => {
  const deno = findDeno()
  const flags = ["--no-prompt", "--no-lock", "--node-modules-dir=manual", "--cached-only", "--quiet"]
  return deno === undefined ? undefined : [deno, "run", ...flags, ...permissions]
}

/** Every supported line of Node: this one, and the others from npm. A line that cannot be downloaded is absent. */
export const supportedNodes = async () => {
  const [current] = process.versions.node.split(".")
  const others = ["22", "24"].filter((major) => major !== current)
  const nodes = [{ name: `Node ${current}`, command: [process.execPath] }]
  for (const major of others) {
    const path = await downloadedNode(`node@${major}`)
    if (path === undefined) console.log(`skipped: Node ${major}, because npm cannot download it`)
    else nodes.push({ name: `Node ${major}`, command: [path] })
  }
  return nodes
}
