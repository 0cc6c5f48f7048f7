import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { brokerCertificate } from "./BrokerCertificate.ts"
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
  /** The port where connections begin with TLS, by the certificate of the tests. */
  readonly tlsPort: number
  readonly start: () => Promise<void>
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>
  /** Stops the server and deletes its data. */
  readonly destroy: () => Promise<void>
}

/** Starts a RabbitMQ server on free loopback ports, with a separate port mapper (epmd). */
export const startRabbitServer = async (): Promise<RabbitServer> => {
  if (epmd === undefined || rabbitUnavailableReason !== undefined) throw new Error(rabbitUnavailableReason)
  const folder = mkdtempSync(join(tmpdir(), "landfall-rabbitmq-"))
  const port = await findFreePort()
  const tlsPort = await findFreePort()
  const epmdPort = String(await findFreePort())
  const settings = [
    `listeners.tcp.1 = 127.0.0.1:${port}`,
    `listeners.ssl.1 = 127.0.0.1:${tlsPort}`,
    `ssl_options.certfile = ${join(folder, "cert.pem")}`,
    `ssl_options.keyfile = ${join(folder, "key.pem")}`,
    "ssl_options.verify = verify_none",
    "log.console = true",
    "log.file = false"
  ]
  writeFileSync(join(folder, "rabbitmq.conf"), `${settings.join("\n")}\n`)
  writeFileSync(join(folder, "cert.pem"), brokerCertificate.cert)
  writeFileSync(join(folder, "key.pem"), brokerCertificate.key)
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
    tlsPort,
    start,
    stop,
    destroy: async () => {
      await stop("SIGKILL")
      await portMapper.stop("SIGKILL")
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
