import { type ChildProcess, spawn } from "node:child_process"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { Effect } from "effect"

/** The end of a program: its exit code, or the signal that ended it, and its output. */
interface ExitReport {
  readonly code: number | null
  readonly signal: string | null
  readonly output: string
}

export interface Child {
  /** Completes after the program has printed this text. */
  readonly printed: (text: string) => Effect.Effect<void>
  readonly kill: Effect.Effect<void>
  /** Stops the execution of the program, which stays alive. */
  readonly suspend: Effect.Effect<void>
  readonly exited: Effect.Effect<ExitReport>
}

const trackChild = (child: ChildProcess): Child => {
  let output = ""
  const listeners = new Set<() => void>()
  const receive = (chunk: unknown) => {
    output += String(chunk)
    for (const listener of listeners) listener()
  }
  child.stdout?.on("data", receive)
  child.stderr?.on("data", receive)
  const end = new Promise<ExitReport>((resolve) =>
    child.on("close", (code, signal) => resolve({ code, signal, output }))
  )
  return {
    printed: (text) =>
      Effect.callback<void>((resume) => {
        const check = () => {
          if (!output.includes(text)) return
          listeners.delete(check)
          resume(Effect.void)
        }
        listeners.add(check)
        child.on("close", () => resume(Effect.die(new Error(`the program ended without printing ${text}: ${output}`))))
        check()
      }),
    kill: Effect.sync(() => child.kill("SIGKILL")),
    suspend: Effect.sync(() => child.kill("SIGSTOP")),
    exited: Effect.promise(() => end)
  }
}

/** Starts a program in a child process, which is killed with the scope. */
export const startProgram = (program: URL, ...parameters: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.sync(() =>
      trackChild(
        spawn(process.execPath, [fileURLToPath(program), ...parameters], {
          stdio: ["ignore", "pipe", "pipe"]
        })
      )
    ),
    (child) => child.kill
  )

/** Runs a program to its end. */
export const runProgram = (program: URL, ...parameters: ReadonlyArray<string>) =>
  Effect.scoped(Effect.flatMap(startProgram(program, ...parameters), (child) => child.exited))
