import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { findFreePort, type ServerProcess, startServer } from "./ServerProcess.ts"

const PROGRAM = fileURLToPath(new URL("./sqsProgram.ts", import.meta.url))

/**
 * A server with the protocol of AWS SQS, which can be stopped and started again on the same data and port. It stores a message
 * before it responds, and accepts every access key.
 */
export interface SqsServer {
  readonly port: number
  readonly start: () => Promise<void>
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>
  /** Stops the server and deletes its data. */
  readonly destroy: () => Promise<void>
}

/** Starts a server of SQS on a free loopback port. It is a package of npm, so that every machine has it. */
export const startSqsServer = async (): Promise<SqsServer> => {
  const folder = mkdtempSync(join(tmpdir(), "landfall-sqs-"))
  const port = await findFreePort()
  let server: ServerProcess | undefined
  const start = async () => {
    server ??= await startServer(process.execPath, [PROGRAM, folder, String(port)], "Server is ready")
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
