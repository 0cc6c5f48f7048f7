import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** A receiver of an attacker. */
export interface HostileReceiver {
  readonly url: string
  readonly port: number
  /** The requests that it has received. */
  readonly received: () => number
  readonly close: () => void
}

const listen = async (handle: (request: IncomingMessage, response: ServerResponse) => void) => {
  let received = 0
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    received++
    request.resume()
    request.on("error", () => {})
    response.on("error", () => {})
    handle(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received: () => received,
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}

/** A receiver that responds with a status, after a delay. */
export const startReceiver = (status: number, delayMillis = 0): Promise<HostileReceiver> =>
  listen((request, response) => {
    const respond = () => response.writeHead(status).end()
    if (delayMillis === 0) request.on("end", respond)
    else setTimeout(respond, delayMillis).unref()
  })

/** A receiver that accepts requests and never responds. */
export const startHangingReceiver = (): Promise<HostileReceiver> => listen(() => {})

/** A receiver that sends every request on to a URL, with its headers and others, and responds as that does. */
export const startRelay = (target: () => string, headers: Readonly<Record<string, string>>) =>
  listen(async (request, response) => {
    const kept = Object.entries(request.headers).filter(([name]) => !/^(host|content-length|connection)$/.test(name))
    try {
      const relayed = await fetch(target(), {
        method: "POST",
        headers: { ...Object.fromEntries(kept.map(([name, value]) => [name, String(value)])), ...headers },
        body: "{}"
      })
      response.writeHead(relayed.status).end()
    } catch {
      response.writeHead(502).end()
    }
  })
