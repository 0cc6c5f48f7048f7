import { type ChildProcess, spawn } from "node:child_process"
import { accessSync, constants, rmSync } from "node:fs"
import { createServer } from "node:net"
import { delimiter, join } from "node:path"
import process from "node:process"

/** The folders of servers that the PATH of a user may lack. */
const SYSTEM_FOLDERS = ["/usr/sbin", "/usr/local/sbin", "/usr/lib/rabbitmq/bin"]

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The path of a program; undefined when this machine does not have it. */
export const findProgram = (name: string): string | undefined =>
  [...(process.env.PATH ?? "").split(delimiter), ...SYSTEM_FOLDERS]
    .map((folder) => join(folder, name))
    .find(isExecutable)

/** A free port of the loopback interface. Another program can still take it before a server listens on it. */
export const findFreePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

/** A running program. */
export interface ServerProcess {
  /** Sends a signal and waits for the end. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>
}

/** Signals a program and the programs that it started, which share its group. */
const killGroup = (child: ChildProcess, signal: NodeJS.Signals): void => {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  process.kill(-child.pid, signal)
}

const running = new Set<ChildProcess>()
// A test run that ends early leaves no server behind.
process.on("exit", () => {
  for (const child of running) killGroup(child, "SIGKILL")
})

const READY_MILLIS = 120_000

/** Starts a program and waits until its output has a text. */
export const startServer = (
  program: string,
  args: ReadonlyArray<string>,
  readyText: string,
  env: NodeJS.ProcessEnv = process.env
): Promise<ServerProcess> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, detached: true, stdio: ["ignore", "pipe", "pipe"] })
    running.add(child)
    let output = ""
    AbortSignal.timeout(READY_MILLIS).addEventListener("abort", () => {
      if (!output.includes(readyText)) killGroup(child, "SIGKILL")
    })
    const ended = new Promise<void>((done) => {
      child.once("exit", () => {
        running.delete(child)
        reject(new Error(`${program} ended before it was ready:\n${output}`))
        done()
      })
    })
    child.once("error", reject)
    const read = (chunk: Uint8Array): void => {
      // What follows the start is read and dropped, so that the program never waits for its output.
      if (output.includes(readyText)) return
      output += new TextDecoder().decode(chunk)
      if (!output.includes(readyText)) return
      resolve({
        stop: (signal = "SIGTERM") => {
          killGroup(child, signal)
          return ended
        }
      })
    }
    child.stdout.on("data", read)
    child.stderr.on("data", read)
  })

/** A server of the tests, which can be stopped and started again on the same data and port. */
export interface RestartableServer {
  readonly port: number
  readonly start: () => Promise<void>
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>
  /** Stops the server and deletes its data. */
  readonly destroy: () => Promise<void>
}

/** Starts a server with `launch`, whose data is in `folder`. */
export const startRestartable = async (
  port: number,
  folder: string,
  launch: () => Promise<ServerProcess>
): Promise<RestartableServer> => {
  let server: ServerProcess | undefined
  const start = async () => {
    server ??= await launch()
  }
  const stop = async (signal?: NodeJS.Signals) => {
    const current = server
    server = undefined
    await current?.stop(signal)
  }
  await start()
  return {
    port,
    start,
    stop,
    destroy: async () => {
      await stop("SIGKILL")
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
