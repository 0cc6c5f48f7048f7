import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, delimiter, dirname, join } from "node:path"
import process from "node:process"
import { isUnreachable } from "../launcher/failure.mjs"
import { runCommand } from "./command.mjs"

/** The npm that started this process, else the npm on the PATH. */
const npmCommand = () => {
  const cli = process.env.npm_execpath ?? ""
  if (basename(cli) === "npm-cli.js" && existsSync(cli)) return [process.execPath, cli]
  return [process.platform === "win32" ? "npm.cmd" : "npm"]
}

const OF_THE_REPOSITORY =
  /^(?:npm_(?:package|lifecycle|command)|npm_config_local_prefix|INIT_CWD|LANDFALL_|NODE_OPTIONS|VITEST)/

/** The environment of a user: without what describes this repository, and with the Node of this process as `node`. */
export const environmentOfUser = () => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !OF_THE_REPOSITORY.test(name))),
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter)
})

const FLAGS = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"]

const npmInstall = (folder, specs, flags) => {
  const [command, ...args] = npmCommand()
  const options = { cwd: folder, env: environmentOfUser(), shell: process.platform === "win32" }
  return runCommand(command, [...args, "install", ...FLAGS, ...flags, ...specs], options)
}

/** The registry cannot be reached, and the cache of npm does not contain what is missing. */
export class RegistryUnreachable extends Error {}

/** Writes the files of a project, by path. */
export const writeFiles = (folder, files) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/**
 * Creates an empty project outside the repository and installs tarballs, and packages of the registry, as a user would.
 * Returns its folder. Fails when a peer dependency is not met.
 */
export const installProject = async (tarballs, packages = []) => {
  const folder = mkdtempSync(join(tmpdir(), "landfall-installed-"))
  try {
    writeFiles(folder, { "package.json": JSON.stringify({ private: true, type: "module" }) })
    const specs = [...tarballs.map(({ file }) => file), ...packages]
    let { code, output } = await npmInstall(folder, specs, ["--prefer-offline", "--strict-peer-deps"])
    if (code !== 0 && isUnreachable(output)) {
      ;({ code, output } = await npmInstall(folder, specs, ["--offline", "--strict-peer-deps"]))
    }
    if (code !== 0 && (isUnreachable(output) || output.includes("ENOTCACHED"))) throw new RegistryUnreachable(output)
    if (code !== 0) throw new Error(`npm install ended with ${code} in ${folder}:\n${output}`)
    return folder
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}
