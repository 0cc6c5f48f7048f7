import { execFileSync } from "node:child_process"
import fs, { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { delimiter, dirname, relative } from "node:path"
import process from "node:process"
import { exitCodeOf } from "./child.mjs"
import { explain, Failure, isUnreachable, printLine, Stopped } from "./failure.mjs"
import { downloadedNode, isInstalled, platform, stampFor } from "./installed.mjs"
import { withLock } from "./lock.mjs"
import { currentNode, isSupported, NODE_PACKAGE } from "./node.mjs"
import { npx } from "./npx.mjs"
import { DOWNLOADED_NODE, LOCK, LOG, ROOT, STAMP, STATE } from "./paths.mjs"

const PNPM_PACKAGE = "pnpm@12"
const INSTALL = ["install", "--frozen-lockfile", "--prefer-offline", "--reporter=append-only"]

const FULL_BELOW_BYTES = 20e6
const OFFLINE = { npm_config_offline: "true", pnpm_config_offline: "true" }

/** Downloads and installs what is missing, one start at a time. Returns the Node to run on, `{ path, version }`. */
export const setUp = async () => {
  createStateFolder()
  return withLock(LOCK, async (watch) => {
    // The start that held the lock before may have downloaded Node already.
    const node = currentNode() || downloadedNode() || (await downloadNode(watch))
    if (!isInstalled(node)) await install(node, watch)
    return node
  })
}

const createStateFolder = () => {
  try {
    mkdirSync(STATE, { recursive: true })
  } catch (error) {
    throw new Failure(explain(`${error.code} ${error.message}`, `writing to ${STATE}`))
  }
}

const downloadNode = async (watch) => {
  printLine(
    `Landfall needs Node 22.19 or 24, this is ${process.version}: downloading ${NODE_PACKAGE} (about 50 MB, once)`
  )
  const output = await runLogged(`downloading ${NODE_PACKAGE}`, watch, NODE_PACKAGE, ["node", "-p", "process.execPath"])
  const path = output.trim().split("\n").pop().trim()
  const version = versionOf(path)
  if (!isSupported(version)) {
    throw new Failure(
      `downloading ${NODE_PACKAGE} resulted in Node ${version}: install Node 24 from https://nodejs.org`
    )
  }
  const node = { path, version, platform: platform() }
  writeAtomically(DOWNLOADED_NODE, JSON.stringify(node))
  return node
}

const versionOf = (path) => {
  try {
    return execFileSync(path, ["-p", "process.version"], { encoding: "utf8", stdio: "pipe" }).trim()
  } catch {
    throw new Failure(
      `the downloaded Node does not run on this machine (${path}): install Node 24 from https://nodejs.org`
    )
  }
}

/** Installs every package. Removes the stamp first and writes it last, so that the next start repeats an interrupted install. */
const install = async (node, watch) => {
  const started = Date.now()
  printLine("installing packages (about one minute the first time)")
  rmSync(STAMP, { force: true })
  const stamp = stampFor(node.version)
  const PATH = [dirname(node.path), process.env.PATH].join(delimiter)
  await runLogged("installing packages", watch, PNPM_PACKAGE, ["pnpm", ...INSTALL], { PATH })
  writeAtomically(STAMP, stamp)
  printLine(`installed packages in ${Math.round((Date.now() - started) / 1000)} s`)
}

/** Writes a temporary file and renames it, so that no process reads half a file. */
const writeAtomically = (file, text) => {
  writeFileSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
}

/** Runs a command from a package through npx, writes its output to the log, and returns that output. */
const runLogged = async (action, watch, spec, command, env = {}) => {
  const log = openSync(LOG, "w")
  const started = Date.now()
  const progress = setInterval(
    () => printLine(`still ${action} (${Math.round((Date.now() - started) / 1000)} s)`),
    15_000
  )
  let stopped = 0
  const onSignal = (signal) => {
    stopped = exitCodeOf(signal)
  }
  const attempt = async (more) => {
    const options = { stdio: ["ignore", log, log], env: { ...env, ...more }, onStart: watch, onSignal }
    const code = await npx(spec, command, options)
    if (stopped > 0) throw new Stopped(stopped)
    if (code > 128)
      throw new Failure(
        `${action} failed: the process was killed (exit code ${code}); check that 1 GB of memory is free`
      )
    return { code, output: readFileSync(LOG, "utf8") }
  }
  try {
    let { code, output } = await attempt({})
    // npx queries the registry even for cached packages: without a network, the caches may be enough.
    if (code !== 0 && isUnreachable(output)) ({ code, output } = await attempt(OFFLINE))
    if (code !== 0) throw new Failure(explain(isDiskFull() ? "ENOSPC" : output, action, relative(ROOT, LOG)))
    return output
  } finally {
    clearInterval(progress)
    closeSync(log)
  }
}

/** Whether the disk is full, which a tool may be unable to report. Node has statfs from 18.15. */
const isDiskFull = () =>
  fs.statfsSync !== undefined &&
  [STATE, homedir()].filter(fs.existsSync).some((folder) => {
    const { bavail, bsize } = fs.statfsSync(folder)
    return bavail * bsize < FULL_BELOW_BYTES
  })
