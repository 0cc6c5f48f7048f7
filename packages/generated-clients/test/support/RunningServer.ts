import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import process from "node:process"

const API_KEY = "generated-clients-test-key"
const ADMIN_KEY = "generated-clients-admin-key"

/** The program of the command: bundled in a run of all tests, else the source. */
const main =
  process.env.TEST_COMMAND ??
  join(dirname(createRequire(import.meta.url).resolve("landfall/service/LandfallServer")), "../main.ts")

/** A server process on an empty database and a free port. */
export interface RunningServer {
  readonly url: string
  readonly apiKey: string
  readonly adminKey: string
  readonly stop: () => Promise<void>
}

/** Starts `landfall serve` with the admin API and waits for its address. */
export const startServer = (): Promise<RunningServer> => {
  const folder = mkdtempSync(join(tmpdir(), "landfall-generated-clients-"))
  const inherited = Object.entries(process.env).filter(([name]) => !/^(LANDFALL_|HOST$)/.test(name))
  const child = spawn(process.execPath, [main, "serve"], {
    cwd: folder,
    env: { ...Object.fromEntries(inherited), PORT: "0", LANDFALL_API_KEY: API_KEY, LANDFALL_ADMIN_KEY: ADMIN_KEY },
    stdio: ["ignore", "pipe", "pipe"]
  })
  // A server that does not stop ends with the process of the tests.
  const kill = () => child.kill("SIGKILL")
  process.once("exit", kill)
  const stop = async () => {
    const ended = new Promise((resolve) => child.once("exit", resolve))
    if (child.exitCode === null && child.kill("SIGTERM")) await ended
    process.off("exit", kill)
    rmSync(folder, { recursive: true, force: true })
  }
  return new Promise((resolve, reject) => {
    let output = ""
    child.once("exit", (code) => reject(new Error(`The server ended with ${code}: ${output}`)))
    child.stderr.on("data", (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString()
      const url = /is up at (\S+)/.exec(output)?.[1]
      if (url !== undefined) resolve({ url, apiKey: API_KEY, adminKey: ADMIN_KEY, stop })
    })
  })
}
