import { type ChildProcess, execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { createServer, type Server } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { DatabaseSync } from "node:sqlite"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url))
const LOCK_WAIT_MILLIS = 60_000
/** The program of the command: bundled in a run of all tests, else the source. */
const PROGRAM = process.env.TEST_COMMAND ?? join(ROOT, "packages/landfall/src/main.ts")

/** The real server on a database of its own, as `npm start` runs it. */
export interface RunningServer {
  readonly url: string
  readonly apiKey: string
  /** Calls an operation with the API key, and returns the JSON of its response. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into JSON from outside as it likes
  readonly call: (method: string, path: string, body?: unknown) => Promise<any>
  /** Imports data into the database of the server, as `landfall import KIND FILE` does. */
  readonly importData: (kind: string, content: string) => Promise<void>
  /** Runs a command on the database of the server, as `landfall ARGS --json` does, and returns its result. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into JSON from outside as it likes
  readonly run: (...args: ReadonlyArray<string>) => Promise<any>
  /** Lets every link that was issued so far expire, as their five minutes would. */
  readonly expireLinks: () => void
  readonly close: () => Promise<void>
}

/** The text of a stream up to a match of `pattern`. */
const awaitOutput = (child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> =>
  new Promise((resolve, reject) => {
    let output = ""
    const read = (chunk: unknown) => {
      output += String(chunk)
      const match = pattern.exec(output)
      if (match !== null) resolve(match)
    }
    child.stdout?.on("data", read)
    child.stderr?.on("data", read)
    child.once("exit", (code) => reject(new Error(`The server ended with ${code}:\n${output}`)))
  })

/** Starts the server on a free port. */
export const startServer = async (settings: Readonly<Record<string, string>> = {}): Promise<RunningServer> => {
  const folder = await mkdtemp(join(tmpdir(), "landfall-dashboard-"))
  const env = { ...process.env, PORT: "0", LANDFALL_DATA: folder, LANDFALL_LOG_LEVEL: "error", ...settings }
  const child = spawn(process.execPath, [PROGRAM, "serve"], { env, cwd: folder, stdio: ["ignore", "pipe", "pipe"] })
  const stop = () => void child.kill("SIGKILL")
  process.once("exit", stop)
  const close = async () => {
    if (child.exitCode === null) {
      const ended = once(child, "exit")
      child.kill("SIGTERM")
      await ended
    }
    process.off("exit", stop)
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  try {
    const [, url = ""] = await awaitOutput(child, /is up at (\S+)[\s\S]*API key .*\n/)
    const apiKey = (await readFile(join(folder, "landfall.api-key"), "utf8")).trim()
    const call: RunningServer["call"] = async (method, path, body) => {
      const response = await fetch(url + path, {
        method,
        headers: { "api-key": apiKey, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      const text = await response.text()
      if (response.status >= 400) throw new Error(`${method} ${path}: ${response.status} ${text}`)
      return text === "" ? undefined : JSON.parse(text)
    }
    const importData: RunningServer["importData"] = async (kind, content) => {
      const file = join(folder, `${kind}.csv`)
      await writeFile(file, content)
      await promisify(execFile)(process.execPath, [PROGRAM, "import", kind, file], { env, cwd: folder })
    }
    const run: RunningServer["run"] = async (...args) => {
      const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args, "--json"], { env, cwd: folder })
      return JSON.parse(stdout)
    }
    const expireLinks = () => {
      const database = new DatabaseSync(join(folder, "landfall.db"), { timeout: LOCK_WAIT_MILLIS })
      database.prepare("UPDATE dashboard_token SET expires_at = ? WHERE kind = 'link'").run(Date.now())
      database.close()
    }
    return { url, apiKey, call, importData, run, expireLinks, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** A request that a receiver got. */
export interface ReceivedRequest {
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly body: string
}

/** The path at which a receiver rejects everything. */
export const REJECTING_PATH = "/planning"
const REJECTION = {
  status: 401,
  body: "signature does not match",
  headers: { "www-authenticate": 'Signature realm="alerts"', server: "planning/2.4", "set-cookie": "visit=s3cret" }
}

/** A receiver of alerts on this machine. */
export interface TestReceiver {
  readonly url: string
  readonly received: ReadonlyArray<ReceivedRequest>
  /** The response to every later request. */
  readonly respondWith: (status: number, body?: string) => void
  readonly close: () => void
}

/** Starts a receiver, which responds with 204 at first. */
export const startReceiver = async (): Promise<TestReceiver> => {
  const received: Array<ReceivedRequest> = []
  let outcome: { status: number; body: string; headers?: Readonly<Record<string, string>> } = { status: 204, body: "" }
  const server: Server = createServer(async (request, response) => {
    let body = ""
    for await (const chunk of request) body += String(chunk)
    received.push({ headers: request.headers, body })
    const { status, body: text, headers = {} } = request.url === REJECTING_PATH ? REJECTION : outcome
    response.writeHead(status, { "content-type": "text/plain", ...headers }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = Object(server.address())
  return {
    url: `http://127.0.0.1:${port}/alerts`,
    received,
    respondWith: (status, body = "") => {
      outcome = { status, body }
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    }
  }
}
