import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { hostname } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { say } from "./failure.mjs"

const BEAT_MS = 2_000
const SILENT_MS = 20_000
/** A tool that outlived its launcher is waited for, but not for longer than this. */
const ORPHAN_MS = 600_000
const POLL_MS = 200

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Runs `work` while holding the lock directory `folder`, so that two starts never install at once. `work` is given
 * `watch(pid)`, to name the tool that it has running: should we be killed, the next start waits for that tool to end.
 * A lock whose holder is gone is taken over.
 */
export const withLock = async (folder, work) => {
  const owner = { token: `${hostname()}-${process.pid}-${Date.now()}`, host: hostname(), pid: process.pid, tool: 0 }
  const write = () => writeFileSync(join(folder, "owner.json"), JSON.stringify(owner))
  await take(folder, owner.token)
  const beat = setInterval(() => touch(folder), BEAT_MS)
  try {
    write()
    return await work((pid) => {
      owner.tool = pid
      write()
    })
  } finally {
    clearInterval(beat)
    const token = tokenIn(folder)
    if (token === undefined || token === owner.token) rmSync(folder, { recursive: true, force: true })
  }
}

const take = async (folder, token) => {
  let told = false
  while (!make(folder)) {
    const owner = readOwner(folder)
    if (isAbandoned(owner, ageOf(folder), hostname(), isAlive)) moveAway(folder, owner, `${folder}.${token}`)
    else {
      if (!told) say("another start is installing: waiting for it to finish")
      told = true
      await sleep(POLL_MS)
    }
  }
}

const make = (folder) => {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if (error.code === "EEXIST") return false
    throw error
  }
}

/** The holder shows that it lives by touching the folder: the one sign that also reaches another container. */
const touch = (folder) => {
  const now = new Date()
  try {
    utimesSync(folder, now, now)
  } catch {
    // Taken over while this machine slept: installing twice, one after the other, does no harm.
  }
}

const ageOf = (folder) => {
  try {
    return Date.now() - statSync(folder).mtimeMs
  } catch {
    // Released between two looks.
    return 0
  }
}

const readOwner = (folder) => {
  try {
    return JSON.parse(readFileSync(join(folder, "owner.json"), "utf8"))
  } catch {
    // Its holder has made the folder and not yet written its name.
    return undefined
  }
}

const tokenIn = (folder) => {
  const owner = readOwner(folder)
  return owner?.token
}

/**
 * Whether the holder is gone: its process and the tool it started have ended (as far as this machine can see them), or
 * the lock has not been touched for 20 seconds. `ageMs` is the time since the last touch.
 */
export const isAbandoned = (owner, ageMs, host, alive) => {
  if (owner === undefined || owner.host !== host || alive(owner.pid)) return ageMs > SILENT_MS
  return owner.tool === 0 || !alive(owner.tool) || ageMs > ORPHAN_MS
}

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === "EPERM"
  }
}

/** Moves an abandoned lock aside, and back again when it turns out that another start has just taken it over. */
const moveAway = (folder, abandoned, aside) => {
  try {
    renameSync(folder, aside)
    if (tokenIn(aside) !== abandoned?.token) renameSync(aside, folder)
  } catch (error) {
    // Another start was quicker: it holds the lock now.
    if (!["ENOENT", "EEXIST", "ENOTEMPTY"].includes(error.code)) throw error
  }
  rmSync(aside, { recursive: true, force: true })
}
