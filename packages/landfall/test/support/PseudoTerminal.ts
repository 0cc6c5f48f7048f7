import { spawn } from "node:child_process"
import { closeSync, constants, existsSync, openSync, readdirSync, realpathSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { stripVTControlCharacters } from "node:util"

const PROGRAM = fileURLToPath(new URL("./pseudoTerminal.mjs", import.meta.url))
const DENO_PACKAGE = fileURLToPath(new URL("../../../../node_modules/deno", import.meta.url))
const FLAGS = ["--allow-ffi", "--no-config", "--no-lock", "--no-prompt", "--quiet", "--cached-only"]

/** The Deno that npm installed; undefined where it has no package. */
const findDeno = (): string | undefined => {
  const store = join(dirname(realpathSync(DENO_PACKAGE)), "@deno")
  if (!existsSync(store)) return undefined
  return readdirSync(store)
    .map((platform) => join(store, platform, "deno"))
    .find(existsSync)
}

/** Why there is no pseudo-terminal on this machine; undefined when there is one. */
export const terminalUnavailableReason = (): string | undefined => {
  if (process.platform !== "linux" && process.platform !== "darwin") {
    return `${process.platform} has no pseudo-terminals of POSIX`
  }
  return findDeno() === undefined
    ? `Node cannot open a pseudo-terminal, and there is no Deno for ${process.platform}-${process.arch}`
    : undefined
}

/** A terminal, and what programs have written to it. */
export interface PseudoTerminal {
  /** The file descriptor for the standard streams of programs. */
  readonly descriptor: number
  /** What was written so far, without the sequences for colours. */
  readonly text: () => string
  /** Completes when the text matches, with the text. */
  readonly shown: (pattern: RegExp) => Promise<string>
  readonly close: () => void
}

/** Opens a pseudo-terminal of the system. */
export const openTerminal = async (): Promise<PseudoTerminal> => {
  const master = spawn(findDeno() ?? "deno", ["run", ...FLAGS, PROGRAM], { stdio: ["ignore", "pipe", "pipe"] })
  const kill = () => void master.kill("SIGKILL")
  process.once("exit", kill)
  let written = ""
  let failure = ""
  const checks = new Set<() => void>()
  const collect = (chunk: Buffer) => {
    written += chunk.toString()
    for (const check of checks) check()
  }
  master.stdout.on("data", collect)
  master.stderr.on("data", (chunk: Buffer) => {
    failure += chunk.toString()
  })
  const path = await new Promise<string>((resolve, reject) => {
    master.once("exit", (code) => reject(new Error(`The pseudo-terminal ended with ${code}: ${failure}`)))
    const check = () => {
      const end = written.indexOf("\n")
      if (end < 0) return
      checks.delete(check)
      resolve(written.slice(0, end))
    }
    checks.add(check)
  })
  written = ""
  const descriptor = openSync(path, constants.O_RDWR | constants.O_NOCTTY)
  const text = () => stripVTControlCharacters(written).replaceAll("\r\n", "\n")
  return {
    descriptor,
    text,
    shown: (pattern) =>
      new Promise((resolve) => {
        const check = () => {
          if (!pattern.test(text())) return
          checks.delete(check)
          resolve(text())
        }
        checks.add(check)
        check()
      }),
    close: () => {
      closeSync(descriptor)
      process.off("exit", kill)
      kill()
    }
  }
}
