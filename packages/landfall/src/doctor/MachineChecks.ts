import { existsSync, readFileSync, statfsSync, statSync } from "node:fs"
import { totalmem } from "node:os"
import { dirname, resolve } from "node:path"
import process from "node:process"
import { Effect, Result } from "effect"
import type { Settings } from "../settings/Settings.ts"
import { assessDisk, assessMemory, assessOpenFiles } from "./Assessments.ts"
import { type Finding, failed, ok } from "./Finding.ts"

const existingFolder = (path: string): string => (existsSync(path) ? path : existingFolder(dirname(path)))

const sizeOf = (path: string): number => (existsSync(path) ? statSync(path).size : 0)

/** The free space where Landfall writes: beside the SQLite file, otherwise in the data folder. */
const checkDisk = ({ data, database }: Settings): Finding => {
  const path = resolve(database._tag === "SqliteFile" ? database.path : data)
  const folder = existingFolder(database._tag === "SqliteFile" ? dirname(path) : path)
  const { bavail, bsize } = statfsSync(folder)
  return assessDisk(folder, bavail * bsize, database._tag === "SqliteFile" ? sizeOf(path) : 0)
}

/** The soft limit of open files, from Linux; elsewhere Node raises it by itself, and Deno may not read it. */
const readOpenFilesLimit = (): number => {
  const limits = Result.getOrElse(
    Result.try(() => readFileSync("/proc/self/limits", "utf8")),
    () => ""
  )
  const [, soft = "unlimited"] = /^Max open files\s+(\S+)/m.exec(limits) ?? []
  return soft === "unlimited" ? Number.POSITIVE_INFINITY : Number(soft)
}

const runtimeName = (): string =>
  process.versions.deno === undefined ? `Node ${process.versions.node}` : `Deno ${process.versions.deno}`

/** The memory that the container or the control group allows, at most that of the machine. */
const readMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

/** The checks of this machine: disk, memory, open files. */
export const machineChecks = (settings: Settings): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.sync(() => [
    ok("runtime", `${runtimeName()} on ${process.platform} ${process.arch}.`),
    checkDiskSafely(settings),
    assessMemory(readMemory()),
    assessOpenFiles(readOpenFilesLimit())
  ])

const checkDiskSafely = (settings: Settings): Finding => {
  try {
    return checkDisk(settings)
  } catch (cause) {
    return failed("disk space", `The disk cannot be inspected (${String(cause)}).`, "Check the folder of the database.")
  }
}
