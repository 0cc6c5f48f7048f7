import { existsSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import process from "node:process"
import { run } from "./child.mjs"
import { Failure } from "./failure.mjs"
import { ROOT } from "./paths.mjs"

/** Fails within seconds without a network. Settings of the machine take precedence. */
const FAIL_FAST = {
  npm_config_fetch_retries: "2",
  npm_config_fetch_retry_maxtimeout: "4000",
  npm_config_fetch_retry_mintimeout: "1000",
  pnpm_config_fetch_retries: "1",
  pnpm_config_fetch_retry_maxtimeout: "4000",
  pnpm_config_fetch_retry_mintimeout: "1000",
  pnpm_config_fetch_timeout: "300000"
}

const QUIET = {
  // Tools do not prompt.
  CI: "true",
  npm_config_audit: "false",
  npm_config_fund: "false",
  // The package `node` installs its binary with an install script.
  npm_config_ignore_scripts: "false",
  npm_config_loglevel: "error",
  npm_config_update_notifier: "false"
}

/** Runs `command`, an array, with the package `spec` on the path, and returns its exit code. */
export const npx = async (spec, command, { env, ...options }) => {
  const { file, args, shell } = findNpx()
  try {
    return await run(file, [...args, "--yes", "-p", spec, "--", ...command], {
      ...options,
      shell,
      cwd: ROOT,
      env: { ...FAIL_FAST, ...process.env, ...QUIET, ...env }
    })
  } catch (error) {
    if (error.code !== "ENOENT") throw error
    throw new Failure("npx is not on the PATH: install npm (it comes with Node, https://nodejs.org) and start again")
  }
}

/** The npx of the npm that started this process, else the npx on the PATH. */
const findNpx = () => {
  const npm = process.env.npm_execpath || ""
  const cli = join(dirname(npm), "npx-cli.js")
  if (basename(npm) === "npm-cli.js" && existsSync(cli)) return { file: process.execPath, args: [cli], shell: false }
  return process.platform === "win32"
    ? { file: "npx.cmd", args: [], shell: true }
    : { file: "npx", args: [], shell: false }
}
