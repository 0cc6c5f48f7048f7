import { type ChildProcess, spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

const MAIN = fileURLToPath(new URL("../../src/main.ts", import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Running {
  readonly child: ChildProcess
  /** Completes when the text has been printed on standard output, with all that was printed so far. */
  readonly printed: (text: RegExp) => Promise<string>
  /** Completes with what the pattern's first group found on standard error. */
  readonly warned: (text: RegExp) => Promise<string>
  /** All that was printed on standard error so far. */
  readonly stderr: () => string
  readonly ended: Promise<Ended>
}

/** Starts the real `landfall` command in a folder, with these settings and nothing else of Landfall's; nothing is piped in unless given. */
export const start = (
  folder: string,
  args: ReadonlyArray<string>,
  settings: Record<string, string> = {},
  input?: string
): Running => {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(LANDFALL_|PORT$|HOST$|NODE_OPTIONS$)/.test(name))
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", MAIN, ...args], {
    cwd: folder,
    env: { ...Object.fromEntries(inherited), ...settings },
    stdio: ["pipe", "pipe", "pipe"]
  })
  child.stdin.end(input)
  let stdout = ""
  let stderr = ""
  const waiting = new Set<() => void>()
  const heard = () => {
    for (const check of waiting) check()
  }
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString()
    heard()
  })
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString()
    heard()
  })
  const ended = new Promise<Ended>((resolve) => {
    child.on("close", (code) => resolve({ code, stdout, stderr }))
  })
  const until = <A>(look: () => A | undefined, what: RegExp) =>
    new Promise<A>((resolve, reject) => {
      const check = () => {
        const found = look()
        if (found === undefined) return
        waiting.delete(check)
        resolve(found)
      }
      waiting.add(check)
      void ended.then(() => reject(new Error(`The command ended before it printed ${what}: ${stdout}${stderr}`)))
      check()
    })
  const printed = (text: RegExp) => until(() => (text.test(stdout) ? stdout : undefined), text)
  const warned = (text: RegExp) => until(() => text.exec(stderr)?.[1], text)
  return { child, printed, warned, stderr: () => stderr, ended }
}

/** Runs the command to its end, with `input` piped in. */
export const run = (
  folder: string,
  args: ReadonlyArray<string>,
  settings?: Record<string, string>,
  input?: string
): Promise<Ended> => start(folder, args, settings, input).ended
