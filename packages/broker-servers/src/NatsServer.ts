import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brokerCertificate } from "./BrokerCertificate.ts"
import { findFreePort, findProgram, type RestartableServer, startRestartable, startServer } from "./ServerProcess.ts"

const program = findProgram("nats-server")

/** Why no NATS server can be started on this machine; undefined when one can. */
export const natsUnavailableReason: string | undefined =
  program === undefined ? "nats-server is not installed (apt-get install nats-server)" : undefined

/** A NATS server with JetStream, which can be stopped and started again on the same data and port. */
export type NatsServer = RestartableServer

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
  return startRestartable(port, folder, () => startServer(program, ["-c", file], "Server is ready"))
}
