import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brokerCertificate } from "./BrokerCertificate.ts"
import { findFreePort, findProgram, type ServerProcess, startServer } from "./ServerProcess.ts"

const program = findProgram("nats-server")

/** Why no NATS server can be started on this machine; undefined when one can. */
export const natsUnavailableReason: string | undefined =
  program === undefined ? "nats-server is not installed (apt-get install nats-server)" : undefined

/** A NATS server with JetStream, which can be stopped and started again on the same data and port. */
export interface NatsServer {
  readonly port: number
  readonly start: () => Promise<void>
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>
  /** Stops the server and deletes its data. */
  readonly destroy: () => Promise<void>
}

/**
 * Starts a NATS server on a free loopback port. `settings` are lines of its configuration file, such as users. With `tls` it
 * requires TLS, by the certificate of the tests.
 */
export const startNatsServer = async (settings = "", { tls = false } = {}): Promise<NatsServer> => {
  if (program === undefined) throw new Error(natsUnavailableReason)
  const folder = mkdtempSync(join(tmpdir(), "landfall-nats-"))
  const port = await findFreePort()
  const file = join(folder, "nats.conf")
  const [cert, key] = [join(folder, "cert.pem"), join(folder, "key.pem")]
  writeFileSync(cert, brokerCertificate.cert)
  writeFileSync(key, brokerCertificate.key)
  const tlsSettings = tls ? `tls { cert_file: ${JSON.stringify(cert)}, key_file: ${JSON.stringify(key)} }\n` : ""
  writeFileSync(
    file,
    `host: 127.0.0.1\nport: ${port}\njetstream { store_dir: ${JSON.stringify(join(folder, "data"))} }\n${tlsSettings}${settings}\n`
  )
  let server: ServerProcess | undefined
  const start = async () => {
    server ??= await startServer(program, ["-c", file], "Server is ready")
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
