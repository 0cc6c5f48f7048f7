import { execFileSync } from "node:child_process"
import fs, { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { delimiter, dirname, relative } from "node:path"
import process from "node:process"
import { codeOf } from "./child.mjs"
import { explain, Failure, isUnreachable, Stopped, say } from "./failure.mjs"
import { broughtNode, isInstalled, platform, stampFor } from "./installed.mjs"
import { withLock } from "./lock.mjs"
import { isGood, NODE_TO_BRING, ownNode } from "./node.mjs"
import { npx } from "./npx.mjs"
import { BROUGHT_NODE, LOCK, LOG, ROOT, STAMP, STATE } from "./paths.mjs"

const PNPM_TO_BRING = "pnpm@12"
const INSTALL = ["install", "--frozen-lockfile", "--prefer-offline", "--reporter=append-only"]

const FULL_BELOW_BYTES = 20e6
const OFFLINE = { npm_config_offline: "true", pnpm_config_offline: "true" }

/** Brings what is missing, one start at a time, and answers the Node to run on, `{ path, version }`. */
export const setUp = async () => {
  makeState()
  return withLock(LOCK, async (watch) => {
    // What a start that was just waited for has brought, is not brought again.
    const node = ownNode() || broughtNode() || (await bringNode(watch))
    if (!isInstalled(node)) await install(node, watch)
    return node
  })
}

const makeState = () => {
  try {
    mkdirSync(STATE, { recursive: true })
  } catch (error) {
    throw new Failure(explain(`${error.code} ${error.message}`, `writing to ${STATE}`))
  }
}

const bringNode = async (watch) => {
  say(`Landfall needs Node 22.19 or 24 and this is ${process.version}: bringing ${NODE_TO_BRING} (about 50 MB, once)`)
  const output = await logged(`bringing ${NODE_TO_BRING}`, watch, NODE_TO_BRING, ["node", "-p", "process.execPath"])
  const path = output.trim().split("\n").pop().trim()
  const version = versionOf(path)
  if (!isGood(version)) {
    throw new Failure(`bringing ${NODE_TO_BRING} gave Node ${version}: install Node 24 from https://nodejs.org`)
  }
  const node = { path, version, platform: platform() }
  writeWhole(BROUGHT_NODE, JSON.stringify(node))
  return node
}

const versionOf = (path) => {
  try {
    return execFileSync(path, ["-p", "process.version"], { encoding: "utf8", stdio: "pipe" }).trim()
  } catch {
    throw new Failure(`the Node brought by npx does not run here (${path}): install Node 24 from https://nodejs.org`)
  }
}

/** The stamp goes first and comes back last: an install cut short in between is done again by the next start. */
const install = async (node, watch) => {
  const started = Date.now()
  say("installing packages (about a minute the first time)")
  rmSync(STAMP, { force: true })
  const stamp = stampFor(node.version)
  const PATH = [dirname(node.path), process.env.PATH].join(delimiter)
  await logged("installing packages", watch, PNPM_TO_BRING, ["pnpm", ...INSTALL], { PATH })
  writeWhole(STAMP, stamp)
  say(`installed in ${Math.round((Date.now() - started) / 1000)} s`)
}

/** Writes beside and renames, so that nobody reads half a file. */
const writeWhole = (file, text) => {
  writeFileSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
}

/** Runs a command from a package that npx brings, with its whole output in the log, and answers that output. */
const logged = async (what, watch, spec, command, env = {}) => {
  const log = openSync(LOG, "w")
  const started = Date.now()
  const progress = setInterval(() => say(`still ${what} (${Math.round((Date.now() - started) / 1000)} s)`), 15_000)
  let stopped = 0
  const onSignal = (signal) => {
    stopped = codeOf(signal)
  }
  const attempt = async (more) => {
    const options = { stdio: ["ignore", log, log], env: { ...env, ...more }, onStart: watch, onSignal }
    const code = await npx(spec, command, options)
    if (stopped > 0) throw new Stopped(stopped)
    if (code > 128) throw new Failure(`${what} failed: it was killed (${code}), see that there is 1 GB of memory free`)
    return { code, output: readFileSync(LOG, "utf8") }
  }
  try {
    let { code, output } = await attempt({})
    // npx asks the registry even for what it has: without a network, what an earlier start left in the caches may do.
    if (code !== 0 && isUnreachable(output)) ({ code, output } = await attempt(OFFLINE))
    if (code !== 0) throw new Failure(explain(isFull() ? "ENOSPC" : output, what, relative(ROOT, LOG)))
    return output
  } finally {
    clearInterval(progress)
    closeSync(log)
  }
}

/** A tool that runs out of disk may not be able to say so. (Node has statfs from 18.15.) */
const isFull = () =>
  fs.statfsSync !== undefined &&
  [STATE, homedir()].filter(fs.existsSync).some((folder) => {
    const { bavail, bsize } = fs.statfsSync(folder)
    return bavail * bsize < FULL_BELOW_BYTES
  })
