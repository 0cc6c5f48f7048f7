import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { hostname } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { Worker } from "node:worker_threads"
import { printLine } from "./failure.mjs"

/** The holder touches the lock this often; untouched for `SILENT_MS`, the lock is abandoned. */
const BEAT_MS = 2_000
const SILENT_MS = 20_000
/** The longest wait for a tool whose launcher has ended. */
const ORPHAN_MS = 600_000
const POLL_MS = 200

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Runs `work` while holding the lock directory `folder`, so that two starts never install at the same time. `work` calls
 * `watch(pid)` with the process id of the tool that it runs: if this process is killed, the next start waits for that
 * tool. A lock whose holder has ended is taken over.
 */
export const withLock = async (folder, work) => {
  const owner = { token: `${hostname()}-${process.pid}-${Date.now()}`, host: hostname(), pid: process.pid, tool: 0 }
  const write = () => writeFileSync(join(folder, "owner.json"), JSON.stringify(owner))
  await take(folder, owner.token)
  const beat = startBeat(folder)
  try {
    write()
    return await work((pid) => {
      owner.tool = pid
      write()
    })
  } finally {
    await beat.terminate()
    const token = tokenIn(folder)
    if (token === undefined || token === owner.token) rmSync(folder, { recursive: true, force: true })
  }
}

const take = async (folder, token) => {
  let isAnnounced = false
  while (!make(folder)) {
    const owner = readOwner(folder)
    if (isAbandoned(owner, ageOf(folder), hostname(), isAlive)) removeAbandoned(folder, owner, `${folder}.${token}`)
    else {
      if (!isAnnounced) printLine("another start is preparing the same: waiting for it to finish")
      isAnnounced = true
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

/**
 * The program of the thread that touches the folder as a heartbeat, which is visible from other containers too. Work
 * that occupies the thread of the holder for longer than `SILENT_MS`, such as compression, would otherwise look like
 * its end.
 */
const BEAT = `
  const { utimesSync } = require("node:fs")
  const { workerData } = require("node:worker_threads")
  setInterval(() => {
    const now = new Date()
    try {
      utimesSync(workerData.folder, now, now)
    } catch {
      // Another start took the lock while this machine was suspended. Two installs, one after the other, are harmless.
    }
  }, workerData.everyMs)
`

const startBeat = (folder) => {
  const beat = new Worker(BEAT, { eval: true, execArgv: [], workerData: { folder, everyMs: BEAT_MS } })
  // The lock does not keep a process alive whose work has ended.
  beat.unref()
  // Without a heartbeat, the lock is abandoned after `SILENT_MS`.
  beat.on("error", () => {})
  return beat
}

const ageOf = (folder) => {
  try {
    return Date.now() - statSync(folder).mtimeMs
  } catch {
    // Released since the last attempt.
    return 0
  }
}

const readOwner = (folder) => {
  try {
    return JSON.parse(readFileSync(join(folder, "owner.json"), "utf8"))
  } catch {
    // The holder has created the folder and not yet written the file.
    return undefined
  }
}

const tokenIn = (folder) => {
  const owner = readOwner(folder)
  return owner?.token
}

/**
 * Whether a lock is abandoned: its process and its tool have ended, as far as this machine can see them, or the lock has
 * not been touched for 20 seconds. `ageMs` is the time since the last touch.
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

/** Removes an abandoned lock, unless another start has just taken it over. */
const removeAbandoned = (folder, abandoned, aside) => {
  try {
    renameSync(folder, aside)
    if (tokenIn(aside) !== abandoned?.token) renameSync(aside, folder)
  } catch (error) {
    // Another start was faster and holds the lock now.
    if (!["ENOENT", "EEXIST", "ENOTEMPTY"].includes(error.code)) throw error
  }
  rmSync(aside, { recursive: true, force: true })
}
