import { type ChildProcess, spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

/** The source of the program. */
export const SOURCE = fileURLToPath(new URL("../../src/main.ts", import.meta.url))

/** The program that tests start: bundled in a run of all tests, else the source. */
export const MAIN = process.env.TEST_COMMAND ?? SOURCE

/** The commands that run. A test that fails or times out leaves some behind: they end with the process of the tests. */
const children = new Set<ChildProcess>()
process.once("exit", () => {
  for (const child of children) child.kill("SIGKILL")
})

/** The environment of this process without its settings of the command, and with these. */
const environmentWith = (settings: Record<string, string>) => {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(LANDFALL_|PORT$|HOST$|NODE_OPTIONS$)/.test(name))
  return { ...Object.fromEntries(inherited), ...settings }
}

/** Starts the command with its standard streams on a terminal. Completes with its exit code when it has ended. */
export const startOnTerminal = (
  folder: string,
  args: ReadonlyArray<string>,
  settings: Record<string, string>,
  descriptor: number
) => {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", MAIN, ...args], {
    cwd: folder,
    env: environmentWith(settings),
    stdio: [descriptor, descriptor, descriptor]
  })
  children.add(child)
  const ended = new Promise<number | null>((resolve) => {
    child.once("close", (code) => {
      children.delete(child)
      resolve(code)
    })
  })
  return { child, ended }
}

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Running {
  readonly child: ChildProcess
  /** Completes when standard output matches, with all of it so far. */
  readonly printed: (text: RegExp) => Promise<string>
  /** Completes when standard error matches, with the first group of the pattern. */
  readonly warned: (text: RegExp) => Promise<string>
  /** Standard error so far. */
  readonly stderr: () => string
  readonly ended: Promise<Ended>
}

export interface StartOptions {
  readonly input?: string
  /** The maximum number of file descriptors of the process (POSIX only). */
  readonly openFiles?: number | undefined
  /** Flags of Node. */
  readonly nodeFlags?: ReadonlyArray<string>
  /** The program, if it is not `MAIN`. */
  readonly program?: string
}

/** Starts the `landfall` command in a folder, with these settings and no others of the environment. */
export const start = (
  folder: string,
  args: ReadonlyArray<string>,
  settings: Record<string, string> = {},
  { input, nodeFlags = [], openFiles, program: main = MAIN }: StartOptions = {}
): Running => {
  const command = [process.execPath, "--disable-warning=ExperimentalWarning", ...nodeFlags, main, ...args]
  const limited = ["sh", "-c", `ulimit -n ${openFiles} && exec "$0" "$@"`, ...command]
  const [program = "", ...programArgs] = openFiles === undefined ? command : limited
  const child = spawn(program, programArgs, {
    cwd: folder,
    env: environmentWith(settings),
    stdio: ["pipe", "pipe", "pipe"]
  })
  children.add(child)
  child.once("close", () => children.delete(child))
  child.stdin.end(input)
  let stdout = ""
  let stderr = ""
  const pending = new Set<() => void>()
  const checkAll = () => {
    for (const check of pending) check()
  }
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString()
    checkAll()
  })
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString()
    checkAll()
  })
  const ended = new Promise<Ended>((resolve) => {
    child.on("close", (code) => resolve({ code, stdout, stderr }))
  })
  const until = <A>(find: () => A | undefined, pattern: RegExp) =>
    new Promise<A>((resolve, reject) => {
      const check = () => {
        const found = find()
        if (found === undefined) return
        pending.delete(check)
        resolve(found)
      }
      pending.add(check)
      void ended.then(() => reject(new Error(`The command ended before it printed ${pattern}: ${stdout}${stderr}`)))
      check()
    })
  const printed = (text: RegExp) => until(() => (text.test(stdout) ? stdout : undefined), text)
  const warned = (text: RegExp) => until(() => text.exec(stderr)?.[1], text)
  return { child, printed, warned, stderr: () => stderr, ended }
}

/** Runs the command to its end, with `input` on standard input. */
export const run = (
  folder: string,
  args: ReadonlyArray<string>,
  settings?: Record<string, string>,
  input?: string
): Promise<Ended> => start(folder, args, settings, input === undefined ? {} : { input }).ended
