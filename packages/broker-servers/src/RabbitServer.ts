import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { findFreePort, findProgram, type ServerProcess, startServer } from "./ServerProcess.ts"

/** The script itself: the wrapper on the PATH changes the user and the folders. */
const PROGRAM = "/usr/lib/rabbitmq/bin/rabbitmq-server"
const epmd = findProgram("epmd")

/** Why no RabbitMQ server can be started on this machine; undefined when one can. */
export const rabbitUnavailableReason: string | undefined =
  existsSync(PROGRAM) && epmd !== undefined
    ? undefined
    : "rabbitmq-server is not installed (apt-get install rabbitmq-server)"

/** A RabbitMQ server with the user guest, which can be stopped and started again on the same data and port. */
export interface RabbitServer {
  readonly port: number
  readonly start: () => Promise<void>
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>
  /** Stops the server and deletes its data. */
  readonly destroy: () => Promise<void>
}

/** Starts a RabbitMQ server on free loopback ports, with a port mapper (epmd) of its own. */
export const startRabbitServer = async (): Promise<RabbitServer> => {
  if (epmd === undefined || rabbitUnavailableReason !== undefined) throw new Error(rabbitUnavailableReason)
  const folder = mkdtempSync(join(tmpdir(), "landfall-rabbitmq-"))
  const port = await findFreePort()
  const epmdPort = String(await findFreePort())
  writeFileSync(
    join(folder, "rabbitmq.conf"),
    `listeners.tcp.1 = 127.0.0.1:${port}\nlog.console = true\nlog.file = false\n`
  )
  const env = {
    ...process.env,
    HOME: folder,
    ERL_EPMD_ADDRESS: "127.0.0.1",
    ERL_EPMD_PORT: epmdPort,
    RABBITMQ_NODENAME: `landfall-${port}@localhost`,
    RABBITMQ_DIST_PORT: String(await findFreePort()),
    RABBITMQ_CONF_ENV_FILE: "/dev/null",
    RABBITMQ_CONFIG_FILE: join(folder, "rabbitmq.conf"),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, "plugins"),
    RABBITMQ_MNESIA_BASE: join(folder, "data"),
    RABBITMQ_LOG_BASE: join(folder, "log")
  }
  let server: ServerProcess | undefined
  const start = async () => {
    server ??= await startServer(PROGRAM, [], "Server startup complete", env)
  }
  const stop = async (signal?: NodeJS.Signals) => {
    const current = server
    server = undefined
    await current?.stop(signal)
  }
  // One that RabbitMQ starts itself would outlive it.
  const portMapper = await startServer(epmd, ["-d", "-address", "127.0.0.1", "-port", epmdPort], "epmd running")
  await start()
  return {
    port,
    start,
    stop,
    destroy: async () => {
      await stop("SIGKILL")
      await portMapper.stop("SIGKILL")
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
