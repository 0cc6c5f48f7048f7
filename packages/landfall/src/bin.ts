#!/usr/bin/env node
import { existsSync } from "node:fs"
import module from "node:module"
import process from "node:process"
import { fileURLToPath } from "node:url"

/** Flags that a service needs to start with: see docs/deployment.md. */
const SERVICE_FLAGS = [
  "--disable-warning=ExperimentalWarning",
  "--max-semi-space-size=16",
  "--expose-gc",
  "--no-allocation-site-pretenuring",
  "--heap-growing-percent=50"
]
const SERVICES = ["serve", "worker"]

const args = process.argv.slice(2)
const isService = args.some((arg) => SERVICES.includes(arg)) && !args.some((arg) => /^(?:-h|--help)$/.test(arg))
const hasFlags = SERVICE_FLAGS.every((flag) => process.execArgv.includes(flag))

/** Continues as Node with the flags of a service, in the same process. Deno and Windows have no execve, and need no flag. */
const restartWithFlags = () => {
  if (!isService || hasFlags || !process.execve || process.platform === "win32" || process.versions.deno) return
  process.emitWarning = () => undefined
  const file = fileURLToPath(import.meta.url)
  process.execve(
    process.execPath,
    [process.execPath, ...process.execArgv, ...SERVICE_FLAGS, file, ...args],
    process.env
  )
}

/** Node 22 warns at every command that node:sqlite is experimental. */
const silenceExperimentalWarnings = () => {
  const emitWarning = process.emitWarning
  process.emitWarning = (warning: string | Error, ...rest: Array<unknown>) => {
    if (rest[0] !== "ExperimentalWarning") Reflect.apply(emitWarning, process, [warning, ...rest])
  }
}

/** The command without its subcommands in one file, which a package contains and the repository does not. */
const outline = new URL("./outline.js", import.meta.url)

/** Whether the command itself prints its help or its version, for which no subcommand is loaded. */
const isOutline = () => args.length < 2 && /^(?:-h|--help|--version)?$/.test(args[0] ?? "") && existsSync(outline)

restartWithFlags()
silenceExperimentalWarnings()
// Caching compiled code makes the next start about a third faster.
module.enableCompileCache?.()
if (isOutline()) await import(outline.href)
else await import("./main.ts")
