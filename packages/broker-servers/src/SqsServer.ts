import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { fileURLToPath } from "node:url"
import { findFreePort, type RestartableServer, startRestartable, startServer } from "./ServerProcess.ts"

const PROGRAM = fileURLToPath(new URL("./sqsProgram.ts", import.meta.url))

/**
 * A server with the protocol of AWS SQS, which can be stopped and started again on the same data and port. It stores a message
 * before it responds, and accepts every access key.
 */
export type SqsServer = RestartableServer

/** Starts a server of SQS on a free loopback port. It is a package of npm, so that every machine has it. */
export const startSqsServer = async (): Promise<SqsServer> => {
  const folder = mkdtempSync(join(tmpdir(), "landfall-sqs-"))
  const port = await findFreePort()
  return startRestartable(port, folder, () =>
    startServer(process.execPath, [PROGRAM, folder, String(port)], "Server is ready")
  )
}
